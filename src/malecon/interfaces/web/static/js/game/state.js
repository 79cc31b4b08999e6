/** The game on the board: its start, move tree, players and clock, and what the page shows of it. */

import { outcomeText } from "../format.js";
import { text } from "../i18n.js";
import { AnalysisStore } from "./analyses.js";
import { nextCells, opponent } from "./moves.js";
import { GameTree } from "./tree.js";

/** @import { Analysis, BySide, ChangeKind, Colour, GameInfo, GameRequest, GameStart } from "../types.js" */
/** @import { Job, Settings, StudyName, TreeNode } from "../types.js" */
/** @import { Clock } from "./clock.js" */

export const HUMAN = "human";
export const PUZZLE_DEFENDER = "puzzle"; // plays the losing side of a puzzle
export const FRIEND = "friend"; // plays at another browser
export const DEFAULT_PLAYER = "malecon";

/**
 * @typedef {object} NewGame
 * @property {GameStart} start
 * @property {GameTree} [tree]
 * @property {TreeNode | null} [head] where play continues; by default the end of the current line
 * @property {BySide<string> | null} [players] by default as before
 * @property {BySide<number> | null} [seconds] per move; by default as before
 * @property {BySide<string> | null} [names]
 * @property {number | null} [puzzle]
 * @property {Colour | null} [flagged]
 * @property {boolean} [lesson] whether the game is a step of the tutorial
 * @property {StudyName | null} [study]
 * @property {string} [friend] key of the seat, if the server keeps the game for players at several browsers
 */

/**
 * Dispatches `change` with a ChangeKind, `announce` with a text for screen readers, `opening` before another game is
 * opened and `opened` after it.
 */
export class GameState extends EventTarget {
  /** Descriptions of all games; set it before a game is opened. @type {GameInfo[]} */
  games = [];
  /** @type {GameStart} */
  start = { game: "", board: "", swap: false, setup: null };
  analysing = false;
  tree = new GameTree();
  /** The node where play continues, whatever the board shows. @type {TreeNode} */
  head = this.tree.root;
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
  /** Whether the game is a step of the tutorial. */
  lesson = false;
  /** The study that the game is a chapter of. @type {StudyName | null} */
  study = null;
  /** Key of the seat in a game that the server keeps for players at several browsers; else empty. */
  friend = "";
  /** Whether engines wait although it is their turn. */
  paused = false;
  /** @type {Job | null} */
  job = null;
  /** What the engine does before it searches. */
  progress = "";
  /** When the engine was asked, in milliseconds. */
  requestedAt = 0;
  /** Whether the server can be reached. */
  online = true;
  /** Cells clicked so far for the next move. @type {string[]} */
  selected = [];
  /** @type {string | null} */
  hint = null;
  /** A mistake to mark. @type {string | null} */
  badMove = null;
  /** Shown instead of whose turn it is. */
  message = "";
  analyses = new AnalysisStore();

  /** @param {Clock} clock @param {Settings} settings */
  constructor(clock, settings) {
    super();
    this.clock = clock;
    this.settings = settings;
  }

  /** Reset what belongs to one position. */
  clearMarks() {
    Object.assign(this, { selected: [], hint: null, badMove: null, message: "" });
  }

  /** Replace the game. Nothing is shown before `refresh`. @param {NewGame} game */
  open({ start, tree = new GameTree(), head = null, players, seconds, ...more }) {
    this.dispatchEvent(new Event("opening"));
    const { names = null, puzzle = null, flagged = null, lesson = false, friend = "", study = null } = more;
    const wanted = players ?? this.players;
    /** @param {Colour} colour */
    const player = (colour) => {
      const isGone = (wanted[colour] === PUZZLE_DEFENDER && puzzle === null) || (wanted[colour] === FRIEND && !friend);
      return isGone ? HUMAN : wanted[colour];
    };
    Object.assign(this, { start, tree, names, puzzle, flagged, lesson, friend, study, paused: false, job: null });
    this.head = head ?? tree.lastNode();
    this.players = { white: player("white"), black: player("black") };
    if (this.players.white !== HUMAN || this.players.black !== HUMAN) this.analysing = false; // not asked for in this game
    this.seconds = seconds ?? this.seconds;
    this.clearMarks();
    this.dispatchEvent(new Event("opened"));
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

  /** Whether the board shows the position in which play continues. */
  get live() {
    return this.tree.current === this.head;
  }

  /** Whether the position on the board is the end of the game. */
  get over() {
    return Boolean(this.view?.outcome) || (this.flagged !== null && this.live);
  }

  /** Whether the game has ended, whatever the board shows. */
  get finished() {
    return Boolean(this.head.view?.outcome) || this.flagged !== null;
  }

  /** @returns {Colour | null} */
  get winner() {
    return this.flagged ? opponent(this.flagged) : (this.head.view?.outcome?.winner ?? null);
  }

  get outcomeText() {
    if (this.flagged) return text("outcome.time", { side: text(`side.${opponent(this.flagged)}`) });
    const outcome = (this.view?.outcome ?? this.head.view?.outcome) || null;
    return outcome ? outcomeText(outcome) : "";
  }

  /** The side to move at a node; sides take turns in every game. @param {TreeNode} node @returns {Colour} */
  sideAt(node) {
    const first = this.start.setup?.to_move ?? "white";
    return this.tree.path(node).length % 2 ? opponent(first) : first;
  }

  /** Whether a person moves in the position on the board. */
  get humanToMove() {
    return this.players[this.sideAt(this.tree.current)] === HUMAN;
  }

  get hasHuman() {
    return this.players.white === HUMAN || this.players.black === HUMAN;
  }

  /** Whether it is an engine's or the puzzle's turn to continue the game. */
  get engineToMove() {
    return !this.finished && !this.paused && this.players[this.sideAt(this.head)] !== HUMAN;
  }

  get analysisKey() {
    return AnalysisStore.key(this.request(), this.enginePlayer);
  }

  /** What is known about the position on the board. @returns {Analysis | null} */
  get analysis() {
    return this.analyses.get(this.analysisKey);
  }

  /** The player that analyses, gives hints and reviews the game on the board. */
  get enginePlayer() {
    return this.settings.engines[this.start.game] ?? DEFAULT_PLAYER;
  }

  /** Cells that may be clicked now. @returns {Set<string>} */
  get clickable() {
    if (!this.view || this.over || (this.live && this.job === "play")) return new Set();
    if (this.friend && !this.finished && !(this.live && this.humanToMove)) return new Set();
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
    return this.hasHuman && this.players[this.sideAt(node)] !== HUMAN;
  }

  /** @param {ChangeKind} kind */
  changed(kind = "board") {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /** @param {string} words */
  announce(words) {
    this.dispatchEvent(new CustomEvent("announce", { detail: words }));
  }

  /** Show and announce a message. @param {string} words */
  showMessage(words) {
    this.message = words;
    this.announce(words);
    this.changed();
  }
}
