/** The board as SVG: cells, pieces, marks and overlays, each in its own layer. */

import { svg } from "../dom.js";
import { destination, markedCells, opponent, signOf } from "../game/moves.js";
import { boardLayout } from "./layout.js";

/** @import { GameInfo, LayoutCell, OverlayItem, Point, PositionView, Sign } from "../types.js" */

const LAYERS = ["cells", "labels", "heat", "win", "stones", "marks", "line", "ghost", "cursor"];
/** Gradient of a stone, from its bright side. @type {Record<string, string[]>} */
const STONE_COLOURS = { O: ["#ffffff", "#f1efe9", "#cfcabd"], X: ["#6b6b70", "#2b2b2e", "#0c0c0d"] };
/** @type {Record<string, [dx: number, dy: number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} sign */
function stoneGradient(sign) {
  const stops = STONE_COLOURS[sign].map((colour, index) =>
    svg("stop", { offset: `${50 * index}%`, "stop-color": colour }),
  );
  return svg("radialGradient", { id: `shine-${sign}`, cx: "36%", cy: "30%", r: "75%" }, ...stops);
}

/** @param {Point} from @param {Point} to @param {string} name */
const segment = (from, to, name) => svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: name });

/** @param {Point} centre @param {number} radius @param {string} name */
const circle = (centre, radius, name) => svg("circle", { cx: centre.x, cy: centre.y, r: radius, class: name });

/** Dispatches `announce` with the cell under the keyboard cursor. */
export class BoardView {
  key = "";
  /** @type {Map<string, LayoutCell>} */
  cells = new Map();
  /** @type {Map<string, SVGPolygonElement>} */
  polygons = new Map();
  /** @type {Record<string, SVGGElement>} */
  layers = {};
  /** @type {PositionView | null} */
  view = null;
  /** @type {Set<string>} */
  clickable = new Set();
  /** @type {string | null} */
  cursor = null;

  /** @type {GameInfo["pieces"]} */
  pieces = { white: "white piece", black: "black piece", blocked: null };
  layout = boardLayout("square", "1"); // until `setBoard` is called

  /** @param {SVGSVGElement} element @param {(cell: string) => void} onClick */
  constructor(element, onClick) {
    this.element = element;
    this.onClick = onClick;
    element.addEventListener("keydown", (event) => this.handleKey(event));
    element.addEventListener("mousedown", (event) => {
      event.preventDefault(); // keep the focus elsewhere, so that arrow keys still browse the game
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      if (focused !== /** @type {unknown} */ (element)) focused?.blur();
    });
    element.addEventListener("blur", () => this.layers.cursor?.replaceChildren());
  }

  /** Lay out the cells, unless the board is the same as before. @param {GameInfo} info @param {string} board */
  setBoard(info, board) {
    const key = `${info.game} ${board}`;
    if (key === this.key) return;
    const layout = boardLayout(info.shape, board);
    Object.assign(this, { key, layout, pieces: info.pieces, cursor: null });
    this.cells = new Map(layout.cells.map((cell) => [cell.name, cell]));
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.polygons = new Map(layout.cells.map((cell) => [cell.name, this.cellPolygon(cell)]));
    this.layers.cells.append(...this.polygons.values());
    this.layers.labels.append(...layout.labels.map(({ x, y, text }) => svg("text", { x, y, class: "label" }, text)));
    this.element.setAttribute("viewBox", `0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}`);
    this.element.style.setProperty("--letter", `${layout.labelSize}px`);
    const frame = svg("polygon", { points: layout.frame, class: "frame" });
    this.element.replaceChildren(
      svg("defs", {}, ...Object.keys(STONE_COLOURS).map(stoneGradient)),
      svg("g", { class: layout.shape }, frame, ...Object.values(this.layers)),
    );
  }

  /** @param {LayoutCell} cell */
  cellPolygon({ name, points, shade }) {
    return svg("polygon", {
      points,
      class: `cell shade-${shade}`,
      "data-cell": name,
      onclick: () => this.onClick(name),
      onmouseenter: () => this.showGhost(name),
      onmouseleave: () => this.showGhost(null),
    });
  }

  /**
   * Draw the pieces, the last move and the winning chain.
   *
   * @param {PositionView} view
   * @param {object} marks
   * @param {Set<string>} marks.clickable
   * @param {string[]} [marks.selected]
   * @param {string | null} [marks.hint]
   * @param {string | null} [marks.badMove]
   */
  show(view, { clickable, selected = [], hint = null, badMove = null }) {
    Object.assign(this, { view, clickable });
    this.showGhost(null);
    const { stones, marks, win } = this.layers;
    for (const layer of [stones, marks, win]) layer.replaceChildren();
    for (const [name, polygon] of this.polygons) {
      polygon.classList.toggle("can", clickable.has(name));
      polygon.classList.toggle("chosen", selected.includes(name));
      if (view.signs[name]) stones.append(this.piece(name, view.signs[name]));
    }
    if (selected.length) for (const name of clickable) this.markTarget(name, view);
    else this.markMove(view.last, "last", view);
    if (badMove) this.markMove(markedCells(badMove), "bad", view);
    if (hint) this.markMove(markedCells(hint), "hint", view);
    if (view.outcome) this.drawWin(view.outcome.cells);
  }

  /** Show the stone that a click would place. @param {string | null} name */
  showGhost(name) {
    const { ghost } = this.layers;
    ghost.replaceChildren();
    if (!name || !this.view || !this.clickable.has(name) || this.view.signs[name]) return;
    const placesStone = this.view.legal.includes(name);
    if (placesStone) ghost.append(this.piece(name, signOf(this.view.toMove), "ghost"));
  }

  /** @param {string} name @returns {LayoutCell} */
  cellAt(name) {
    const cell = this.cells.get(name);
    if (!cell) throw new Error(`the board has no cell ${name}`);
    return cell;
  }

  /** @param {string} name @param {Sign} sign @param {string} [extraClass] */
  piece(name, sign, extraClass = "") {
    const cell = this.cellAt(name);
    const radius = this.layout.stoneRadius;
    if (sign === "#") {
      const size = radius * 1.5;
      const place = { x: cell.x - size / 2, y: cell.y - size / 2, width: size, height: size, rx: 4 };
      return svg("rect", { ...place, class: `arrow-block ${extraClass}`, "data-stone": name });
    }
    const shadow = circle({ x: cell.x + 0.7, y: cell.y + 1.8 }, radius, "shadow");
    const stone = circle(cell, radius, `stone ${sign}`);
    return svg("g", { class: `piece ${sign} ${extraClass}`, "data-stone": name }, shadow, stone);
  }

  /**
   * Mark a destination of the selected piece: a dot, or a ring around a piece to capture.
   *
   * @param {string} name
   * @param {PositionView} view
   */
  markTarget(name, view) {
    const capture = Boolean(view.signs[name]);
    const radius = this.layout.stoneRadius * (capture ? 1.15 : 0.34);
    this.layers.marks.append(circle(this.cellAt(name), radius, capture ? "target-ring" : "target-dot"));
  }

  /**
   * Mark a move by the cells that `markedCells` lists.
   *
   * @param {string[]} names
   * @param {"last" | "bad" | "hint"} kind
   * @param {PositionView} view
   */
  markMove(names, kind, view) {
    const cells = names.flatMap((name) => this.cells.get(name) ?? []);
    const end = cells.at(-1);
    if (!end) return;
    const { marks } = this.layers;
    if (cells.length > 1) marks.append(segment(cells[0], end, `${kind}-trail`));
    if (cells.length > 2) marks.append(segment(end, cells[1], `${kind}-trail`));
    const radius = this.layout.stoneRadius * (kind === "last" ? 0.42 : 0.95);
    marks.append(
      circle(end, radius, `${kind === "last" ? "last-dot" : `${kind}-ring`} over-${view.signs[end.name] ?? ""}`),
    );
  }

  /** Draw rings around the winning stones and lines between neighbours. @param {string[]} names */
  drawWin(names) {
    const cells = names.flatMap((name) => this.cells.get(name) ?? []);
    cells.forEach((one, index) => {
      const neighbours = cells
        .slice(index + 1)
        .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < this.layout.linkDistance);
      this.layers.win.append(...neighbours.map((other) => segment(one, other, "win-line")));
      this.layers.marks.append(circle(one, this.layout.stoneRadius, "win-ring"));
    });
  }

  /** @param {OverlayItem[]} items */
  showOverlay(items) {
    this.layers.heat.replaceChildren(...items.flatMap((item) => this.overlayElements(item)));
  }

  /** @param {OverlayItem} item */
  overlayElements({ cell: name, strength, text, small = "", textClass = "", discClass = "" }) {
    const cell = this.cells.get(name);
    if (!cell) return [];
    const disc = circle(cell, this.layout.stoneRadius * (text ? 1.17 : 0.5), `heat ${discClass}`);
    disc.style.setProperty("--share", `${(100 * strength).toFixed(0)}%`);
    /** @type {SVGElement[]} */
    const elements = [disc];
    const figure = `figure ${textClass} ${strength > 0.42 ? "on-heat" : ""}`;
    if (text) elements.push(svg("text", { x: cell.x, y: cell.y - (small ? 3.6 : 0), class: figure }, text));
    if (small) elements.push(svg("text", { x: cell.x, y: cell.y + 6.8, class: `${figure} small` }, small));
    return elements;
  }

  /** Show a line of moves as numbered stones; null removes it. @param {string[] | null} moves */
  showLine(moves) {
    const layer = this.layers.line;
    layer.replaceChildren();
    this.layers.heat.style.display = moves ? "none" : "";
    let colour = this.view?.toMove ?? "white";
    moves?.forEach((move, index) => {
      layer.append(...this.numberedMove(move, signOf(colour), index + 1));
      colour = opponent(colour);
    });
  }

  /** @param {string} move @param {Sign} sign @param {number} number */
  numberedMove(move, sign, number) {
    const names = markedCells(move);
    const end = names.length ? this.cells.get(destination(move)) : undefined;
    if (!end) return [];
    /** @type {SVGElement[]} */
    const elements = names.length > 1 ? [segment(this.cellAt(names[0]), end, "hint-trail")] : [];
    elements.push(this.piece(end.name, sign));
    elements.push(svg("text", { x: end.x, y: end.y, class: `pv-number on-${sign}` }, String(number)));
    if (names.length > 2) elements.push(this.piece(names[1], "#"));
    return elements;
  }

  // --- keyboard cursor

  /** Move the cursor with arrow keys; Enter and space click. @param {KeyboardEvent} event */
  handleKey(event) {
    if (!this.view || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) this.moveCursor(...direction);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.onClick(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} dx @param {number} dy */
  moveCursor(dx, dy) {
    const { cells } = this.layout;
    const from = this.cursor && this.cells.get(this.cursor);
    const to = from ? nearestCell(cells, from, dx, dy) : cells[cells.length >> 1];
    this.cursor = to.name;
    this.layers.cursor.replaceChildren(circle(to, this.layout.stoneRadius * 1.15, "cursor"));
    const detail = `${to.name}, ${this.pieceName(this.view?.signs[to.name])}`;
    this.element.dispatchEvent(new CustomEvent("announce", { detail }));
  }

  /** @param {Sign | undefined} sign */
  pieceName(sign) {
    const { white, black, blocked } = this.pieces;
    return sign ? ({ O: white, X: black, "#": blocked }[sign] ?? "blocked") : "empty";
  }
}

/**
 * The nearest cell in a direction; the same cell at the edge.
 *
 * @param {LayoutCell[]} cells
 * @param {LayoutCell} from
 * @param {number} dx
 * @param {number} dy
 */
function nearestCell(cells, from, dx, dy) {
  /** @param {LayoutCell} cell */
  const cost = (cell) => {
    const x = cell.x - from.x;
    const y = cell.y - from.y;
    const along = x * dx + y * dy;
    return along > 1 ? along + 2 * Math.abs(x * dy + y * dx) : Infinity;
  };
  return cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), from);
}
