/** Study tools: arrows, marks and labels on the board, which are saved with the game. */

import { find, html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { StudyMark } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** @typedef {StudyMark["kind"]} Tool */
const TOOLS = /** @type {const} */ (["AR", "TR", "CR", "SQ", "LB"]);
const SYMBOLS = { AR: "➚", TR: "△", CR: "○", SQ: "□", LB: "A" };

/** The next free letter for a label. @param {StudyMark[]} marks */
export function nextLabel(marks) {
  const used = marks.filter(({ kind }) => kind === "LB").map(({ words }) => words);
  return (
    Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index)).find(
      (letter) => !used.includes(letter),
    ) ?? "Z"
  );
}

/**
 * The marks after a cell was marked; a mark of the same kind on it is removed.
 *
 * @param {StudyMark[]} marks
 * @param {Tool} kind
 * @param {string} cell
 * @param {string | null} [to] the end of an arrow
 * @returns {StudyMark[]}
 */
export function toggleMark(marks, kind, cell, to = null) {
  const rest = marks.filter((mark) => mark.kind !== kind || mark.cell !== cell || (mark.to ?? null) !== to);
  if (rest.length < marks.length) return rest;
  if (kind === "AR") return [...marks, { kind, cell, to }];
  return [...marks, kind === "LB" ? { kind, cell, words: nextLabel(marks) } : { kind, cell }];
}

export class Study {
  /** @type {Tool | null} */
  tool = null;
  /** Where an arrow begins. @type {string | null} */
  from = null;

  /** @param {HTMLElement} element @param {GameController} game */
  constructor(element, game) {
    this.game = game;
    this.buttons = TOOLS.map((tool) =>
      html(
        "button",
        { "data-mark": tool, class: "small-button", "aria-pressed": "false", onclick: () => this.choose(tool) },
        html("span", { "aria-hidden": "true" }, SYMBOLS[tool]),
        ` ${text(`study.${tool}`)}`,
      ),
    );
    const clear = html(
      "button",
      { id: "clear-marks", class: "small-button", onclick: () => this.clear() },
      text("study.clear"),
    );
    element.replaceChildren(
      html("summary", {}, text("study.title")),
      html("p", { class: "figures" }, text("study.help")),
      html("div", { class: "tools" }, ...this.buttons, clear),
    );
    element.addEventListener("toggle", () => {
      if (!(/** @type {HTMLDetailsElement} */ (element).open)) this.choose(null);
    });
  }

  /** @param {Tool | null} tool */
  choose(tool) {
    this.tool = tool === this.tool ? null : tool;
    this.from = null;
    this.draw();
  }

  draw() {
    this.buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.mark === this.tool)));
    find("board").classList.toggle("marking", this.tool !== null);
  }

  clear() {
    this.set([]);
  }

  /** @param {StudyMark[]} marks */
  set(marks) {
    this.game.tree.current.marks = marks;
    this.game.changed("settled");
  }

  /** Mark a cell; false if no tool is chosen. @param {string} cell */
  click(cell) {
    const { tool, from } = this;
    const { marks } = this.game.tree.current;
    if (!tool) return false;
    if (tool !== "AR") this.set(toggleMark(marks, tool, cell));
    else if (!from) this.from = cell;
    else {
      if (from !== cell) this.set(toggleMark(marks, "AR", from, cell));
      this.from = null;
    }
    return true;
  }
}
