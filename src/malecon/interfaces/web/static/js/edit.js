/** Putting up a position by hand: choose what to place, click cells, say whose turn it is. */

import * as api from "./api.js";
import { choice } from "./dialog.js";
import { make } from "./dom.js";
import { Tree } from "./tree.js";

const BRUSHES = { O: "White", X: "Black", "#": "Arrow", "": "Empty" };
const PLACES = { O: "white", X: "black", "#": "blocked" };

export class Editor {
  constructor(table, element) {
    Object.assign(this, { table, element, signs: null });
  }

  get on() {
    return this.signs !== null;
  }

  begin() {
    const { table } = this;
    if (!table.view || this.on) return;
    table.halt();
    this.signs = { ...table.view.signs };
    Object.assign(table, { note: "", chosen: [], hint: null, bad: null });
    this.brush = "O";
    this.side = choice("edit-side", [["white", "White to move"], ["black", "Black to move"]], table.view.toMove);
    this.draw();
    table.changed("settled");
  }

  draw() {
    const kinds = Object.entries(BRUSHES).filter(([sign]) => sign !== "#" || this.table.start.game === "amazons");
    const brushes = kinds.map(([sign, text]) => make("button", { "aria-pressed": String(this.brush === sign), "data-brush": text, onclick: () => { this.brush = sign; this.draw(); } }, PLACES[sign] && sign !== "#" ? make("span", { class: `disc ${PLACES[sign]}` }) : null, text));
    const help = make("p", { class: "figures edit-help" }, "Choose what to place, then click cells; a second click takes it away.");
    this.element.replaceChildren(help, ...brushes, this.side, make("button", { onclick: () => { this.signs = {}; this.table.changed(); } }, "Clear"),
      make("button", { class: "primary", id: "edit-done", onclick: () => this.finish() }, "Done"), make("button", { onclick: () => this.leave() }, "Cancel"));
  }

  click(cell) {
    if (this.brush && this.signs[cell] !== this.brush) this.signs[cell] = this.brush;
    else delete this.signs[cell];
    this.table.changed();
  }

  /** What the board shows meanwhile. */
  get view() {
    return { ...this.table.view, signs: this.signs, last: [], outcome: null };
  }

  async finish() {
    const { table } = this;
    const setup = { white: [], black: [], blocked: [], to_move: this.side.value };
    for (const [cell, sign] of Object.entries(this.signs)) setup[PLACES[sign]].push(cell);
    const start = { ...table.start, swap: false, setup };
    try {
      await api.position({ ...start, moves: [] });
    } catch (error) {
      return table.problem(error.message);
    }
    this.signs = null;
    table.clock.off();
    table.open({ start, tree: new Tree() });
    table.paused = true;
    table.refresh();
  }

  leave() {
    this.signs = null;
    this.table.refresh();
  }
}
