/** The two sides beside the board: who they are, their clocks, and who thinks. */

import { find, make } from "./dom.js";
import { HUMAN, PUZZLE } from "./table.js";

/** The level of a player who thinks so long: one of the same text and time; weak levels have a cap, and time is no matter. */
export function findLevel(levels, player, seconds) {
  const same = levels.filter((level) => level.player === player);
  return same.find((level) => level.seconds === seconds) || (same.length === 1 ? same[0] : undefined);
}

export class Seats {
  constructor(table) {
    this.table = table;
    this.levels = [];
    this.parts = {};
    for (const colour of ["black", "white"]) {
      const parts = { name: make("span", { class: "name" }), thinking: make("span", { class: "thinking" }), clock: make("span", { class: "clock" }) };
      find(`seat-${colour}`).replaceChildren(make("span", { class: `disc ${colour}`, "aria-hidden": "true" }), parts.name, parts.thinking, parts.clock);
      this.parts[colour] = parts;
    }
  }

  name(colour) {
    const text = this.table.seats[colour];
    if (this.table.names?.[colour]) return this.table.names[colour];
    if (text === PUZZLE) return "holds out";
    if (text === HUMAN) return this.table.seats.white === this.table.seats.black ? "Person" : "You";
    return findLevel(this.levels, text, this.table.seconds[colour])?.name || text;
  }

  draw() {
    const { table } = this;
    for (const [colour, { name, thinking, clock }] of Object.entries(this.parts)) {
      const side = colour === "white" ? "White" : "Black";
      name.textContent = `${side}: ${this.name(colour)}`;
      name.title = table.seats[colour];
      const moves = !table.over && table.view?.toMove === colour;
      find(`seat-${colour}`).classList.toggle("to-move", Boolean(moves));
      thinking.textContent = moves && table.job === "play" ? table.progress || `thinking, ${((performance.now() - table.asked) / 1000).toFixed(1)} s` : "";
      clock.textContent = table.clock.text(colour);
      clock.classList.toggle("low", table.clock.isLow(colour));
    }
  }
}
