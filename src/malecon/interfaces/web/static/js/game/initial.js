/** The pieces before the first move of each game, for boards that are drawn without a server. */

/** @import { GameStart, Sign } from "../types.js" */

/** Rows of pieces at the start of Breakthrough. */
const PIECE_ROWS = 2;
/** The pieces before the first move. @param {GameStart} start @returns {Record<string, Sign>} */
export function initialSigns({ game, board, setup }) {
  if (setup) {
    const { white, black, blocked } = setup;
    const lists = /** @type {const} */ ([
      [white, "O"],
      [black, "X"],
      [blocked, "#"],
    ]);
    return Object.fromEntries(lists.flatMap(([cells, sign]) => cells.map((cell) => [cell, sign])));
  }
  const [rows, columns = rows] = board.split("x").map(Number);
  /** @param {string} cell */
  const mirrored = (cell) => `${cell[0]}${rows + 1 - Number(cell.slice(1))}`;
  if (game === "amazons") {
    const [right, x, y] = [columns - 1, Math.floor((columns - 1) / 3), Math.floor((rows - 1) / 3)];
    const squares = [
      [0, y],
      [x, 0],
      [right - x, 0],
      [right, y],
    ]; // as games/amazons/geometry.py places them
    const white = squares.map(([column, row]) => `${String.fromCharCode(97 + column)}${row + 1}`);
    return Object.fromEntries(
      white.flatMap((cell) => [
        [cell, "O"],
        [mirrored(cell), "X"],
      ]),
    );
  }
  if (game !== "breakthrough") return {};
  const cells = Array.from({ length: PIECE_ROWS * columns }, (_, index) => {
    return `${String.fromCharCode(97 + (index % columns))}${Math.floor(index / columns) + 1}`;
  });
  return Object.fromEntries(
    cells.flatMap((cell) => [
      [cell, "O"],
      [mirrored(cell), "X"],
    ]),
  );
}
