/** Where the cells of a hexagonal board lie: rows from the top, a1 at the upper left corner. */

const RADIUS = 20;
const WIDE = RADIUS * Math.sqrt(3);
const letters = (x) => (x < 26 ? String.fromCharCode(97 + x) : "a" + String.fromCharCode(71 + x));

export function hexBoard(text) {
  const base = Number(text);
  const mid = base - 1, side = 2 * base - 1;
  const width = WIDE * (side + 1.75), height = RADIUS * 1.5 * (side + 1.95);
  const centre = (x, y) => ({ x: width / 2 + WIDE * (x - mid - (y - mid) / 2), y: height / 2 + RADIUS * 1.5 * (y - mid) });
  const cells = [], labels = [];
  for (let y = 0; y < side; y++) {
    for (let x = Math.max(0, y - mid); x <= Math.min(side - 1, y + mid); x++) {
      const place = centre(x, y);
      const points = [0, 1, 2, 3, 4, 5].map((k) => {
        const angle = (Math.PI / 180) * (60 * k + 30);
        return `${(place.x + RADIUS * Math.cos(angle)).toFixed(2)},${(place.y + RADIUS * Math.sin(angle)).toFixed(2)}`;
      });
      cells.push({ name: letters(x) + (y + 1), ...place, points: points.join(" "), shade: (x + y) % 3 });
    }
    const first = centre(Math.max(0, y - mid), y);
    labels.push({ x: first.x - RADIUS * 1.35, y: first.y, text: String(y + 1) });
  }
  for (let x = 0; x < side; x++) {
    const top = centre(x, Math.max(0, x - mid));
    labels.push({ x: top.x + RADIUS * 0.75, y: top.y - RADIUS * 1.22, text: letters(x) });
  }
  const corner = WIDE * mid + RADIUS * 2.1; // the frame's, from the middle
  const frame = [0, 1, 2, 3, 4, 5].map((k) => `${(width / 2 + corner * Math.cos((Math.PI * k) / 3)).toFixed(1)},${(height / 2 + corner * Math.sin((Math.PI * k) / 3)).toFixed(1)}`).join(" ");
  return { kind: "hex", cells, labels, frame, letter: base < 7 ? 10 : 11.5, width, height, radius: RADIUS * 0.7, touching: WIDE * 1.1 };
}
