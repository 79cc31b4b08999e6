/** Keyboard shortcuts: one table for the keys, the help text and the actions that the page binds. */

/** @import { TextKey } from "./i18n.js" */

/** Help text, then an action for each key. @type {[help: TextKey, keys: Record<string, string>][]} */
export const SHORTCUTS = [
  ["key.step", { ArrowLeft: "back", ArrowRight: "forward" }],
  ["key.ends", { Home: "start", End: "end" }],
  ["key.undo", { u: "undo", r: "redo" }],
  ["key.hint", { h: "hint" }],
  ["key.analyse", { a: "analyse" }],
  ["key.overlay", { d: "overlay" }],
  ["key.engineMove", { m: "engineMove" }],
  ["key.swap", { s: "swap" }],
  ["key.stop", { Escape: "stop" }],
  ["key.review", { v: "review" }],
  ["key.mistakes", { n: "nextMistake", p: "previousMistake" }],
  ["key.type", { "/": "typeMove" }],
  ["key.board", { b: "focusBoard" }],
  ["key.turn", { f: "turn" }],
  ["key.delete", { Delete: "delete" }],
  ["key.new", { g: "new" }],
  ["key.library", { l: "library" }],
  ["key.puzzles", { z: "puzzles" }],
  ["key.edit", { x: "edit" }],
  ["key.open", { o: "open" }],
  ["key.engine", { e: "engine" }],
  ["key.theme", { t: "theme" }],
  ["key.help", { "?": "help" }],
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
