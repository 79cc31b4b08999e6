/** The dialog of a new game: game, board, who sits where, and a clock. */

import * as api from "./api.js";
import { choice, openDialog, row } from "./dialog.js";
import { make } from "./dom.js";
import { playerField } from "./playerfield.js";
import { HUMAN } from "./table.js";
import { Tree } from "./tree.js";

const OTHER = "other";
const CLOCKS = [["", "no clock"], ["1+1", "1 min + 1 s"], ["3+2", "3 min + 2 s"], ["5+0", "5 min"], ["10+5", "10 min + 5 s"], ["30+10", "30 min + 10 s"]];

/** One side: a person, a level, or any player as text. */
function seat(colour, players, game, now) {
  const levels = players.levels.map((level) => [level.player, level.name]).filter(([text], index, all) => all.findIndex(([one]) => one === text) === index);
  const known = now === HUMAN || levels.some(([text]) => text === now);
  const pick = choice(`seat-${colour}-pick`, [[HUMAN, "Person"], ...levels, [OTHER, "Another player ..."]], known ? now : OTHER);
  const field = playerField(game, players, known ? "malecon" : now);
  field.element.hidden = known;
  pick.addEventListener("change", () => { field.element.hidden = pick.value !== OTHER; });
  return { pick, element: make("div", {}, row(colour === "white" ? "White" : "Black", pick), field.element), get value() { return pick.value === OTHER ? field.value : pick.value; } };
}

export async function newGame(table) {
  const games = await api.games();
  const now = { ...table.start, seats: table.seats };
  const area = make("div");
  let fields;
  const fill = async (name) => {
    const game = games.find((each) => each.game === name) || games[0];
    const players = await api.players(game.game);
    const usual = players.levels[players.usual].player;
    const seats = now.seats.white === HUMAN && now.seats.black === HUMAN && !table.tree.root.children.length ? { white: HUMAN, black: usual } : now.seats;
    const kind = choice("game", games.map((each) => [each.game, each.title]), game.game);
    kind.addEventListener("change", () => fill(kind.value));
    const board = choice("board-size", game.boards.map((text) => [text, game.game === "havannah" ? `base ${text}` : text]), game.game === now.game ? now.board : game.usual);
    const swap = make("input", { type: "checkbox", id: "swap", checked: game.swap && now.swap });
    const seconds = make("input", { type: "number", id: "seconds", min: 0.1, max: 600, step: 0.1, value: table.seconds });
    const sides = { white: seat("white", players, game.game, seats.white), black: seat("black", players, game.game, seats.black) };
    const clock = choice("clock", CLOCKS, "");
    area.replaceChildren(row("Game", kind, board), game.swap ? row("Swap rule", swap, make("span", {}, "Black may take over White's first stone")) : "",
      sides.white.element, sides.black.element, row("Engine", seconds, make("span", {}, "seconds a move at most")), row("Clock", clock));
    fields = { game, board, swap, seconds, sides, clock };
  };
  await fill(now.game);
  openDialog("New game", [area], [
    { text: "Cancel", run: () => true },
    { text: "Start", primary: true, run: () => begin(table, fields) },
  ]);
}

async function begin(table, { game, board, swap, seconds, sides, clock }) {
  const seats = { white: sides.white.value, black: sides.black.value };
  for (const text of Object.values(seats)) if (text !== HUMAN) await api.readPlayer(game.game, text);
  const start = { game: game.game, board: board.value, swap: game.swap && swap.checked, setup: null };
  await api.position({ ...start, moves: [] });
  table.halt();
  table.open({ start, tree: new Tree(), seats, seconds: Math.min(600, Math.max(0.1, Number(seconds.value) || 1)) });
  if (clock.value) table.clock.set(...clock.value.split("+").map(Number));
  else table.clock.off();
  table.refresh();
}
