/** The review panel: evaluate every move of the game, list the mistakes, step through them and try again. */

import { html, setText } from "../dom.js";
import { compilingText, formatPercent, sideName } from "../format.js";
import { isResignation } from "../game/moves.js";
import { HUMAN } from "../game/state.js";
import { text } from "../i18n.js";
import { mistakeText, summaryText } from "./review-words.js";

/** @import { Answer, MoveReview, TreeNode } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameTree } from "../game/tree.js" */

const DEFAULT_SIMULATIONS = 2000;
/** Simulations per move. */
const DEPTHS = /** @type {const} */ ([
  [500, "review.quick"],
  [DEFAULT_SIMULATIONS, "review.normal"],
  [10000, "review.deep"],
]);
const SEED = 1; // with one thread and a number of simulations, a review always finds the same
const MEMORY = 32; // megabytes
const GOOD_LOSS = 0.05; // a second try that loses less than this is good

/** Round to what a link stores, so that everyone who opens it sees the same. @param {number} share */
const roundToThousandth = (share) => Math.round(1000 * share) / 1000;

export class ReviewPanel {
  /** The tree that the panel describes. @type {GameTree | null} */
  tree = null;
  /** The reviewed line. @type {TreeNode[]} */
  line = [];
  /** The mistake on the board. @type {{ node: TreeNode; review: MoveReview } | null} */
  shown = null;
  /** The mistake whose position is being tried again. @type {{ node: TreeNode; review: MoveReview } | null} */
  trying = null;

  /** @param {HTMLElement} element @param {GameController} game @param {(line: string[] | null) => void} onLine */
  constructor(element, game, onLine) {
    this.game = game;
    this.onLine = onLine;
    const options = DEPTHS.map(([value, key]) =>
      html("option", { value, selected: value === DEFAULT_SIMULATIONS }, text(key)),
    );
    this.depth = html("select", { "aria-label": text("review.depth") }, ...options);
    this.button = html("button", { id: "review-game", onclick: () => this.toggle() }, text("review.start"));
    const next = {
      id: "next-mistake",
      class: "small-button",
      title: text("review.nextTitle"),
      onclick: () => this.showNext(),
    };
    this.nextButton = html("button", next, text("review.next"));
    this.state = html("div", { class: "figures", id: "review-state" });
    this.body = html("tbody");
    this.sentence = html("p", { id: "mistake-text" });
    this.details = html("div", { id: "mistake", hidden: true }, this.sentence, this.detailButtons());
    element.replaceChildren(
      html("h2", {}, text("review.title"), html("span", { class: "grow" }), this.depth, this.button),
      this.state,
      this.nextButton,
      this.details,
      html("div", { class: "mistakes" }, html("table", {}, this.body)),
    );
    game.addEventListener("played", (event) => this.handlePlayed(/** @type {CustomEvent} */ (event).detail.move));
  }

  detailButtons() {
    /** @param {string} id @param {string} words @param {() => void} onclick */
    const small = (id, words, onclick) => html("button", { id, class: "small-button", onclick }, words);
    return html(
      "div",
      { class: "tools" },
      small("show-better", text("review.better"), () => this.onLine(this.shown?.review.line ?? null)),
      small("show-refutation", text("review.refutation"), () => this.showRefutation()),
      small("try-again", text("review.try"), () => this.tryAgain()),
    );
  }

  /** Show the review of a tree that was opened; only a link may have brought one. @param {GameTree} tree */
  setTree(tree) {
    if (tree === this.tree) return;
    this.tree = tree;
    this.shown = this.trying = null;
    const last = tree.nodes().findLast((node) => node.review);
    this.line = last ? tree.path(last) : [];
    setText(this.state, last ? this.summary() : text("review.introduction"));
    this.draw();
  }

  toggle() {
    if (this.game.job === "review") this.game.cancelJob();
    else this.start();
  }

  start() {
    const { game } = this;
    const line = game.tree.currentLine().filter((node) => !isResignation(node.move));
    if (!line.length) {
      game.showMessage(text("review.noMoves"));
      return;
    }
    game.analysing = false;
    game.cancelJob();
    game.job = "review";
    this.tree = game.tree;
    this.line = line;
    this.shown = this.trying = null;
    for (const node of line) node.review = null;
    this.draw();
    this.state.textContent = text("review.progress", { n: 0, total: line.length });
    this.request(line, 0, (answer) => this.handleAnswer(answer));
    this.setRunning(true);
  }

  /** Evaluate a line after a number of its moves. @param {TreeNode[]} line @param {number} skip @param {(answer: Answer) => void} onAnswer */
  request(line, skip, onAnswer) {
    const { game } = this;
    const limits = { simulations: Number(this.depth.value) };
    const thinker = { player: game.enginePlayer, threads: 1, memory: MEMORY, seed: SEED };
    game.socket.request({ type: "review", game: game.request(line.at(-1)), limits, thinker, skip }, onAnswer);
  }

  /** @param {boolean} running */
  setRunning(running) {
    setText(this.button, text(running ? "review.stop" : "review.start"));
    this.game.changed("settled");
  }

  /** @param {Answer} answer */
  handleAnswer(answer) {
    if (answer.type === "evaluation") this.addReview(answer);
    else if (answer.type === "compiling") setText(this.state, compilingText(answer));
    else if (answer.type === "waiting") {
      if (!this.mistakes.length) setText(this.state, text("review.waiting", { n: answer.before }));
    } else if (answer.type === "dropped") {
      this.state.textContent += text("review.stopped");
      this.setRunning(false);
    } else if (answer.type === "error") this.finish(answer.message);
    else if (answer.type === "done") {
      this.finish(this.summary());
      this.game.dispatchEvent(new Event("reviewed"));
    }
  }

  /** Positions of the reviewed line in which a person missed a proved win, as puzzles. */
  missedWins() {
    const { game } = this;
    if (game.start.setup || game.start.swap) return [];
    return this.mistakes.flatMap(({ node, review: { facts = [], colour } }) => {
      const missed = facts.find((fact) => fact.kind === "missedWin");
      const isOwn = game.players[colour] === HUMAN;
      if (missed?.kind !== "missedWin" || !isOwn || missed.length < 3 || !node.parent) return [];
      const { game: name, board } = game.start;
      const day = new Date().toISOString().slice(0, 10);
      return [
        { game: name, board, moves: game.tree.moves(node.parent), toMove: colour, task: day, length: missed.length },
      ];
    });
  }

  /** @param {MoveReview} review */
  addReview(review) {
    const node = this.line[review.ply - 1];
    node.review = { ...review, white: roundToThousandth(review.white), loss: roundToThousandth(review.loss) };
    setText(this.state, text("review.progress", { n: review.ply, total: this.line.length }));
    this.draw();
    this.game.changed("thought");
  }

  /** @param {string} words */
  finish(words) {
    this.game.job = null;
    setText(this.state, words);
    this.game.announce(words);
    this.setRunning(false);
  }

  summary() {
    return summaryText(this.line.flatMap(({ review }) => review ?? []));
  }

  get mistakes() {
    return this.line.flatMap((node) => (node.review?.mark ? [{ node, review: node.review }] : []));
  }

  draw() {
    const { mistakes, shown } = this;
    this.nextButton.hidden = !mistakes.length;
    this.details.hidden = !shown;
    if (shown) setText(this.sentence, mistakeText(shown.review));
    this.body.replaceChildren(...mistakes.map((mistake) => this.row(mistake)));
  }

  /** @param {{ node: TreeNode; review: MoveReview }} mistake */
  row(mistake) {
    const { ply, colour, move, mark, loss, best } = mistake.review;
    const pick = () => this.show(mistake);
    const name = html("button", { class: "link", onclick: pick }, `${ply}. ${sideName(colour)} ${move}`);
    const words = [mark ? text(`review.mark.${mark}`) : "", `−${formatPercent(loss)}`];
    return html(
      "tr",
      { class: mistake.node === this.shown?.node ? "chosen" : null, onclick: pick },
      html("td", {}, name),
      ...words.map((each) => html("td", {}, each)),
      html("td", { class: "line" }, text("review.betterMove", { move: best })),
    );
  }

  /** Show the position before a mistake and the better move. @param {{ node: TreeNode; review: MoveReview }} mistake */
  async show(mistake) {
    const { game } = this;
    const { node, review } = mistake;
    this.trying = null;
    game.tree.goTo(node);
    game.tree.goTo(node.parent ?? node);
    await game.refresh();
    this.shown = mistake;
    game.hint = review.best;
    game.badMove = review.move;
    game.message = text("review.wasBetter", { side: sideName(review.colour), move: review.move, best: review.best });
    game.announce(mistakeText(review));
    this.draw();
    game.changed("settled");
  }

  /** Show the move and the opponent's best answers to it as numbered stones. */
  showRefutation() {
    const review = this.shown?.review;
    if (review) this.onLine([review.move, ...(review.reply ?? [])]);
  }

  // --- a second try

  /** Let the user find a better move in the position before the mistake. */
  async tryAgain() {
    const { game, shown } = this;
    if (!shown) return;
    game.tree.goTo(shown.node.parent ?? shown.node);
    game.head = game.tree.current;
    game.paused = true;
    await game.refresh();
    this.onLine(null);
    this.trying = shown;
    game.badMove = shown.review.move;
    game.showMessage(text("review.trying", { side: sideName(shown.review.colour), move: shown.review.move }));
  }

  /** Judge a move that was tried. @param {string} move */
  handlePlayed(move) {
    const { game, trying } = this;
    const node = game.head;
    if (!trying || node.parent !== trying.node.parent) return;
    this.trying = null;
    game.paused = true;
    const line = game.tree.path(node);
    game.cancelJob();
    game.job = "review";
    /** @type {MoveReview | null} */
    let found = null;
    this.request(line, line.length - 1, (answer) => {
      if (answer.type === "evaluation") found = answer;
      else if (answer.type === "done" && found) this.judge(found, trying, move);
      else if (answer.type === "error") game.showMessage(answer.message);
    });
  }

  /** @param {MoveReview} found @param {{ node: TreeNode; review: MoveReview }} trying @param {string} move */
  async judge({ loss }, trying, move) {
    const { game } = this;
    game.job = null;
    const value = formatPercent(loss);
    if (loss < GOOD_LOSS) {
      game.showMessage(text("review.tryGood", { move, value }));
      return;
    }
    await this.tryAgain();
    this.trying = trying;
    game.showMessage(text("review.tryBad", { move, value }));
  }

  showNext() {
    const ply = this.game.tree.path().length;
    const next = this.mistakes.find(({ review }) => review.ply - 1 > ply) ?? this.mistakes.at(0);
    this.showMistake(next);
  }

  showPrevious() {
    const ply = this.game.tree.path().length;
    const previous = this.mistakes.findLast(({ review }) => review.ply - 1 < ply) ?? this.mistakes.at(-1);
    this.showMistake(previous);
  }

  /** @param {{ node: TreeNode; review: MoveReview } | undefined} mistake */
  showMistake(mistake) {
    if (mistake) this.show(mistake);
    else this.game.showMessage(text(this.line.length ? "review.noMistakes" : "review.first"));
  }
}
