/** The dialog for a new game: game, board, players and clock. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { boardLabel } from "../format.js";
import { HUMAN } from "../game/state.js";
import { text } from "../i18n.js";
import { choice, openDialog, row } from "./dialog.js";
import { bothChoosers, chosenPlayers, currentPlayer, swapButton } from "./player-chooser.js";

/** @import { BySide, GameInfo, Players } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { PlayerChoice } from "./player-chooser.js" */

/** Minutes + increment in seconds. */
const CLOCKS = ["1+1", "3+2", "5+0", "10+5", "30+10"];

/** Clocks to choose from, with their names. */
export const clockOptions = () => [
  ["", text("clock.none")],
  ...CLOCKS.map((clock) => {
    const [minutes, increment] = clock.split("+");
    return [clock, text(increment === "0" ? "clock.minutes" : "clock.increment", { minutes, increment })];
  }),
];

/**
 * The current players; until a game between two humans has started, the default level plays Black.
 *
 * @param {GameController} game
 * @param {Players} players
 * @returns {BySide<PlayerChoice>}
 */
function initialPlayers(game, players) {
  const initial = { white: currentPlayer(game, "white"), black: currentPlayer(game, "black") };
  const humans = initial.white.player === HUMAN && initial.black.player === HUMAN;
  const unstarted = game.puzzle !== null || !game.tree.root.children.length;
  return humans && unstarted ? { ...initial, black: players.levels[players.usual] } : initial;
}

/** Fields for the game and its board. @param {GameController} game @param {GameInfo} info @param {(game: string) => void} onGame */
export function boardFields(game, info, onGame) {
  const kinds = game.games.map((each) => [each.game, each.title]);
  const kind = choice("game", kinds, info.game);
  kind.addEventListener("change", () => onGame(kind.value));
  const boards = info.boards.map((board) => [board, boardLabel(info, board)]);
  const board = choice("board-size", boards, info.game === game.start.game ? game.start.board : info.usual);
  board.setAttribute("aria-label", text("new.board"));
  const swap = html("input", { type: "checkbox", id: "swap", checked: info.swap && game.start.swap });
  const help = html("span", { class: "figures" }, text("new.swapHelp"));
  const elements = [row(text("new.game"), kind, board)];
  if (info.swap) elements.push(row(text("new.swap"), swap, help));
  return { info, board, swap, elements };
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
  const fields = boardFields(game, info, onGame);
  const choosers = bothChoosers(players, info.game, initialPlayers(game, players));
  const clock = choice("clock", clockOptions(), "");
  const elements = [
    ...fields.elements,
    html("p", { class: "figures" }, text("new.seatHelp")),
    choosers.white.element,
    choosers.black.element,
    row("", swapButton(choosers)),
    row(text("new.clock"), clock),
  ];
  return { ...fields, choosers, clock, elements };
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
    text("new.title"),
    [area],
    [
      { text: text("dialog.cancel"), run: () => {} },
      { text: text("new.start"), primary: true, run: () => startGame(game, fields) },
    ],
  );
}

/** @param {GameController} game @param {Awaited<ReturnType<typeof newGameFields>>} fields */
async function startGame(game, { info, board, swap, choosers, clock }) {
  const chosen = await chosenPlayers(info.game, choosers);
  const start = { game: info.game, board: board.value, swap: info.swap && swap.checked, setup: null };
  game.cancelJob();
  game.analysing = false;
  game.open({ start, ...chosen });
  const [minutes, increment] = clock.value.split("+").map(Number);
  if (clock.value) game.clock.set(minutes, increment);
  else game.clock.disable();
  game.refresh();
}
