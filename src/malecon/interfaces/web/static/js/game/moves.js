/**
 * Move notation shared by all games: `d4` places a piece, `a2-a3` and `a2xb3` move one, `d1-d7/g7` also blocks a cell;
 * `swap` takes over the first stone and `resign` gives up.
 */

/** @import { Colour, PositionView, Sign } from "../types.js" */

const SEPARATOR = /[-/]|(?<=\d)x/; // an x after a digit is a capture, any other the name of a column
const SEPARATORS = new RegExp(SEPARATOR, "g");

/** @param {Colour} colour @returns {Colour} */
export const opponent = (colour) => (colour === "white" ? "black" : "white");

/** @param {Colour} colour @returns {Sign} */
export const signOf = (colour) => (colour === "white" ? "O" : "X");

/** @param {string} move */
export const isResignation = (move) => move.startsWith("resign");

/** The cells of a move in the order in which they are clicked. @param {string} move */
export const cellsOf = (move) => move.split(SEPARATOR);

/** The cells to mark for a move, in the order of the server: origin, blocked cell, destination. @param {string} move */
export function markedCells(move) {
  if (move === "swap" || isResignation(move)) return [];
  const [from, to, blocked] = cellsOf(move);
  if (blocked) return [from, blocked, to];
  return to ? [from, to] : [from];
}

/** The cell where the piece of a move ends up. @param {string} move */
export const destination = (move) => cellsOf(move).slice(0, 2).at(-1) ?? move;

/** @param {string[]} legal @param {string[]} selected cells clicked so far */
function movesStartingWith(legal, selected) {
  return legal.filter((move) => {
    const cells = cellsOf(move);
    return move !== "swap" && selected.every((cell, index) => cells[index] === cell);
  });
}

/** The cells that may be clicked next. @param {string[]} legal @param {string[]} selected */
export function nextCells(legal, selected) {
  return new Set(movesStartingWith(legal, selected).map((move) => cellsOf(move)[selected.length]));
}

/** The move that the selected cells complete, if any. @param {string[]} legal @param {string[]} selected */
export function completedMove(legal, selected) {
  return movesStartingWith(legal, selected).find((move) => cellsOf(move).length === selected.length);
}

/** The legal move that a typed text means; separators may be left out. @param {string[]} legal @param {string} text */
export function findTypedMove(legal, text) {
  const typed = text.replaceAll(" ", "").replace(SEPARATORS, "");
  return legal.find((move) => move === text) ?? legal.find((move) => move.replace(SEPARATORS, "") === typed);
}

/**
 * The pieces after the cells of a move have been clicked, all of them or only the first.
 *
 * @param {Record<string, Sign>} before
 * @param {string[]} cells
 * @param {Colour} mover
 */
export function piecesAfter(before, cells, mover) {
  const signs = { ...before };
  const [from, to, blocked] = cells;
  if (cells.length === 1) {
    signs[from] = signOf(mover);
  } else if (cells.length > 1) {
    delete signs[from];
    signs[to] = signOf(mover);
    if (blocked) signs[blocked] = "#";
  }
  return signs;
}

/**
 * The pieces after a move.
 *
 * @param {Record<string, Sign>} before
 * @param {string} move
 * @param {Colour} mover
 */
export function applyMove(before, move, mover) {
  if (isResignation(move)) return before;
  if (move !== "swap") return piecesAfter(before, cellsOf(move), mover);
  return Object.fromEntries(Object.keys(before).map((cell) => [cell, signOf(mover)]));
}

/**
 * The position after a legal move, to show until the server answers.
 *
 * @param {PositionView} view
 * @param {string} move
 */
export function predictPosition(view, move) {
  const signs = applyMove(view.signs, move, view.toMove);
  const after = { legal: [], canSwap: false, last: markedCells(move), outcome: null, predicted: true };
  return { ...view, ...after, signs, toMove: opponent(view.toMove), ply: view.ply + 1 };
}
