/** The two bars beside the board: each player's name, clock, and whether it is thinking. */

import { find, html } from "../dom.js";
import { capitalize } from "../format.js";
import { HUMAN, PUZZLE_DEFENDER } from "../game/state.js";

/** @import { Colour, Level } from "../types.js" */
/** @import { GameState } from "../game/state.js" */

/**
 * The level with a player and a time per move. Weak levels have a cap on simulations, so their time may differ.
 *
 * @param {Level[]} levels
 * @param {string} player
 * @param {number} seconds
 */
export function findLevel(levels, player, seconds) {
  const matches = levels.filter((level) => level.player === player);
  return matches.find((level) => level.seconds === seconds) ?? (matches.length === 1 ? matches[0] : undefined);
}

export class PlayerBars {
  /** @type {Level[]} */
  levels = [];

  /** @param {GameState} game */
  constructor(game) {
    this.game = game;
    this.bars = { black: newBar("black"), white: newBar("white") };
  }

  draw() {
    this.drawBar("white");
    this.drawBar("black");
  }

  /** @param {Colour} colour */
  drawBar(colour) {
    const { game } = this;
    const { bar, name, thinking, clock } = this.bars[colour];
    const toMove = !game.over && game.view?.toMove === colour;
    name.textContent = `${capitalize(colour)}: ${this.nameOf(colour)}`;
    name.title = game.players[colour];
    bar.classList.toggle("to-move", toMove);
    const seconds = ((performance.now() - game.requestedAt) / 1000).toFixed(1);
    thinking.textContent = toMove && game.job === "play" ? game.progress || `thinking, ${seconds} s` : "";
    clock.textContent = game.clock.text(colour);
    clock.classList.toggle("low", game.clock.isLow(colour));
  }

  /** @param {Colour} colour */
  nameOf(colour) {
    const { names, players, seconds } = this.game;
    const player = players[colour];
    if (names?.[colour]) return names[colour];
    if (player === PUZZLE_DEFENDER) return "Defender";
    if (player === HUMAN) return players.white === players.black ? "Human" : "You";
    return findLevel(this.levels, player, seconds[colour])?.name ?? player;
  }
}

/** @param {Colour} colour */
function newBar(colour) {
  const bar = find(`seat-${colour}`);
  const name = html("span", { class: "name" });
  const thinking = html("span", { class: "thinking" });
  const clock = html("span", { class: "clock" });
  bar.replaceChildren(html("span", { class: `disc ${colour}`, "aria-hidden": "true" }), name, thinking, clock);
  return { bar, name, thinking, clock };
}
