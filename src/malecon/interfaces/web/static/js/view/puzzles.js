/** Puzzles: exactly one move wins and the page plays the losing side. A move that loses the win is taken back. */

import * as server from "../server.js";
import { openDialog } from "../dialogs/dialog.js";
import { html } from "../dom.js";
import { capitalize } from "../format.js";
import { HUMAN, PUZZLE_DEFENDER } from "../game/state.js";
import { GameTree } from "../game/tree.js";
import { markSolved, solvedPuzzles } from "../settings.js";

/** @import { Puzzle, TreeNode, Verdict } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_SOLVER_NODES = 2_000_000;
const TASK = "Find the only winning move.";

/** @param {string} id @param {string} text @param {() => void} onclick */
const button = (id, text, onclick) => html("button", { id, class: "small-button", onclick }, text);

export class Puzzles {
  /** @type {Puzzle[] | null} */
  list = null;
  /** The tree for which the task was shown. @type {GameTree | null} */
  shownTree = null;

  /** @param {HTMLElement} element @param {GameController} game @param {(line: string[] | null) => void} onLine */
  constructor(element, game, onLine) {
    this.element = element;
    this.game = game;
    this.onLine = onLine;
    game.onDefenderToMove = () => this.defend();
    this.title = html("span", { id: "puzzle-title" });
    this.task = html("div", { id: "puzzle-task" });
    this.feedback = html("p", { id: "puzzle-said", role: "status" });
    this.next = button("puzzle-next", "Next puzzle", () => this.startNext());
    element.replaceChildren(
      html(
        "h2",
        {},
        this.title,
        html("span", { class: "grow" }),
        button("puzzle-all", "All puzzles", () => this.choose()),
      ),
      this.task,
      this.feedback,
      html(
        "div",
        { class: "tools" },
        button("puzzle-solution", "Show solution", () => this.showSolution()),
        button("puzzle-again", "Start again", () => this.start(game.puzzle ?? 1)),
        this.next,
      ),
    );
  }

  async load() {
    this.list ??= await server.puzzles();
    return this.list;
  }

  /** The puzzle on the board, once the list is loaded. */
  get puzzle() {
    return this.list?.[(this.game.puzzle ?? 0) - 1] ?? null;
  }

  // --- choosing a puzzle

  async choose() {
    const list = await this.load();
    const solved = solvedPuzzles();
    const unsolved = list.find(({ number }) => !solved.has(number))?.number ?? 1;
    const progress = `You have solved ${solved.size} of ${list.length}; on each board the wins get longer.`;
    /** @param {number} number */
    const pick = (number) => {
      dialog.close();
      this.start(number);
    };
    const dialog = openDialog(
      "Puzzles",
      [
        html("p", { class: "figures" }, `Each puzzle has exactly one winning move, which is proved. ${progress}`),
        ...boardGroups(list).flatMap(([board, puzzles]) => [
          html("h3", {}, capitalize(this.boardLabel(puzzles[0].game, board))),
          html("div", { class: "puzzle-grid" }, ...puzzles.map((puzzle) => this.puzzleButton(puzzle, solved, pick))),
        ]),
      ],
      [
        { text: "Close", run: () => {} },
        { text: `Play puzzle ${unsolved}`, primary: true, run: () => this.start(unsolved) },
      ],
    );
  }

  /** @param {string} game @param {string} board */
  boardLabel(game, board) {
    const info = this.game.games.find((each) => each.game === game);
    return info ? info.boardLabel.replace("{}", board) : board;
  }

  async startNext() {
    const list = await this.load();
    this.start(((this.game.puzzle ?? 0) % list.length) + 1);
  }

  /** @param {number} number */
  async start(number) {
    const puzzle = (await this.load())[number - 1];
    const { game } = this;
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
    this.showFeedback(TASK);
    game.announce(`Puzzle ${number}. ${puzzle.task}.`);
    await game.refresh();
  }

  // --- the panel

  /** @param {string} text @param {"" | "good" | "bad"} kind */
  showFeedback(text, kind = "") {
    this.feedback.textContent = text;
    this.feedback.className = kind;
  }

  draw() {
    const { game, puzzle, list } = this;
    this.element.hidden = game.puzzle === null;
    if (this.element.hidden || !game.view) return;
    this.title.textContent = `Puzzle ${game.puzzle}`;
    if (!list) {
      this.load().then(
        () => this.draw(),
        () => this.showFeedback("Cannot load the puzzles; try again later."),
      );
      return;
    }
    if (!puzzle) return;
    if (this.shownTree !== game.tree) {
      this.shownTree = game.tree;
      if (!this.feedback.textContent || game.tree.path().length <= puzzle.moves.length) this.showFeedback(TASK);
    }
    this.title.textContent += ` of ${list.length}`;
    this.task.textContent = `${puzzle.task} in at most ${(puzzle.length + 1) >> 1} moves`;
    const solved = game.over && game.winner !== null && game.players[game.winner] === HUMAN;
    this.next.classList.toggle("primary", solved);
    if (solved) this.showSolved(puzzle.number);
  }

  /** @param {number} number */
  showSolved(number) {
    const text = `Solved: ${this.game.outcomeText}.`;
    if (this.feedback.textContent === text) return;
    this.showFeedback(text, "good");
    markSolved(number);
  }

  // --- playing

  /** Play the losing side: check that the last move still wins, and resist as long as possible. */
  defend() {
    const { game } = this;
    const node = game.tree.current;
    const side = capitalize(node.view?.toMove ?? "");
    game.job = "play";
    this.solve(false, ({ verdict, move }) => {
      game.job = null;
      if (verdict === "loss" && move) {
        this.showFeedback(`${node.move} wins. ${side} plays ${move}; your move.`, "good");
        game.play(move);
      } else this.takeBack(node, verdict ? move : null, side);
    });
  }

  /** Take a move back and explain why. @param {TreeNode} node @param {string | null} refutation @param {string} side */
  async takeBack(node, refutation, side) {
    const { game } = this;
    const text = refutation
      ? `${node.move} does not win: ${side} answers ${refutation}.`
      : `Could not prove that ${node.move} wins.`;
    game.tree.remove(node);
    await game.refresh();
    game.badMove = node.move;
    this.showFeedback(text, "bad");
    game.announce(text);
    game.changed("settled");
    if (refutation) this.onLine([node.move, refutation]);
  }

  /** Show the winning line from here as numbered stones. */
  showSolution() {
    const { game } = this;
    if (game.over || game.job === "play") return;
    game.cancelJob();
    game.job = "hint";
    this.solve(true, ({ verdict, line }) => {
      const winning = verdict === "win";
      game.job = null;
      this.showFeedback(winning ? `Solution: ${line.join(" ")}` : "No proved win from here; start the puzzle again.");
      game.changed("settled");
      this.onLine(winning ? line : null);
    });
    game.changed("settled");
  }

  /**
   * Let the server solve the position on the board.
   *
   * @param {boolean} line
   * @param {(verdict: Verdict) => void} onDone
   */
  solve(line, onDone) {
    const { game } = this;
    /** @type {Verdict | null} */
    let verdict = null;
    const message = { type: "solve", game: game.request(), nodes: MAX_SOLVER_NODES, line };
    game.requestAbout(game.tree.current, message, (answer) => {
      if (answer.type === "verdict") verdict = answer;
      else if (answer.type === "done" && verdict) {
        onDone(verdict);
        return;
      } else game.showProgress(answer);
      game.changed("thought");
    });
  }

  /** @param {Puzzle} puzzle @param {Set<number>} solved @param {(number: number) => void} onPick */
  puzzleButton({ number, task, length }, solved, onPick) {
    const isSolved = solved.has(number);
    const attributes = {
      type: "button",
      "data-puzzle": number,
      class: isSolved ? "solved" : null,
      title: `${task} in at most ${length} plies`,
      "aria-label": `Puzzle ${number}${isSolved ? ", solved" : ""}`,
      "aria-current": number === this.game.puzzle ? "true" : null,
      onclick: () => onPick(number),
    };
    return html("button", attributes, String(number));
  }
}

/** Puzzles by board, in the order of the list. @param {Puzzle[]} list */
function boardGroups(list) {
  /** @type {Map<string, Puzzle[]>} */
  const groups = new Map();
  for (const puzzle of list) groups.set(puzzle.board, [...(groups.get(puzzle.board) ?? []), puzzle]);
  return [...groups];
}
