/**
 * A whole game with its variations in the URL fragment, in the format that the server writes too.
 *
 * Moves are joined by dots; a variation stands in parentheses before the move that it replaces: `d4.(e4)c3.e5`.
 */

import { GameTree } from "./tree.js";

/** @import { BySide, ClockState, Colour, GameStart, MoveReview, StudyMark, StudyName, TreeNode } from "../types.js" */

/**
 * @typedef {object} SavedGame
 * @property {GameStart} start
 * @property {GameTree} tree
 * @property {BySide<string> | null} players
 * @property {BySide<number> | null} seconds
 * @property {BySide<string> | null} names
 * @property {number | null} puzzle
 * @property {ClockState | null} clock
 * @property {TreeNode | null} [head] where play continues; by default the end of the current line
 * @property {Colour | null} [flagged] the side whose flag fell
 * @property {StudyName | null} [study]
 */

const SETUP_KEYS = { w: "white", k: "black", x: "blocked" };
/** @type {Record<string, MoveReview["mark"]>} */
const MARKS = { b: "blunder", d: "doubtful" };

// --- moves

/** @param {GameTree} tree */
export function writeMoves(tree) {
  /** @type {string[]} */
  const tokens = [];
  /** @type {(TreeNode | "(" | ")")[]} */
  const stack = [tree.root];
  for (let item = stack.pop(); item; item = stack.pop()) {
    if (typeof item === "string") {
      tokens.push(item);
      continue;
    }
    if (item.move) tokens.push(item.move, ".");
    const [main, ...variations] = item.children;
    if (main) stack.push(main);
    for (const variation of variations.reverse()) stack.push(")", variation, "(");
  }
  return tokens.join("").replaceAll(".)", ")").replace(/\.$/, "");
}

/** @param {string} text */
export function readMoves(text) {
  const tree = new GameTree();
  const branchPoints = [];
  let node = tree.root;
  let afterVariation = false; // the next move is the main line of the variations before it
  for (const token of text.match(/[()]|[^().]+/g) || []) {
    if (token === "(") branchPoints.push(node);
    else if (token === ")") node = branchPoints.pop() || tree.root;
    else {
      const parent = node;
      tree.goTo(parent);
      node = tree.play(token);
      if (afterVariation) parent.children = [node, ...parent.children.filter((child) => child !== node)];
    }
    afterVariation = token === ")";
  }
  tree.goTo(tree.root);
  return tree;
}

// --- comments and reviews, by the index of the node

/** @param {GameTree} tree */
function writeComments(tree) {
  const comments = [tree.root, ...tree.nodes()].flatMap(({ comment }, index) => (comment ? [[index, comment]] : []));
  return comments.length ? JSON.stringify(comments) : "";
}

/** @param {string} text @param {GameTree} tree */
function readComments(text, tree) {
  const nodes = [tree.root, ...tree.nodes()];
  try {
    for (const [index, comment] of JSON.parse(text)) if (nodes[index]) nodes[index].comment = String(comment);
  } catch {
    // A truncated link still has its moves.
  }
}

/** Reviews as index, White's chance and the loss in thousandths, mark, side and better move. @param {GameTree} tree */
function writeReviews(tree) {
  const entries = tree.nodes().flatMap(({ review }, index) => {
    if (!review) return [];
    const { white, loss, mark, colour, best } = review;
    return [[index, Math.round(1000 * white), Math.round(1000 * loss), mark?.[0] ?? "", colour[0], best].join(",")];
  });
  return entries.join(";");
}

/** @param {string} text @param {GameTree} tree */
function readReviews(text, tree) {
  const nodes = tree.nodes();
  for (const entry of text.split(";")) {
    const [index, whiteText, lossText, mark, side, best] = entry.split(",");
    const node = nodes[Number(index)];
    const white = Number(whiteText) / 1000;
    const loss = Number(lossText) / 1000;
    if (!node || !best || !(white >= 0 && loss >= 0)) continue; // a truncated link
    const colour = side === "w" ? "white" : "black";
    node.review = {
      ply: tree.path(node).length,
      move: node.move,
      colour,
      white,
      loss,
      mark: MARKS[mark] ?? null,
      best,
    };
  }
}

// --- arrows and marks, by the index of the node: `3:TRd4,ARd4-e5,LBc3-A`

/** @param {GameTree} tree */
function writeMarks(tree) {
  const entries = [tree.root, ...tree.nodes()].flatMap(({ marks }, index) => {
    const words = marks.map(
      ({ kind, cell, to, words: label }) => `${kind}${cell}${to || label ? `-${to ?? label}` : ""}`,
    );
    return words.length ? [`${index}:${words.join(",")}`] : [];
  });
  return entries.join(";");
}

/** @param {string} words @param {GameTree} tree */
function readMarks(words, tree) {
  const nodes = [tree.root, ...tree.nodes()];
  for (const entry of words.split(";")) {
    const [index, list = ""] = entry.split(":");
    const marks = list.split(",").flatMap((word) => {
      const [, kind, cell, rest] = word.match(/^(AR|TR|CR|SQ|LB)([a-z]{1,2}\d{1,2})(?:-(.+))?$/) ?? [];
      if (!kind) return [];
      const extra = kind === "AR" ? { to: rest } : kind === "LB" ? { words: rest } : {};
      return [/** @type {StudyMark} */ ({ kind, cell, ...extra })];
    });
    if (nodes[Number(index)] && marks.length) nodes[Number(index)].marks = marks;
  }
}

// --- clock, time per move, setup

/** @param {ClockState} clock */
function writeClock({ minutes, increment, left }) {
  return [minutes, increment, left.white.toFixed(1), left.black.toFixed(1)].join(",");
}

/** @param {string} text @returns {ClockState | null} */
function readClock(text) {
  const [minutes, increment, white, black] = text.split(",").map(Number);
  const valid = minutes > 0 && increment >= 0 && white >= 0 && black >= 0;
  return valid ? { minutes, increment, left: { white, black } } : null;
}

/** Seconds per move: one number for both sides, or White's and Black's. @param {BySide<number>} seconds */
const writeSeconds = ({ white, black }) => (white === black ? String(white) : `${white},${black}`);

/** @param {string} text @returns {BySide<number> | null} */
function readSeconds(text) {
  const [white, black] = text.split(",").map(Number);
  return white > 0 ? { white, black: black > 0 ? black : white } : null;
}

/** @param {Map<string, string>} values @returns {GameStart} */
function readStart(values) {
  const start = {
    game: values.get("g") || "",
    board: values.get("b") || "8",
    swap: values.get("s") === "1",
    setup: null,
  };
  if (!values.has("p")) return start;
  /** @param {string} key */
  const cells = (key) => (values.get(key) || "").split(".").filter(Boolean);
  const toMove = /** @type {"white" | "black"} */ (values.get("p")); // the server checks it
  return { ...start, setup: { white: cells("w"), black: cells("k"), blocked: cells("x"), to_move: toMove } };
}

// --- the whole fragment

/** @param {SavedGame} game */
export function writeFragment({ start, tree, players, seconds, names, puzzle, clock, head, flagged, study }) {
  const setup = start.setup;
  const nodes = tree.nodes();
  const setupEntries = Object.entries(SETUP_KEYS).map(([key, field]) => {
    const cells = setup?.[/** @type {"white" | "black" | "blocked"} */ (field)] ?? [];
    return [key, cells.join(".")];
  });
  const entries = [
    ["g", start.game],
    ["b", start.board],
    ["s", start.swap ? "1" : ""],
    ...setupEntries,
    ["p", setup?.to_move],
    ["m", writeMoves(tree)],
    ["at", String(nodes.indexOf(tree.current) + 1)],
    ["h", head && head !== tree.lastNode() ? String(nodes.indexOf(head) + 1) : ""],
    ["f", flagged?.[0]],
    ["W", players?.white],
    ["B", players?.black],
    ["t", players && seconds && writeSeconds(seconds)],
    ["nw", names?.white],
    ["nb", names?.black],
    ["z", puzzle && String(puzzle)],
    ["sn", study?.name],
    ["sc", study?.chapter],
    ["ck", clock && writeClock(clock)],
    ["v", writeReviews(tree)],
    ["c", writeComments(tree)],
    ["u", writeMarks(tree)],
  ];
  return `#${entries.flatMap(([key, value]) => (value ? [`${key}=${encode(value)}`] : [])).join("&")}`;
}

/** Percent-encode what a fragment needs encoded; common punctuation stays readable. @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/%(2F|3A|3B|2B|2C|3D|40)/g, decodeURIComponent);

/** The fragment of a game that the server keeps for several browsers. @param {string} key of a seat, or for spectators */
export const friendFragment = (key) => `#friend=${key}`;

/** The key in such a fragment. @param {string} fragment */
export const friendKeyOf = (fragment) => fragment.match(/^#friend=([\w-]+)$/)?.[1] ?? null;

/** The game in a fragment; null if there is none. @param {string} fragment @returns {SavedGame | null} */
export function readFragment(fragment) {
  const values = readValues(fragment);
  if (!values.get("g")) return null;
  const tree = readMoves(values.get("m") || "");
  readComments(values.get("c") || "[]", tree);
  readReviews(values.get("v") || "", tree);
  readMarks(values.get("u") || "", tree);
  goToIndex(tree, values.get("at"));
  const head = values.get("h");
  const flag = values.get("f");
  const named = values.has("nw") || values.has("nb");
  return {
    start: readStart(values),
    tree,
    players: values.has("W") ? { white: values.get("W") || "", black: values.get("B") || "human" } : null,
    seconds: readSeconds(values.get("t") || ""),
    names: named ? { white: values.get("nw") || "", black: values.get("nb") || "" } : null,
    puzzle: Number(values.get("z")) || null,
    study: values.has("sn") ? { name: values.get("sn") || "", chapter: values.get("sc") || "" } : null,
    clock: readClock(values.get("ck") || ""),
    head: head === undefined ? null : (tree.nodes()[Number(head) - 1] ?? tree.root),
    flagged: flag === "w" ? "white" : flag === "b" ? "black" : null,
  };
}

/** @param {string} fragment */
function readValues(fragment) {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [key, ...rest] = part.split("=");
    try {
      values.set(key, decodeURIComponent(rest.join("=")));
    } catch {
      // Skip a value that is not valid percent-encoding.
    }
  }
  return values;
}

/**
 * Go to the node with a number, 0 for the root; by default to the last.
 *
 * @param {GameTree} tree
 * @param {string} [number]
 */
function goToIndex(tree, number) {
  const nodes = tree.nodes();
  const index = number === undefined ? nodes.length : Number(number);
  tree.goTo(nodes[index - 1] || (index > 0 && nodes.at(-1)) || tree.root);
}
