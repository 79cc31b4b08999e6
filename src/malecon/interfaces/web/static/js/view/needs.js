/** What each side still needs to win, and what the opponent threatens: on the board and in words. */

import { sideName } from "../format.js";
import { opponent } from "../game/moves.js";
import { plural, text, textOr } from "../i18n.js";

/** @import { Colour, Needs, OverlayItem } from "../types.js" */

/** The cells of each side's shortest way to win, and the cells where it wins at once. @param {Needs} needs @returns {OverlayItem[]} */
export function needItems({ white, black }) {
  /** @type {Map<string, OverlayItem>} */
  const items = new Map();
  for (const [side, discClass] of /** @type {const} */ ([
    [white, "need-white"],
    [black, "need-black"],
  ])) {
    for (const cell of side.path) {
      const shared = items.has(cell);
      items.set(cell, { cell, strength: 0.5, text: "", discClass: shared ? "need-both" : discClass });
    }
    for (const { cell } of side.wins) items.set(cell, { cell, strength: 1, text: "!", discClass, textClass: "proof" });
  }
  return [...items.values()];
}

/** @param {Needs} needs @param {Colour} colour */
function sideText(needs, colour) {
  const { least, wins } = needs[colour];
  const side = sideName(colour);
  if (wins.length) {
    const ways = wins.map(({ cell, how }) => `${cell} (${how.map((way) => textOr(`ending.${way}`, way)).join(", ")})`);
    return text("needs.wins", { side, cells: ways.join(", ") });
  }
  return least === null ? "" : plural("needs.stones", least, { side });
}

/** What both sides need, and the opponent's threat, in sentences. @param {Needs} needs @param {Colour} toMove */
export function needText(needs, toMove) {
  const { threat } = needs;
  const sentences = [sideText(needs, "white"), sideText(needs, "black")];
  if (threat && !needs[opponent(toMove)].wins.length) {
    const values = { side: sideName(opponent(toMove)), move: threat.move, n: threat.length };
    sentences.push(text("needs.threat", values));
  } else if (!threat && !needs[opponent(toMove)].wins.length) sentences.push(text("needs.noThreat"));
  return sentences.filter(Boolean).join(" ");
}
