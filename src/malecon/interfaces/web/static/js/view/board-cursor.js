/** The keyboard cursor on the board: arrow keys step to neighbours, Enter and space click. */

/** @import { Layout, LayoutCell } from "../types.js" */

/** @type {Record<string, [dx: number, dy: number]>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The distance between neighbouring cells. @param {Layout} layout */
const spacing = ({ cells: [first, second] }) => Math.hypot(second.x - first.x, second.y - first.y);

/**
 * The neighbour in a direction; the same cell at the edge. On a hex board a vertical step has two neighbours to choose
 * from: the one closer to `column`, where the cursor began its vertical way, so that repeated steps go straight.
 *
 * @param {Layout} layout
 * @param {LayoutCell} from
 * @param {[dx: number, dy: number]} direction
 * @param {number} column
 */
export function neighbour(layout, from, [dx, dy], column) {
  const near = 1.2 * spacing(layout);
  const candidates = layout.cells.filter(({ x, y }) => {
    const [right, down] = [x - from.x, y - from.y];
    const along = right * dx + down * dy;
    const across = Math.abs(right * dy) + Math.abs(down * dx);
    return along > 1 && Math.hypot(right, down) < near && (dx === 0 || across < 1);
  });
  /** @param {LayoutCell} cell */
  const distance = ({ x }) => Math.abs(x - column);
  return (
    candidates.reduce(
      (/** @type {LayoutCell | null} */ best, cell) => (!best || distance(cell) < distance(best) ? cell : best),
      null,
    ) ?? from
  );
}

export class BoardCursor {
  /** @type {LayoutCell | null} */
  cell = null;
  /** The x coordinate that vertical steps keep to. */
  column = 0;

  /** Start again on another board. */
  reset() {
    this.cell = null;
  }

  /** Step with an arrow key; the first step shows the middle of the board. @param {Layout} layout @param {string} key */
  step(layout, key) {
    const direction = DIRECTIONS[key];
    const from = this.cell && layout.cells.find(({ name }) => name === this.cell?.name);
    const to = from ? neighbour(layout, from, direction, this.column) : layout.cells[layout.cells.length >> 1];
    if (!from || direction[0]) this.column = to.x;
    this.cell = to;
    return to;
  }
}
