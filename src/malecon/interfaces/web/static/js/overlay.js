/** What the cells show while the engine thinks: visits and win rate, prior, or the distance cost of Havannah. */

import { brief, percent } from "./dom.js";
import { parts } from "./moves.js";

export const OVERLAYS = { visits: "visits, win rate", prior: "prior", white: "distance, White", black: "distance, Black", none: "nothing" };
const TOLD = 8; // cells that have figures however few their visits are
const SIGNS = { win: "✓", loss: "✗", draw: "=" };

/** The best move that ends on each cell: several may in games other than Havannah. */
function byCell(moves) {
  const found = new Map();
  for (const row of moves) {
    const cells = parts(row.move);
    const cell = cells[Math.min(1, cells.length - 1)];
    const old = found.get(cell);
    if (!old || row.visits > old.visits) found.set(cell, { ...row, cell });
  }
  return [...found.values()];
}

export function visitItems(thought) {
  const most = Math.max(1, ...thought.moves.map((row) => row.visits));
  return byCell(thought.moves)
    .filter((row) => row.visits > 0 || row.proof)
    .sort((one, other) => other.visits - one.visits)
    .map((row, rank) => {
      const share = row.visits / most;
      const told = rank < TOLD || share >= 0.02 || row.proof;
      const text = row.proof ? SIGNS[row.proof] : told ? (100 * row.value).toFixed(0) : "";
      const small = row.proof === "win" ? (row.length ? `in ${row.length}` : "") : told && !row.proof ? brief(row.visits) : "";
      return { cell: row.cell, strength: row.proof === "loss" ? 0 : Math.sqrt(share), text, small, look: row.proof ? `proof ${row.proof}` : "", kind: row.move === thought.move ? "best" : "" };
    });
}

/** Two digits as narrow as can be: .15, −.07. */
const short = (number) => number.toFixed(2).replace("0.", ".").replace("-", "−");

export function priorItems(thought) {
  const rows = byCell(thought.moves);
  const values = rows.map((row) => row.prior);
  const low = Math.min(...values), high = Math.max(...values);
  if (!(high > low)) return [];
  return rows.map((row) => {
    const strength = (row.prior - low) / (high - low);
    return { cell: row.cell, strength, text: strength > 0.25 ? short(row.prior) : "", look: "narrow" };
  });
}

export function costItems(costs, colour, toMove) {
  const { cells, least } = costs[colour];
  const kind = colour === toMove ? "cost-own" : "cost-other";
  return Object.entries(cells).map(([cell, cost]) => ({ cell, strength: Math.max(0, 0.85 - (cost - least) / 4), text: String(cost), kind }));
}

/** A thought in one line, from White's side. */
export function verdict(thought, toMove) {
  if (thought.proof) {
    const winner = thought.proof === "draw" ? null : (thought.proof === "win") === (toMove === "white") ? "White" : "Black";
    return winner ? `${winner} wins${thought.length ? ` in ${thought.length}` : ""}: proved` : "Draw: proved";
  }
  return `White ${percent(whiteValue(thought, toMove), 1)}`;
}

export const whiteValue = (thought, toMove) => (toMove === "white" ? thought.value : 1 - thought.value);
