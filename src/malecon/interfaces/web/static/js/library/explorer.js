/** Statistics of the moves that were played in a position, over the games of the library. */

/** @import { GameRequest, LibraryGame } from "../types.js" */

/** @typedef {{ move: string; games: number; white: number; draws: number; black: number }} Continuation */

/**
 * The moves played in a position by games on the same board, the most frequent first.
 *
 * @param {LibraryGame[]} entries
 * @param {GameRequest} position
 * @returns {Continuation[]}
 */
export function continuations(entries, { game, board, setup, moves }) {
  /** @type {Map<string, Continuation>} */
  const found = new Map();
  for (const entry of entries) {
    const isSame = entry.game === game && entry.board === board && !setup && !entry.fragment.includes("&p=");
    const next = entry.moves[moves.length];
    if (!isSame || !next || !moves.every((move, ply) => entry.moves[ply] === move)) continue;
    const row = found.get(next) ?? { move: next, games: 0, white: 0, draws: 0, black: 0 };
    row.games++;
    if (entry.finished) row[entry.winner ?? "draws"]++;
    found.set(next, row);
  }
  return [...found.values()].toSorted((a, b) => b.games - a.games);
}
