/** The board as SVG: cells, stones, marks and overlays, each in a layer of its own. */

import { svg } from "./dom.js";
import { hexBoard } from "./hexboard.js";
import { squareBoard } from "./squareboard.js";
import { lastCells } from "./moves.js";

const LAYERS = ["cells", "labels", "heat", "win", "stones", "marks", "line", "ghost", "cursor"];
const SHINE = { O: ["#ffffff", "#f1efe9", "#cfcabd"], X: ["#6b6b70", "#2b2b2e", "#0c0c0d"] }; // of a stone, from its bright side on
const STONE_NAMES = { O: "white stone", X: "black stone", "#": "arrow" };

/** The light on a stone of a colour. */
function shine(sign) {
  const stops = SHINE[sign].map((colour, place) => svg("stop", { offset: `${50 * place}%`, "stop-color": colour }));
  return svg("radialGradient", { id: `shine-${sign}`, cx: "36%", cy: "30%", r: "75%" }, ...stops);
}

export class BoardView {
  constructor(element, onCell) {
    this.element = element;
    this.onCell = onCell;
    this.cursor = null;
    element.addEventListener("keydown", (event) => this.steer(event));
    element.addEventListener("mousedown", (event) => { // a click takes no focus: arrows go on browsing
      event.preventDefault();
      if (document.activeElement !== element) document.activeElement?.blur();
    });
    element.addEventListener("blur", () => this.layers?.cursor.replaceChildren());
  }

  /** Lay the cells out, where the board is another than before. */
  setBoard(game, board) {
    const key = `${game} ${board}`;
    if (key === this.key) return;
    this.key = key;
    this.layout = game === "havannah" ? hexBoard(board) : squareBoard(board);
    this.places = new Map(this.layout.cells.map((cell) => [cell.name, cell]));
    this.cursor = null;
    this.element.setAttribute("viewBox", `0 0 ${this.layout.width.toFixed(0)} ${this.layout.height.toFixed(0)}`);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.element.style.setProperty("--letter", `${this.layout.letter}px`);
    const frame = svg("polygon", { points: this.layout.frame, class: "frame" });
    this.element.replaceChildren(svg("defs", {}, ...Object.keys(SHINE).map(shine)), svg("g", { class: this.layout.kind }, frame, ...Object.values(this.layers)));
    this.polygons = new Map();
    for (const cell of this.layout.cells) {
      const polygon = svg("polygon", { points: cell.points, class: `cell shade-${cell.shade}`, "data-cell": cell.name, onclick: () => this.onCell(cell.name), onmouseenter: () => this.hover(cell.name), onmouseleave: () => this.hover(null) });
      this.polygons.set(cell.name, polygon);
      this.layers.cells.append(polygon);
    }
    for (const label of this.layout.labels) this.layers.labels.append(svg("text", { x: label.x, y: label.y, class: "label" }, label.text));
  }

  /** Stones, the last move and the winning chain; `can` are cells that may be clicked, `chosen` those that were. */
  show(view, { can = new Set(), chosen = [], hint = null, bad = null } = {}) {
    Object.assign(this, { view, can });
    this.hover(null);
    const { stones, marks, win } = this.layers;
    for (const layer of [stones, marks, win]) layer.replaceChildren();
    for (const [name, polygon] of this.polygons) {
      polygon.classList.toggle("can", can.has(name));
      polygon.classList.toggle("chosen", chosen.includes(name));
      const sign = view.signs[name];
      if (sign) stones.append(this.piece(name, sign));
    }
    if (chosen.length) for (const name of can) this.markTarget(name);
    else if (view.last.length) this.markMove(view.last, "last");
    if (bad) this.markMove(lastCells(bad), "bad");
    if (hint) this.markMove(lastCells(hint), "hint");
    if (view.outcome) this.drawWin(view.outcome.cells);
  }

  /** The stone that a click would place. */
  hover(name) {
    const { ghost } = this.layers;
    ghost.replaceChildren();
    if (name && this.layout.kind === "hex" && this.can?.has(name) && !this.view.signs[name]) ghost.append(this.piece(name, this.view.toMove === "white" ? "O" : "X", "ghost"));
  }

  piece(name, sign, more = "") {
    const { x, y } = this.places.get(name);
    const size = this.layout.radius;
    if (sign === "#") return svg("rect", { x: x - size * 0.75, y: y - size * 0.75, width: size * 1.5, height: size * 1.5, rx: 4, class: `arrow-block ${more}`, "data-stone": name });
    const shadow = svg("circle", { cx: x + 0.7, cy: y + 1.8, r: size, class: "shadow" });
    return svg("g", { class: `piece ${sign} ${more}`, "data-stone": name }, shadow, svg("circle", { cx: x, cy: y, r: size, class: `stone ${sign}` }));
  }

  /** Where the piece that was clicked may go: a dot, or a ring around what it would take. */
  markTarget(name) {
    const { x, y } = this.places.get(name);
    const taken = Boolean(this.view.signs[name]);
    this.layers.marks.append(svg("circle", { cx: x, cy: y, r: this.layout.radius * (taken ? 1.15 : 0.34), class: taken ? "target-ring" : "target-dot" }));
  }

  markMove(cells, kind) {
    const places = cells.map((cell) => this.places.get(cell)).filter(Boolean);
    if (!places.length) return;
    const end = places[places.length - 1];
    const ring = kind === "last" ? "last-dot" : `${kind}-ring`;
    if (places.length > 1) this.layers.marks.append(this.segment(places[0], end, `${kind}-trail`));
    if (places.length > 2) this.layers.marks.append(this.segment(end, places[1], `${kind}-trail`));
    const under = this.view.signs[cells[cells.length - 1]] || "";
    this.layers.marks.append(svg("circle", { cx: end.x, cy: end.y, r: this.layout.radius * (kind === "last" ? 0.42 : 0.95), class: `${ring} over-${under}` }));
  }

  segment(from, to, name) {
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: name });
  }

  /** Rings around the stones that won, and lines where they touch. */
  drawWin(names) {
    const places = names.map((name) => this.places.get(name)).filter(Boolean);
    places.forEach((one, index) => {
      for (const other of places.slice(index + 1)) {
        if (this.layout.kind === "hex" && Math.hypot(one.x - other.x, one.y - other.y) < this.layout.touching) this.layers.win.append(this.segment(one, other, "win-line"));
      }
      this.layers.marks.append(svg("circle", { cx: one.x, cy: one.y, r: this.layout.radius, class: "win-ring" }));
    });
  }

  /** Coloured discs with figures; each item has cell, strength 0..1, text, small text, and classes. */
  heat(items) {
    this.layers.heat.replaceChildren();
    for (const item of items) {
      const place = this.places.get(item.cell);
      if (!place) continue;
      const r = this.layout.radius * (item.text ? 1.17 : 0.5);
      this.layers.heat.append(svg("circle", { cx: place.x, cy: place.y, r, class: `heat ${item.kind || ""}`, style: `--share:${(100 * item.strength).toFixed(0)}%` }));
      const looks = `figure ${item.look || ""} ${item.strength > 0.42 ? "on-heat" : ""}`;
      if (item.text) this.layers.heat.append(svg("text", { x: place.x, y: place.y - (item.small ? 3.6 : 0), class: looks }, item.text));
      if (item.small) this.layers.heat.append(svg("text", { x: place.x, y: place.y + 6.8, class: `${looks} small` }, item.small));
    }
  }

  /** Moves to come as numbered stones; null takes them away. */
  line(moves) {
    const layer = this.layers.line;
    layer.replaceChildren();
    this.layers.heat.style.display = moves ? "none" : "";
    if (!moves) return;
    let own = this.view.toMove === "white" ? "O" : "X";
    moves.forEach((move, index) => {
      const cells = lastCells(move);
      const end = this.places.get(cells[cells.length - 1]);
      if (end) {
        const start = this.places.get(cells[0]);
        if (cells.length > 1) layer.append(this.segment(start, end, "hint-trail"));
        layer.append(this.piece(cells[cells.length - 1], own), svg("text", { x: end.x, y: end.y, class: `pv-number on-${own}` }, String(index + 1)));
        if (cells.length > 2) layer.append(this.piece(cells[1], "#"));
      }
      own = own === "O" ? "X" : "O";
    });
  }

  /** Arrow keys move a cursor over the cells, Enter and space click. */
  steer(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (ways[event.key]) this.moveCursor(...ways[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.onCell(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveCursor(dx, dy) {
    const cells = this.layout.cells;
    const here = this.places.get(this.cursor) || cells[cells.length >> 1];
    if (this.cursor) {
      const cost = (cell) => {
        const x = cell.x - here.x, y = cell.y - here.y, along = x * dx + y * dy;
        return along > 1 ? along + 2 * Math.abs(x * dy + y * dx) : Infinity;
      };
      const next = cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), here);
      this.cursor = (cost(next) < Infinity ? next : here).name;
    } else this.cursor = here.name;
    const { x, y } = this.places.get(this.cursor);
    this.layers.cursor.replaceChildren(svg("circle", { cx: x, cy: y, r: this.layout.radius * 1.15, class: "cursor" }));
    this.element.dispatchEvent(new CustomEvent("spoken", { detail: `${this.cursor}, ${STONE_NAMES[this.view.signs[this.cursor]] || "empty"}` }));
  }
}
