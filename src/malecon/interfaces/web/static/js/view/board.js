/** The board as SVG: cells, pieces, marks and overlays, each in its own layer. */

import { svg } from "../dom.js";
import { text } from "../i18n.js";
import { applyMove, completedMove, destination, markedCells, opponent, piecesAfter, signOf } from "../game/moves.js";
import { BoardCursor, DIRECTIONS } from "./board-cursor.js";
import {
  arrow,
  circle,
  definitions,
  label,
  overlayShapes,
  piece,
  segment,
  square,
  studyMark,
  winLinks,
} from "./board-shapes.js";
import { boardLayout } from "./layout.js";

/** @import { Colour, GameInfo, LayoutCell, OverlayItem, PositionView, Sign, StudyMark } from "../types.js" */

const LAYERS = ["cells", "labels", "heat", "win", "stones", "marks", "study", "line", "ghost", "cursor"];

/** Dispatches `announce` with the cell under the keyboard cursor and `hover` with the cell under the pointer. */
export class BoardView {
  key = "";
  /** @type {Map<string, LayoutCell>} */
  cells = new Map();
  /** @type {Map<string, SVGPolygonElement>} */
  polygons = new Map();
  /** @type {Record<string, SVGGElement>} */
  layers = {};
  /** Pieces on show: sign and element by cell. @type {Map<string, { sign: Sign; element: SVGElement }>} */
  pieces = new Map();
  /** Overlay on show: what it says and its elements, by cell. @type {Map<string, { key: string; elements: SVGElement[] }>} */
  overlay = new Map();
  /** @type {PositionView | null} */
  view = null;
  /** The pieces that the board shows, which a preview may have changed. @type {Record<string, Sign>} */
  signs = {};
  /** @type {Set<string>} */
  clickable = new Set();
  /** Cells clicked so far for the next move. @type {string[]} */
  selected = [];
  /** The cell that a tap has chosen and another will confirm. @type {string | null} */
  held = null;
  cursor = new BoardCursor();
  /** Whether a line of moves is on show. */
  hasLine = false;
  /** @type {GameInfo | null} */
  info = null;
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

  /**
   * Lay out the cells, unless the board is the same as before.
   *
   * @param {GameInfo} info
   * @param {string} board
   * @param {boolean} [turned]
   */
  setBoard(info, board, turned = false) {
    const key = `${info.game} ${board} ${turned}`;
    if (key === this.key) return;
    const layout = boardLayout(info.shape, board, turned);
    Object.assign(this, { key, layout, info, pieces: new Map(), overlay: new Map() });
    this.cursor.reset();
    this.cells = new Map(layout.cells.map((cell) => [cell.name, cell]));
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.polygons = new Map(layout.cells.map((cell) => [cell.name, this.cellPolygon(cell)]));
    this.layers.cells.append(...this.polygons.values());
    this.layers.labels.append(...layout.labels.map((place) => label(place, place.text, "label")));
    this.resetZoom();
    this.element.style.setProperty("--letter", `${layout.labelSize}px`);
    this.element.style.setProperty("--ratio", String(layout.width / layout.height));
    const frame = svg("polygon", { points: layout.frame, class: "frame" });
    this.element.replaceChildren(
      definitions(),
      svg("g", { class: layout.shape }, frame, ...Object.values(this.layers)),
    );
  }

  /** Show the whole board. */
  resetZoom() {
    this.element.setAttribute("viewBox", `0 0 ${this.layout.width.toFixed(0)} ${this.layout.height.toFixed(0)}`);
  }

  /** @param {LayoutCell} cell */
  cellPolygon({ name, points, shade }) {
    return svg("polygon", {
      points,
      class: `cell shade-${shade}`,
      "data-cell": name,
      onclick: () => this.onClick(name),
      onmouseenter: () => this.hover(name),
      onmouseleave: () => this.hover(null),
    });
  }

  /** @param {string | null} name */
  hover(name) {
    this.showGhost(this.held ?? name);
    this.element.dispatchEvent(new CustomEvent("hover", { detail: name }));
  }

  /**
   * Draw the pieces, the last move and the winning path.
   *
   * @param {PositionView} view
   * @param {object} marks
   * @param {Set<string>} marks.clickable
   * @param {string[]} [marks.selected]
   * @param {string | null} [marks.hint]
   * @param {string | null} [marks.badMove]
   * @param {StudyMark[]} [marks.study]
   */
  show(view, { clickable, selected = [], hint = null, badMove = null, study = [] }) {
    const before = this.view;
    Object.assign(this, { view, clickable, selected });
    this.showGhost(this.held);
    this.drawPieces(
      piecesAfter(view.signs, selected.length > 1 ? selected : [], view.toMove),
      before?.ply === view.ply - 1,
    );
    const { marks, win } = this.layers;
    for (const layer of [marks, win]) layer.replaceChildren();
    for (const [name, polygon] of this.polygons) {
      polygon.classList.toggle("can", clickable.has(name));
      polygon.classList.toggle("chosen", selected.at(selected.length > 1 ? 1 : 0) === name);
    }
    if (selected.length) for (const name of clickable) this.markTarget(name);
    else this.markMove(view.last, "last");
    if (badMove) this.markMove(markedCells(badMove), "bad");
    if (hint) this.markMove(markedCells(hint), "hint");
    if (view.outcome) this.drawWin(view.outcome.path ?? view.outcome.cells);
    this.drawStudy(study);
  }

  /** Add, remove and replace pieces where they differ from those on show. @param {Record<string, Sign>} signs @param {boolean} animated */
  drawPieces(signs, animated) {
    this.signs = signs;
    for (const [name, { sign, element }] of this.pieces) {
      if (signs[name] === sign) continue;
      element.remove();
      this.pieces.delete(name);
    }
    for (const [name, sign] of Object.entries(signs)) {
      const cell = this.cells.get(name);
      if (!cell || this.pieces.has(name)) continue;
      const element = piece(cell, sign, this.layout.stoneRadius, animated ? "placed" : "");
      this.layers.stones.append(element);
      this.pieces.set(name, { sign, element });
    }
  }

  /** Show what a move to a cell would place until another cell is held; null ends it. @param {string | null} name */
  hold(name) {
    this.held = name;
    this.showGhost(name);
  }

  /** Show the stone or arrow that a click would place. @param {string | null} name */
  showGhost(name) {
    const { ghost } = this.layers;
    ghost.replaceChildren();
    if (!name || !this.view || !this.completes(name) || this.signs[name]) return;
    const sign = this.selected.length > 1 ? "#" : signOf(this.view.toMove); // after two cells an arrow follows
    ghost.append(piece(this.cellAt(name), sign, this.layout.stoneRadius, "ghost"));
  }

  /** Whether a click on a cell would complete a move. @param {string} name */
  completes(name) {
    const cells = [...this.selected, name];
    return this.clickable.has(name) && completedMove(this.view?.legal ?? [], cells) !== undefined;
  }

  /** @param {string} name @returns {LayoutCell} */
  cellAt(name) {
    const cell = this.cells.get(name);
    if (!cell) throw new Error(`the board has no cell ${name}`);
    return cell;
  }

  /** Mark a destination of the selected piece: a dot, or a ring around a piece to capture. @param {string} name */
  markTarget(name) {
    const capture = Boolean(this.signs[name]);
    const radius = this.layout.stoneRadius * (capture ? 1.15 : 0.34);
    this.layers.marks.append(circle(this.cellAt(name), radius, capture ? "target-ring" : "target-dot"));
  }

  /**
   * Mark a move by the cells that `markedCells` lists.
   *
   * @param {string[]} names
   * @param {"last" | "bad" | "hint"} kind
   */
  markMove(names, kind) {
    const cells = names.flatMap((name) => this.cells.get(name) ?? []);
    const end = cells.at(-1);
    if (!end) return;
    const { marks } = this.layers;
    const radius = this.layout.stoneRadius;
    if (cells.length > 1) marks.append(segment(cells[0], end, `${kind}-trail`));
    if (cells.length > 2) {
      marks.append(segment(end, cells[1], `${kind}-trail`));
      if (kind !== "last") marks.append(square(cells[1], radius * 1.5, `${kind}-ring blocked-mark`));
    }
    const name = kind === "last" ? "last-dot" : `${kind}-ring`;
    marks.append(circle(end, radius * (kind === "last" ? 0.42 : 0.95), `${name} over-${this.signs[end.name] ?? ""}`));
  }

  /** Draw rings around the winning stones and lines between neighbours. @param {string[]} names */
  drawWin(names) {
    const cells = names.flatMap((name) => this.cells.get(name) ?? []);
    this.layers.win.append(...winLinks(cells, this.layout));
    this.layers.marks.append(...cells.map((cell) => circle(cell, this.layout.stoneRadius, "win-ring")));
  }

  /** Draw the arrows and marks of a study. @param {StudyMark[]} marks */
  drawStudy(marks) {
    const shapes = marks.flatMap(({ kind, cell, to, words }) => {
      const from = this.cells.get(cell);
      const end = to ? this.cells.get(to) : undefined;
      if (!from) return [];
      return [
        end
          ? arrow(from, end, "study-arrow")
          : studyMark(from, kind === "LB" ? (words ?? "") : kind, this.layout.stoneRadius),
      ];
    });
    this.layers.study.replaceChildren(...shapes);
  }

  /** Draw an overlay; cells that show the same as before are left alone. @param {OverlayItem[]} items */
  showOverlay(items) {
    /** @type {BoardView["overlay"]} */
    const next = new Map();
    for (const item of items) {
      const cell = this.cells.get(item.cell);
      if (!cell) continue;
      const key = `${item.text} ${item.small} ${item.discClass} ${item.strength.toFixed(2)} ${item.size?.toFixed(2)}`;
      const known = this.overlay.get(item.cell);
      next.set(
        item.cell,
        known?.key === key ? known : { key, elements: overlayShapes(cell, item, this.layout.stoneRadius) },
      );
    }
    for (const [name, { elements, key }] of this.overlay) {
      if (next.get(name)?.key !== key) for (const element of elements) element.remove();
    }
    for (const { elements } of next.values()) if (!elements[0].isConnected) this.layers.heat.append(...elements);
    this.overlay = next;
  }

  /** Show a line of moves as numbered stones on the position after it; null removes it. @param {string[] | null} moves */
  showLine(moves) {
    const { line, heat, marks } = this.layers;
    this.hasLine = moves !== null;
    line.replaceChildren();
    heat.style.display = marks.style.display = moves ? "none" : "";
    if (!this.view) return;
    let colour = this.view.toMove;
    let signs = this.view.signs;
    /** @type {SVGElement[]} */
    const shapes = [];
    moves?.forEach((move, index) => {
      signs = applyMove(signs, move, colour);
      shapes.push(...this.numberedMove(move, colour, index + 1));
      colour = opponent(colour);
    });
    this.drawPieces(signs, false);
    line.append(...shapes);
  }

  /** The trail, number and arrow of a move in a line. @param {string} move @param {Colour} colour @param {number} number */
  numberedMove(move, colour, number) {
    const names = markedCells(move);
    const end = names.length ? this.cells.get(destination(move)) : undefined;
    if (!end) return [];
    /** @type {SVGElement[]} */
    const elements = names.length > 1 ? [segment(this.cellAt(names[0]), end, "hint-trail")] : [];
    if (names.length > 2) elements.push(segment(end, this.cellAt(names[1]), "hint-trail thin"));
    elements.push(circle(end, this.layout.stoneRadius, "pv-stone"));
    elements.push(label(end, String(number), `pv-number on-${signOf(colour)}`));
    return elements;
  }

  // --- keyboard cursor

  /** Move the cursor with arrow keys; Enter and space click. @param {KeyboardEvent} event */
  handleKey(event) {
    if (!this.view || event.altKey || event.ctrlKey || event.metaKey) return;
    const { cell } = this.cursor;
    if (event.key in DIRECTIONS) this.moveCursor(event.key);
    else if ((event.key === "Enter" || event.key === " ") && cell) this.onClick(cell.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  moveCursor(key) {
    const cell = this.cursor.step(this.layout, key);
    this.layers.cursor.replaceChildren(circle(cell, this.layout.stoneRadius * 1.15, "cursor"));
    const detail = `${cell.name}, ${this.pieceName(this.signs[cell.name])}`;
    this.element.dispatchEvent(new CustomEvent("announce", { detail }));
  }

  /** @param {Sign | undefined} sign */
  pieceName(sign) {
    if (!sign) return text("piece.empty");
    return text(sign === "#" ? "piece.blocked" : sign === "O" ? "piece.white" : "piece.black");
  }
}
