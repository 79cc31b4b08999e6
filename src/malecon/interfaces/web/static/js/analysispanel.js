/** The panel of the analysis: verdict, figures, the list of candidates whose lines the board shows on hover. */

import { count, make, percent } from "./dom.js";
import { OVERLAYS, verdict, whiteValue } from "./overlay.js";

const ROWS = 8;
const SIGNS = { win: "✓ win", loss: "✗ loss", draw: "= draw" };

export class AnalysisPanel {
  constructor(element, { onToggle, onOverlay, onLine, onPlay }) {
    this.onLine = onLine;
    this.onPlay = onPlay;
    this.toggle = make("button", { id: "analyse", "aria-pressed": "false", title: "Analyse (a)", onclick: onToggle }, "Analyse");
    this.overlay = make("select", { id: "overlay", "aria-label": "Show on the board", onchange: () => onOverlay(this.overlay.value) },
      ...Object.entries(OVERLAYS).map(([value, text]) => make("option", { value }, text)));
    this.bar = make("div", { style: "width:50%" });
    this.said = make("strong", { id: "verdict" });
    this.figures = make("div", { class: "figures", id: "figures" });
    this.body = make("tbody", { id: "candidates" });
    this.table = make("table", { class: "candidates", hidden: true },
      make("thead", {}, make("tr", {}, ...["move", "visits", "win rate", "prior", "line"].map((word) => make("th", { scope: "col" }, word)))), this.body);
    const head = make("h2", {}, "Analysis", make("span", { class: "grow" }), this.overlay, this.toggle);
    this.track = make("div", { class: "value-bar", "aria-hidden": "true", hidden: true }, this.bar);
    this.lost = make("div", { class: "figures", id: "lost" });
    element.replaceChildren(head, make("div", { class: "verdict" }, this.said, this.figures), this.track, this.table, this.lost);
    this.clear();
  }

  setRunning(on) {
    this.toggle.setAttribute("aria-pressed", String(on));
    this.toggle.textContent = on ? "Stop" : "Analyse";
  }

  say(text) {
    this.figures.textContent = text;
  }

  clear() {
    this.said.textContent = this.lost.textContent = "";
    this.figures.textContent = "Shows win rates, best lines and proofs on the board.";
    this.body.replaceChildren();
    this.table.hidden = this.track.hidden = true;
  }

  show(thought, toMove, priors) {
    this.track.hidden = false;
    this.table.classList.toggle("priors", priors);
    this.said.textContent = verdict(thought, toMove);
    this.bar.style.width = percent(whiteValue(thought, toMove), 1);
    this.figures.textContent = `${count(thought.simulations)} simulations in ${thought.seconds.toFixed(1)} s, ${count(Math.round(thought.speed))} a second`;
    const open = thought.moves.filter((row) => row.visits > 0 && row.proof !== "loss" || row.proof && row.proof !== "loss");
    const lost = thought.moves.filter((row) => row.proof === "loss");
    const rows = (open.length ? open : lost).slice(0, ROWS);
    this.lost.textContent = open.length && lost.length ? `${lost.length} other ${lost.length === 1 ? "move loses" : "moves lose"}: proved` : "";
    if (thought.move === "swap") rows.unshift({ move: "swap", visits: thought.simulations, value: thought.value, prior: 0, line: ["swap"] });
    this.table.hidden = rows.length === 0;
    this.fillRows(rows);
  }

  /** Rows are changed, not made anew, so that the pointer stays on the one it is on. */
  fillRows(rows) {
    while (this.body.children.length < rows.length) this.body.append(this.newRow());
    while (this.body.children.length > rows.length) this.body.lastChild.remove();
    rows.forEach((row, index) => {
      const element = this.body.children[index];
      element.row = row;
      element.dataset.move = row.move;
      const texts = [row.move, count(row.visits), row.proof ? SIGNS[row.proof] : percent(row.value, 1), row.prior.toFixed(2), (row.line || []).slice(1).join(" ")];
      texts.forEach((text, place) => { if (element.children[place].textContent !== text) element.children[place].textContent = text; });
      if (element.matches(":hover, :focus")) this.onLine(row.line || [row.move]);
    });
  }

  newRow() {
    const element = make("tr", { tabindex: 0 }, ...[0, 1, 2, 3].map(() => make("td")), make("td", { class: "line" }));
    const show = () => this.onLine(element.row.line || [element.row.move]);
    const hide = () => this.onLine(null);
    const leave = () => element === document.activeElement || hide(); // a row that was tapped keeps its line
    element.addEventListener("mouseenter", show);
    element.addEventListener("mouseleave", leave);
    element.addEventListener("click", show);
    element.addEventListener("focus", show);
    element.addEventListener("blur", hide);
    element.addEventListener("dblclick", () => this.onPlay(element.row.move));
    element.addEventListener("keydown", (event) => event.key === "Enter" && this.onPlay(element.row.move));
    return element;
  }
}
