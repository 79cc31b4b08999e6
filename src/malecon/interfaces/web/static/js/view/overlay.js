/** What the cells show: candidate moves of the analysis, priors, the net's policy, a distance map, or threats. */

import * as server from "../server.js";
import { formatPercent, formatShortCount, formatShortDecimal, shownValue, winningMoves } from "../format.js";
import { destination } from "../game/moves.js";
import { text } from "../i18n.js";
import { needItems, needText } from "./needs.js";

/** @import { Analysis, Colour, DistanceMap, GameRequest, NetOpinion, OverlayItem, RootMove } from "../types.js" */
/** @import { Perspective } from "../format.js" */
/** @import { GameState } from "../game/state.js" */
/** @import { BoardView } from "./board.js" */

/** Overlays and the keys of their names. */
export const OVERLAYS = /** @type {const} */ ({
  visits: "overlay.visits",
  prior: "overlay.prior",
  net: "overlay.net",
  needs: "overlay.needs",
  white: "overlay.white",
  black: "overlay.black",
  none: "overlay.none",
});
/** @typedef {{ items: OverlayItem[]; note: string }} Loaded what to draw, and a remark */
/** @type {Loaded} */
const NOTHING = { items: [], note: "" };
const LABELLED_CELLS = 8; // cells that show figures even with few visits
const LABELLED_SHARE = 0.02; // of the visits of the best move
const LABELLED_PROBABILITY = 0.01; // of the net's policy
const FULL_LOSS = 0.25; // a loss of this much has the strongest colour
const [SMALLEST, TEXT_SIZE] = [0.72, 0.86]; // relative size of a disc, and of one with a second line
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

/**
 * Candidate moves: coloured by their loss against the best move, sized by their visits.
 *
 * @param {Analysis} analysis
 * @param {Colour} toMove
 * @param {Perspective} perspective
 * @returns {OverlayItem[]}
 */
export function visitItems(analysis, toMove = "white", perspective = "mover") {
  const mostVisits = Math.max(1, ...analysis.moves.map((row) => row.visits));
  const bestValue = analysis.moves.find(({ move }) => move === analysis.move)?.value ?? analysis.value;
  return bestByCell(analysis.moves)
    .filter((row) => row.visits > 0 || row.proof)
    .sort((a, b) => b.visits - a.visits)
    .map((row, rank) => {
      const share = row.visits / mostVisits;
      const best = row.move === analysis.move;
      const strength = row.proof === "loss" ? 1 : Math.min(1, Math.max(0, bestValue - row.value) / FULL_LOSS);
      const size = best || row.proof === "win" ? 1 : SMALLEST + (1 - SMALLEST) * Math.sqrt(share);
      const common = { cell: row.cell, strength, size, discClass: best ? "loss-scale best" : "loss-scale" };
      if (row.proof) return { ...common, ...proofLabel(row) };
      const labelled = rank < LABELLED_CELLS || share >= LABELLED_SHARE;
      const value = (100 * shownValue(row.value, toMove, perspective)).toFixed(0);
      const small = labelled && size >= TEXT_SIZE ? formatShortCount(row.visits) : "";
      return { ...common, text: labelled ? value : "", small };
    });
}

/** @param {RootMove} row */
function proofLabel({ proof = "draw", length }) {
  const small = proof === "win" && length ? text("overlay.in", { n: winningMoves(length) }) : "";
  return { text: PROOF_SYMBOLS[proof], small, textClass: `proof ${proof}` };
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
    const words = probability >= LABELLED_PROBABILITY ? (100 * probability).toFixed(0) : "";
    return { cell, strength: Math.sqrt(probability / highest), text: words };
  });
}

/** @typedef {"white" | "black" | "net" | "needs"} LoadedName overlays that the server computes */

export class Overlay {
  /** What was loaded last, and for which overlay and position. @type {{ key: string; shown: Loaded }} */
  loaded = { key: "", shown: NOTHING };

  /** @param {BoardView} board @param {GameState} game @param {(words: string) => void} onNote shows a remark */
  constructor(board, game, onNote) {
    this.board = board;
    this.game = game;
    this.onNote = onNote;
  }

  /** @param {string} name one of OVERLAYS */
  draw(name) {
    const { analysis, settings } = this.game;
    if (name === "white" || name === "black" || name === "net" || name === "needs") {
      this.drawLoaded(name);
      return;
    }
    this.onNote("");
    if (!analysis || name === "none") this.board.showOverlay([]);
    else if (name === "prior") this.board.showOverlay(priorItems(analysis));
    else {
      const toMove = this.game.sideAt(this.game.tree.current);
      this.board.showOverlay(visitItems(analysis, toMove, settings.perspective));
    }
  }

  /** The line of the candidate that ends on a cell, if it is known. @param {string} cell */
  lineAt(cell) {
    if (this.game.settings.overlay !== "visits") return null;
    const moves = this.game.analysis?.moves ?? [];
    return bestByCell(moves).find((row) => row.cell === cell)?.line ?? null;
  }

  /** Draw an overlay that the server computes. @param {LoadedName} name */
  async drawLoaded(name) {
    const { game } = this;
    const { net, distanceMap } = game.info;
    const available = { net, needs: true, white: distanceMap, black: distanceMap }[name];
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

/** @param {LoadedName} name @param {GameRequest} request @param {Colour} toMove @returns {Promise<Loaded>} */
async function load(name, request, toMove) {
  if (name === "needs") {
    const needs = await server.needs(request);
    return { items: needItems(needs), note: needText(needs, toMove) };
  }
  if (name !== "net") return { items: distanceItems(await server.distanceMap(request), name, toMove), note: "" };
  const opinion = await server.netOpinion(request);
  return { items: netItems(opinion), note: text("overlay.netNote", { value: formatPercent(opinion.chance, 0) }) };
}
