/** White's winning chances over the game as a graph; a click goes to a move. */

import { html, svg } from "../dom.js";
import { formatPercent } from "../format.js";

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

/**
 * The points of a line of nodes whose value is known; the root comes first.
 *
 * @param {Pick<TreeNode, "value" | "review">[]} nodes
 */
export function graphPoints(nodes) {
  const lastPly = nodes.length - 1;
  return nodes.flatMap(({ value, review }, ply) => {
    if (value === null) return [];
    return [{ ply, x: plyToX(ply, lastPly), y: valueToY(value), mistake: Boolean(review?.mark) }];
  });
}

/** The area below the graph as an SVG polygon. @param {ReturnType<typeof graphPoints>} points */
export function whiteArea(points) {
  const first = points[0];
  const last = points[points.length - 1];
  const left = first.ply < 2 ? 0 : first.x - MARGIN_X; // a review has no value for the start position
  const right = last.x + MARGIN_X;
  return `${polyline(points)} ${right},${last.y} ${right},${HEIGHT} ${left},${HEIGHT} ${left},${first.y}`;
}

/** @param {ReturnType<typeof graphPoints>} points */
const polyline = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export class ValueGraph {
  /** @param {HTMLElement} element @param {(ply: number) => void} onPick */
  constructor(element, onPick) {
    this.element = element;
    this.lastPly = 0;
    const label = "White's winning chances over the game";
    const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
    this.picture = svg("svg", { viewBox, preserveAspectRatio: "none", role: "img", "aria-label": label });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      onPick(plyAt((event.clientX - box.left) / box.width, this.lastPly));
    });
    this.currentValue = html("span", { class: "figures" });
    const title = html("h2", {}, "White's winning chances", html("span", { class: "grow" }), this.currentValue);
    element.replaceChildren(title, this.picture);
    element.hidden = true;
  }

  /** @param {TreeNode[]} nodes the line with its root @param {number} currentPly */
  show(nodes, currentPly) {
    this.lastPly = nodes.length - 1;
    const points = graphPoints(nodes);
    this.element.hidden = points.length < 2;
    if (this.element.hidden) return;
    const thin = { "vector-effect": "non-scaling-stroke" };
    const middle = valueToY(0.5);
    const x = plyToX(currentPly, this.lastPly);
    const mistakes = points.filter(({ mistake }) => mistake);
    this.picture.replaceChildren(
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "var(--graph-black)" }),
      svg("polygon", { points: whiteArea(points), fill: "var(--graph-white)" }),
      svg("line", {
        x1: 0,
        x2: WIDTH,
        y1: middle,
        y2: middle,
        stroke: "var(--soft)",
        "stroke-dasharray": "4 4",
        ...thin,
      }),
      svg("line", { x1: x, x2: x, y1: 0, y2: HEIGHT, stroke: "var(--accent)", "stroke-width": 2, ...thin }),
      svg("polyline", {
        points: polyline(points),
        fill: "none",
        stroke: "var(--graph-line)",
        "stroke-width": 2,
        ...thin,
      }),
      ...mistakes.map((point) =>
        svg("ellipse", { cx: point.x, cy: point.y, rx: 4, ry: 4, fill: "var(--win)", stroke: "var(--graph-black)" }),
      ),
    );
    const value = nodes[currentPly]?.value ?? null;
    this.currentValue.textContent = value === null ? "" : `now ${formatPercent(value)}`;
  }
}
