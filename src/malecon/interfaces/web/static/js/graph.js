/** White's chances over the game, move by move, White's share light and Black's dark; a click goes there. */

import { make, percent, svg } from "./dom.js";

const WIDTH = 400, HEIGHT = 110, EDGE = 5;

export class Graph {
  constructor(element, onPick) {
    this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "White's chances over the game" });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
      onPick(Math.max(0, Math.min(this.last, Math.round((share / (WIDTH - 2 * EDGE)) * this.last))));
    });
    this.hint = make("span", { class: "figures" });
    element.replaceChildren(make("h2", {}, "White's chances", make("span", { class: "grow" }), this.hint), this.picture);
    element.hidden = true;
    this.element = element;
  }

  /** Nodes of the line, the root first, and how many of them have been played. */
  show(nodes, at) {
    this.last = nodes.length - 1;
    const known = nodes.map((node, ply) => ({ ply, node })).filter(({ node }) => node.value !== null);
    this.element.hidden = known.length < 2;
    if (this.element.hidden) return;
    const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, this.last);
    const y = (value) => 4 + (HEIGHT - 8) * (1 - value);
    const points = known.map(({ ply, node }) => `${x(ply).toFixed(1)},${y(node.value).toFixed(1)}`);
    const [first, last] = [known[0], known.at(-1)].map(({ ply, node }) => ({ ply, x: x(ply), y: y(node.value) }));
    const left = first.ply < 2 ? 0 : first.x - EDGE; // a review knows nothing of the position before the first move
    const ends = [`${last.x + EDGE},${last.y}`, `${last.x + EDGE},${HEIGHT}`, `${left},${HEIGHT}`, `${left},${first.y}`];
    const parts = [
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "var(--graph-black)" }),
      svg("polygon", { points: [...points, ...ends].join(" "), fill: "var(--graph-white)" }),
      svg("line", { x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5), stroke: "var(--soft)", "stroke-dasharray": "4 4", "vector-effect": "non-scaling-stroke" }),
      svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, stroke: "var(--accent)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }),
      svg("polyline", { points: points.join(" "), fill: "none", stroke: "var(--graph-line)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }),
    ];
    for (const { ply, node } of known) {
      const bad = node.judged?.mark;
      if (bad) parts.push(svg("ellipse", { cx: x(ply), cy: y(node.value), rx: 4, ry: 4, fill: "var(--win)", stroke: "var(--graph-black)" }));
    }
    this.picture.replaceChildren(...parts);
    const here = nodes[at]?.value;
    this.hint.textContent = here === null || here === undefined ? "" : `now ${percent(here)}`;
  }
}
