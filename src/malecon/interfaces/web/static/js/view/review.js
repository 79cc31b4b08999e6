/** The review panel: evaluate every move of the game, list the mistakes and step through them. */

import { html } from "../dom.js";
import { capitalize, compilingText, formatPercent } from "../format.js";
import { isResignation } from "../game/moves.js";

/** @import { Answer, Colour, MoveReview, TreeNode } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameTree } from "../game/tree.js" */

const INTRODUCTION = "Evaluates every move and lists the mistakes.";
const DEFAULT_SIMULATIONS = 2000;
/** Simulations per move. @type {[number, string][]} */
const DEPTHS = [
  [500, "quick"],
  [DEFAULT_SIMULATIONS, "normal"],
  [10000, "deep"],
];

/** Round to what a link stores, so that everyone who opens it sees the same. @param {number} share */
const roundToThousandth = (share) => Math.round(1000 * share) / 1000;

export class ReviewPanel {
  /** The tree that the panel describes. @type {GameTree | null} */
  tree = null;
  /** The reviewed line. @type {TreeNode[]} */
  line = [];

  /** @param {HTMLElement} element @param {GameController} game */
  constructor(element, game) {
    this.game = game;
    const options = DEPTHS.map(([value, text]) =>
      html("option", { value, selected: value === DEFAULT_SIMULATIONS }, text),
    );
    this.depth = html("select", { "aria-label": "Review depth" }, ...options);
    this.button = html("button", { id: "review-game", onclick: () => this.toggle() }, "Review game");
    this.nextButton = html(
      "button",
      { id: "next-mistake", class: "small-button", title: "Next mistake (n)", onclick: () => this.showNext() },
      "Next mistake",
    );
    this.state = html("div", { class: "figures", id: "review-state" });
    this.body = html("tbody");
    element.replaceChildren(
      html("h2", {}, "Review", html("span", { class: "grow" }), this.depth, this.button),
      this.state,
      this.nextButton,
      html("div", { class: "mistakes" }, html("table", {}, this.body)),
    );
  }

  /** Show the review of a tree that was opened; only a link may have brought one. @param {GameTree} tree */
  setTree(tree) {
    if (tree === this.tree) return;
    this.tree = tree;
    const last = tree.nodes().findLast((node) => node.review);
    this.line = last ? tree.path(last) : [];
    this.state.textContent = last ? this.summary() : INTRODUCTION;
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
      game.showMessage("There are no moves to review yet.");
      return;
    }
    game.analysing = false;
    game.cancelJob();
    game.job = "review";
    this.line = line;
    for (const node of line) node.review = null;
    this.draw();
    this.state.textContent = `0 of ${line.length} moves`;
    const limits = { simulations: Number(this.depth.value) };
    const thinker = game.thinker(game.settings.player);
    game.socket.request({ type: "review", game: game.request(line.at(-1)), limits, thinker }, (answer) =>
      this.handleAnswer(answer),
    );
    this.setRunning(true);
  }

  /** @param {boolean} running */
  setRunning(running) {
    this.button.textContent = running ? "Stop review" : "Review game";
    this.game.changed("settled");
  }

  /** @param {Answer} answer */
  handleAnswer(answer) {
    if (answer.type === "evaluation") this.addReview(answer);
    else if (answer.type === "compiling") this.state.textContent = compilingText(answer);
    else if (answer.type === "waiting") {
      if (!this.mistakes.length) this.state.textContent = `waiting for ${answer.before} other jobs`;
    } else if (answer.type === "dropped") {
      this.state.textContent += ", stopped";
      this.setRunning(false);
    } else if (answer.type === "error") this.finish(answer.message);
    else if (answer.type === "done") this.finish(this.summary());
  }

  /** @param {MoveReview} review */
  addReview(review) {
    const node = this.line[review.ply - 1];
    node.review = { ...review, white: roundToThousandth(review.white), loss: roundToThousandth(review.loss) };
    node.value = node.review.white;
    this.state.textContent = `${review.ply} of ${this.line.length} moves`;
    this.draw();
    this.game.changed("thought");
  }

  /** @param {string} text */
  finish(text) {
    this.game.job = null;
    this.state.textContent = text;
    this.game.announce(text);
    this.setRunning(false);
  }

  summary() {
    /** @param {Colour} colour */
    const side = (colour) => {
      const marks = this.mistakes.filter(({ review }) => review.colour === colour).map(({ review }) => review.mark);
      const blunders = marks.filter((mark) => mark === "blunder").length;
      const noun = blunders === 1 ? "blunder" : "blunders";
      return `${capitalize(colour)}: ${blunders} ${noun}, ${marks.length - blunders} doubtful`;
    };
    return `${side("white")}. ${side("black")}.`;
  }

  get mistakes() {
    return this.line.flatMap((node) => (node.review?.mark ? [{ node, review: node.review }] : []));
  }

  draw() {
    const { mistakes } = this;
    this.nextButton.hidden = !mistakes.length;
    const rows = mistakes.map(({ node, review }) => {
      const pick = () => this.show(node, review);
      /** @param {KeyboardEvent} event */
      const onkeydown = (event) => event.key === "Enter" && pick();
      const { ply, colour, move, mark, loss, best } = review;
      const texts = [`${ply}. ${capitalize(colour)} ${move}`, mark, `−${formatPercent(loss)}`];
      const cells = texts.map((text) => html("td", {}, text));
      return html(
        "tr",
        { tabindex: 0, onclick: pick, onkeydown },
        ...cells,
        html("td", { class: "line" }, `better ${best}`),
      );
    });
    this.body.replaceChildren(...rows);
  }

  /** Show the position before a mistake and the better move. @param {TreeNode} node @param {MoveReview} review */
  async show(node, { move, best, colour }) {
    const { game } = this;
    game.tree.goTo(node);
    game.tree.goTo(node.parent ?? node);
    game.paused = true;
    await game.refresh();
    game.hint = best;
    game.badMove = move;
    game.message = `${capitalize(colour)} played ${move}; ${best} was better.`;
    game.announce(game.message);
    game.changed("settled");
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
    if (mistake) this.show(mistake.node, mistake.review);
    else this.game.showMessage(this.line.length ? "The review found no mistakes." : "Review the game first.");
  }
}
