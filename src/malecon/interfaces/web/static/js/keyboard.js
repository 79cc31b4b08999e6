/** Keyboard shortcuts: one table for the keys, the help text and the actions that the page binds. */

/** Help text, then an action for each key. @type {[help: string, keys: Record<string, string>][]} */
export const SHORTCUTS = [
  ["previous move, next move", { ArrowLeft: "back", ArrowRight: "forward" }],
  ["start, end of the game", { Home: "start", End: "end" }],
  ["undo, redo", { u: "undo", r: "redo" }],
  ["hint", { h: "hint" }],
  ["start or stop the analysis", { a: "analyse" }],
  ["next overlay", { d: "overlay" }],
  ["let the engine move", { m: "engineMove" }],
  ["swap", { s: "swap" }],
  ["stop the engine; close a dialog", { Escape: "stop" }],
  ["review the game", { v: "review" }],
  ["next mistake, previous mistake", { n: "nextMistake", p: "previousMistake" }],
  ["type a move", { "/": "typeMove" }],
  ["focus the board: arrow keys, Enter", { b: "focusBoard" }],
  ["delete this move and what follows", { Delete: "delete" }],
  ["new game", { g: "new" }],
  ["puzzles", { z: "puzzles" }],
  ["set up a position", { x: "edit" }],
  ["open, save, share", { o: "open" }],
  ["engine settings", { e: "engine" }],
  ["light or dark theme", { t: "theme" }],
  ["this help", { "?": "help" }],
];
const ACTIONS = Object.assign({}, ...SHORTCUTS.map(([, keys]) => keys));
/** @type {Record<string, string>} */
const KEY_LABELS = { ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };

/** @param {string} key */
export const keyLabel = (key) => KEY_LABELS[key] ?? key;

/**
 * The action for a key press; none with a modifier key.
 *
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">} event
 * @returns {string | null}
 */
export function actionFor({ key, ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey ? null : (ACTIONS[key] ?? null);
}

/**
 * Run actions on key presses, except in dialogs and while the user types.
 *
 * @param {Record<string, () => unknown>} actions
 */
export function bindShortcuts(actions) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const action = actionFor(event);
    if (target.closest("input, textarea, select")) {
      if (action === "stop") target.blur();
    } else if (action) {
      event.preventDefault();
      actions[action]();
    }
  });
}
