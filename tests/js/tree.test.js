import assert from "node:assert/strict";
import { test } from "node:test";

import { GameTree } from "../../src/malecon/interfaces/web/static/js/game/tree.js";

/** d4 c3 e5, with the variation e4 after d4; the current node is e4. */
function sample() {
  const tree = new GameTree();
  for (const move of ["d4", "c3", "e5"]) tree.play(move);
  tree.goTo(tree.root.children[0]);
  tree.play("e4");
  return tree;
}

test("a move that exists is visited again, not added", () => {
  const tree = sample();
  tree.goTo(tree.root);
  tree.play("d4");
  assert.equal(tree.root.children.length, 1);
});

test("the current line follows the variation that was visited last", () => {
  const tree = sample();
  assert.deepEqual(tree.moves(), ["d4", "e4"]);
  tree.goTo(tree.root);
  assert.deepEqual(
    tree.currentLine().map(({ move }) => move),
    ["d4", "e4"],
  );
  assert.equal(tree.lastNode().move, "e4");
});

test("rows and back give the same tree", () => {
  const tree = sample();
  tree.current.comment = "better";
  tree.root.comment = "a game";
  const rows = tree.rows();
  assert.deepEqual(
    rows.map(({ parent, move }) => [parent, move]),
    [
      [-1, "d4"],
      [0, "c3"],
      [1, "e5"],
      [0, "e4"],
    ],
  );
  const copy = GameTree.fromRows(rows, tree.root.comment);
  assert.deepEqual(copy.rows(), rows);
  assert.equal(copy.root.comment, "a game");
});

test("a promoted variation becomes the main line", () => {
  const tree = sample();
  assert.equal(tree.isMainLine(), false);
  tree.promote(tree.current);
  assert.equal(tree.isMainLine(), true);
  assert.deepEqual(
    tree.nodes().map(({ move }) => move),
    ["d4", "e4", "c3", "e5"],
  );
});

test("removing a node on the current path goes back to its parent", () => {
  const tree = sample();
  tree.remove(tree.current);
  assert.equal(tree.current.move, "d4");
  assert.equal(tree.following()?.move, "c3");
  tree.remove(tree.root);
  assert.equal(tree.nodes().length, 3);
});
