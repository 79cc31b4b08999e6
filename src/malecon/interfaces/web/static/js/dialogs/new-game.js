/** The dialog for a new game: game, board, players and clock. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { capitalize } from "../format.js";
import { HUMAN, PUZZLE_DEFENDER } from "../game/state.js";
import { findLevel } from "../view/player-bars.js";
import { choice, openDialog, row } from "./dialog.js";
import { PlayerField } from "./player-field.js";

/** @import { BySide, Colour, GameInfo, Players } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** @typedef {{ player: string; seconds: number }} PlayerChoice */

const CUSTOM = "other";
const [MIN_SECONDS, MAX_SECONDS] = [0.1, 600];
/** Minutes + increment in seconds. */
const CLOCKS = [
  ["", "no clock"],
  ["1+1", "1 min + 1 s"],
  ["3+2", "3 min + 2 s"],
  ["5+0", "5 min"],
  ["10+5", "10 min + 5 s"],
  ["30+10", "30 min + 10 s"],
];

/** Choose who plays a side: a human, a level, or any player as text with a time per move. */
class PlayerChooser {
  /** @param {Colour} colour @param {Players} players @param {string} game @param {PlayerChoice} initial */
  constructor(colour, players, game, { player, seconds }) {
    this.levels = players.levels;
    const level = findLevel(this.levels, player, seconds)?.name;
    const value = player === HUMAN ? HUMAN : (level ?? CUSTOM);
    const levels = this.levels.map(({ name }) => [name, name]);
    this.kind = choice(`seat-${colour}-pick`, [[HUMAN, "Human"], ...levels, [CUSTOM, "Custom player …"]], value);
    this.kind.addEventListener("change", () => this.showCustom());
    this.custom = new PlayerField(game, players, value === CUSTOM ? player : "malecon");
    const range = { min: MIN_SECONDS, max: MAX_SECONDS, step: 0.1 };
    this.seconds = html("input", { type: "number", id: `seconds-${colour}`, value: seconds, ...range });
    const time = row("Time limit", this.seconds, html("span", {}, "seconds per move"));
    this.customFields = html("div", {}, this.custom.element, time);
    this.element = html("div", { class: "seat-choice" }, row(capitalize(colour), this.kind), this.customFields);
    this.showCustom();
  }

  showCustom() {
    this.customFields.hidden = this.kind.value !== CUSTOM;
  }

  /** The raw input, to copy to the other side. */
  get input() {
    return { kind: this.kind.value, text: this.custom.value, seconds: this.seconds.value };
  }

  set input({ kind, text, seconds }) {
    this.kind.value = kind;
    this.custom.value = text;
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

/** @param {BySide<PlayerChooser>} choosers */
function swapSides({ white, black }) {
  [white.input, black.input] = [black.input, white.input];
}

/**
 * The current players; until a game between two humans has started, the default level plays Black.
 *
 * @param {GameController} game
 * @param {Players} players
 * @returns {BySide<PlayerChoice>}
 */
function initialPlayers(game, players) {
  /** @param {Colour} colour */
  const current = (colour) => {
    const player = game.players[colour];
    return { player: player === PUZZLE_DEFENDER ? HUMAN : player, seconds: game.seconds[colour] };
  };
  const initial = { white: current("white"), black: current("black") };
  const humans = initial.white.player === HUMAN && initial.black.player === HUMAN;
  const unstarted = game.puzzle !== null || !game.tree.root.children.length;
  return humans && unstarted ? { ...initial, black: players.levels[players.usual] } : initial;
}

/**
 * The fields for one game.
 *
 * @param {GameController} game
 * @param {GameInfo} info
 * @param {(game: string) => void} onGame
 */
async function newGameFields(game, info, onGame) {
  const players = await server.players(info.game);
  const kinds = game.games.map((each) => [each.game, each.title]);
  const kind = choice("game", kinds, info.game);
  kind.addEventListener("change", () => onGame(kind.value));
  const boards = info.boards.map((text) => [text, info.boardLabel.replace("{}", text)]);
  const board = choice("board-size", boards, info.game === game.start.game ? game.start.board : info.usual);
  const swap = html("input", { type: "checkbox", id: "swap", checked: info.swap && game.start.swap });
  const initial = initialPlayers(game, players);
  const choosers = {
    white: new PlayerChooser("white", players, info.game, initial.white),
    black: new PlayerChooser("black", players, info.game, initial.black),
  };
  const clock = choice("clock", CLOCKS, "");
  const swapButton = { type: "button", id: "turn-sides", title: "Exchange White and Black" };
  const elements = [
    row("Game", kind, board),
    ...(info.swap ? [row("Swap rule", swap, html("span", {}, "Black may take over White's first stone"))] : []),
    choosers.white.element,
    choosers.black.element,
    row("", html("button", { ...swapButton, onclick: () => swapSides(choosers) }, "⇅ Swap sides")),
    row("Clock", clock),
  ];
  return { info, board, swap, choosers, clock, elements };
}

/** @param {GameController} game */
export async function newGameDialog(game) {
  const area = html("div");
  /** @param {string} name */
  const fieldsFor = async (name) => {
    const info = game.games.find((each) => each.game === name) ?? game.games[0];
    const made = await newGameFields(game, info, async (other) => {
      fields = await fieldsFor(other);
    });
    area.replaceChildren(...made.elements);
    return made;
  };
  let fields = await fieldsFor(game.start.game);
  openDialog(
    "New game",
    [area],
    [
      { text: "Cancel", run: () => {} },
      { text: "Start", primary: true, run: () => startGame(game, fields) },
    ],
  );
}

/** @param {GameController} game @param {Awaited<ReturnType<typeof newGameFields>>} fields */
async function startGame(game, { info, board, swap, choosers, clock }) {
  const white = choosers.white.value;
  const black = choosers.black.value;
  for (const { player } of [white, black]) if (player !== HUMAN) await server.parsePlayer(info.game, player);
  const start = { game: info.game, board: board.value, swap: info.swap && swap.checked, setup: null };
  await server.position({ ...start, moves: [] });
  game.cancelJob();
  game.open({
    start,
    players: { white: white.player, black: black.player },
    seconds: { white: white.seconds, black: black.seconds },
  });
  const [minutes, increment] = clock.value.split("+").map(Number);
  if (clock.value) game.clock.set(minutes, increment);
  else game.clock.disable();
  game.refresh();
}
