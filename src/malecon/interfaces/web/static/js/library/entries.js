/** Entries of the library: a game on the board as an entry, searching, and statistics over many entries. */

import { writeFragment } from "../game/fragment.js";
import { HUMAN } from "../game/state.js";
import { playerName } from "../view/player-bars.js";
import { treeOf } from "./import.js";

/** @import { Level, LibraryGame, RecordTree } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** A new random name of a game. */
export const newGameId = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");

/**
 * The name of a game that the server keeps for several browsers: the same for every visit to a seat. The key of the seat
 * is secret and cannot be computed from the name, which others see in a library that the server keeps.
 *
 * @param {string} key
 */
export function seatId(key) {
  const parts = [1, 2].map((seed) => {
    let sum = seed;
    for (const letter of key) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) + seed;
    return (sum >>> 6).toString(36); // 52 bits of a key of 96
  });
  return `friend${parts.join("")}`;
}

/**
 * The game on the board as an entry.
 *
 * @param {GameController} game
 * @param {string} id
 * @param {Level[]} levels
 * @param {LibraryGame | null} earlier the entry to be replaced
 * @returns {LibraryGame}
 */
export function entryOf(game, id, levels, earlier) {
  const { start, tree, head, players, seconds, names, puzzle, flagged, clock, study } = game;
  const now = Date.now();
  const fragment = writeFragment({
    start,
    tree,
    head,
    players,
    seconds,
    names,
    puzzle,
    flagged,
    study,
    clock: clock.save(),
  });
  const human =
    players.white === HUMAN ? (players.black === HUMAN ? null : "white") : players.black === HUMAN ? "black" : null;
  return {
    ...{ id, fragment, game: start.game, board: start.board, puzzle, study, seat: game.friend },
    white: playerName(game, "white", levels),
    black: playerName(game, "black", levels),
    ...{ human, opponent: human === "white" ? players.black : human === "black" ? players.white : null },
    result: game.finished ? game.outcomeText : "",
    winner: game.finished ? game.winner : null,
    finished: game.finished,
    moves: tree.moves(tree.lastNode()),
    created: earlier?.created ?? now,
    updated: now,
  };
}

/**
 * An imported record as an entry.
 *
 * @param {RecordTree} record
 * @returns {LibraryGame}
 */
export function importedEntry(record) {
  const tree = treeOf(record);
  const players = { white: HUMAN, black: HUMAN };
  const names = { white: record.white, black: record.black };
  const seconds = { white: 1, black: 1 };
  const fragment = writeFragment({ start: record.game, tree, players, seconds, names, puzzle: null, clock: null });
  const [, winner] = record.result?.match(/^([WB])\+/) ?? [];
  const now = Date.now();
  return {
    ...{ id: newGameId(), fragment, game: record.game.game, board: record.game.board, puzzle: null, ...names },
    ...{ human: null, opponent: null, result: record.result ?? "", finished: Boolean(record.result) },
    winner: winner === "W" ? "white" : winner === "B" ? "black" : null,
    moves: tree.moves(tree.lastNode()),
    ...{ created: now, updated: now },
  };
}

/** Entries that contain every word of a query, in names, game, board, result, date or opening moves. @param {LibraryGame[]} entries @param {string} query */
export function searchEntries(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const { white, black, game, board, result, moves, created, study } = entry;
    const date = new Date(created).toISOString().slice(0, 10);
    const fields = [white, black, game, board, result, date, study?.name, study?.chapter, moves.slice(0, 12).join(" ")]
      .join(" ")
      .toLowerCase();
    return words.every((word) => fields.includes(word));
  });
}

/** @typedef {{ player: string; games: number; points: number }} Record results of a person against a player */

/** Results of the person against each player, from finished games. @param {LibraryGame[]} entries @returns {Record[]} */
export function resultsByOpponent(entries) {
  /** @type {Map<string, Record>} */
  const records = new Map();
  for (const { finished, human, opponent, winner, puzzle } of entries) {
    if (!finished || !human || !opponent || puzzle) continue;
    const record = records.get(opponent) ?? { player: opponent, games: 0, points: 0 };
    record.games++;
    record.points += winner === null ? 0.5 : Number(winner === human);
    records.set(opponent, record);
  }
  return [...records.values()];
}

const [LOWEST, HIGHEST, STEPS] = [-800, 3200, 60];

/**
 * The rating that explains results against players of known ratings best, with one draw against each bound so that
 * perfect scores have an estimate; null without rated games.
 *
 * @param {{ rating: number; games: number; points: number }[]} results
 */
export function estimateRating(results) {
  if (!results.length) return null;
  const bounds = results.map(({ rating }) => rating);
  const all = [
    ...results,
    { rating: Math.min(...bounds) - 200, games: 1, points: 0.5 },
    { rating: Math.max(...bounds) + 200, games: 1, points: 0.5 },
  ];
  const points = all.reduce((sum, result) => sum + result.points, 0);
  let [low, high] = [LOWEST, HIGHEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const expected = all.reduce((sum, { rating, games }) => sum + games / (1 + 10 ** ((rating - middle) / 400)), 0);
    if (expected < points) low = middle;
    else high = middle;
  }
  return Math.round(low);
}
