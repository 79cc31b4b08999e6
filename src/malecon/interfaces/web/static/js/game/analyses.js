/** Analyses by position, kept for the session: returning to a position shows what was known, and more time adds to it. */

/** @import { Analysis, GameRequest, RootMove } from "../types.js" */

/** Visits of all moves together. @param {Analysis} analysis */
const totalVisits = ({ moves }) => moves.reduce((sum, { visits }) => sum + visits, 0);

/**
 * Best first: proved wins, then by visits; proved losses last.
 *
 * @param {RootMove[]} moves
 */
export function rankMoves(moves) {
  /** @param {RootMove} move */
  const rank = ({ proof }) => (proof === "win" ? 2 : proof === "loss" ? 0 : 1);
  return moves.toSorted((a, b) => rank(b) - rank(a) || b.visits - a.visits || b.value - a.value);
}

/**
 * The statistics of one move from two independent searches.
 *
 * @param {RootMove} one
 * @param {RootMove | undefined} other
 * @returns {RootMove}
 */
function addMoves(one, other) {
  if (!other) return one;
  const visits = one.visits + other.visits;
  const value = visits ? (one.visits * one.value + other.visits * other.value) / visits : one.value;
  const proved = one.proof ? one : other;
  const longer = one.visits >= other.visits && one.line ? one : other;
  const proof = proved.proof ? { proof: proved.proof, length: proved.length ?? null, value: proved.value } : {};
  return { ...one, visits, value, line: longer.line ?? one.line, ...proof };
}

/**
 * What is known after a further search: its own result if it continued the tree, else both searches together.
 *
 * @param {Analysis | null} earlier
 * @param {Analysis} latest
 * @returns {Analysis}
 */
export function combine(earlier, latest) {
  if (!earlier) return { ...latest, moves: rankMoves(latest.moves) };
  const counts = {
    simulations: earlier.simulations + latest.simulations,
    seconds: earlier.seconds + latest.seconds,
  };
  const continued = totalVisits(latest) >= totalVisits(earlier) + 0.9 * latest.simulations;
  if (continued || latest.proof) return { ...latest, ...counts, moves: rankMoves(latest.moves) };
  const others = new Map(earlier.moves.map((move) => [move.move, move]));
  const moves = rankMoves(latest.moves.map((move) => addMoves(move, others.get(move.move))));
  if (earlier.proof) return { ...earlier, ...counts, moves };
  const best = moves[0];
  if (latest.move === "swap" || !best) return { ...latest, ...counts, moves };
  return { ...latest, ...counts, moves, move: best.move, value: best.value, line: best.line ?? [best.move] };
}

export class AnalysisStore {
  /** @type {Map<string, Analysis>} */
  known = new Map();

  /** @param {GameRequest} request @param {string} player */
  static key = (request, player) => JSON.stringify([request, player]);

  /** @param {string} key */
  get(key) {
    return this.known.get(key) ?? null;
  }

  /** @param {string} key @param {Analysis} analysis */
  set(key, analysis) {
    this.known.set(key, analysis);
  }
}
