import assert from "node:assert/strict";
import { test } from "node:test";

import { combine, rankMoves } from "../../src/malecon/interfaces/web/static/js/game/analyses.js";
import { applyMove, piecesAfter } from "../../src/malecon/interfaces/web/static/js/game/moves.js";
import { BoardCursor, neighbour } from "../../src/malecon/interfaces/web/static/js/view/board-cursor.js";
import { boardLayout } from "../../src/malecon/interfaces/web/static/js/view/layout.js";
import { stoneLines } from "../../src/malecon/interfaces/web/static/js/view/stones-list.js";
import { toggleMark } from "../../src/malecon/interfaces/web/static/js/view/study.js";

/** @import { Analysis, PositionView, RootMove } from "../../src/malecon/interfaces/web/static/js/types.js" */

// --- the keyboard cursor

test("every neighbour on a hex board is at most two key presses away", () => {
  const layout = boardLayout("hex", "8");
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  for (const cell of layout.cells) {
    const near = layout.cells.filter((other) => other !== cell && Math.hypot(other.x - cell.x, other.y - cell.y) < 36);
    const reached = new Set();
    for (const first of keys) {
      for (const second of [null, ...keys]) {
        const cursor = new BoardCursor();
        Object.assign(cursor, { cell, column: cell.x });
        cursor.step(layout, first);
        if (second) cursor.step(layout, second);
        reached.add(cursor.cell?.name);
      }
    }
    for (const { name } of near) assert.ok(reached.has(name), `${cell.name} to ${name}`);
  }
});

test("the cursor goes straight up and down, and stays on the board", () => {
  const layout = boardLayout("hex", "4");
  const cursor = new BoardCursor();
  const names = ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"].map((key) => cursor.step(layout, key).name);
  assert.deepEqual([names[0], names.at(-1)], ["d4", names.at(-2)]);
  assert.equal(new Set(names).size, 4); // d4 and the three rows above
  const square = boardLayout("square", "4x4");
  assert.equal(neighbour(square, square.cells[0], [1, 0], 0).name, "b1");
});

test("a turned board has the same cells the other way round", () => {
  const [plain, turned] = [boardLayout("square", "4x4"), boardLayout("square", "4x4", true)];
  const at = (/** @type {typeof plain} */ layout, /** @type {string} */ name) =>
    layout.cells.find((cell) => cell.name === name);
  assert.deepEqual([at(turned, "a1")?.x, at(turned, "a1")?.y], [at(plain, "d4")?.x, at(plain, "d4")?.y]);
  for (const { x, y } of boardLayout("hex", "5", true).cells) assert.ok(x > 0 && y > 0);
});

// --- pieces

test("an amazon leaves its square before it shoots, and may shoot back at it", () => {
  const before = { a1: /** @type {const} */ ("O"), f6: /** @type {const} */ ("X") };
  assert.deepEqual(piecesAfter(before, ["a1", "a4"], "white"), { a4: "O", f6: "X" });
  assert.deepEqual(applyMove(before, "a1-a4/a1", "white"), { a1: "#", a4: "O", f6: "X" });
});

test("the position is listed in words", () => {
  const view = /** @type {PositionView} */ (/** @type {unknown} */ ({ signs: { b10: "O", b2: "O", c3: "X" } }));
  assert.deepEqual(stoneLines(view), ["White: b2 b10", "Black: c3"]);
});

test("marks are set, labelled with letters, and removed by the same click", () => {
  const marks = toggleMark(toggleMark([], "LB", "d4"), "LB", "e5");
  assert.deepEqual(
    marks.map(({ words }) => words),
    ["A", "B"],
  );
  assert.deepEqual(toggleMark(marks, "LB", "d4"), [marks[1]]);
  assert.deepEqual(toggleMark([], "AR", "d4", "e5"), [{ kind: "AR", cell: "d4", to: "e5" }]);
});

// --- analyses

/** @param {number} simulations @param {RootMove[]} moves @returns {Analysis} */
const analysis = (simulations, moves) => ({
  ...{ type: "thought", value: moves[0].value, line: [], proof: null, length: null, seconds: 1, speed: 0 },
  ...{ move: moves[0].move, simulations, moves },
});

test("candidates stand in order of their visits, wins first and losses last", () => {
  const moves = /** @type {RootMove[]} */ ([
    { move: "a", visits: 5, value: 0.5, prior: 0 },
    { move: "b", visits: 900, value: 0, prior: 0, proof: "loss" },
    { move: "c", visits: 70, value: 0.5, prior: 0 },
    { move: "d", visits: 1, value: 1, prior: 0, proof: "win" },
  ]);
  assert.equal(
    rankMoves(moves)
      .map(({ move }) => move)
      .join(""),
    "dcab",
  );
});

test("more time adds to an analysis, whether or not the tree was kept", () => {
  const first = analysis(100, [
    { move: "d4", visits: 60, value: 0.5, prior: 0 },
    { move: "c3", visits: 40, value: 0.4, prior: 0 },
  ]);
  const kept = combine(first, analysis(50, [{ move: "d4", visits: 150, value: 0.6, prior: 0 }]));
  assert.deepEqual([kept.simulations, kept.seconds, kept.moves[0].visits], [150, 2, 150]);
  const anew = combine(first, analysis(20, [{ move: "d4", visits: 20, value: 0.9, prior: 0 }]));
  assert.deepEqual([anew.simulations, anew.moves[0].visits, anew.moves[0].value.toFixed(1)], [120, 80, "0.6"]);
});
