import assert from "node:assert/strict";
import { test } from "node:test";

import {
  readFragment,
  readMoves,
  writeFragment,
  writeMoves,
} from "../../src/malecon/interfaces/web/static/js/game/fragment.js";

/** The fragment of the game that a fragment holds. @param {string} fragment */
function roundTrip(fragment) {
  const game = readFragment(fragment);
  assert.ok(game);
  return writeFragment(game);
}

test("moves with variations survive a round trip", () => {
  for (const text of ["", "d4", "d4.c3.e5", "d4.(e4)c3.e5", "d4.(e4.(f4)g4)(h4)c3.e5", "d1-d7/g7.resign:white"]) {
    assert.equal(writeMoves(readMoves(text)), text);
  }
});

test("the move after a variation is the main line", () => {
  const tree = readMoves("d4.(e4)c3");
  assert.deepEqual(
    tree.root.children[0].children.map(({ move }) => move),
    ["c3", "e4"],
  );
});

test("every part of a game survives a round trip", () => {
  for (const fragment of [
    "#g=havannah&b=5&s=1&m=e5.swap&at=2&W=human&B=uct(c=0.4)+rave&t=1,5",
    "#g=amazons&b=6x6&w=a1.b2&k=f6&x=c3&p=black&at=0&W=human&B=human&t=1",
    "#g=havannah&b=4&m=d4.(e4)c3&at=3&W=human&B=random&t=1&nw=Ada&nb=Bob&z=4&ck=5,2,290.5,200.0",
    "#g=havannah&b=4&m=d4.c3&at=1&W=human&B=human&t=1&v=0,520,0,,w,d4;1,613,93,b,b,e5",
    "#g=havannah&b=4&m=d4.c3.e5&at=1&h=2&f=b&W=human&B=random&t=1&u=0:TRd4,LBc3-A;2:ARd4-e5,CRa1",
  ]) {
    assert.equal(roundTrip(fragment), fragment);
  }
});

test("comments of any text survive a round trip", () => {
  const game = readFragment("#g=havannah&b=4&m=d4.c3");
  assert.ok(game);
  game.tree.current.comment = "not ~ [so] good; 50% & c=1 é";
  const copy = readFragment(writeFragment(game));
  assert.equal(copy?.tree.current.comment, "not ~ [so] good; 50% & c=1 é");
});

test("a review is restored with its marks", () => {
  const game = readFragment("#g=havannah&b=4&m=d4.c3&v=1,613,93,b,b,e5");
  const node = game?.tree.lastNode();
  assert.deepEqual(node?.review, {
    ply: 2,
    move: "c3",
    colour: "black",
    white: 0.613,
    loss: 0.093,
    mark: "blunder",
    best: "e5",
  });
});

test("without a position the last move is shown", () => {
  assert.equal(readFragment("#g=havannah&b=4&m=d4.c3")?.tree.current.move, "c3");
  assert.equal(readFragment("#g=havannah&b=4&m=d4.c3&at=99")?.tree.current.move, "c3");
  assert.equal(readFragment("#g=havannah&b=4&m=d4.c3&at=0")?.tree.current.move, "");
});

test("what is missing or damaged gets a default", () => {
  assert.equal(readFragment(""), null);
  assert.equal(readFragment("#nonsense"), null);
  const game = readFragment("#g=havannah&m=d4&c=[[0,%22trunc&v=0,5&t=-1&ck=x&z=x&nw=%E0%A4%A");
  assert.equal(game?.start.board, "8");
  assert.deepEqual([game.players, game.seconds, game.names, game.puzzle, game.clock], [null, null, null, null, null]);
  assert.deepEqual(game.tree.moves(), ["d4"]);
});
