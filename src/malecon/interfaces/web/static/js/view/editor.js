/** Set up a position by hand: choose a piece, click cells, choose the side to move. */

import * as server from "../server.js";
import { choice } from "../dialogs/dialog.js";
import { html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { Colour, PositionView, Setup, Sign } from "../types.js" */
/** @import { TextKey } from "../i18n.js" */
/** @import { GameController } from "../game/controller.js" */

/** The field of a setup for each sign. @type {Record<Sign, "white" | "black" | "blocked">} */
const SETUP_FIELDS = { O: "white", X: "black", "#": "blocked" };
/** What a click may place, by name; null removes. */
const BRUSHES = /** @type {const} */ ({ White: "O", Black: "X", Arrow: "#", Empty: null });
/** @type {Record<keyof typeof BRUSHES, TextKey>} */
const BRUSH_TEXTS = { White: "side.white", Black: "side.black", Arrow: "editor.arrow", Empty: "editor.empty" };

export class Editor {
  /** Pieces on the board; null while no position is being set up. @type {Record<string, Sign> | null} */
  signs = null;
  /** What a click places; null removes. @type {Sign | null} */
  brush = "O";

  /** @param {GameController} game @param {HTMLElement} element */
  constructor(game, element) {
    this.game = game;
    this.element = element;
    this.toMove = choice("edit-side", [
      ["white", text("editor.whiteToMove")],
      ["black", text("editor.blackToMove")],
    ]);
    this.toMove.setAttribute("aria-label", text("editor.side"));
  }

  get active() {
    return this.signs !== null;
  }

  start() {
    const { game } = this;
    if (!game.view || this.active) return;
    game.cancelJob();
    game.clearMarks();
    this.signs = { ...game.view.signs };
    this.brush = "O";
    this.toMove.value = game.view.toMove;
    this.draw();
    game.changed("settled");
  }

  draw() {
    const clear = () => {
      this.signs = {};
      this.game.changed();
    };
    const { blocked } = this.game.info.pieces;
    const names = /** @type {(keyof typeof BRUSHES)[]} */ (Object.keys(BRUSHES));
    this.element.replaceChildren(
      html("p", { class: "figures edit-help" }, text("editor.help")),
      ...names.filter((name) => name !== "Arrow" || blocked).map((name) => this.brushButton(name)),
      this.toMove,
      html("button", { id: "edit-clear", onclick: clear }, text("editor.clear")),
      html("button", { class: "primary", id: "edit-done", onclick: () => this.finish() }, text("editor.done")),
      html("button", { onclick: () => this.cancel() }, text("dialog.cancel")),
    );
  }

  /** @param {keyof typeof BRUSHES} name */
  brushButton(name) {
    const sign = BRUSHES[name];
    const onclick = () => {
      this.brush = sign;
      this.draw();
    };
    const disc = sign === "O" || sign === "X" ? html("span", { class: `disc ${SETUP_FIELDS[sign]}` }) : null;
    const attributes = { "aria-pressed": String(this.brush === sign), "data-brush": name, onclick };
    return html("button", attributes, disc, text(BRUSH_TEXTS[name]));
  }

  /** @param {string} cell */
  click(cell) {
    if (!this.signs) return;
    if (this.brush && this.signs[cell] !== this.brush) this.signs[cell] = this.brush;
    else delete this.signs[cell];
    this.game.changed();
  }

  /** The position being set up, for the board. @param {PositionView} view of the game @returns {PositionView} */
  preview(view) {
    return { ...view, signs: this.signs ?? {}, last: [], outcome: null };
  }

  async finish() {
    const { game } = this;
    const toMove = /** @type {Colour} */ (this.toMove.value);
    /** @type {Setup} */
    const setup = { white: [], black: [], blocked: [], to_move: toMove };
    for (const [cell, sign] of Object.entries(this.signs ?? {})) setup[SETUP_FIELDS[sign]].push(cell);
    const start = { ...game.start, swap: false, setup };
    try {
      await server.position({ ...start, moves: [] });
    } catch (error) {
      game.showMessage(error.message);
      return;
    }
    this.signs = null;
    game.clock.disable();
    game.open({ start });
    game.paused = true;
    game.refresh();
  }

  cancel() {
    this.signs = null;
    this.game.refresh();
  }
}
