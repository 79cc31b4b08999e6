/** The analysis panel: verdict, figures, and a table of candidate moves whose lines the board shows on hover. */

import { formatCount, formatPercent, shownValue, verdictText, whiteValue } from "../format.js";
import { html, setText } from "../dom.js";
import { plural, text } from "../i18n.js";
import { OVERLAYS } from "./overlay.js";

/** @import { Analysis, Colour, RootMove } from "../types.js" */
/** @import { Perspective } from "../format.js" */

const ROWS = 8;
const COLUMNS = /** @type {const} */ (["move", "visits", "winRate", "prior", "line"]);

/** @param {RootMove} row */
const proofText = ({ proof = "draw" }) => text(`analysis.proof.${proof}`);

/**
 * @typedef {object} AnalysisCallbacks
 * @property {() => void} onToggle
 * @property {() => void} onContinue
 * @property {(overlay: string) => void} onOverlay
 * @property {(perspective: Perspective) => void} onPerspective
 * @property {(line: string[] | null) => void} onLine show a line on the board
 * @property {(move: string) => void} onPlay
 */

export class AnalysisPanel {
  /** The rows on show. @type {RootMove[]} */
  rows = [];
  /** @type {Perspective} */
  perspective = "white";
  /** @type {Colour} */
  toMove = "white";

  /** @param {HTMLElement} element @param {string} overlay @param {AnalysisCallbacks} callbacks */
  constructor(element, overlay, callbacks) {
    this.callbacks = callbacks;
    const toggleLabels = { id: "analyse", "aria-pressed": "false", title: text("analysis.toggleTitle") };
    this.toggle = html("button", { ...toggleLabels, onclick: callbacks.onToggle }, text("analysis.start"));
    this.continue = html("button", { id: "more", onclick: callbacks.onContinue }, text("analysis.more"));
    this.overlay = this.overlayChoice(overlay);
    this.view = html("button", { id: "perspective", onclick: () => this.switchPerspective() });
    this.verdict = html("strong", { id: "verdict" });
    this.figures = html("div", { class: "figures", id: "figures" });
    this.bar = html("div");
    this.track = html("div", { class: "value-bar", "aria-hidden": "true", hidden: true }, this.bar);
    this.body = html("tbody", { id: "candidates" });
    const titles = COLUMNS.map((name) => html("th", { scope: "col" }, text(`analysis.column.${name}`)));
    this.table = html(
      "table",
      { class: "candidates", hidden: true },
      html("thead", {}, html("tr", {}, ...titles)),
      this.body,
    );
    this.lostMoves = html("div", { class: "figures", id: "lost" });
    this.note = html("div", { class: "figures", id: "overlay-note" });
    element.replaceChildren(
      html("h2", {}, text("analysis.title"), html("span", { class: "grow" }), this.overlay, this.toggle, this.continue),
      html("div", { class: "verdict" }, this.verdict, this.figures, this.view),
      ...[this.track, this.table, this.lostMoves, this.note],
    );
    this.clear();
  }

  /** @param {string} overlay */
  overlayChoice(overlay) {
    const options = Object.entries(OVERLAYS).map(([value, key]) => html("option", { value }, text(key)));
    const label = text("overlay.label");
    /** @returns {void} */
    const onchange = () => this.callbacks.onOverlay(list.value);
    const list = html("select", { id: "overlay", "aria-label": label, onchange }, ...options);
    list.value = overlay;
    return list;
  }

  switchPerspective() {
    this.callbacks.onPerspective(this.perspective === "white" ? "mover" : "white");
  }

  /** @param {boolean} running @param {boolean} canContinue */
  setRunning(running, canContinue) {
    this.toggle.setAttribute("aria-pressed", String(running));
    setText(this.toggle, text(running ? "analysis.stop" : "analysis.start"));
    this.continue.hidden = !canContinue;
  }

  /** Select the next overlay and return its label. */
  nextOverlay() {
    const { options, selectedIndex } = this.overlay;
    this.overlay.selectedIndex = (selectedIndex + 1) % options.length;
    this.overlay.dispatchEvent(new Event("change"));
    return this.overlay.selectedOptions[0].text;
  }

  /** @param {string} words */
  showProgress(words) {
    setText(this.figures, words);
  }

  /** Show a remark on the overlay. @param {string} words */
  showNote(words) {
    setText(this.note, words);
  }

  clear() {
    this.rows = [];
    this.verdict.textContent = this.lostMoves.textContent = "";
    this.figures.textContent = text("analysis.introduction");
    this.body.replaceChildren();
    this.table.hidden = this.track.hidden = this.view.hidden = true;
  }

  /** @param {Analysis} analysis @param {Colour} toMove @param {Perspective} perspective @param {boolean} withPriors */
  show(analysis, toMove, perspective, withPriors) {
    const { moves, simulations, seconds } = analysis;
    Object.assign(this, { toMove, perspective });
    this.track.hidden = this.view.hidden = false;
    setText(this.view, text(`analysis.perspective.${perspective}`));
    this.table.classList.toggle("priors", withPriors);
    setText(this.verdict, verdictText(analysis, toMove, perspective));
    this.bar.style.transform = `scaleX(${whiteValue(analysis, toMove).toFixed(3)})`; // drawn without a layout
    const figures = { n: formatCount(simulations), seconds: seconds.toFixed(1) };
    setText(this.figures, text("analysis.figures", figures));
    const lost = moves.filter((row) => row.proof === "loss");
    const open = moves.filter((row) => row.proof !== "loss" && (row.visits > 0 || row.proof));
    const rows = (open.length ? open : lost).slice(0, ROWS);
    if (analysis.move === "swap") {
      rows.unshift({ move: "swap", visits: simulations, value: analysis.value, prior: 0, line: ["swap"] });
    }
    setText(this.lostMoves, open.length && lost.length ? plural("analysis.lost", lost.length) : "");
    this.table.hidden = rows.length === 0;
    this.showRows(rows);
  }

  /** Update rows in place, so that the pointer stays on the same row. @param {RootMove[]} rows */
  showRows(rows) {
    this.rows = rows;
    while (this.body.rows.length < rows.length) this.body.append(this.newRow(this.body.rows.length));
    while (this.body.rows.length > rows.length) this.body.lastChild?.remove();
    rows.forEach((row, index) => {
      const element = this.body.rows[index];
      element.dataset.move = row.move;
      const value = formatPercent(shownValue(row.value, this.toMove, this.perspective), 1);
      const continuation = (row.line ?? []).slice(1).join(" ");
      const words = [
        row.move,
        formatCount(row.visits),
        row.proof ? proofText(row) : value,
        row.prior.toFixed(2),
        continuation,
      ];
      words.forEach((each, column) => setText(element.cells[column], each));
      if (element.matches(":hover, :focus")) this.showLine(index);
    });
  }

  /** @param {number} index */
  showLine(index) {
    this.callbacks.onLine(this.rows[index].line ?? [this.rows[index].move]);
  }

  /** @param {number} index */
  newRow(index) {
    const show = () => this.showLine(index);
    const play = () => this.callbacks.onPlay(this.rows[index].move);
    /** @type {HTMLTableRowElement} */
    const element = html("tr", {
      tabindex: index ? -1 : 0,
      onmouseenter: show,
      onmouseleave: () => {
        if (element !== document.activeElement) this.callbacks.onLine(null); // a tapped row keeps its line
      },
      onclick: show,
      onfocus: show,
      onblur: () => this.callbacks.onLine(null),
      ondblclick: play,
      onkeydown: (event) => this.handleKey(event, element, play),
    });
    element.append(...COLUMNS.map((name) => html("td", { class: name === "line" ? "line" : null })));
    return element;
  }

  /** Enter plays, up and down go to other rows. @param {KeyboardEvent} event @param {HTMLElement} row @param {() => void} play */
  handleKey(event, row, play) {
    const other = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
    if (event.key === "Enter") play();
    else if (other instanceof HTMLElement) other.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
