/** The help dialog: rules of the game on the board, how to use the page, keyboard shortcuts. */

import { html, svg } from "../dom.js";
import { SHORTCUTS, keyLabel } from "../keyboard.js";
import { boardLayout } from "../view/layout.js";
import { openDialog } from "./dialog.js";

/** @import { GameInfo, WinPattern } from "../types.js" */

const PAGE_HELP =
  "The analysis shows on each cell the win rate of the side to move in percent, with the visits below; " +
  "✓ is a proved win, ✗ a proved loss. Point at a candidate move to see its line as numbered stones; " +
  "double-click to play it.";

/** @param {GameInfo} info */
export function helpDialog(info) {
  const keys = SHORTCUTS.flatMap(([help, actions]) => [
    html("div", {}, ...Object.keys(actions).map((key) => html("kbd", {}, keyLabel(key)))),
    html("span", {}, help),
  ]);
  openDialog(
    "Help",
    [
      html("h3", {}, `Rules of ${info.title}`),
      html("p", {}, info.rules),
      html("div", { class: "ways" }, ...info.winPatterns.map((pattern) => patternFigure(info, pattern))),
      html("h3", {}, "This page"),
      html("p", {}, `${info.clickHelp} ${PAGE_HELP}`),
      html("h3", {}, "Keys"),
      html("div", { class: "keys" }, ...keys),
    ],
    [{ text: "Close", primary: true, run: () => {} }],
  );
}

/** A small board with a winning pattern. @param {GameInfo} info @param {WinPattern} pattern */
function patternFigure(info, { name, description, board, cells }) {
  const layout = boardLayout(info.shape, board);
  const viewBox = `0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}`;
  const picture = svg(
    "svg",
    { viewBox, role: "img", "aria-label": `Example of a ${name}` },
    svg("polygon", { points: layout.frame, class: "frame" }),
    ...layout.cells.map(({ points, shade }) => svg("polygon", { points, class: `cell shade-${shade}` })),
    ...layout.cells
      .filter((cell) => cells.includes(cell.name))
      .map(({ x, y }) => svg("circle", { cx: x, cy: y, r: layout.stoneRadius, class: "stone plain" })),
  );
  return html("figure", {}, picture, html("figcaption", {}, html("strong", {}, name), `: ${description}`));
}
