/** The dialog of a new game: game, board, who sits where, and a clock. */

import * as api from "./api.js";
import { choice, openDialog, row } from "./dialog.js";
import { make } from "./dom.js";
import { playerField } from "./playerfield.js";
import { findLevel } from "./seats.js";
import { HUMAN, PUZZLE } from "./table.js";
import { Tree } from "./tree.js";

const OTHER = "other";
const CLOCKS = [["", "no clock"], ["1+1", "1 min + 1 s"], ["3+2", "3 min + 2 s"], ["5+0", "5 min"], ["10+5", "10 min + 5 s"], ["30+10", "30 min + 10 s"]];

/** One side: a person, a level with its own time, or any player as text with seconds of one's choice. */
function seat(colour, players, game, { player, seconds }) {
  const { levels } = players;
  const found = findLevel(levels, player, seconds);
  const now = player === HUMAN ? HUMAN : found ? found.name : OTHER;
  const pick = choice(`seat-${colour}-pick`, [[HUMAN, "Person"], ...levels.map(({ name }) => [name, name]), [OTHER, "Another player ..."]], now);
  const field = playerField(game, players, now === OTHER ? player : "malecon");
  const time = make("input", { type: "number", id: `seconds-${colour}`, min: 0.1, max: 600, step: 0.1, value: seconds });
  const more = make("div", { hidden: now !== OTHER }, field.element, row("Thinks", time, make("span", {}, "seconds a move at most")));
  pick.addEventListener("change", () => { more.hidden = pick.value !== OTHER; });
  return {
    element: make("div", { class: "seat-choice" }, row(colour === "white" ? "White" : "Black", pick), more),
    /** Sit down as the other side did. */
    take(other) {
      pick.value = other.pick;
      field.value = other.text;
      time.value = other.time;
      more.hidden = pick.value !== OTHER;
    },
    get state() {
      return { pick: pick.value, text: field.value, time: time.value };
    },
    get value() {
      const level = levels.find(({ name }) => name === pick.value);
      if (level) return { player: level.player, seconds: level.seconds };
      return { player: pick.value === HUMAN ? HUMAN : field.value, seconds: Math.min(600, Math.max(0.1, Number(time.value) || 1)) };
    },
  };
}

function turnSides({ white, black }) {
  const [one, other] = [white.state, black.state];
  white.take(other);
  black.take(one);
}

export async function newGame(table) {
  const games = await api.games();
  const person = (text) => (text === PUZZLE ? HUMAN : text);
  const now = { ...table.start, seats: { white: person(table.seats.white), black: person(table.seats.black) } };
  const area = make("div");
  let fields;
  const fill = async (name) => {
    const game = games.find((each) => each.game === name) || games[0];
    const players = await api.players(game.game);
    const usual = players.levels[players.usual];
    const of = (colour) => ({ player: now.seats[colour], seconds: table.seconds[colour] });
    const fresh = now.seats.white === HUMAN && now.seats.black === HUMAN && (table.puzzle !== null || !table.tree.root.children.length);
    const kind = choice("game", games.map((each) => [each.game, each.title]), game.game);
    kind.addEventListener("change", () => fill(kind.value));
    const board = choice("board-size", game.boards.map((text) => [text, game.game === "havannah" ? `base ${text}` : text]), game.game === now.game ? now.board : game.usual);
    const swap = make("input", { type: "checkbox", id: "swap", checked: game.swap && now.swap });
    const sides = { white: seat("white", players, game.game, of("white")), black: seat("black", players, game.game, fresh ? usual : of("black")) };
    const clock = choice("clock", CLOCKS, "");
    const turn = make("button", { type: "button", id: "turn-sides", title: "White and Black change seats", onclick: () => turnSides(sides) }, "⇅ Change sides");
    area.replaceChildren(row("Game", kind, board), game.swap ? row("Swap rule", swap, make("span", {}, "Black may take over White's first stone")) : "",
      sides.white.element, sides.black.element, row("", turn), row("Clock", clock));
    fields = { game, board, swap, sides, clock };
  };
  await fill(now.game);
  openDialog("New game", [area], [
    { text: "Cancel", run: () => true },
    { text: "Start", primary: true, run: () => begin(table, fields) },
  ]);
}

async function begin(table, { game, board, swap, sides, clock }) {
  const chosen = { white: sides.white.value, black: sides.black.value };
  const seats = { white: chosen.white.player, black: chosen.black.player };
  for (const text of Object.values(seats)) if (text !== HUMAN) await api.readPlayer(game.game, text);
  const start = { game: game.game, board: board.value, swap: game.swap && swap.checked, setup: null };
  await api.position({ ...start, moves: [] });
  table.halt();
  table.open({ start, tree: new Tree(), seats, seconds: { white: chosen.white.seconds, black: chosen.black.seconds } });
  if (clock.value) table.clock.set(...clock.value.split("+").map(Number));
  else table.clock.off();
  table.refresh();
}
