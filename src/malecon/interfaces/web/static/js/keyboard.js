/** Keys for everything important; they are silent while someone types. */

import { openDialog } from "./dialog.js";
import { capital, make } from "./dom.js";
import { rules } from "./rules.js";

export const KEYS = [
  ["←  →", "a move back, a move forward"], ["Home  End", "to the start, to the end"], ["u  r", "take back, play again"],
  ["h", "hint"], ["a", "analyse, stop"], ["d", "another overlay"], ["m", "let the engine move"], ["s", "swap"], ["Esc", "stop thinking; close a dialog"],
  ["v", "review the game"], ["n  p", "next mistake, last one"], ["/", "type a move"], ["b", "the board: arrows, Enter"],
  ["Delete", "delete from this move on"], ["g", "new game"], ["z", "puzzles"], ["x", "put up a position"], ["o", "open, save, share"], ["e", "engine"], ["t", "light or dark"], ["?", "this help"],
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

export function helpDialog({ game }) {
  openDialog("Help", [
    make("h3", {}, `The rules of ${capital(game)}`), ...rules(game),
    make("h3", {}, "The page"),
    make("p", {}, game === "havannah" ? "Click a cell to place a stone." : "Click a piece, then where it goes, then where the arrow goes, if there is one.", " Analyse shows on each cell the win rate of the side to move in percent, and visits below; ✓ is a proved win, ✗ a proved loss. Point at a candidate to see its line as numbered stones; a double click plays it."),
    make("h3", {}, "Keys"),
    make("div", { class: "keys" }, ...KEYS.flatMap(([key, text]) => [make("div", {}, ...key.split("  ").map((one) => make("kbd", {}, one))), make("span", {}, text)])),
  ], [{ text: "Close", primary: true, run: () => true }]);
}
