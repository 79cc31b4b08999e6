/**
 * Puzzles: one move wins, and the page plays the loser. A move that throws the win away is taken back with the reason.
 * What has been solved is remembered by the browser.
 */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { capital, find, make } from "./dom.js";
import { HUMAN, PUZZLE } from "./table.js";
import { Tree } from "./tree.js";

const KEY = "malecon-puzzles";
const NODES = 2_000_000; // positions that a proof may look at
const ASKED = "Find the one move that wins.";

function solvedBefore() {
  try { return new Set(JSON.parse(localStorage.getItem(KEY) || "[]")); } catch { return new Set(); }
}

function remember(number) {
  try { localStorage.setItem(KEY, JSON.stringify([...solvedBefore().add(number)])); } catch { /* nothing is kept */ }
}

export class Puzzles {
  constructor(element, table, onLine) {
    Object.assign(this, { element, table, onLine, list: null, shown: null });
    table.defend = () => this.defend();
    const button = (id, text, run) => make("button", { id, class: "small-button", onclick: run }, text);
    this.title = make("span", { id: "puzzle-title" });
    this.task = make("div", { id: "puzzle-task" });
    this.said = make("p", { id: "puzzle-said", role: "status" });
    this.next = button("puzzle-next", "Next puzzle", () => this.start(table.puzzle % this.list.length + 1));
    element.replaceChildren(make("h2", {}, this.title, make("span", { class: "grow" }), button("puzzle-all", "All puzzles", () => this.choose())),
      this.task, this.said, make("div", { class: "tools" }, button("puzzle-solution", "Show solution", () => this.solution()),
        button("puzzle-again", "Start again", () => this.start(table.puzzle)), this.next));
  }

  async load() {
    this.list ||= await api.puzzles();
    return this.list;
  }

  get puzzle() {
    return this.list?.[this.table.puzzle - 1] || null;
  }

  // --- choosing -------------------------------------------------------------------------------------------------

  async choose() {
    const list = await this.load(), solved = solvedBefore();
    const boards = Map.groupBy ? Map.groupBy(list, ({ board }) => board) : new Map([["all", list]]);
    const pick = (number) => { find("dialog").close(); this.start(number); };
    const cell = ({ number, task, length }) => make("button", { type: "button", "data-puzzle": number, class: solved.has(number) ? "solved" : null, title: `${task} in ${length} plies at most`, "aria-label": `Puzzle ${number}${solved.has(number) ? ", solved" : ""}`, "aria-current": number === this.table.puzzle ? "true" : null, onclick: () => pick(number) }, String(number));
    const parts = [...boards].flatMap(([board, each]) => [make("h3", {}, `Base ${board}`), make("div", { class: "puzzle-grid" }, ...each.map(cell))]);
    const open = list.find(({ number }) => !solved.has(number));
    openDialog("Puzzles", [make("p", { class: "figures" }, `One move wins, and it is proved that no other does. You have solved ${solved.size} of ${list.length}; those of each board get longer.`), ...parts], [
      { text: "Close", run: () => true },
      { text: open ? `Play puzzle ${open.number}` : "Play puzzle 1", primary: true, run: () => this.start(open?.number || 1) },
    ]);
  }

  async start(number) {
    const { game, board, moves, toMove } = (await this.load())[number - 1];
    const { table } = this;
    const tree = Tree.fromRows(moves.map((move, place) => ({ parent: place - 1, move })));
    tree.goTo(tree.wholeLine().at(-1));
    const seats = { white: PUZZLE, black: PUZZLE, [toMove]: HUMAN };
    table.halt();
    table.clock.off();
    table.analysing = false;
    table.open({ start: { game, board, swap: false, setup: null }, tree, seats, puzzle: number });
    this.say(ASKED);
    table.announce(`Puzzle ${number}. ${this.puzzle.task}.`);
    await table.refresh();
  }

  // --- playing --------------------------------------------------------------------------------------------------

  say(text, kind = "") {
    this.said.textContent = text;
    this.said.className = kind;
  }

  /** Show the panel where a puzzle is on the board. */
  draw() {
    const { table } = this;
    this.element.hidden = table.puzzle === null;
    if (this.element.hidden || !table.view) return;
    this.title.textContent = `Puzzle ${table.puzzle}`;
    if (!this.list) {
      this.load().then(() => this.draw(), () => this.say("The puzzles cannot be had now."));
      return;
    }
    if (!this.puzzle) return;
    if (this.shown !== table.tree) {
      this.shown = table.tree;
      if (!this.said.textContent || table.tree.path().length <= this.puzzle.moves.length) this.say(ASKED);
    }
    this.title.textContent += ` of ${this.list.length}`;
    this.task.textContent = `${this.puzzle.task}, in at most ${(this.puzzle.length + 1) >> 1} moves`;
    const won = table.over && table.seats[table.winner] === HUMAN;
    this.next.classList.toggle("primary", won);
    if (won) this.solved();
  }

  solved() {
    const text = `Solved: ${this.table.outcomeText}.`;
    if (this.said.textContent === text) return;
    this.say(text, "good");
    remember(this.table.puzzle);
  }

  /** The loser's turn: find out whether the win is still there, and hold out as long as can be. */
  defend() {
    const { table } = this;
    const node = table.tree.at, side = capital(table.view.toMove);
    table.job = "play";
    this.prove(false, (told) => {
      table.job = null;
      if (told.verdict !== "loss") return this.reject(node, told, side);
      this.say(`${node.move} wins. ${side} plays ${told.move}; go on.`, "good");
      return table.play(told.move);
    });
  }

  /** Take a move back and say why. */
  async reject(node, { verdict, move }, side) {
    const { table } = this;
    const text = verdict ? `${node.move} does not win: ${side} answers ${move}.` : `${node.move} was not proved to win.`;
    table.tree.remove(node);
    await table.refresh();
    table.bad = node.move;
    this.say(text, "bad");
    table.announce(text);
    table.changed("settled");
    if (verdict && move) this.onLine([node.move, move]);
  }

  /** How the win goes on from here, as numbered stones. */
  solution() {
    const { table } = this;
    if (table.over || table.job === "play") return;
    table.halt();
    table.job = "hint";
    this.prove(true, ({ verdict, line }) => {
      table.job = null;
      this.say(verdict === "win" ? `Solution: ${line.join(" ")}` : "There is no proof of a win from here: start again.");
      table.changed("settled");
      this.onLine(verdict === "win" ? line : null);
    });
    table.changed("settled");
  }

  /** Ask who wins the position on the board, and by which line. */
  prove(line, done) {
    const { table } = this;
    const node = table.tree.at;
    let told = null;
    table.asked = performance.now();
    table.progress = "";
    table.link.ask({ type: "solve", game: table.request(), nodes: NODES, line }, (answer) => {
      if (node !== table.tree.at || answer.type === "dropped") return undefined;
      if (answer.type === "verdict") told = answer;
      else if (answer.type === "done") return done(told);
      else if (answer.type === "error") { table.job = null; table.paused = true; return table.problem(answer.message); }
      else table.hearProgress(answer);
      return table.changed("thought");
    });
    table.changed("thought");
  }
}
