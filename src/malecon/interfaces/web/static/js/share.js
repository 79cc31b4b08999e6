/**
 * A whole game with its branches in the fragment of the address, as interfaces/web/fragment.py writes it:
 * moves are joined by dots, and a branch stands in brackets before the move that it replaces.
 */

import { Tree } from "./tree.js";

export function writeMoves(tree) {
  const parts = [];
  const waiting = [{ node: tree.root }];
  while (waiting.length) {
    const { node, sign } = waiting.pop();
    if (sign) { parts.push(sign); continue; }
    if (node.move) parts.push(node.move, ".");
    const [main, ...branches] = node.children;
    if (main) waiting.push({ node: main });
    for (const branch of branches.reverse()) waiting.push({ sign: ")" }, { node: branch }, { sign: "(" });
  }
  return parts.join("").replaceAll(".)", ")").replace(/\.$/, "");
}

export function readMoves(text) {
  const tree = new Tree();
  const saved = [];
  let node = tree.root;
  let main = false; // whether the next move comes after branches that it is the main line of
  for (const token of text.match(/[()]|[^().]+/g) || []) {
    if (token === "(") saved.push(node);
    else if (token === ")") { node = saved.pop() || tree.root; main = true; continue; }
    else {
      tree.goTo(node);
      const parent = node;
      node = tree.play(token);
      if (main) parent.children = [node, ...parent.children.filter((child) => child !== node)];
    }
    main = false;
  }
  tree.goTo(tree.root);
  return tree;
}

const SETUP = { w: "white", k: "black", x: "blocked" };
const NAMES = { nw: "white", nb: "black" };

/** Comments of nodes by their place in the tree, the root first. */
function writeComments(tree) {
  const found = [tree.root, ...tree.nodes()].flatMap((node, place) => (node.comment ? [[place, node.comment]] : []));
  return found.length ? JSON.stringify(found) : "";
}

function readComments(text, tree) {
  const nodes = [tree.root, ...tree.nodes()];
  try {
    for (const [place, comment] of JSON.parse(text)) if (nodes[place]) nodes[place].comment = String(comment);
  } catch { /* a link that was cut off has its moves still */ }
}

const MARKS = { b: "blunder", d: "doubtful", "": null };

/** What a review said of nodes, by their place in the tree: White's chances and the loss in a thousand, mark, side, better move. */
function writeJudged(tree) {
  return tree.nodes().flatMap(({ judged }, place) => {
    if (!judged) return [];
    const { white, loss, mark, colour, best } = judged;
    return [[place, Math.round(1000 * white), Math.round(1000 * loss), (mark || "")[0] || "", colour[0], best].join(",")];
  }).join(";");
}

function readJudged(text, tree) {
  const nodes = tree.nodes();
  for (const entry of text.split(";")) {
    const [place, white, loss, mark, side, best] = entry.split(",");
    const node = nodes[place];
    if (!node || !best || !(white >= 0 && loss >= 0)) continue; // a link that was cut off
    node.value = white / 1000;
    node.judged = { ply: tree.path(node).length, move: node.move, colour: side === "w" ? "white" : "black", white: white / 1000, loss: loss / 1000, mark: MARKS[mark] || null, best };
  }
}

/** The clock: minutes and increment, then seconds left to White and Black. */
function writeClock({ minutes, increment, left }) {
  return [minutes, increment, left.white.toFixed(1), left.black.toFixed(1)].join(",");
}

function readClock(text) {
  const [minutes, increment, white, black] = text.split(",").map(Number);
  return minutes > 0 && increment >= 0 && white >= 0 && black >= 0 ? { minutes, increment, left: { white, black } } : null;
}

/** Seconds a move: one number for both sides, or White's and Black's. */
const writeSeconds = ({ white, black }) => (white === black ? white : `${white},${black}`);

function readSeconds(text) {
  const [white, black] = text.split(",").map(Number);
  return white > 0 ? { white, black: black > 0 ? black : white } : null;
}

export function writeFragment({ start, tree, seats, seconds, names, puzzle, clock }) {
  const values = new Map([["g", start.game], ["b", start.board]]);
  if (start.swap) values.set("s", 1);
  if (start.setup) {
    for (const [sign, name] of Object.entries(SETUP)) if (start.setup[name].length) values.set(sign, start.setup[name].join("."));
    values.set("p", start.setup.to_move);
  }
  const moves = writeMoves(tree);
  if (moves) values.set("m", moves);
  const place = tree.nodes().indexOf(tree.at);
  values.set("at", place + 1);
  if (seats) { values.set("W", seats.white); values.set("B", seats.black); values.set("t", writeSeconds(seconds)); }
  for (const [sign, name] of Object.entries(NAMES)) if (names?.[name]) values.set(sign, names[name]);
  if (puzzle) values.set("z", puzzle);
  if (clock?.on) values.set("ck", writeClock(clock));
  const judged = writeJudged(tree);
  if (judged) values.set("v", judged);
  const comments = writeComments(tree);
  if (comments) values.set("c", comments);
  const plain = (text) => encodeURIComponent(text).replace(/%(2F|3A|3B|2B|2C|3D|40)/g, decodeURIComponent);
  return "#" + [...values].map(([name, value]) => `${name}=${plain(String(value))}`).join("&");
}

/** What a fragment says; null where it says nothing. */
export function readFragment(fragment) {
  const values = new Map();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const [name, ...rest] = part.split("=");
    try { values.set(name, decodeURIComponent(rest.join("="))); } catch { /* no text */ }
  }
  if (!values.get("g")) return null;
  const start = { game: values.get("g"), board: values.get("b") || "8", swap: values.get("s") === "1", setup: null };
  if (values.has("p")) {
    start.setup = { to_move: values.get("p") };
    for (const [sign, name] of Object.entries(SETUP)) start.setup[name] = (values.get(sign) || "").split(".").filter(Boolean);
  }
  const tree = readMoves(values.get("m") || "");
  readComments(values.get("c") || "[]", tree);
  readJudged(values.get("v") || "", tree);
  const nodes = tree.nodes();
  const at = values.has("at") ? Number(values.get("at")) : nodes.length;
  tree.goTo(nodes[at - 1] || (at > 0 && nodes[nodes.length - 1]) || tree.root);
  const seats = values.has("W") ? { white: values.get("W"), black: values.get("B") || "human" } : null;
  const names = values.has("nw") || values.has("nb") ? { white: values.get("nw") || "", black: values.get("nb") || "" } : null;
  const puzzle = Number(values.get("z")) || null;
  return { start, tree, seats, seconds: readSeconds(values.get("t") || ""), names, puzzle, clock: readClock(values.get("ck") || "") };
}
