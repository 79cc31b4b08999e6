/** Set up a position by hand: choose a piece, click cells, choose the side to move. */

import * as server from "../server.js";
import { choice } from "../dialogs/dialog.js";
import { html } from "../dom.js";
import { capitalize } from "../format.js";

/** @import { Colour, PositionView, Setup, Sign } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** The field of a setup for each sign. @type {Record<Sign, "white" | "black" | "blocked">} */
const SETUP_FIELDS = { O: "white", X: "black", "#": "blocked" };
const HELP = "Choose a piece, then click cells to place it; click again to remove it.";

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
      ["white", "White to move"],
      ["black", "Black to move"],
    ]);
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
    this.element.replaceChildren(
      html("p", { class: "figures edit-help" }, HELP),
      this.brushButton("O", "White"),
      this.brushButton("X", "Black"),
      ...(blocked ? [this.brushButton("#", capitalize(blocked))] : []),
      this.brushButton(null, "Empty"),
      this.toMove,
      html("button", { onclick: clear }, "Clear"),
      html("button", { class: "primary", id: "edit-done", onclick: () => this.finish() }, "Done"),
      html("button", { onclick: () => this.cancel() }, "Cancel"),
    );
  }

  /** @param {Sign | null} sign @param {string} text */
  brushButton(sign, text) {
    const onclick = () => {
      this.brush = sign;
      this.draw();
    };
    const disc = sign === "O" || sign === "X" ? html("span", { class: `disc ${SETUP_FIELDS[sign]}` }) : null;
    return html("button", { "aria-pressed": String(this.brush === sign), "data-brush": text, onclick }, disc, text);
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
