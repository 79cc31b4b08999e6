/** Review of a whole game: progress, the mistakes listed, and the way from one to the next. */

import { capital, make, percent } from "./dom.js";

const IDLE = "Judges every move and lists the mistakes.";
const SIMULATIONS = [[500, "quick"], [2000, "normal"], [10000, "deep"]];

/** As exactly as a link keeps it, so that whoever opens one sees the same. */
const thousandth = (share) => Math.round(1000 * share) / 1000;

export class ReviewPanel {
  constructor(element, table) {
    this.table = table;
    this.depth = make("select", { "aria-label": "How deep" }, ...SIMULATIONS.map(([value, text]) => make("option", { value, selected: value === 2000 }, text)));
    this.button = make("button", { id: "review-game", onclick: () => this.toggle() }, "Review game");
    this.nextButton = make("button", { id: "next-mistake", class: "small-button", title: "Next mistake (n)", onclick: () => this.next(1) }, "Next mistake");
    this.state = make("div", { class: "figures", id: "review-state" });
    this.body = make("tbody");
    element.replaceChildren(make("h2", {}, "Review", make("span", { class: "grow" }), this.depth, this.button), this.state, this.nextButton,
      make("div", { class: "mistakes" }, make("table", {}, this.body)));
  }

  toggle() {
    if (this.table.job === "review") this.table.halt();
    else this.start();
  }

  /** Another game has no review yet, unless its link came with one. */
  follow(tree) {
    if (tree === this.tree) return;
    const judged = tree.nodes().filter((node) => node.judged);
    Object.assign(this, { tree, line: judged.length ? tree.path(judged.at(-1)) : null });
    this.state.textContent = this.line ? this.summary() : IDLE;
    this.draw();
  }

  running(on) {
    this.button.textContent = on ? "Stop review" : "Review game";
    this.table.changed("settled");
  }

  start() {
    const { table } = this;
    const line = table.tree.wholeLine().filter((node) => !node.move.startsWith("resign"));
    if (!line.length) return table.problem("There is no move to review yet.");
    table.analysing = false;
    table.halt();
    table.job = "review";
    this.line = line;
    for (const node of line) node.judged = null;
    this.draw();
    this.state.textContent = `0 of ${line.length} moves`;
    const message = { type: "review", game: table.request(line.at(-1)), limits: { simulations: Number(this.depth.value) }, thinker: table.thinker(table.settings.player) };
    table.link.ask(message, (answer) => this.hear(answer));
    this.running(true);
  }

  hear(answer) {
    if (answer.type === "judgement") {
      const node = this.line[answer.ply - 1];
      node.judged = { ...answer, white: thousandth(answer.white), loss: thousandth(answer.loss) };
      node.value = node.judged.white;
      this.state.textContent = `${answer.ply} of ${this.line.length} moves`;
      this.draw();
      this.table.changed("thought");
    } else if (answer.type === "dropped") {
      this.state.textContent += ", stopped";
      this.running(false);
    } else if (answer.type === "waiting" && !this.mistakes.length) this.state.textContent = `waiting, ${answer.before} before this`;
    else if (answer.type === "compiling") this.state.textContent = `compiling ${answer.what}, once, about ${answer.seconds} s`;
    else if (answer.type === "error" || answer.type === "done") {
      this.table.job = null;
      this.state.textContent = answer.type === "error" ? answer.message : this.summary();
      this.table.announce(this.state.textContent);
      this.running(false);
    }
  }

  summary() {
    const judged = this.line.map((node) => node.judged).filter(Boolean);
    const side = (colour) => {
      const own = judged.filter((each) => each.colour === colour);
      const bad = own.filter((each) => each.mark === "blunder").length, doubtful = own.filter((each) => each.mark === "doubtful").length;
      return `${capital(colour)}: ${bad} ${bad === 1 ? "blunder" : "blunders"}, ${doubtful} doubtful`;
    };
    return `${side("white")}. ${side("black")}.`;
  }

  get mistakes() {
    return (this.line || []).filter((node) => node.judged?.mark);
  }

  draw() {
    this.nextButton.hidden = !this.mistakes.length;
    this.body.replaceChildren(...this.mistakes.map((node) => {
      const { ply, colour, move, best, loss, mark } = node.judged;
      const pick = () => this.show(node);
      return make("tr", { tabindex: 0, onclick: pick, onkeydown: (event) => event.key === "Enter" && pick() },
        make("td", {}, `${ply}. ${capital(colour)} ${move}`), make("td", {}, mark), make("td", {}, `−${percent(loss)}`), make("td", { class: "line" }, `better ${best}`));
    }));
  }

  /** The position before a mistake, with the better move on it. */
  async show(node) {
    const { table } = this;
    const { move, best, colour } = node.judged;
    table.tree.goTo(node);
    table.tree.goTo(node.parent);
    table.paused = true;
    await table.refresh();
    table.hint = best;
    table.bad = move;
    table.note = `${capital(colour)} played ${move}; ${best} was better.`;
    table.announce(table.note);
    table.changed("settled");
  }

  next(step) {
    const ply = this.table.tree.path().length;
    const places = this.mistakes.map((node) => node.judged.ply - 1);
    const found = step > 0 ? places.findIndex((place) => place > ply) : places.findLastIndex((place) => place < ply);
    const node = this.mistakes[found >= 0 ? found : step > 0 ? 0 : places.length - 1];
    if (node) this.show(node);
    else this.table.problem(this.line ? "The review found no mistakes." : "Review the game first.");
  }
}
