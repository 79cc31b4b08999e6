/** White's chances over the game, move by move; a click goes there. */

import { make, percent, svg } from "./dom.js";

const WIDTH = 400, HEIGHT = 110;

export class Graph {
  constructor(element, onPick) {
    this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "White's chances over the game" });
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      onPick(Math.round(((event.clientX - box.left) / box.width) * Math.max(1, this.last)));
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
    this.element.hidden = known.length === 0;
    const x = (ply) => (WIDTH * ply) / Math.max(1, this.last);
    const y = (value) => 4 + (HEIGHT - 8) * (1 - value);
    const points = known.map(({ ply, node }) => `${x(ply).toFixed(1)},${y(node.value).toFixed(1)}`);
    const parts = [
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "var(--button)" }),
      svg("line", { x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5), stroke: "var(--soft)", "stroke-dasharray": "4 4", "vector-effect": "non-scaling-stroke" }),
      svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, stroke: "var(--accent)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }),
      svg("polyline", { points: points.join(" "), fill: "none", stroke: "var(--text)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }),
    ];
    for (const { ply, node } of known) {
      const bad = node.judged?.mark;
      if (bad || known.length === 1) parts.push(svg("ellipse", { cx: x(ply), cy: y(node.value), rx: 3, ry: 4, fill: bad ? "var(--win)" : "var(--text)" }));
    }
    this.picture.replaceChildren(...parts);
    const here = nodes[at]?.value;
    this.hint.textContent = here === null || here === undefined ? "" : `now ${percent(here)}`;
  }
}
