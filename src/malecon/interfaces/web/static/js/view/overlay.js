/** What the cells show of the engine's analysis: visits and win rate, priors, or a distance map. */

import * as server from "../server.js";
import { formatShortCount, formatShortDecimal } from "../format.js";
import { destination } from "../game/moves.js";

/** @import { Analysis, Colour, DistanceMap, OverlayItem, RootMove } from "../types.js" */
/** @import { GameState } from "../game/state.js" */
/** @import { BoardView } from "./board.js" */

export const OVERLAYS = {
  visits: "visits and win rate",
  prior: "prior",
  white: "distance (White)",
  black: "distance (Black)",
  none: "none",
};
const LABELLED_CELLS = 8; // cells that show figures even with few visits
const LABELLED_SHARE = 0.02; // of the visits of the best move
const PROOF_SYMBOLS = { win: "✓", loss: "✗", draw: "=" };

/**
 * The most visited move to each destination: in some games several moves end on the same cell.
 *
 * @param {RootMove[]} moves
 */
function bestByCell(moves) {
  /** @type {Map<string, RootMove & { cell: string }>} */
  const best = new Map();
  for (const row of moves) {
    const cell = destination(row.move);
    const previous = best.get(cell);
    if (!previous || row.visits > previous.visits) best.set(cell, { ...row, cell });
  }
  return [...best.values()];
}

/** @param {Analysis} analysis @returns {OverlayItem[]} */
export function visitItems(analysis) {
  const mostVisits = Math.max(1, ...analysis.moves.map((row) => row.visits));
  return bestByCell(analysis.moves)
    .filter((row) => row.visits > 0 || row.proof)
    .sort((a, b) => b.visits - a.visits)
    .map((row, rank) => {
      const share = row.visits / mostVisits;
      const discClass = row.move === analysis.move ? "best" : "";
      if (row.proof) return { ...proofItem(row, share), discClass };
      const labelled = rank < LABELLED_CELLS || share >= LABELLED_SHARE;
      const text = labelled ? (100 * row.value).toFixed(0) : "";
      const small = labelled ? formatShortCount(row.visits) : "";
      return { cell: row.cell, strength: Math.sqrt(share), text, small, discClass };
    });
}

/** @param {RootMove & { cell: string }} row @param {number} share @returns {OverlayItem} */
function proofItem({ cell, proof = "draw", length }, share) {
  const small = proof === "win" && length ? `in ${length}` : "";
  const strength = proof === "loss" ? 0 : Math.sqrt(share);
  return { cell, strength, text: PROOF_SYMBOLS[proof], small, textClass: `proof ${proof}` };
}

/** @param {Analysis} analysis @returns {OverlayItem[]} */
export function priorItems(analysis) {
  const rows = bestByCell(analysis.moves);
  const priors = rows.map((row) => row.prior);
  const low = Math.min(...priors);
  const high = Math.max(...priors);
  if (!(high > low)) return [];
  return rows.map(({ cell, prior }) => {
    const strength = (prior - low) / (high - low);
    return { cell, strength, text: strength > 0.25 ? formatShortDecimal(prior) : "", textClass: "narrow" };
  });
}

/** @param {DistanceMap} map @param {Colour} colour @param {Colour} toMove @returns {OverlayItem[]} */
export function distanceItems(map, colour, toMove) {
  const { cells, least } = map[colour];
  const discClass = colour === toMove ? "cost-own" : "cost-other";
  return Object.entries(cells).map(([cell, distance]) => {
    return { cell, strength: Math.max(0, 0.85 - (distance - least) / 4), text: String(distance), discClass };
  });
}

export class Overlay {
  /** The distance map that was loaded last. @type {{ key: string; map: DistanceMap | null }} */
  loaded = { key: "", map: null };

  /** @param {BoardView} board @param {GameState} game */
  constructor(board, game) {
    this.board = board;
    this.game = game;
  }

  /** @param {string} name one of OVERLAYS */
  draw(name) {
    const { analysis, analysing, job } = this.game;
    if (name === "white" || name === "black") {
      this.drawDistances(name);
      return;
    }
    const visible = analysis && (analysing || job === "analyse") && name !== "none";
    if (!visible) this.board.showOverlay([]);
    else this.board.showOverlay(name === "prior" ? priorItems(analysis) : visitItems(analysis));
  }

  /** @param {Colour} colour */
  async drawDistances(colour) {
    const { game, board } = this;
    const request = game.request();
    const key = JSON.stringify(request);
    if (!game.info.distanceMap || !game.view || game.view.predicted) {
      board.showOverlay([]);
      return;
    }
    if (this.loaded.key !== key) {
      this.loaded = { key, map: null };
      const map = await server.distanceMap(request).catch(() => null);
      if (this.loaded.key !== key || JSON.stringify(game.request()) !== key) return;
      this.loaded.map = map;
    }
    board.showOverlay(this.loaded.map ? distanceItems(this.loaded.map, colour, game.view.toMove) : []);
  }
}
