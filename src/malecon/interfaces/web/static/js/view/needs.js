/** What each side still needs to win, and what the opponent threatens: on the board and in words. */

import { sideName, waysText, winningMoves } from "../format.js";
import { opponent } from "../game/moves.js";
import { plural, text } from "../i18n.js";

/** @import { Colour, Needs, OverlayItem, SideNeeds } from "../types.js" */

/** The cells of a side's shortest connection; of a fork if it needs as many stones as a bridge. @param {SideNeeds} side */
function shortestCells({ connections: { bridge, fork } }) {
  return (bridge && (!fork || bridge.stones < fork.stones) ? bridge : fork)?.cells ?? [];
}

/** The cells of each side's shortest connection, and the cells where it wins at once. @param {Needs} needs @returns {OverlayItem[]} */
export function needItems({ white, black }) {
  /** @type {Map<string, OverlayItem>} */
  const items = new Map();
  for (const [side, discClass] of /** @type {const} */ ([
    [white, "need-white"],
    [black, "need-black"],
  ])) {
    for (const cell of shortestCells(side)) {
      const shared = items.has(cell);
      items.set(cell, { cell, strength: 0.5, text: "", discClass: shared ? "need-both" : discClass });
    }
    for (const { cell } of side.wins) items.set(cell, { cell, strength: 1, text: "!", discClass, textClass: "proof" });
  }
  return [...items.values()];
}

/** @param {Needs} needs @param {Colour} colour */
function sideText(needs, colour) {
  const { connections, wins } = needs[colour];
  const side = sideName(colour);
  if (wins.length) {
    const cells = wins.map(({ cell, how }) => `${cell} (${waysText(how)})`).join(", ");
    return text("needs.wins", { side, cells });
  }
  const { bridge, fork } = connections;
  const ways = [
    ...(bridge ? [plural("needs.bridge", bridge.stones)] : []),
    ...(fork ? [plural("needs.fork", fork.stones)] : []),
  ];
  return ways.length ? text("needs.stones", { side, ways: ways.join(", ") }) : "";
}

/** What both sides need, and the opponent's threat, in sentences. @param {Needs} needs @param {Colour} toMove */
export function needText(needs, toMove) {
  const { threat } = needs;
  const other = opponent(toMove);
  const sentences = [sideText(needs, "white"), sideText(needs, "black")];
  if (!needs[other].wins.length) sentences.push(threat ? threatText(threat, other) : text("needs.noThreat"));
  return sentences.filter(Boolean).join(" ");
}

/** @param {NonNullable<Needs["threat"]>} threat @param {Colour} colour */
function threatText({ move, length, how }, colour) {
  const values = { side: sideName(colour), move, n: winningMoves(length) };
  return how.length ? text("needs.threatBy", { ...values, how: waysText(how) }) : text("needs.threat", values);
}
