/** Types of the server's messages (see /api.html) and of the game on the page. */

export type Colour = "white" | "black";
export type BySide<T> = Record<Colour, T>;
/** What occupies a cell: a white piece, a black piece, or something that blocks it for good. */
export type Sign = "O" | "X" | "#";
export type Proof = "win" | "loss" | "draw";

// --- games and positions

export interface WinPattern {
  name: string;
  description: string;
  board: string;
  cells: string[];
}

export interface GameInfo {
  game: string;
  title: string;
  boards: string[];
  /** The default board. */
  usual: string;
  swap: boolean;
  shape: "hex" | "square";
  /** Label of a board in menus; `{}` stands for the board text. */
  boardLabel: string;
  pieces: { white: string; black: string; blocked: string | null };
  rules: string;
  clickHelp: string;
  winPatterns: WinPattern[];
  distanceMap: boolean;
  net: boolean;
}

export interface Setup {
  white: string[];
  black: string[];
  blocked: string[];
  to_move: Colour;
}

export interface GameStart {
  game: string;
  board: string;
  swap: boolean;
  setup: Setup | null;
}

export interface GameRequest extends GameStart {
  moves: string[];
}

export interface Outcome {
  text: string;
  winner: Colour | null;
  how: string[];
  /** The winning chain. */
  cells: string[];
  /** The cells of the chain that are needed to win. */
  path?: string[];
}

export interface PositionView {
  game: string;
  description: string;
  ply: number;
  toMove: Colour;
  signs: Record<string, Sign>;
  legal: string[];
  canSwap: boolean;
  last: string[];
  outcome: Outcome | null;
  /** Set by the page until the server has confirmed the move. */
  predicted?: boolean;
}

/** Stones needed to connect through each cell, and the minimum over all cells. */
export type DistanceMap = BySide<{ cells: Record<string, number>; least: number }>;

/** What a side needs to win: its shortest connections by ending, and cells that win at once. */
export interface SideNeeds {
  connections: Record<string, { stones: number; cells: string[] }>;
  wins: { cell: string; how: string[] }[];
}

export interface Needs extends BySide<SideNeeds> {
  /** What the opponent would play if it were its turn, if that wins by force. */
  threat: { move: string; length: number; line: string[]; how: string[] } | null;
}

/** White's chance by the net, and the probability of each move. */
export interface NetOpinion {
  chance: number;
  policy: Record<string, number>;
}

// --- players

export interface Level {
  name: string;
  player: string;
  seconds: number;
  kind?: "random" | "level" | "full";
  /** Of a numbered level. */
  number?: number;
  /** Elo on the scale of the levels, if it was measured. */
  rating?: number | null;
}

export interface Parameter {
  name: string;
  doc: string;
  default: number | string;
  kind: "word" | "whole" | "number";
  low: number;
  high: number;
  words: string[];
  likely: [number, number] | null;
}

export interface Technique {
  name: string;
  doc: string;
  parameters: Parameter[];
}

export interface Players {
  levels: Level[];
  /** Index of the default level. */
  usual: number;
  presets: Record<string, string>;
  groups: { title: string; techniques: Technique[] }[];
}

/** Parameter values by technique; parameters at their default are left out. */
export type TechniqueSettings = Record<string, Record<string, number | string>>;

export interface ParsedPlayer {
  player: string;
  techniques: TechniqueSettings;
}

export interface Health {
  version: string;
  threads: number;
  sessions: number;
  /** Whether the server keeps a library of games. */
  library: boolean;
}

export interface Puzzle {
  number: number;
  game: string;
  board: string;
  moves: string[];
  toMove: Colour;
  task: string;
  length: number;
}

/** First moves with White's expected result after each. */
export interface Openings {
  board: string;
  simulations: number;
  moves: { cell: string; value: number }[];
}

// --- records

/** A node of a game tree as the server stores it: parents come before children, -1 is the root. */
export interface NodeRow {
  parent: number;
  move: string;
  comment?: string;
  marks?: StudyMark[];
}

/** An arrow (AR), triangle, circle, square or label (LB) of SGF. */
export interface StudyMark {
  kind: "AR" | "TR" | "CR" | "SQ" | "LB";
  cell: string;
  /** Where an arrow ends. */
  to?: string | null;
  /** The text of a label. */
  words?: string | null;
}

export interface RecordTree {
  game: GameStart;
  nodes: NodeRow[];
  comment: string;
  marks?: StudyMark[];
  white: string;
  black: string;
  result?: string;
}

/** The name of a study and of a chapter in it. */
export interface StudyName {
  name: string;
  chapter: string;
}

/** A game of the library. */
export interface LibraryGame {
  id: string;
  fragment: string;
  game: string;
  board: string;
  puzzle: number | null;
  study?: StudyName | null;
  /** Key of the seat, if the server keeps the game for several browsers. */
  seat?: string;
  white: string;
  black: string;
  /** The side of the person, if an engine plays the other. */
  human: Colour | null;
  /** The player text of that engine. */
  opponent: string | null;
  result: string;
  winner: Colour | null;
  finished: boolean;
  moves: string[];
  /** Milliseconds since 1970. */
  created: number;
  updated: number;
}

// --- answers on the WebSocket

export interface RootMove {
  move: string;
  visits: number;
  value: number;
  prior: number;
  proof?: Proof;
  length?: number | null;
  line?: string[];
}

/** Values are those of the side to move. A player that does not search sends a move only. */
export interface Thought {
  type: "thought";
  move: string;
  value?: number;
  line: string[];
  proof: Proof | null;
  length: number | null;
  simulations: number;
  seconds: number;
  speed: number;
  moves: RootMove[];
}

/** A thought of a player that searches. */
export type Analysis = Thought & { value: number };

export interface MoveReview {
  ply: number;
  move: string;
  colour: Colour;
  /** White's winning chance after the move. */
  white: number;
  /** Winning chance lost by the move. */
  loss: number;
  mark: "blunder" | "doubtful" | null;
  best: string;
  /** The line that begins with the better move. */
  line?: string[];
  /** The opponent's best answers to the move. */
  reply?: string[];
  facts?: ReviewFact[];
}

/** Why a move was a mistake. */
export type ReviewFact =
  | { kind: "missedWin"; length: number }
  | { kind: "allowsWin"; length: number }
  | { kind: "unanswered"; cells: string[] }
  | { kind: "ownConnection" | "otherConnection"; before: number; after: number };

export interface Verdict {
  type: "verdict";
  /** For the side to move; null if it was not proved. */
  verdict: Proof | null;
  move: string | null;
  length: number | null;
  line: string[];
}

export interface Compiling {
  type: "compiling";
  what: string;
  seconds: number;
}

export type Answer =
  | Thought
  | (MoveReview & { type: "evaluation" })
  | Verdict
  | Compiling
  | { type: "waiting"; before: number }
  | { type: "error"; message: string }
  | { type: "done" }
  /** From the page itself: the request was cancelled or replaced by another. */
  | { type: "dropped" };

export interface Limits {
  seconds?: number;
  simulations?: number;
  remaining?: number;
  increment?: number;
}

export interface Thinker {
  player: string;
  threads: number;
  memory: number;
  seed: number;
}

// --- games with friends

export interface FriendState {
  type: "state";
  /** The side of this page; null for spectators. */
  side: Colour | null;
  start: GameStart;
  moves: string[];
  clock: ClockState & { running: Colour | null };
  flagged: Colour | null;
  present: BySide<boolean>;
  spectators: number;
  rematch: Colour[];
  /** The address for spectators. */
  watch: string;
}

// --- the game on the page

export interface TreeNode {
  parent: TreeNode | null;
  /** The move that leads here; empty at the root. */
  move: string;
  /** The first child continues the main line. */
  children: TreeNode[];
  /** The child that was visited last. */
  next: TreeNode | null;
  comment: string;
  view: PositionView | null;
  /** White's winning chance, if it is known. */
  value: number | null;
  review: MoveReview | null;
  /** Arrows and marks of a study. */
  marks: StudyMark[];
}

export interface ClockState {
  minutes: number;
  increment: number;
  /** Seconds left. */
  left: BySide<number>;
}

/** What the engine is doing for this page. */
export type Job = "play" | "hint" | "analyse" | "review";
/** What has changed: the board only, the current move, the position is known, or new results of the engine. */
export type ChangeKind = "board" | "move" | "settled" | "thought";

export interface Settings {
  /** The player that analyses, by game. */
  engines: Record<string, string>;
  threads: number;
  memory: number;
  seed: number | null;
  theme: "auto" | "light" | "dark";
  overlay: string;
  /** The URL fragment of the last game. */
  last: string;
  /** Empty for the browser's language. */
  language: string;
  /** The name of the person at the page in games and records; empty: "You". */
  name: string;
  perspective: "white" | "mover";
  sound: boolean;
  notify: boolean;
  /** Whether a tap must be confirmed. */
  confirm: boolean;
  /** Whether Black is at the bottom. */
  turned: boolean;
  /** Games whose tutorial was offered. */
  seen: string[];
}

// --- the board

export interface Point {
  x: number;
  y: number;
}

export interface LayoutCell extends Point {
  name: string;
  /** Corners as an SVG polygon. */
  points: string;
  shade: number;
}

export interface Layout {
  shape: "hex" | "square";
  cells: LayoutCell[];
  labels: (Point & { text: string })[];
  /** Outline as an SVG polygon. */
  frame: string;
  labelSize: number;
  width: number;
  height: number;
  stoneRadius: number;
  /** Winning stones closer than this are joined by a line. */
  linkDistance: number;
}

/** A coloured disc with figures on a cell. */
export interface OverlayItem {
  cell: string;
  /** 0 to 1. */
  strength: number;
  /** Relative to a full disc. */
  size?: number;
  text: string;
  small?: string;
  textClass?: string;
  discClass?: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "malecon-board": HTMLElement;
  }
}
