/** The rules of each game in a few words, for the help; Havannah's three ways to win as small boards. */

import { make, svg } from "./dom.js";
import { hexBoard } from "./hexboard.js";

const WAYS = {
  ring: ["c3 d3 c4 e4 d5 e5", "a loop around at least one cell"],
  bridge: ["a4 b4 b3 c3 c2 d2 d1", "any two corners connected"],
  fork: ["c1 c2 c3 d4 e4 f5 g5 d5 c5 c6", "any three sides connected; corners belong to no side"],
};
const TEXTS = {
  havannah: "White and Black place one stone each in turn, on any empty cell; stones never move. Whoever first has one of these wins:",
  breakthrough: "Move one piece a step forward, straight or diagonally; pieces are taken diagonally. Whoever first reaches the far row wins, or takes every piece.",
  amazons: "Move a piece like a queen of chess, then shoot an arrow from where it lands, again like a queen; the arrow's square is blocked for the rest of the game. Whoever cannot move loses.",
};

function picture(name, cells) {
  const layout = hexBoard("4");
  const stones = new Set(cells.split(" "));
  const parts = layout.cells.flatMap(({ name: cell, points, shade, x, y }) => [
    svg("polygon", { points, class: `cell shade-${shade}` }),
    stones.has(cell) ? svg("circle", { cx: x, cy: y, r: layout.radius, class: "stone plain" }) : null,
  ]);
  return svg("svg", { viewBox: `0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}`, role: "img", "aria-label": `A ${name}` }, svg("polygon", { points: layout.frame, class: "frame" }), ...parts);
}

export function rules(game) {
  const text = make("p", {}, TEXTS[game] || "");
  if (game !== "havannah") return [text];
  const ways = Object.entries(WAYS).map(([name, [cells, words]]) => make("figure", {}, picture(name, cells), make("figcaption", {}, make("strong", {}, name), `: ${words}`)));
  return [text, make("div", { class: "ways" }, ...ways)];
}
