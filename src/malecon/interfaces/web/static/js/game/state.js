/** The game on the board: its start, move tree, players and clock, and what the page shows of it. */

import { capitalize } from "../format.js";
import { nextCells, opponent } from "./moves.js";
import { GameTree } from "./tree.js";

/** @import { Analysis, BySide, ChangeKind, Colour, GameInfo, GameRequest, GameStart } from "../types.js" */
/** @import { Job, Settings, TreeNode } from "../types.js" */
/** @import { Clock } from "./clock.js" */

export const HUMAN = "human";
export const PUZZLE_DEFENDER = "puzzle"; // plays the losing side of a puzzle

/**
 * @typedef {object} NewGame
 * @property {GameStart} start
 * @property {GameTree} [tree]
 * @property {BySide<string> | null} [players] by default as before
 * @property {BySide<number> | null} [seconds] per move; by default as before
 * @property {BySide<string> | null} [names]
 * @property {number | null} [puzzle]
 */

/** Dispatches `change` with a ChangeKind and `announce` with a text for screen readers. */
export class GameState extends EventTarget {
  /** Descriptions of all games; set it before a game is opened. @type {GameInfo[]} */
  games = [];
  /** @type {GameStart} */
  start = { game: "", board: "", swap: false, setup: null };
  analysing = false;
  tree = new GameTree();
  /** Player text of each side, or HUMAN or PUZZLE_DEFENDER. @type {BySide<string>} */
  players = { white: HUMAN, black: HUMAN };
  /** Seconds per move of each side. @type {BySide<number>} */
  seconds = { white: 1, black: 1 };
  /** Names of the players in a game record. @type {BySide<string> | null} */
  names = null;
  /** Number of the puzzle on the board. @type {number | null} */
  puzzle = null;
  /** The side whose flag fell. @type {Colour | null} */
  flagged = null;
  /** Whether engines wait although it is their turn. */
  paused = false;
  /** @type {Job | null} */
  job = null;
  /** What the engine does before it searches. */
  progress = "";
  /** When the engine was asked, in milliseconds. */
  requestedAt = 0;
  /** Cells clicked so far for the next move. @type {string[]} */
  selected = [];
  /** @type {string | null} */
  hint = null;
  /** A mistake to mark. @type {string | null} */
  badMove = null;
  /** @type {Analysis | null} */
  analysis = null;
  /** Shown instead of whose turn it is. */
  message = "";

  /** @param {Clock} clock @param {Settings} settings */
  constructor(clock, settings) {
    super();
    this.clock = clock;
    this.settings = settings;
  }

  /** Reset what belongs to one position. */
  clearMarks() {
    Object.assign(this, { selected: [], hint: null, badMove: null, analysis: null, message: "" });
  }

  /** Replace the game. Nothing is shown before `refresh`. @param {NewGame} game */
  open({ start, tree = new GameTree(), players, seconds, names = null, puzzle = null }) {
    const wanted = players ?? this.players;
    /** @param {Colour} colour */
    const player = (colour) => (wanted[colour] === PUZZLE_DEFENDER && puzzle === null ? HUMAN : wanted[colour]);
    Object.assign(this, { start, tree, names, puzzle, flagged: null, paused: false, job: null });
    this.players = { white: player("white"), black: player("black") };
    this.seconds = seconds ?? this.seconds;
    this.clearMarks();
  }

  /** @returns {GameStart} */
  get defaultStart() {
    return { game: this.games[0].game, board: this.games[0].usual, swap: false, setup: null };
  }

  /** The server's description of the game on the board. */
  get info() {
    return this.games.find(({ game }) => game === this.start.game) ?? this.games[0];
  }

  get view() {
    return this.tree.current.view;
  }

  get over() {
    return Boolean(this.view?.outcome) || this.flagged !== null;
  }

  /** @returns {Colour | null} */
  get winner() {
    return this.flagged ? opponent(this.flagged) : (this.view?.outcome?.winner ?? null);
  }

  get outcomeText() {
    if (this.flagged) return `${capitalize(opponent(this.flagged))} wins on time`;
    return this.view?.outcome?.text ?? "";
  }

  get humanToMove() {
    return this.view !== null && this.players[this.view.toMove] === HUMAN;
  }

  get hasHuman() {
    return this.players.white === HUMAN || this.players.black === HUMAN;
  }

  /** Whether to show what the engine thinks; an opponent's thoughts are shown only during an analysis. */
  get showsAnalysis() {
    return this.job !== "play" || this.analysing || !this.hasHuman;
  }

  /** Cells that may be clicked now. @returns {Set<string>} */
  get clickable() {
    if (!this.view || this.over || this.job === "play") return new Set();
    return nextCells(this.view.legal, this.selected);
  }

  /** Add a cell to the selection; one that does not continue it starts a new selection. @param {string} cell */
  select(cell) {
    if (!this.clickable.has(cell)) this.selected = [];
    if (this.clickable.has(cell)) this.selected = [...this.selected, cell];
  }

  /** A position as the server reads it. @returns {GameRequest} */
  request(node = this.tree.current) {
    return { ...this.start, moves: this.tree.moves(node) };
  }

  /** Whether an engine or the puzzle moves at a node, and a human plays the other side. @param {TreeNode} node */
  isReplyTo(node) {
    return this.hasHuman && node.view !== null && this.players[node.view.toMove] !== HUMAN;
  }

  /** @param {ChangeKind} kind */
  changed(kind = "board") {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /** @param {string} text */
  announce(text) {
    this.dispatchEvent(new CustomEvent("announce", { detail: text }));
  }

  /** Show and announce a message. @param {string} text */
  showMessage(text) {
    this.message = text;
    this.announce(text);
    this.changed();
  }
}
