/** Shapes on the board as SVG elements: stones, rings, trails and figures. */

import { svg } from "../dom.js";

/** @import { Layout, LayoutCell, OverlayItem, Point, Sign } from "../types.js" */

/** Gradient of a stone, from its bright side. @type {Record<string, string[]>} */
const STONE_COLOURS = { O: ["#ffffff", "#f1efe9", "#cfcabd"], X: ["#6b6b70", "#2b2b2e", "#0c0c0d"] };
const DARK_STRENGTH = 0.5; // overlay discs at least this strong have white figures
const ARROW_HEAD = 9;

/** Definitions that stones and arrows refer to. */
export function definitions() {
  const gradients = Object.entries(STONE_COLOURS).map(([sign, colours]) => {
    const stops = colours.map((colour, index) => svg("stop", { offset: `${50 * index}%`, "stop-color": colour }));
    return svg("radialGradient", { id: `shine-${sign}`, cx: "36%", cy: "30%", r: "75%" }, ...stops);
  });
  return svg("defs", {}, ...gradients);
}

/** @param {Point} from @param {Point} to @param {string} name */
export const segment = (from, to, name) => svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: name });

/** @param {Point} centre @param {number} radius @param {string} name */
export const circle = (centre, radius, name) => svg("circle", { cx: centre.x, cy: centre.y, r: radius, class: name });

/** @param {Point} centre @param {number} size @param {string} name */
export const square = ({ x, y }, size, name) =>
  svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 4, class: name });

/** @param {Point} place @param {string} words @param {string} name */
export const label = ({ x, y }, words, name) => svg("text", { x, y, class: name }, words);

/**
 * A stone, a piece, or an arrow that blocks a cell.
 *
 * @param {LayoutCell} cell
 * @param {Sign} sign
 * @param {number} radius
 * @param {string} [extraClass]
 */
export function piece(cell, sign, radius, extraClass = "") {
  if (sign === "#") {
    const block = square(cell, radius * 1.5, `arrow-block ${extraClass}`);
    block.dataset.stone = cell.name;
    return block;
  }
  const shadow = circle({ x: cell.x + 0.7, y: cell.y + 1.8 }, radius, "shadow");
  const stone = circle(cell, radius, `stone ${sign}`);
  return svg("g", { class: `piece ${sign} ${extraClass}`, "data-stone": cell.name }, shadow, stone);
}

/** An arrow from cell to cell. @param {Point} from @param {Point} to @param {string} name */
export function arrow(from, to, name) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - ux * ARROW_HEAD, y: to.y - uy * ARROW_HEAD };
  const wing = ARROW_HEAD * 0.55;
  const head = `${to.x},${to.y} ${neck.x - uy * wing},${neck.y + ux * wing} ${neck.x + uy * wing},${neck.y - ux * wing}`;
  return svg("g", { class: name }, segment(from, neck, ""), svg("polygon", { points: head }));
}

/** A mark of SGF on a cell. @param {Point} cell @param {string} kind TR, CR, SQ or a label @param {number} radius */
export function studyMark(cell, kind, radius) {
  if (kind === "CR") return circle(cell, radius * 0.55, "study-mark");
  if (kind === "SQ") return square(cell, radius, "study-mark");
  if (kind !== "TR") return label(cell, kind, "study-label");
  const points = [90, 210, 330].map((degrees) => {
    const angle = (Math.PI / 180) * degrees;
    return `${cell.x + radius * 0.7 * Math.cos(angle)},${cell.y - radius * 0.7 * Math.sin(angle)}`;
  });
  return svg("polygon", { points: points.join(" "), class: "study-mark" });
}

/**
 * The disc and figures of an overlay.
 *
 * @param {LayoutCell} cell
 * @param {OverlayItem} item
 * @param {number} radius
 */
export function overlayShapes(cell, { strength, size = 1, text, small = "", textClass = "", discClass = "" }, radius) {
  const disc = circle(cell, radius * (text ? 1.17 : 0.5) * size, `heat ${discClass}`);
  disc.style.setProperty("--share", `${(100 * strength).toFixed(0)}%`);
  /** @type {SVGElement[]} */
  const elements = [disc];
  const figure = `figure ${textClass} ${strength >= DARK_STRENGTH ? "on-heat" : ""}`;
  if (text) elements.push(label({ x: cell.x, y: cell.y - (small ? 3.6 : 0) }, text, figure));
  if (small) elements.push(label({ x: cell.x, y: cell.y + 6.8 }, small, `${figure} small`));
  return elements;
}

/**
 * The links between neighbouring winning cells: for a path of cells, between successive ones.
 *
 * @param {LayoutCell[]} cells
 * @param {Layout} layout
 */
export const winLinks = (cells, { linkDistance }) =>
  cells.flatMap((one, index) =>
    cells
      .slice(index + 1)
      .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < linkDistance)
      .map((other) => segment(one, other, "win-line")),
  );
