/** Moves as cells: what may be clicked next, and what a move does to the board before the server has said so. */

/** The cells of a move in the order in which they are clicked: `d4`, `a2-a3`, `d1-d7/g7`. */
export const parts = (move) => move.split(/[-x/]/);

/** Moves that begin with the cells chosen so far. */
export function possible(legal, chosen) {
  return legal.filter((move) => move !== "swap" && chosen.every((cell, place) => parts(move)[place] === cell));
}

/** The cells that may be clicked next. */
export function nextCells(legal, chosen) {
  return new Set(possible(legal, chosen).map((move) => parts(move)[chosen.length]));
}

/** The position after a legal move as far as it can be told here; the server's answer takes its place. */
export function predict(view, move) {
  const signs = { ...view.signs };
  const own = view.toMove === "white" ? "O" : "X";
  const cells = parts(move);
  if (move === "swap") {
    for (const cell of Object.keys(signs)) signs[cell] = own;
  } else if (cells.length === 1) {
    signs[cells[0]] = own;
  } else {
    delete signs[cells[0]];
    signs[cells[1]] = own;
    if (cells[2]) signs[cells[2]] = "#";
  }
  const toMove = view.toMove === "white" ? "black" : "white";
  return { ...view, signs, toMove, legal: [], canSwap: false, last: lastCells(move), outcome: null, ply: view.ply + 1, guessed: true };
}

/** As the server lists them: where the move ends comes last. */
export function lastCells(move) {
  if (move === "swap" || move === "resign") return [];
  const [from, to, arrow] = parts(move);
  return arrow ? [from, arrow, to] : to ? [from, to] : [from];
}
