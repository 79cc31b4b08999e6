/** What the cells show: visits and win rate of the analysis, priors, the net's policy, or a distance map. */

import * as server from "../server.js";
import { formatPercent, formatShortCount, formatShortDecimal } from "../format.js";
import { destination } from "../game/moves.js";

/** @import { Analysis, Colour, DistanceMap, GameRequest, NetOpinion, OverlayItem, RootMove } from "../types.js" */
/** @import { GameState } from "../game/state.js" */
/** @import { BoardView } from "./board.js" */

export const OVERLAYS = {
  visits: "visits and win rate",
  prior: "prior",
  net: "probability by the net",
  white: "distance (White)",
  black: "distance (Black)",
  none: "none",
};
/** @typedef {{ items: OverlayItem[]; note: string }} Loaded what to draw, and a remark */
/** @type {Loaded} */
const NOTHING = { items: [], note: "" };
const LABELLED_CELLS = 8; // cells that show figures even with few visits
const LABELLED_SHARE = 0.02; // of the visits of the best move
const LABELLED_PROBABILITY = 0.01; // of the net's policy
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

/** @param {NetOpinion} opinion probabilities in percent @returns {OverlayItem[]} */
export function netItems({ policy }) {
  const highest = Math.max(...Object.values(policy));
  return Object.entries(policy).map(([cell, probability]) => {
    const text = probability >= LABELLED_PROBABILITY ? (100 * probability).toFixed(0) : "";
    return { cell, strength: Math.sqrt(probability / highest), text };
  });
}

export class Overlay {
  /** What was loaded last, and for which overlay and position. @type {{ key: string; shown: Loaded }} */
  loaded = { key: "", shown: NOTHING };

  /** @param {BoardView} board @param {GameState} game @param {(text: string) => void} onNote shows a remark */
  constructor(board, game, onNote) {
    this.board = board;
    this.game = game;
    this.onNote = onNote;
  }

  /** @param {string} name one of OVERLAYS */
  draw(name) {
    const { analysis, analysing, job } = this.game;
    if (name === "white" || name === "black" || name === "net") {
      this.drawLoaded(name);
      return;
    }
    this.onNote("");
    const visible = analysis && (analysing || job === "analyse") && name !== "none";
    if (!visible) this.board.showOverlay([]);
    else this.board.showOverlay(name === "prior" ? priorItems(analysis) : visitItems(analysis));
  }

  /** Draw an overlay that the server computes. @param {"white" | "black" | "net"} name */
  async drawLoaded(name) {
    const { game } = this;
    const available = name === "net" ? game.info.net : game.info.distanceMap;
    if (!available || !game.view || game.view.predicted) {
      this.show(NOTHING);
      return;
    }
    const request = game.request();
    const key = JSON.stringify([name, request]);
    if (this.loaded.key !== key) {
      this.loaded = { key, shown: NOTHING };
      const shown = await load(name, request, game.view.toMove).catch(() => NOTHING);
      if (this.loaded.key !== key || JSON.stringify([name, game.request()]) !== key) return;
      this.loaded.shown = shown;
    }
    this.show(this.loaded.shown);
  }

  /** @param {Loaded} shown */
  show({ items, note }) {
    this.board.showOverlay(items);
    this.onNote(note);
  }
}

/** @param {"white" | "black" | "net"} name @param {GameRequest} request @param {Colour} toMove @returns {Promise<Loaded>} */
async function load(name, request, toMove) {
  if (name !== "net") return { items: distanceItems(await server.distanceMap(request), name, toMove), note: "" };
  const opinion = await server.netOpinion(request);
  return { items: netItems(opinion), note: `By the net, White wins with ${formatPercent(opinion.chance, 0)}.` };
}
