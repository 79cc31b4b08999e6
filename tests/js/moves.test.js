import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellsOf,
  completedMove,
  destination,
  findTypedMove,
  markedCells,
  nextCells,
  predictPosition,
} from "../../src/malecon/interfaces/web/static/js/game/moves.js";

/** @import { PositionView } from "../../src/malecon/interfaces/web/static/js/types.js" */

/** @param {Partial<PositionView>} fields @returns {PositionView} */
const position = (fields) => ({
  game: "",
  description: "",
  ply: 0,
  toMove: "white",
  signs: {},
  legal: [],
  canSwap: false,
  last: [],
  outcome: null,
  ...fields,
});

test("a move is split into its cells", () => {
  assert.deepEqual(cellsOf("d4"), ["d4"]);
  assert.deepEqual(cellsOf("a2-a3"), ["a2", "a3"]);
  assert.deepEqual(cellsOf("a2xb3"), ["a2", "b3"]);
  assert.deepEqual(cellsOf("d1-d7/g7"), ["d1", "d7", "g7"]);
});

test("column x of a large board is not a capture", () => {
  assert.deepEqual(cellsOf("x13"), ["x13"]);
});

test("marked cells end with the destination", () => {
  assert.deepEqual(markedCells("d1-d7/g7"), ["d1", "g7", "d7"]);
  assert.deepEqual(markedCells("swap"), []);
  assert.deepEqual(markedCells("resign:white"), []);
  assert.equal(destination("d1-d7/g7"), "d7");
  assert.equal(destination("d4"), "d4");
});

test("clicks lead through the cells of a legal move", () => {
  const legal = ["d1-d7/g7", "d1-d7/d8", "d1-c1/c2", "swap"];
  assert.deepEqual([...nextCells(legal, [])], ["d1"]);
  assert.deepEqual([...nextCells(legal, ["d1"])], ["d7", "c1"]);
  assert.equal(completedMove(legal, ["d1", "d7"]), undefined);
  assert.equal(completedMove(legal, ["d1", "d7", "d8"]), "d1-d7/d8");
});

test("a typed move may leave separators out", () => {
  const legal = ["d2xe3", "d2-d3"];
  assert.equal(findTypedMove(legal, "d2e3"), "d2xe3");
  assert.equal(findTypedMove(legal, "d2-e3"), "d2xe3");
  assert.equal(findTypedMove(legal, "d2 d3"), "d2-d3");
  assert.equal(findTypedMove(legal, "d2d4"), undefined);
});

test("a placed stone is predicted", () => {
  const after = predictPosition(position({ toMove: "black", signs: { d4: "O" }, ply: 1 }), "c3");
  assert.deepEqual(after.signs, { d4: "O", c3: "X" });
  assert.equal(after.toMove, "white");
  assert.equal(after.ply, 2);
  assert.equal(after.predicted, true);
});

test("a moved piece with an arrow is predicted", () => {
  const after = predictPosition(position({ signs: { d1: "O", g7: "X" } }), "d1-d7/d8");
  assert.deepEqual(after.signs, { g7: "X", d7: "O", d8: "#" });
});

test("a swap turns the first stone", () => {
  const after = predictPosition(position({ toMove: "black", signs: { d4: "O" }, canSwap: true }), "swap");
  assert.deepEqual(after.signs, { d4: "X" });
  assert.equal(after.canSwap, false);
});
