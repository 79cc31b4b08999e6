/** Choose who plays a side: a human, a level, or any player as text with a time per move. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { levelName, sideName } from "../format.js";
import { HUMAN, PUZZLE_DEFENDER } from "../game/state.js";
import { text } from "../i18n.js";
import { findLevel } from "../view/player-bars.js";
import { choice, openDialog, row } from "./dialog.js";
import { PlayerField } from "./player-field.js";

/** @import { BySide, Colour, Players } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** @typedef {{ player: string; seconds: number }} PlayerChoice */

const CUSTOM = "other";
const [MIN_SECONDS, MAX_SECONDS] = [0.1, 600];

export class PlayerChooser {
  /** @param {Colour} colour @param {Players} players @param {string} game @param {PlayerChoice} initial */
  constructor(colour, players, game, { player, seconds }) {
    this.levels = players.levels;
    const level = findLevel(this.levels, player, seconds)?.name;
    const value = player === HUMAN ? HUMAN : (level ?? CUSTOM);
    const levels = this.levels.map((each) => [each.name, levelName(each)]);
    const options = [[HUMAN, text("player.human")], ...levels, [CUSTOM, text("player.custom")]];
    this.kind = choice(`seat-${colour}-pick`, options, value);
    this.kind.addEventListener("change", () => this.showCustom());
    this.custom = new PlayerField(game, players, value === CUSTOM ? player : "malecon");
    const range = { min: MIN_SECONDS, max: MAX_SECONDS, step: 0.1 };
    this.seconds = html("input", { type: "number", id: `seconds-${colour}`, value: seconds, ...range });
    const time = row(text("player.time"), this.seconds, html("span", {}, text("player.perMove")));
    this.customFields = html("div", {}, this.custom.element, time);
    this.element = html("div", { class: "seat-choice" }, row(sideName(colour), this.kind), this.customFields);
    this.showCustom();
  }

  showCustom() {
    this.customFields.hidden = this.kind.value !== CUSTOM;
  }

  /** The raw input, to copy to the other side. */
  get input() {
    return { kind: this.kind.value, words: this.custom.value, seconds: this.seconds.value };
  }

  set input({ kind, words, seconds }) {
    this.kind.value = kind;
    this.custom.value = words;
    this.seconds.value = seconds;
    this.showCustom();
  }

  /** @returns {PlayerChoice} */
  get value() {
    const level = this.levels.find(({ name }) => name === this.kind.value);
    if (level) return { player: level.player, seconds: level.seconds };
    const seconds = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, Number(this.seconds.value) || 1));
    return { player: this.kind.value === HUMAN ? HUMAN : this.custom.value, seconds };
  }
}

/** Exchange the players of both sides. @param {BySide<PlayerChooser>} choosers */
export function swapSides({ white, black }) {
  [white.input, black.input] = [black.input, white.input];
}

/** The player of a side of the game on the board. @param {GameController} game @param {Colour} colour @returns {PlayerChoice} */
export function currentPlayer(game, colour) {
  const player = game.players[colour];
  return { player: player === PUZZLE_DEFENDER ? HUMAN : player, seconds: game.seconds[colour] };
}

/** Choosers for both sides. @param {Players} players @param {string} game @param {BySide<PlayerChoice>} initial */
export const bothChoosers = (players, game, initial) => ({
  white: new PlayerChooser("white", players, game, initial.white),
  black: new PlayerChooser("black", players, game, initial.black),
});

/** The button that exchanges the sides. @param {BySide<PlayerChooser>} choosers */
export const swapButton = (choosers) =>
  html(
    "button",
    { type: "button", id: "turn-sides", title: text("player.swapTitle"), onclick: () => swapSides(choosers) },
    `⇅ ${text("player.swap")}`,
  );

/** Check the texts of both players and return them by side. @param {string} game @param {BySide<PlayerChooser>} choosers */
export async function chosenPlayers(game, choosers) {
  const [white, black] = [choosers.white.value, choosers.black.value];
  for (const { player } of [white, black]) if (player !== HUMAN) await server.parsePlayer(game, player);
  return {
    players: { white: white.player, black: black.player },
    seconds: { white: white.seconds, black: black.seconds },
  };
}

/** Change level, seat or engine in the middle of the game. @param {GameController} game */
export async function playersDialog(game) {
  const name = game.start.game;
  const players = await server.players(name);
  const initial = { white: currentPlayer(game, "white"), black: currentPlayer(game, "black") };
  const choosers = bothChoosers(players, name, initial);
  openDialog(
    text("player.dialog"),
    [
      html("p", { class: "figures" }, text("player.dialogHelp")),
      choosers.white.element,
      choosers.black.element,
      row("", swapButton(choosers)),
    ],
    [
      { text: text("dialog.cancel"), run: () => {} },
      {
        text: text("dialog.apply"),
        primary: true,
        run: async () => {
          const chosen = await chosenPlayers(name, choosers);
          game.setPlayers(chosen.players, chosen.seconds);
        },
      },
    ],
  );
}
