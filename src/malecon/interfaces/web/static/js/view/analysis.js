/** The analysis panel: verdict, figures, and a table of candidate moves whose lines the board shows on hover. */

import { formatCount, formatPercent, verdictText, whiteValue } from "../format.js";
import { html } from "../dom.js";
import { OVERLAYS } from "./overlay.js";

/** @import { Analysis, Colour, RootMove } from "../types.js" */

const ROWS = 8;
const COLUMNS = ["move", "visits", "win rate", "prior", "line"];
const PROOF_TEXTS = { win: "✓ win", loss: "✗ loss", draw: "= draw" };
const INTRODUCTION = "Shows win rates, best lines and proofs on the board.";

/**
 * @typedef {object} AnalysisCallbacks
 * @property {() => void} onToggle
 * @property {() => void} onContinue
 * @property {(overlay: string) => void} onOverlay
 * @property {(line: string[] | null) => void} onLine show a line on the board
 * @property {(move: string) => void} onPlay
 */

export class AnalysisPanel {
  /** @param {HTMLElement} element @param {string} overlay @param {AnalysisCallbacks} callbacks */
  constructor(element, overlay, { onToggle, onContinue, onOverlay, onLine, onPlay }) {
    this.onLine = onLine;
    this.onPlay = onPlay;
    const toggleLabels = { id: "analyse", "aria-pressed": "false", title: "Analyse (a)" };
    this.toggle = html("button", { ...toggleLabels, onclick: onToggle }, "Analyse");
    this.continue = html("button", { id: "more", title: "Continue the analysis", onclick: onContinue }, "More time");
    this.overlay = html(
      "select",
      {
        id: "overlay",
        "aria-label": "Show on the board",
        onchange: () => {
          onOverlay(this.overlay.value);
        },
      },
      ...Object.entries(OVERLAYS).map(([value, text]) => html("option", { value }, text)),
    );
    this.overlay.value = overlay;
    this.verdict = html("strong", { id: "verdict" });
    this.figures = html("div", { class: "figures", id: "figures" });
    this.bar = html("div");
    this.track = html("div", { class: "value-bar", "aria-hidden": "true", hidden: true }, this.bar);
    this.body = html("tbody", { id: "candidates" });
    const head = html("tr", {}, ...COLUMNS.map((title) => html("th", { scope: "col" }, title)));
    this.table = html("table", { class: "candidates", hidden: true }, html("thead", {}, head), this.body);
    this.lostMoves = html("div", { class: "figures", id: "lost" });
    this.note = html("div", { class: "figures", id: "overlay-note" });
    element.replaceChildren(
      html("h2", {}, "Analysis", html("span", { class: "grow" }), this.overlay, this.toggle, this.continue),
      html("div", { class: "verdict" }, this.verdict, this.figures),
      this.track,
      this.table,
      this.lostMoves,
      this.note,
    );
    /** The rows on show. @type {RootMove[]} */
    this.rows = [];
    this.clear();
  }

  /** @param {boolean} running @param {boolean} canContinue */
  setRunning(running, canContinue) {
    this.toggle.setAttribute("aria-pressed", String(running));
    this.toggle.textContent = running ? "Stop" : "Analyse";
    this.continue.hidden = !canContinue;
  }

  /** Select the next overlay and return its label. */
  nextOverlay() {
    const { options, selectedIndex } = this.overlay;
    this.overlay.selectedIndex = (selectedIndex + 1) % options.length;
    this.overlay.dispatchEvent(new Event("change"));
    return this.overlay.selectedOptions[0].text;
  }

  /** @param {string} text */
  showProgress(text) {
    this.figures.textContent = text;
  }

  /** Show a remark on the overlay. @param {string} text */
  showNote(text) {
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  clear() {
    this.verdict.textContent = this.lostMoves.textContent = "";
    this.figures.textContent = INTRODUCTION;
    this.body.replaceChildren();
    this.table.hidden = this.track.hidden = true;
  }

  /** @param {Analysis} analysis @param {Colour} toMove @param {boolean} withPriors */
  show(analysis, toMove, withPriors) {
    const { moves, simulations, seconds, speed } = analysis;
    this.track.hidden = false;
    this.table.classList.toggle("priors", withPriors);
    this.verdict.textContent = verdictText(analysis, toMove);
    this.bar.style.width = formatPercent(whiteValue(analysis, toMove), 1);
    const rate = formatCount(Math.round(speed));
    this.figures.textContent = `${formatCount(simulations)} simulations in ${seconds.toFixed(1)} s (${rate}/s)`;
    const lost = moves.filter((row) => row.proof === "loss");
    const open = moves.filter((row) => row.proof !== "loss" && (row.visits > 0 || row.proof));
    const rows = (open.length ? open : lost).slice(0, ROWS);
    if (analysis.move === "swap") {
      rows.unshift({ move: "swap", visits: simulations, value: analysis.value, prior: 0, line: ["swap"] });
    }
    const lostText = lost.length === 1 ? "1 other move loses (proved)" : `${lost.length} other moves lose (proved)`;
    this.lostMoves.textContent = open.length && lost.length ? lostText : "";
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
      const winRate = row.proof ? PROOF_TEXTS[row.proof] : formatPercent(row.value, 1);
      const continuation = (row.line ?? []).slice(1).join(" ");
      const texts = [row.move, formatCount(row.visits), winRate, row.prior.toFixed(2), continuation];
      texts.forEach((text, column) => {
        if (element.cells[column].textContent !== text) element.cells[column].textContent = text;
      });
      if (element.matches(":hover, :focus")) this.showLine(index);
    });
  }

  /** @param {number} index */
  showLine(index) {
    this.onLine(this.rows[index].line ?? [this.rows[index].move]);
  }

  /** @param {number} index */
  newRow(index) {
    const show = () => this.showLine(index);
    const play = () => this.onPlay(this.rows[index].move);
    const element = html("tr", {
      tabindex: 0,
      onmouseenter: show,
      onmouseleave: () => {
        if (element !== document.activeElement) this.onLine(null); // a tapped row keeps its line
      },
      onclick: show,
      onfocus: show,
      onblur: () => this.onLine(null),
      ondblclick: play,
      onkeydown: (event) => event.key === "Enter" && play(),
    });
    element.append(...COLUMNS.map((title) => html("td", { class: title === "line" ? "line" : null })));
    return element;
  }
}
