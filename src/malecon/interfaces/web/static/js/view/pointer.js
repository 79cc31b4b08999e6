/** Pointing at the board: dragging pieces, the wheel, and taps that zoom in or ask before they place a stone. */

import { find, html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { BoardView } from "./board.js" */

const MIN_CELL = 40; // pixels; smaller cells are enlarged before a tap counts
const WHEEL_MILLISECONDS = 120;

/**
 * @typedef {object} PointerCallbacks
 * @property {(cell: string) => void} onClick
 * @property {() => boolean} confirms whether every tap must be confirmed
 * @property {() => void} onBack
 * @property {() => void} onForward
 */

/** The size of a cell on the screen in pixels. @param {BoardView} board */
function cellSize({ element, layout }) {
  const [, , width] = (element.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const [first, second] = layout.cells;
  return (Math.hypot(second.x - first.x, second.y - first.y) * element.getBoundingClientRect().width) / (width || 1);
}

export class BoardPointer {
  /** The cell that a first tap has chosen. @type {string | null} */
  tapped = null;
  /** @type {string | null} */
  draggedFrom = null;
  lastWheel = 0;

  /** @param {BoardView} board @param {PointerCallbacks} callbacks */
  constructor(board, callbacks) {
    this.board = board;
    this.callbacks = callbacks;
    this.isTouch = false;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.handleDown(event));
    element.addEventListener("pointerup", (event) => this.handleUp(event));
    element.addEventListener("wheel", (event) => this.handleWheel(event), { passive: false });
    this.bar = find("tap-bar");
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    return target instanceof Element ? (target.getAttribute("data-cell") ?? null) : null;
  }

  /** @param {PointerEvent} event */
  handleDown(event) {
    this.isTouch = event.pointerType === "touch";
    const cell = this.cellOf(event.target);
    this.draggedFrom = cell && this.board.signs[cell] && this.board.clickable.has(cell) ? cell : null;
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
  }

  /** A piece that was dragged to another cell moves there. @param {PointerEvent} event */
  handleUp(event) {
    const from = this.draggedFrom;
    this.draggedFrom = null;
    const cell = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!from || !cell || cell === from) return;
    this.callbacks.onClick(from);
    if (this.board.clickable.has(cell)) this.callbacks.onClick(cell);
  }

  /** @param {WheelEvent} event */
  handleWheel(event) {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - this.lastWheel < WHEEL_MILLISECONDS) return;
    this.lastWheel = event.timeStamp;
    if (event.deltaY < 0) this.callbacks.onBack();
    else this.callbacks.onForward();
  }

  /** Click a cell; a tap that would complete a move enlarges small cells first, or asks. @param {string} cell */
  click(cell) {
    if (!this.isTouch || !this.board.completes(cell)) {
      this.reset();
      this.callbacks.onClick(cell);
      return;
    }
    const confirms = this.callbacks.confirms();
    const isSmall = cellSize(this.board) < MIN_CELL;
    if (isSmall || (confirms && cell !== this.tapped)) this.choose(cell, isSmall);
    else this.place(cell);
  }

  /** Show what a second tap would place. @param {string} cell @param {boolean} zooms */
  choose(cell, zooms) {
    this.tapped = cell;
    if (zooms) this.zoomTo(cell);
    this.board.hold(cell);
    const place = { id: "tap-place", class: "primary", onclick: () => this.place(cell) };
    this.bar.replaceChildren(
      html("button", place, text("touch.place", { cell })),
      html("button", { id: "tap-cancel", onclick: () => this.reset() }, text("dialog.cancel")),
    );
    this.bar.classList.toggle("above", this.isLow(cell));
    this.bar.hidden = false;
  }

  /** Whether a cell is in the lower half of what is shown, where the buttons would cover it. @param {string} name */
  isLow(name) {
    const [, top, , height] = (this.board.element.getAttribute("viewBox") ?? "").split(" ").map(Number);
    return this.board.cellAt(name).y > top + height / 2;
  }

  /** @param {string} cell */
  place(cell) {
    this.reset();
    this.callbacks.onClick(cell);
  }

  reset() {
    if (this.bar.hidden) return;
    this.tapped = null;
    this.bar.hidden = true;
    this.board.resetZoom();
    this.board.hold(null);
  }

  /** Enlarge the board around a cell until cells are large enough for a finger. @param {string} name */
  zoomTo(name) {
    const { element, layout } = this.board;
    const factor = Math.min(1, cellSize(this.board) / (MIN_CELL * 1.1));
    const [width, height] = [layout.width * factor, layout.height * factor];
    const cell = this.board.cellAt(name);
    const left = Math.min(Math.max(0, cell.x - width / 2), layout.width - width);
    const top = Math.min(Math.max(0, cell.y - height / 2), layout.height - height);
    element.setAttribute("viewBox", `${left.toFixed(1)} ${top.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
  }
}
