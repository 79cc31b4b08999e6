/** Geometry of the boards: where the cells, labels and the frame lie. */

/** @import { GameInfo, Layout, LayoutCell, Point } from "../types.js" */

const HEX_RADIUS = 20;
const HEX_WIDTH = HEX_RADIUS * Math.sqrt(3);
const SQUARE_SIDE = 40;

/**
 * @param {GameInfo["shape"]} shape
 * @param {string} board
 * @param {boolean} [turned] whether the board is seen from the other side
 * @returns {Layout}
 */
export function boardLayout(shape, board, turned = false) {
  const layout = shape === "hex" ? hexLayout(Number(board)) : squareLayout(board);
  return turned ? turnLayout(layout) : layout;
}

/** The layout turned by half a turn; labels of a square board keep their side. @param {Layout} layout @returns {Layout} */
function turnLayout(layout) {
  const { cells, labels, shape } = layout;
  const bounds = shape === "hex" ? [...cells, ...labels] : cells;
  const xs = bounds.map(({ x }) => x);
  const ys = bounds.map(({ y }) => y);
  const sumX = Math.min(...xs) + Math.max(...xs);
  const sumY = Math.min(...ys) + Math.max(...ys);
  /** @param {string} points */
  const turnPoints = (points) =>
    points
      .split(" ")
      .map((point) => point.split(",").map(Number))
      .map(([x, y]) => `${(sumX - x).toFixed(2)},${(sumY - y).toFixed(2)}`)
      .join(" ");
  return {
    ...layout,
    cells: cells.map((cell) => ({ ...cell, x: sumX - cell.x, y: sumY - cell.y, points: turnPoints(cell.points) })),
    labels: labels.map((label) => turnLabel(layout, label, sumX, sumY)),
  };
}

/** @param {Layout} layout @param {Layout["labels"][0]} label @param {number} sumX @param {number} sumY */
function turnLabel({ shape }, label, sumX, sumY) {
  if (shape === "hex") return { ...label, x: sumX - label.x, y: sumY - label.y };
  return /^\d/.test(label.text) ? { ...label, y: sumY - label.y } : { ...label, x: sumX - label.x };
}

/** Letters of a column: a to z, then aa, ab ... @param {number} x */
const column = (x) => (x < 26 ? String.fromCharCode(97 + x) : `a${String.fromCharCode(71 + x)}`);

/** Corners of a regular hexagon. @param {Point} centre @param {number} radius @param {number} tilt degrees */
function hexagon(centre, radius, tilt) {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.PI / 180) * (60 * k + tilt);
    return `${(centre.x + radius * Math.cos(angle)).toFixed(2)},${(centre.y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return corners.join(" ");
}

/** A hexagon of hexagonal cells, a1 at the upper left corner. @param {number} base @returns {Layout} */
function hexLayout(base) {
  const middle = base - 1;
  const side = 2 * base - 1;
  const width = HEX_WIDTH * (side + 1.75);
  const height = HEX_RADIUS * 1.5 * (side + 1.95);
  /** @param {number} x @param {number} y */
  const centre = (x, y) => ({
    x: width / 2 + HEX_WIDTH * (x - middle - (y - middle) / 2),
    y: height / 2 + HEX_RADIUS * 1.5 * (y - middle),
  });
  /** @type {LayoutCell[]} */
  const cells = [];
  const labels = [];
  for (let y = 0; y < side; y++) {
    const first = Math.max(0, y - middle);
    for (let x = first; x <= Math.min(side - 1, y + middle); x++) {
      const points = hexagon(centre(x, y), HEX_RADIUS, 30);
      cells.push({ name: `${column(x)}${y + 1}`, ...centre(x, y), points, shade: (x + y) % 3 });
    }
    labels.push({ x: centre(first, y).x - HEX_RADIUS * 1.35, y: centre(first, y).y, text: String(y + 1) });
    const top = centre(y, first); // rows and columns are alike
    labels.push({ x: top.x + HEX_RADIUS * 0.75, y: top.y - HEX_RADIUS * 1.22, text: column(y) });
  }
  const frame = hexagon({ x: width / 2, y: height / 2 }, HEX_WIDTH * middle + HEX_RADIUS * 2.1, 0);
  const sizes = { labelSize: base < 7 ? 10 : 11.5, stoneRadius: HEX_RADIUS * 0.7, linkDistance: HEX_WIDTH * 1.1 };
  return { shape: "hex", cells, labels, frame, width, height, ...sizes };
}

/**
 * Rows x columns of squares, a1 at the lower left corner; one number makes a square board.
 *
 * @param {string} board
 * @returns {Layout}
 */
function squareLayout(board) {
  const [, rowText, columnText] = board.match(/^\s*(\d+)\s*(?:x\s*(\d+))?/i) ?? ["", "8", "8"];
  const rows = Number(rowText);
  const columns = Number(columnText || rowText);
  /** @type {LayoutCell[]} */
  const cells = [];
  const labels = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const left = SQUARE_SIDE * (x + 0.7);
      const top = SQUARE_SIDE * (rows - 1 - y) + 12;
      const [right, bottom] = [left + SQUARE_SIDE, top + SQUARE_SIDE];
      const points = `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`;
      const centre = { x: left + SQUARE_SIDE / 2, y: top + SQUARE_SIDE / 2 };
      cells.push({ name: `${column(x)}${y + 1}`, ...centre, points, shade: (x + y + 1) % 2 });
    }
    labels.push({ x: SQUARE_SIDE * 0.38, y: SQUARE_SIDE * (rows - 0.5 - y) + 12, text: String(y + 1) });
  }
  for (let x = 0; x < columns; x++) {
    labels.push({ x: SQUARE_SIDE * (x + 1.2), y: SQUARE_SIDE * (rows + 0.3) + 12, text: column(x) });
  }
  const width = SQUARE_SIDE * (columns + 1);
  const height = SQUARE_SIDE * (rows + 0.6) + 16;
  const frame = `4,4 ${width - 4},4 ${width - 4},${height - 4} 4,${height - 4}`;
  const sizes = { labelSize: 11.5, stoneRadius: SQUARE_SIDE * 0.37, linkDistance: 0 };
  return { shape: "square", cells, labels, frame, width, height, ...sizes };
}
