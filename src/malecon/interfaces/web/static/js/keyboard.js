/** Keys for everything important; they are silent while someone types. */

import { openDialog } from "./dialog.js";
import { make } from "./dom.js";

export const KEYS = [
  ["←  →", "a move back, a move forward"], ["Home  End", "to the start, to the end"], ["u  r", "take back, play again"],
  ["h", "hint"], ["a", "analyse, stop"], ["m", "let the engine move"], ["s", "swap, where it is offered"], ["Esc", "stop thinking; close a dialog"],
  ["n  p", "next mistake, the one before"], ["/", "type a move"], ["b", "to the board: arrows move the cursor, Enter plays"],
  ["Delete", "delete this move and what follows"], ["g", "new game"], ["z", "puzzles"], ["o", "open, save, share"], ["e", "engine"], ["t", "light or dark"], ["?", "this help"],
];

export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

export function helpDialog() {
  openDialog("Help", [
    make("p", {}, "Click a cell to place a stone; in Breakthrough and Amazons click a piece, then where it goes, then the arrow. Point at a candidate to see its line as numbered stones; a double click plays it."),
    make("p", {}, "On the cells: win rate of the side to move in percent and visits; ✓ is a proved win, ✗ a proved loss."),
    make("div", { class: "keys" }, ...KEYS.flatMap(([key, text]) => [make("div", {}, ...key.split("  ").map((one) => make("kbd", {}, one))), make("span", {}, text)])),
  ], [{ text: "Close", primary: true, run: () => true }]);
}
