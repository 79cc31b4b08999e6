/** Puzzles: the page plays the losing side. A move that loses the win is taken back; hints come in steps. */

import * as server from "../server.js";
import { html, setText } from "../dom.js";
import { sideName, waysText, winningMoves } from "../format.js";
import { addResult, dailyPuzzle, dayName } from "../game/puzzle-progress.js";
import { HUMAN, PUZZLE_DEFENDER } from "../game/state.js";
import { GameTree } from "../game/tree.js";
import { plural, text } from "../i18n.js";
import { loadProgress, ownPuzzles, saveProgress } from "../settings.js";
import { puzzleDialog } from "../dialogs/puzzles.js";

/** @import { Puzzle, TreeNode, Verdict } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_SOLVER_NODES = 2_000_000;
const AREA = 2.4; // radius of the region that the second hint shows, in cells

/** @param {string} id @param {string} words @param {() => void} onclick */
const button = (id, words, onclick) => html("button", { id, class: "small-button", onclick }, words);

export class Puzzles {
  /** @type {Puzzle[] | null} */
  list = null;
  /** The tree for which the task was shown. @type {GameTree | null} */
  shownTree = null;
  /** What has happened in this attempt: hints shown, wrong tries, and whether the solution was shown. */
  attempt = { hints: 0, wrong: 0, shown: false };
  /** The winning line from the start of the puzzle. @type {string[]} */
  solution = [];

  /**
   * @param {HTMLElement} element
   * @param {GameController} game
   * @param {object} callbacks
   * @param {(line: string[] | null) => void} callbacks.onLine
   * @param {(cell: string, radius: number) => void} callbacks.onArea show a region of the board
   */
  constructor(element, game, { onLine, onArea }) {
    Object.assign(this, { element, game });
    this.element = element;
    this.game = game;
    this.onLine = onLine;
    this.onArea = onArea;
    game.onDefenderToMove = () => this.defend();
    this.title = html("span", { id: "puzzle-title" });
    this.task = html("div", { id: "puzzle-task" });
    this.feedback = html("p", { id: "puzzle-said", role: "status" });
    this.next = button("puzzle-next", text("puzzle.next"), () => this.startNext());
    this.hintButton = button("puzzle-hint", text("puzzle.hint"), () => this.showHint());
    const all = button("puzzle-all", text("puzzle.all"), () => this.choose());
    element.replaceChildren(
      html("h2", {}, this.title, html("span", { class: "grow" }), all),
      ...[this.task, this.feedback],
      html(
        "div",
        { class: "tools" },
        this.hintButton,
        button("puzzle-solution", text("puzzle.solution"), () => this.showSolution()),
        button("puzzle-again", text("puzzle.again"), () => this.start(game.puzzle ?? 1)),
        this.next,
      ),
    );
  }

  async load() {
    this.list ??= await server.puzzles();
    return this.list;
  }

  /** The puzzle with a number, of the server's list or from the user's own games. @param {number} number */
  find(number) {
    return this.list?.[number - 1] ?? ownPuzzles().find((own) => own.number === number) ?? null;
  }

  /** The puzzle on the board, once the list is loaded. */
  get puzzle() {
    return this.find(this.game.puzzle ?? 0);
  }

  async choose() {
    const list = await this.load();
    puzzleDialog(
      { list, own: ownPuzzles(), progress: loadProgress(), current: this.game.puzzle, games: this.game.games },
      (number) => this.start(number),
    );
  }

  async startNext() {
    const list = await this.load();
    const { solved } = loadProgress();
    const current = this.game.puzzle ?? 0;
    const order = [...list.slice(current), ...list.slice(0, current)];
    this.start((order.find(({ number }) => !solved.includes(number)) ?? order[0]).number);
  }

  /** @param {number} number */
  async start(number) {
    await this.load();
    const puzzle = this.find(number);
    const { game } = this;
    if (!puzzle) return;
    const tree = GameTree.fromRows(puzzle.moves.map((move, index) => ({ parent: index - 1, move })));
    tree.goTo(tree.lastNode());
    game.cancelJob();
    game.clock.disable();
    game.analysing = false;
    game.open({
      start: { game: puzzle.game, board: puzzle.board, swap: false, setup: null },
      tree,
      players: { white: PUZZLE_DEFENDER, black: PUZZLE_DEFENDER, [puzzle.toMove]: HUMAN },
      puzzle: number,
    });
    this.beginAttempt();
    game.announce(`${text("puzzle.number", { n: number })}. ${this.taskText(puzzle)}.`);
    await game.refresh();
  }

  beginAttempt() {
    this.attempt = { hints: 0, wrong: 0, shown: false };
    this.solution = [];
    setText(this.hintButton, text("puzzle.hint"));
    this.showFeedback(text("puzzle.task"));
  }

  // --- the panel

  /** @param {string} words @param {"" | "good" | "bad"} kind */
  showFeedback(words, kind = "") {
    setText(this.feedback, words);
    this.feedback.className = kind;
  }

  /** @param {Puzzle} puzzle */
  taskText({ toMove, length }) {
    const side = sideName(toMove);
    return length ? plural("puzzle.winIn", winningMoves(length), { side }) : text("puzzle.win", { side });
  }

  draw() {
    const { game, puzzle, list } = this;
    this.element.hidden = game.puzzle === null;
    if (this.element.hidden || !game.view) return;
    setText(this.title, text("puzzle.number", { n: game.puzzle ?? 0 }));
    if (!list) {
      this.load().then(
        () => this.draw(),
        () => this.showFeedback(text("puzzle.cannotLoad")),
      );
      return;
    }
    if (!puzzle) return;
    if (this.shownTree !== game.tree) {
      this.shownTree = game.tree;
      if (!this.feedback.textContent || game.tree.path().length <= puzzle.moves.length) this.beginAttempt();
    }
    const isOwn = puzzle.number > list.length;
    setText(this.title, isOwn ? text("puzzle.ownTitle") : text("puzzle.of", { n: puzzle.number, total: list.length }));
    setText(this.task, this.taskText(puzzle));
    const won = game.finished && game.winner !== null && game.players[game.winner] === HUMAN;
    this.hintButton.disabled = game.finished || this.attempt.hints > 2;
    this.next.classList.toggle("primary", won);
    if (won) this.showWon(puzzle);
  }

  /** @param {Puzzle} puzzle */
  showWon(puzzle) {
    const { shown, hints, wrong } = this.attempt;
    const result = this.game.outcomeText;
    const words = shown ? text("puzzle.finished", { result }) : text("puzzle.solved", { result });
    if (this.feedback.textContent?.startsWith(words)) return;
    const before = loadProgress();
    const after = addResult(before, puzzle, shown ? 0 : hints || wrong ? 0.5 : 1);
    const day = dayName(new Date());
    if (!shown && dailyPuzzle(this.list ?? [puzzle], day).number === puzzle.number) after.daily = day;
    saveProgress(after);
    const rating = text("puzzle.rating", { n: after.rating, streak: after.streak });
    this.showFeedback(shown ? words : `${words} ${rating}`, shown ? "" : "good");
  }

  // --- playing

  /** Play the losing side: check that the last move still wins, and resist as long as possible. */
  defend() {
    const { game } = this;
    const node = game.head;
    const side = sideName(node.view?.toMove ?? "white");
    game.job = "play";
    this.solve(false, ({ verdict, move }) => {
      game.job = null;
      if (verdict === "loss" && move) {
        this.showFeedback(text("puzzle.right", { move: node.move, side, reply: move }), "good");
        game.advance(move);
      } else this.takeBack(node, verdict !== null);
    });
  }

  /** Take a move back; the reply to it is often the solution, so it is not shown. @param {TreeNode} node @param {boolean} proved */
  async takeBack(node, proved) {
    const { game } = this;
    const words = text(proved ? "puzzle.wrong" : "puzzle.unproved", { move: node.move });
    this.attempt.wrong++;
    game.tree.goTo(node);
    game.removeCurrent();
    game.paused = false;
    await game.refresh();
    game.badMove = node.move;
    this.showFeedback(words, "bad");
    game.announce(words);
    game.changed("settled");
  }

  // --- hints and the solution

  /** The next step of help: the kind of win, the region, the move. */
  showHint() {
    this.withSolution((line, how) => {
      const step = ++this.attempt.hints;
      const { game } = this;
      if (step === 1) {
        const length = plural("puzzle.hintLength", winningMoves(line.length));
        this.showFeedback(how.length ? text("puzzle.hintHow", { how: waysText(how) }) : length);
      } else if (step === 2) {
        this.showFeedback(text("puzzle.hintArea"));
        this.onArea(line[0], AREA);
      } else {
        this.showFeedback(text("puzzle.hintMove", { move: line[0] }));
        game.hint = line[0];
      }
      setText(this.hintButton, text(step === 1 ? "puzzle.hintTwo" : "puzzle.hintThree"));
      game.changed("settled");
      if (step === 2) this.onArea(line[0], AREA);
    });
  }

  /** Show the winning line from here as numbered stones; the puzzle no longer counts as solved. */
  showSolution() {
    this.withSolution((line) => {
      this.attempt.shown = true;
      this.showFeedback(text("puzzle.line", { line: line.join(" ") }));
      this.game.changed("settled");
      this.onLine(line);
    });
  }

  /** Find the winning line from the position on the board, and how it ends. @param {(line: string[], how: string[]) => void} onFound */
  withSolution(onFound) {
    const { game } = this;
    if (game.over || game.job === "play") return;
    game.cancelJob();
    game.job = "hint";
    this.solve(true, async ({ verdict, line }) => {
      game.job = null;
      if (verdict !== "win" || !line.length) {
        this.showFeedback(text("puzzle.noWin"));
        game.changed("settled");
        return;
      }
      const request = game.request();
      const end = await server.position({ ...request, moves: [...request.moves, ...line] }).catch(() => null);
      onFound(line, end?.outcome?.how ?? []);
    });
    game.changed("settled");
  }

  /**
   * Let the server solve the position on the board, or the one in which the defender moves.
   *
   * @param {boolean} line
   * @param {(verdict: Verdict) => void} onDone
   */
  solve(line, onDone) {
    const { game } = this;
    const node = game.job === "play" ? game.head : game.tree.current;
    /** @type {Verdict | null} */
    let verdict = null;
    const message = { type: "solve", game: game.request(node), nodes: MAX_SOLVER_NODES, line };
    game.requestAbout(node, message, (answer) => {
      if (answer.type === "verdict") verdict = answer;
      else if (answer.type === "done" && verdict) {
        onDone(verdict);
        return;
      } else game.showProgress(answer);
      game.changed("thought");
    });
  }
}
