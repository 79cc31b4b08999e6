/** White's winning chances over the game as a graph; a click or the arrow keys go to a move. */

import { html, setText, svg } from "../dom.js";
import { formatPercent } from "../format.js";
import { text } from "../i18n.js";

/** @import { TreeNode } from "../types.js" */

const WIDTH = 400;
const HEIGHT = 110;
const MARGIN_X = 5;
const MARGIN_Y = 4;

/** @param {number} ply @param {number} lastPly */
export const plyToX = (ply, lastPly) => MARGIN_X + ((WIDTH - 2 * MARGIN_X) * ply) / Math.max(1, lastPly);

/** @param {number} value */
export const valueToY = (value) => MARGIN_Y + (HEIGHT - 2 * MARGIN_Y) * (1 - value);

/** The ply at a fraction of the graph's width. @param {number} fraction @param {number} lastPly */
export function plyAt(fraction, lastPly) {
  const ply = Math.round(((fraction * WIDTH - MARGIN_X) / (WIDTH - 2 * MARGIN_X)) * lastPly);
  return Math.max(0, Math.min(lastPly, ply));
}

/** @typedef {Pick<TreeNode, "value" | "review">} Valued */

/** The value of a node to plot: with a review on the line, its values only, so that one engine is shown. @param {Valued[]} nodes */
export function plottedValues(nodes) {
  const reviewed = nodes.some(({ review }) => review);
  return nodes.map(({ value, review }) => (reviewed ? (review?.white ?? null) : value));
}

/**
 * The points of a line of nodes whose value is known; the root comes first.
 *
 * @param {Valued[]} nodes
 */
export function graphPoints(nodes) {
  const lastPly = nodes.length - 1;
  return plottedValues(nodes).flatMap((value, ply) => {
    if (value === null) return [];
    return [{ ply, x: plyToX(ply, lastPly), y: valueToY(value), mistake: Boolean(nodes[ply].review?.mark) }];
  });
}
/** @typedef {ReturnType<typeof graphPoints>} Points */

/** Runs of successive plies: between them nothing is known, and nothing is drawn. @param {Points} points */
export function pointRuns(points) {
  /** @type {Points[]} */
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[last.length - 1].ply === point.ply - 1) last.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The area between a run and the lower or upper edge, as an SVG polygon. @param {Points} run @param {number} edge */
export function area(run, edge) {
  const left = run[0].x - (run.length === 1 ? 2 : 0);
  const right = run[run.length - 1].x + (run.length === 1 ? 2 : 0);
  const { y: first } = run[0];
  const { y: last } = run[run.length - 1];
  return `${left},${first} ${polyline(run)} ${right},${last} ${right},${edge} ${left},${edge}`;
}

/** @param {Points} points */
const polyline = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export class ValueGraph {
  /** @param {HTMLElement} element @param {(ply: number) => void} onPick */
  constructor(element, onPick) {
    this.element = element;
    this.onPick = onPick;
    this.lastPly = 0;
    this.ply = 0;
    const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
    const slider = { role: "slider", tabindex: 0, "aria-label": text("graph.label"), "aria-valuemin": 0 };
    this.picture = svg("svg", { viewBox, preserveAspectRatio: "none", ...slider });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      onPick(plyAt((event.clientX - box.left) / box.width, this.lastPly));
    });
    this.picture.addEventListener("keydown", (event) => this.handleKey(event));
    this.currentValue = html("span", { class: "figures" });
    const title = html("h2", {}, text("graph.title"), html("span", { class: "grow" }), this.currentValue);
    element.replaceChildren(title, this.picture);
    element.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const { ply, lastPly } = this;
    const target = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: lastPly }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.ply = Math.max(0, Math.min(lastPly, target)); // the next key may come before the position is shown
    this.onPick(this.ply);
  }

  /** @param {TreeNode[]} nodes the line with its root @param {number} currentPly */
  show(nodes, currentPly) {
    this.lastPly = nodes.length - 1;
    this.ply = currentPly;
    const points = graphPoints(nodes);
    this.element.hidden = points.length < 2;
    if (this.element.hidden) return;
    this.picture.replaceChildren(...this.shapes(points, currentPly));
    const value = plottedValues(nodes)[currentPly] ?? null;
    setText(this.currentValue, value === null ? "" : text("graph.now", { value: formatPercent(value) }));
    this.picture.setAttribute("aria-valuemax", String(this.lastPly));
    this.picture.setAttribute("aria-valuenow", String(currentPly));
    const known = value === null ? text("graph.unknown") : text("graph.white", { value: formatPercent(value) });
    this.picture.setAttribute("aria-valuetext", text("graph.move", { n: currentPly, value: known }));
  }

  /** @param {Points} points @param {number} currentPly */
  shapes(points, currentPly) {
    const thin = { "vector-effect": "non-scaling-stroke", fill: "none" };
    const x = plyToX(currentPly, this.lastPly);
    const middle = valueToY(0.5);
    const dashes = { stroke: "var(--soft)", "stroke-dasharray": "4 4" };
    return [
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "var(--graph-unknown)" }),
      ...pointRuns(points).flatMap((run) => [
        svg("polygon", { points: area(run, 0), fill: "var(--graph-black)" }),
        svg("polygon", { points: area(run, HEIGHT), fill: "var(--graph-white)" }),
        svg("polyline", { points: polyline(run), stroke: "var(--graph-line)", "stroke-width": 2, ...thin }),
      ]),
      svg("line", { x1: 0, x2: WIDTH, y1: middle, y2: middle, ...dashes, ...thin }),
      svg("line", { x1: x, x2: x, y1: 0, y2: HEIGHT, stroke: "var(--accent)", "stroke-width": 2, ...thin }),
      ...points
        .filter(({ mistake }) => mistake)
        .map(({ x: cx, y: cy }) => svg("ellipse", { cx, cy, rx: 4, ry: 4, class: "graph-mistake" })),
    ];
  }
}
