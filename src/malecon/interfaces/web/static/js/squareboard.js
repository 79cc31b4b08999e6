/** Where the squares of a board lie: a1 at the lower left corner. */

const SIDE = 40;

export function squareBoard(text) {
  const [, rows, columns] = text.match(/^\s*(\d+)\s*(?:x\s*(\d+))?/i) || [0, 8, 8];
  const high = Number(rows), wide = Number(columns || rows);
  const cells = [], labels = [];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const left = SIDE * (x + 0.7), top = SIDE * (high - 1 - y) + 12;
      const points = `${left},${top} ${left + SIDE},${top} ${left + SIDE},${top + SIDE} ${left},${top + SIDE}`;
      const name = String.fromCharCode(97 + x) + (y + 1);
      cells.push({ name, x: left + SIDE / 2, y: top + SIDE / 2, points, shade: (x + y + 1) % 2 });
    }
    labels.push({ x: SIDE * 0.38, y: SIDE * (high - 0.5 - y) + 12, text: String(y + 1) });
  }
  for (let x = 0; x < wide; x++) labels.push({ x: SIDE * (x + 1.2), y: SIDE * (high + 0.3) + 12, text: String.fromCharCode(97 + x) });
  const width = SIDE * (wide + 1), height = SIDE * (high + 0.6) + 16;
  const frame = `4,4 ${width - 4},4 ${width - 4},${height - 4} 4,${height - 4}`;
  return { kind: "square", cells, labels, frame, letter: 11.5, width, height, radius: SIDE * 0.37, touching: SIDE * 1.5 };
}
