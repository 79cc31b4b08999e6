/** The game at the board: whose turn it is, what a click does, and when the engine is asked. */

import * as api from "./api.js";
import { capital } from "./dom.js";
import { nextCells, possible, predict } from "./moves.js";
import { whiteValue } from "./overlay.js";
import { Tree } from "./tree.js";

export const HUMAN = "human";
export const PUZZLE = "puzzle"; // who plays the loser of a puzzle
const ANALYSIS_SECONDS = 60;
const HINT_SECONDS = 2;
const RETRY = 2000; // milliseconds
const SEED = Math.floor(Math.random() * 2 ** 31); // of this visit, where none is chosen: games differ
const other = (colour) => (colour === "white" ? "black" : "white");

export class Table extends EventTarget {
  constructor(link, clock, settings) {
    super();
    Object.assign(this, { link, clock, settings });
    this.analysing = false;
    this.open({ start: { game: "havannah", board: "8", swap: false, setup: null }, tree: new Tree(), seats: { white: HUMAN, black: HUMAN }, seconds: { white: 1, black: 1 } });
  }

  /** Another game. Nothing is shown before `refresh`. */
  open({ start, tree, seats, seconds, names = null, puzzle = null }) {
    const sit = (colour) => ((seats || this.seats)[colour] === PUZZLE && puzzle === null ? HUMAN : (seats || this.seats)[colour]);
    Object.assign(this, { start, tree, seats: { white: sit("white"), black: sit("black") }, seconds: seconds || this.seconds, names, puzzle });
    Object.assign(this, { chosen: [], hint: null, bad: null, thought: null, flagged: null, paused: false, job: null, note: "", line: null, early: null });
  }

  get view() {
    return this.tree.at.view;
  }

  get over() {
    return Boolean(this.view?.outcome) || this.flagged !== null;
  }

  /** Whether the side to move is a person's. */
  get personToMove() {
    return this.view && this.seats[this.view.toMove] === HUMAN;
  }

  request(node = this.tree.at) {
    return { ...this.start, moves: this.tree.moves(node) };
  }

  changed(kind = "board") {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  announce(text) {
    this.dispatchEvent(new CustomEvent("said", { detail: text }));
  }

  problem(text) {
    this.note = text;
    this.announce(text);
    this.changed();
  }

  // --- where we are ---------------------------------------------------------------------------------------------

  /** Show the present node, ask the server what it is where that is not known, and go on from there. */
  async refresh() {
    const node = this.tree.at;
    if (this.job !== "review") this.halt(); // a review goes on while one looks at the game
    Object.assign(this, { chosen: [], hint: null, bad: null, thought: null, line: null, note: "" });
    if (node.view) this.changed("move");
    if (!node.view || node.view.guessed) {
      try {
        node.view = await api.position(this.request(node));
      } catch (error) {
        if (node === this.tree.at) this.reject(node, error);
        return;
      }
      if (node !== this.tree.at) return;
      this.changed("move");
    }
    this.settle();
  }

  /** The server knows no such position: back to the one before; where it cannot be reached, wait for it. */
  reject(node, error) {
    if (error instanceof TypeError) {
      this.note = "The server cannot be reached; the move waits.";
      this.changed();
      setTimeout(() => node === this.tree.at && (!node.view || node.view.guessed) && this.refresh(), RETRY);
      return;
    }
    if (node.parent) {
      this.tree.remove(node);
      this.refresh().then(() => this.problem(error.message));
    } else {
      this.open({ start: { game: "havannah", board: "8", swap: false, setup: null }, tree: new Tree() });
      this.refresh().then(() => this.problem(error.message));
    }
  }

  /** The position is known: let the engine move or analyse, and the clock run. */
  settle() {
    const { toMove, outcome } = this.view;
    const live = !this.paused && !this.tree.at.children.length;
    this.clock.run(live && !this.over && (this.tree.at.parent || this.personToMove) ? toMove : null);
    if (this.over) {
      if (outcome) this.tree.at.value = outcome.winner === null ? 0.5 : Number(outcome.winner === "white");
    } else if (!this.personToMove && live) this.askMove();
    else if (this.analysing) this.askAnalysis();
    this.changed("settled");
    const early = this.early;
    this.early = null;
    if (early?.node === this.tree.at && this.personToMove) this.click(early.cell);
  }

  goTo(node) {
    if (!node || node === this.tree.at) return;
    this.tree.goTo(node);
    this.paused = true;
    this.refresh();
  }

  back() { this.goTo(this.tree.at.parent); }
  forward() { this.goTo(this.tree.following()); }
  toStart() { this.goTo(this.tree.root); }
  toEnd() { this.goTo(this.tree.wholeLine().at(-1)); }

  /** Take back to the last position in which a person moves. */
  undo() {
    let node = this.tree.at.parent;
    while (node?.parent && node.view && this.seats[node.view.toMove] !== HUMAN && this.hasPerson) node = node.parent;
    this.flagged = null;
    this.goTo(node);
  }

  redo() {
    let node = this.tree.following();
    while (node && this.tree.following(node) && node.view && this.seats[node.view.toMove] !== HUMAN && this.hasPerson) node = this.tree.following(node);
    this.goTo(node);
  }

  get hasPerson() {
    return this.seats.white === HUMAN || this.seats.black === HUMAN;
  }

  // --- moves ----------------------------------------------------------------------------------------------------

  /** Cells that may be clicked now. */
  get clickable() {
    if (!this.view || this.over || this.job === "play") return new Set();
    return nextCells(this.view.legal, this.chosen);
  }

  /** A click; one that comes before the server has answered the last move counts when it has. */
  click(cell) {
    if (!this.view || this.over) return;
    if (this.view.guessed) {
      this.early = { cell, node: this.tree.at };
      return undefined;
    }
    if (this.job === "play") return this.problem("The engine is thinking; Esc stops it.");
    if (this.chosen.length && !this.clickable.has(cell)) this.chosen = [];
    if (!this.clickable.has(cell)) return this.changed();
    this.chosen = [...this.chosen, cell];
    const moves = possible(this.view.legal, this.chosen);
    const done = moves.find((move) => move.split(/[-x/]/).length === this.chosen.length);
    if (done) this.play(done);
    else this.changed();
  }

  /** Play a move for the side to move; its stone is there before the server has answered. */
  play(move) {
    const view = this.view;
    if (!view || this.over) return;
    const mover = view.toMove;
    this.clock.press(mover);
    this.paused = false;
    const node = this.tree.play(move);
    if (!node.view) node.view = move.startsWith("resign") ? this.resigned(view, mover) : predict(view, move);
    this.announce(move === "swap" ? `${capital(mover)} swaps` : `${capital(mover)} ${move}`);
    this.refresh();
  }

  resigned(view, loser) {
    const winner = other(loser);
    return { ...view, legal: [], outcome: { text: `${capital(winner)} wins by resignation`, winner, how: ["resignation"], cells: [] } };
  }

  /** A move as a person typed it. */
  async type(text) {
    const word = text.trim().toLowerCase();
    if (!word || !this.view) return;
    const move = this.view.legal.find((legal) => legal === word || legal.replace(/[-x/]/g, "") === word.replace(/[-x/ ]/g, ""));
    if (move && this.job !== "play") return this.play(move);
    try {
      await api.position({ ...this.request(), moves: [...this.tree.moves(), word] });
    } catch (error) {
      this.problem(error.message);
    }
  }

  resign() {
    if (!this.over && this.view) this.play("resign");
  }

  flag(colour) {
    this.flagged = colour;
    this.halt();
    this.announce(this.outcomeText);
    this.changed("settled");
  }

  /** Who has won; null where nobody has. */
  get winner() {
    return this.flagged ? other(this.flagged) : this.view?.outcome?.winner || null;
  }

  /** The same game once more; the two sides change seats. */
  rematch() {
    const { seats, seconds, start, clock } = this;
    this.halt();
    this.open({ start, tree: new Tree(), seats: { white: seats.black, black: seats.white }, seconds: { white: seconds.black, black: seconds.white } });
    clock.reset();
    this.refresh();
  }

  get outcomeText() {
    if (this.flagged) return `${capital(other(this.flagged))} wins on time`;
    return this.view?.outcome?.text || "";
  }

  // --- the engine -----------------------------------------------------------------------------------------------

  halt() {
    this.job = null;
    this.link.stop();
  }

  thinker(player) {
    const { threads, memory, seed } = this.settings;
    return { player, threads, memory, seed: seed ?? SEED };
  }

  /** Let the engine play for the side to move. */
  askMove() {
    const { toMove } = this.view;
    if (this.seats[toMove] === PUZZLE) return this.defend();
    const player = this.seats[toMove] === HUMAN ? this.settings.player : this.seats[toMove];
    const limits = { seconds: this.seconds[toMove] };
    if (this.clock.on) Object.assign(limits, { remaining: Math.max(0.05, this.clock.left[toMove]), increment: this.clock.increment });
    this.job = "play";
    this.ask("play", player, limits, (thought) => {
      this.job = null;
      this.play(thought.move);
    });
  }

  askHint() {
    if (!this.view || this.over || this.job === "play") return;
    this.job = "hint";
    this.ask("hint", this.settings.player, { seconds: HINT_SECONDS }, (thought) => {
      this.job = null;
      this.hint = thought.move;
      this.note = `Hint: ${thought.move}`;
      this.announce(this.note);
      this.changed("settled");
    });
  }

  askAnalysis() {
    this.job = "analyse";
    this.ask("analyse", this.settings.player, { seconds: ANALYSIS_SECONDS }, () => {
      this.job = null;
      this.changed("settled");
    });
  }

  ask(purpose, player, limits, done) {
    const node = this.tree.at;
    let last = null;
    this.asked = performance.now();
    this.progress = "";
    this.link.ask({ type: "think", purpose, game: this.request(), limits, thinker: this.thinker(player) }, (answer) => {
      if (node !== this.tree.at || answer.type === "dropped") return;
      if (answer.type === "thought") {
        last = answer;
        this.progress = "";
        this.heard(node, answer);
      } else if (answer.type === "error") { this.job = null; this.paused = true; return this.problem(answer.message); }
      else if (answer.type === "done" && last) return done(last);
      else this.hearProgress(answer);
      this.changed("thought");
    });
    this.changed("thought");
  }

  /** What the engine does before it thinks. */
  hearProgress(answer) {
    if (answer.type === "compiling") this.progress = `compiling ${answer.what}, once, about ${answer.seconds} s`;
    else if (answer.type === "waiting") this.progress = "waiting for its turn";
  }

  /** Whether what the engine thinks is for everyone's eyes: not what a person's opponent thinks, unless one asks. */
  get showsThoughts() {
    return this.job !== "play" || this.analysing || !this.hasPerson;
  }

  heard(node, thought) {
    if (thought.value === undefined) return;
    this.thought = thought.moves.length ? thought : this.thought;
    if (thought.moves.length) node.value = whiteValue(thought, node.view.toMove);
  }

  toggleAnalysis() {
    this.analysing = !this.analysing;
    if (this.job === "play") return this.changed("settled");
    this.halt();
    if (this.analysing && !this.over && this.view) this.askAnalysis();
    this.changed("settled");
  }

  /** Stop whatever thinks; an engine whose turn it is waits until it is told to move. */
  stop() {
    if (this.job === "play") this.paused = true;
    if (this.job === "analyse") this.analysing = false;
    this.halt();
    this.chosen = [];
    this.changed("settled");
  }

  /** The connection is back, or the engine should move now. */
  playOn() {
    if (this.over || !this.view || this.job === "play") return;
    this.paused = false;
    this.halt();
    this.askMove();
    this.changed("settled");
  }
}
