import assert from "node:assert/strict";
import { test } from "node:test";

import { playerText } from "../../src/malecon/interfaces/web/static/js/dialogs/player-field.js";
import { boardLayout } from "../../src/malecon/interfaces/web/static/js/view/layout.js";
import {
  distanceItems,
  netItems,
  priorItems,
  visitItems,
} from "../../src/malecon/interfaces/web/static/js/view/overlay.js";
import { findLevel } from "../../src/malecon/interfaces/web/static/js/view/player-bars.js";
import {
  area,
  graphPoints,
  plyAt,
  plyToX,
  pointRuns,
  valueToY,
} from "../../src/malecon/interfaces/web/static/js/view/value-graph.js";

/** @import { Analysis, RootMove } from "../../src/malecon/interfaces/web/static/js/types.js" */

/** @param {RootMove[]} moves @returns {Analysis} */
const analysis = (moves) => ({
  ...{ type: "thought", value: 0.5, line: [], proof: null, length: null, simulations: 0, seconds: 0, speed: 0 },
  ...{ move: moves[0].move, moves },
});

// --- layout

test("a hex board has its cells, named from the upper left corner", () => {
  const layout = boardLayout("hex", "4");
  assert.equal(layout.cells.length, 37);
  const names = layout.cells.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 5), ["a1", "b1", "c1", "d1", "a2"]);
  assert.equal(names.at(-1), "g7");
  assert.equal(layout.labels.length, 14);
});

test("columns after z have two letters", () => {
  const names = boardLayout("hex", "14").cells.map(({ name }) => name);
  assert.ok(names.includes("z20"));
  assert.ok(names.includes("aa27"));
});

test("only neighbours on a hex board are linked", () => {
  const { cells, linkDistance } = boardLayout("hex", "3");
  const middle = cells[cells.length >> 1];
  const near = cells.filter((cell) => Math.hypot(cell.x - middle.x, cell.y - middle.y) < linkDistance);
  assert.equal(near.length, 7);
});

test("a square board has a1 at the lower left corner", () => {
  const { cells } = boardLayout("square", "5x4");
  assert.equal(cells.length, 20);
  const [a1, d5] = [cells[0], cells[19]];
  assert.deepEqual([a1.name, d5.name], ["a1", "d5"]);
  assert.ok(a1.x < d5.x && a1.y > d5.y);
  assert.equal(boardLayout("square", "6").cells.length, 36);
});

test("every cell lies on the picture", () => {
  for (const layout of [boardLayout("hex", "10"), boardLayout("square", "10x10")]) {
    for (const { x, y } of layout.cells) assert.ok(x > 0 && x < layout.width && y > 0 && y < layout.height);
  }
});

// --- graph

test("a click on the graph finds the ply that is drawn there", () => {
  for (const ply of [0, 1, 17, 40]) assert.equal(plyAt(plyToX(ply, 40) / 400, 40), ply);
  assert.equal(plyAt(-1, 40), 0);
  assert.equal(plyAt(2, 40), 40);
  assert.equal(plyAt(0.5, 0), 0);
});

const MISTAKE = { ply: 2, move: "c3", colour: "black", white: 0.9, loss: 0.4, mark: "blunder", best: "e5" };
const REVIEW = /** @type {import("../../src/malecon/interfaces/web/static/js/types.js").MoveReview} */ (MISTAKE);

test("the graph draws nothing where no value is known", () => {
  const points = graphPoints([0.5, 0.6, null, null, 0.9].map((value) => ({ value, review: null })));
  const runs = pointRuns(points);
  assert.deepEqual(
    runs.map((run) => run.map(({ ply }) => ply)),
    [[0, 1], [4]],
  );
  assert.ok(valueToY(0.9) < valueToY(0.5));
  assert.ok(area(runs[0], 110).endsWith(`${plyToX(1, 4)},110 ${plyToX(0, 4)},110`));
});

test("a graph with a review shows the values of the review only", () => {
  const nodes = [0.5, 0.1, 0.2].map((value, ply) => ({ value, review: ply === 2 ? REVIEW : null }));
  assert.deepEqual(
    graphPoints(nodes).map(({ ply, y, mistake }) => [ply, y, mistake]),
    [[2, valueToY(0.9), true]],
  );
});

// --- overlays

test("candidates are coloured by loss and sized by visits, and proofs replace the win rate", () => {
  const items = visitItems(
    analysis([
      { move: "d4", visits: 400, value: 0.62, prior: 0.1 },
      { move: "c3", visits: 100, value: 0.4, prior: 0.1 },
      { move: "e5", visits: 4, value: 0, prior: 0.1, proof: "loss" },
      { move: "f6", visits: 0, value: 0.5, prior: 0.1 },
    ]),
  );
  assert.deepEqual(
    items.map(({ cell, strength, size, text, small }) => [cell, strength.toFixed(2), size?.toFixed(2), text, small]),
    [
      ["d4", "0.00", "1.00", "62", "400"],
      ["c3", "0.88", "0.86", "40", "100"],
      ["e5", "1.00", "0.75", "✗", ""],
    ],
  );
  assert.deepEqual(
    items.map(({ discClass }) => discClass),
    ["loss-scale best", "loss-scale", "loss-scale"],
  );
});

test("a cell shows the most visited of the moves that end there", () => {
  const items = visitItems(
    analysis([
      { move: "a2-b3", visits: 10, value: 0.3, prior: 0 },
      { move: "c2-b3", visits: 30, value: 0.7, prior: 0 },
    ]),
  );
  assert.deepEqual(
    items.map(({ cell, text }) => [cell, text]),
    [["b3", "70"]],
  );
});

test("priors are scaled between the lowest and the highest", () => {
  const moves = [0.5, 0.1, 0.3].map((prior, index) => ({ move: `a${index + 1}`, visits: 0, value: 0, prior }));
  assert.deepEqual(
    priorItems(analysis(moves)).map(({ strength, text }) => [Number(strength.toFixed(3)), text]),
    [
      [1, ".50"],
      [0, ""],
      [0.5, ".30"],
    ],
  );
  assert.deepEqual(priorItems(analysis([moves[0]])), []);
});

test("distances are strongest where fewest stones are needed", () => {
  const map = { white: { cells: { d1: 1, e1: 3 }, least: 1 }, black: { cells: {}, least: 9 } };
  const items = distanceItems(map, "white", "white");
  assert.deepEqual(
    items.map(({ cell, text, discClass }) => [cell, text, discClass]),
    [
      ["d1", "1", "cost-own"],
      ["e1", "3", "cost-own"],
    ],
  );
  assert.ok(items[0].strength > items[1].strength);
});

test("the net's overlay shows probabilities of one percent or more", () => {
  const items = netItems({ chance: 0.6, policy: { d4: 0.64, e5: 0.16, a1: 0.004 } });
  assert.deepEqual(
    items.map(({ cell, strength, text }) => [cell, Math.round(100 * strength) / 100, text]),
    [
      ["d4", 1, "64"],
      ["e5", 0.5, "16"],
      ["a1", 0.08, ""],
    ],
  );
});

// --- players

test("a player is written with the parameters that are set", () => {
  assert.equal(playerText({ uct: { c: 0.4 }, rave: {} }), "uct(c=0.4)+rave");
  assert.equal(playerText({ uct: { c: 0.4, fpu: 1 } }), "uct(c=0.4,fpu=1)");
});

test("a level is found by player and time; the time may differ if only one level has the player", () => {
  const levels = [
    { name: "weak", player: "level1", seconds: 5 },
    { name: "fast", player: "malecon", seconds: 1 },
    { name: "slow", player: "malecon", seconds: 20 },
  ];
  assert.equal(findLevel(levels, "level1", 1)?.name, "weak");
  assert.equal(findLevel(levels, "malecon", 20)?.name, "slow");
  assert.equal(findLevel(levels, "malecon", 7), undefined);
});
