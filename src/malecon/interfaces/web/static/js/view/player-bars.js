/** The two bars beside the board: each player's name, clock, and whether it is thinking. A click changes the player. */

import { find, html, setText } from "../dom.js";
import { levelName, sideName } from "../format.js";
import { FRIEND, HUMAN, PUZZLE_DEFENDER } from "../game/state.js";
import { text } from "../i18n.js";

/** @import { Colour, Level, Settings } from "../types.js" */
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

/**
 * The name of a side's player.
 *
 * @param {Pick<GameState, "names" | "players" | "seconds"> & { settings?: Pick<Settings, "name"> }} game
 * @param {Colour} colour
 * @param {Level[]} levels
 */
export function playerName({ names, players, seconds, settings }, colour, levels) {
  const player = players[colour];
  if (names?.[colour]) return names[colour];
  if (player === PUZZLE_DEFENDER) return text("player.defender");
  if (player === FRIEND) return text("player.friend");
  if (player === HUMAN && players.white === players.black) return text("player.human");
  if (player === HUMAN) return settings?.name || text("player.you");
  const level = findLevel(levels, player, seconds[colour]);
  return level ? levelName(level) : player;
}

export class PlayerBars {
  /** @type {Level[]} */
  levels = [];

  /** @param {GameState} game @param {(colour: Colour) => void} onChoose */
  constructor(game, onChoose) {
    this.game = game;
    this.bars = { black: newBar("black", onChoose), white: newBar("white", onChoose) };
  }

  /** Show the bar of the side at the bottom below the board. @param {boolean} turned */
  place(turned) {
    const { black, white } = this.bars;
    black.bar.classList.toggle("below", turned);
    white.bar.classList.toggle("below", !turned);
  }

  draw() {
    this.drawBar("white");
    this.drawBar("black");
  }

  /** @param {Colour} colour */
  drawBar(colour) {
    const { game } = this;
    const { bar, name, thinking, clock, change } = this.bars[colour];
    const toMove = !game.finished && game.sideAt(game.head) === colour;
    setText(name, `${sideName(colour)}: ${this.nameOf(colour)}`);
    name.title = game.players[colour];
    bar.classList.toggle("to-move", toMove);
    bar.classList.toggle("won", game.finished && game.winner === colour);
    setText(thinking, toMove && game.job === "play" ? this.thinkingText() : "");
    setText(clock, game.clock.text(colour));
    clock.classList.toggle("low", game.clock.isLow(colour));
    change.hidden = game.puzzle !== null || game.lesson || (Boolean(game.friend) && !game.finished);
  }

  thinkingText() {
    const { game } = this;
    if (!game.online) return text("player.offline");
    const seconds = ((performance.now() - game.requestedAt) / 1000).toFixed(1);
    return game.progress || text("player.thinking", { n: seconds });
  }

  /** @param {Colour} colour */
  nameOf(colour) {
    return playerName(this.game, colour, this.levels);
  }
}

/** @param {Colour} colour @param {(colour: Colour) => void} onChoose */
function newBar(colour, onChoose) {
  const bar = find(`seat-${colour}`);
  const name = html("span", { class: "name" });
  const thinking = html("span", { class: "thinking" });
  const clock = html("span", { class: "clock" });
  const attributes = {
    class: "seat-change",
    id: `change-${colour}`,
    title: text("player.changeTitle"),
    onclick: () => onChoose(colour),
  };
  const side = html("span", { class: "visually-hidden" }, ` ${sideName(colour)}`);
  const change = html("button", attributes, text("player.change"), side);
  bar.replaceChildren(
    html("span", { class: `disc ${colour}`, "aria-hidden": "true" }),
    ...[name, thinking, clock, change],
  );
  return { bar, name, thinking, clock, change };
}
