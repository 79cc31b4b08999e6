import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Clock } from "../../src/malecon/interfaces/web/static/js/game/clock.js";
import { GameController } from "../../src/malecon/interfaces/web/static/js/game/controller.js";
import { GameTree } from "../../src/malecon/interfaces/web/static/js/game/tree.js";
import { HUMAN } from "../../src/malecon/interfaces/web/static/js/game/state.js";

/** @import { Answer, GameInfo, GameRequest } from "../../src/malecon/interfaces/web/static/js/types.js" */
/** @import { Settings, Thought } from "../../src/malecon/interfaces/web/static/js/types.js" */
/** @import { EngineSocket } from "../../src/malecon/interfaces/web/static/js/server.js" */

const CELLS = ["a1", "b1", "c1", "d1"];
const INFO = /** @type {GameInfo} */ ({ game: "row", usual: "4", shape: "square" });
const SETTINGS = /** @type {Settings} */ (
  /** @type {unknown} */ ({ engines: {}, threads: 1, memory: 1, seed: 1, perspective: "white" })
);

/** What a player that does not search sends. @type {Thought} */
const THOUGHT = {
  ...{ type: "thought", move: "", moves: [], line: [], proof: null, length: null },
  ...{ simulations: 0, seconds: 0, speed: 0 },
};

/** Records requests; the test answers them. */
class FakeSocket {
  /** @type {any} */
  message = null;
  /** @type {(answer: Answer) => void} */
  onAnswer = () => {};

  /** @param {object} message @param {(answer: Answer) => void} onAnswer */
  request(message, onAnswer) {
    Object.assign(this, { message, onAnswer });
  }

  cancel() {
    this.message = null;
  }
}

/** A server for a game in which players fill a row of cells. @param {string} path @param {{ body: string }} options */
async function fakeFetch(path, { body }) {
  assert.equal(path, "/api/position");
  /** @type {GameRequest} */
  const { moves } = JSON.parse(body);
  if (moves.includes("z9")) return Response.json({ detail: "no such cell" }, { status: 422 });
  if (new Set(moves).size < moves.length) return Response.json({ detail: "cell is taken" }, { status: 422 });
  const signs = Object.fromEntries(moves.map((move, index) => [move, index % 2 ? "X" : "O"]));
  const legal = CELLS.filter((cell) => !moves.includes(cell));
  const toMove = moves.length % 2 ? "black" : "white";
  return Response.json({ toMove, signs, legal, last: moves.slice(-1), ply: moves.length, outcome: null });
}

const realFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = /** @type {any} */ (fakeFetch);
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

let time = 0; // milliseconds on the clock

/** A game that was opened, with its socket. @param {string} black the player of Black @param {string} white */
async function openGame(black = HUMAN, white = HUMAN) {
  const socket = new FakeSocket();
  const clock = new Clock(
    () => {},
    (loser) => game.loseOnTime(loser),
    () => time,
  );
  /** @type {GameController} */
  const game = new GameController(/** @type {EngineSocket} */ (/** @type {unknown} */ (socket)), clock, SETTINGS);
  game.games = [INFO];
  game.open({ start: game.defaultStart, players: { white, black } });
  await game.refresh();
  return { game, socket };
}

/** Wait until the server has answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("a click plays a move that shows before the server answers", async () => {
  const { game } = await openGame();
  game.click("b1");
  assert.deepEqual(game.view?.signs, { b1: "O" });
  assert.equal(game.view.predicted, true);
  await settled();
  assert.equal(game.view.predicted, undefined);
  assert.equal(game.view.toMove, "black");
});

test("a click before the server has answered is played afterwards", async () => {
  const { game } = await openGame();
  game.click("b1");
  game.click("c1");
  assert.deepEqual(game.tree.moves(), ["b1"]);
  await settled();
  assert.deepEqual(game.tree.moves(), ["b1", "c1"]);
});

test("the engine answers, and undo returns to the human's turn", async () => {
  const { game, socket } = await openGame("random");
  game.click("b1");
  await settled();
  assert.deepEqual([socket.message.purpose, socket.message.thinker.player], ["play", "random"]);
  socket.onAnswer({ ...THOUGHT, move: "c1" });
  socket.onAnswer({ type: "done" });
  await settled();
  assert.deepEqual(game.tree.moves(), ["b1", "c1"]);
  game.undo();
  await settled();
  assert.deepEqual(game.tree.moves(), []);
  game.redo();
  await settled();
  assert.deepEqual(game.tree.moves(), ["b1", "c1"]);
});

test("an illegal typed move is explained", async () => {
  const { game } = await openGame();
  await game.playTyped("b1");
  await settled();
  await game.playTyped("B1");
  assert.equal(game.message, "b1 is occupied by a white stone");
  assert.deepEqual(game.tree.moves(), ["b1"]);
  await game.playTyped("z9");
  assert.equal(game.message, "no such cell");
});

test("an error of the engine is shown and pauses the game", async () => {
  const { game, socket } = await openGame("random");
  game.click("b1");
  await settled();
  socket.onAnswer({ type: "error", message: "out of memory" });
  assert.deepEqual([game.message, game.paused, game.job], ["out of memory", true, null]);
});

test("an analysis belongs to its position", async () => {
  const { game, socket } = await openGame();
  game.toggleAnalysis();
  const { onAnswer } = socket;
  assert.equal(game.job, "analyse");
  const moves = [{ move: "b1", visits: 1, value: 0.7, prior: 0 }];
  const thought = { ...THOUGHT, move: "b1", value: 0.7, moves };
  onAnswer(thought);
  assert.equal(game.tree.current.value, 0.7);
  game.click("a1");
  onAnswer(thought);
  assert.equal(game.tree.current.value, null);
});

test("resigning and a fallen flag end the game", async () => {
  const { game } = await openGame();
  game.resign();
  assert.deepEqual([game.over, game.winner], [true, "black"]);
  const other = (await openGame()).game;
  other.loseOnTime("black");
  assert.equal(other.outcomeText, "White wins on time");
});

/** The engine answers its last request. @param {FakeSocket} socket @param {string} move */
function answer(socket, move) {
  socket.onAnswer({ ...THOUGHT, move });
  socket.onAnswer({ type: "done" });
}

test("browsing while the engine thinks does not stop it, and its move is played where play stands", async () => {
  const { game, socket } = await openGame("random");
  game.click("b1");
  await settled();
  game.goBack();
  await settled();
  assert.equal(game.job, "play");
  answer(socket, "c1");
  await settled();
  assert.deepEqual([game.tree.moves(), game.tree.moves(game.head)], [[], ["b1", "c1"]]);
  game.goToEnd();
  await settled();
  assert.equal(game.humanToMove, true);
});

test("the clock runs for the side to move while an earlier position is on the board", async () => {
  const { game } = await openGame("random");
  game.clock.set(5, 0);
  game.click("b1");
  await settled();
  game.goBack();
  assert.equal(game.clock.running, "black");
});

test("taking back the engine's first move lets it move again", async () => {
  const { game, socket } = await openGame(HUMAN, "random");
  answer(socket, "b1");
  await settled();
  game.undo();
  await settled();
  assert.deepEqual([game.job, game.tree.moves()], ["play", []]);
  assert.equal(socket.message.purpose, "play");
});

test("undo needs no position of the moves before, as after a reload", async () => {
  const { game, socket } = await openGame("random");
  game.click("b1");
  await settled();
  answer(socket, "c1");
  await settled();
  for (const node of [game.tree.root, ...game.tree.nodes()]) if (node !== game.tree.current) node.view = null;
  game.undo();
  await settled();
  assert.deepEqual([game.tree.moves(), game.job, game.humanToMove], [[], null, true]);
});

test("a move after the flag has fallen is not played", async () => {
  const { game } = await openGame();
  game.clock.set(1, 0);
  game.click("a1");
  await settled();
  time += 61_000;
  game.click("b1");
  await settled();
  assert.deepEqual([game.flagged, game.tree.moves()], ["black", ["a1"]]);
});

test("a game with many bad moves takes two requests", async () => {
  const { game } = await openGame();
  let requests = 0;
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {{ body: string }} */ options) => {
      requests++;
      const moves = JSON.parse(options.body).moves;
      if (moves.length <= 1) return fakeFetch(path, options);
      return Response.json({ detail: "cell is taken", legalMoves: 1 }, { status: 422 });
    }
  );
  const tree = GameTree.fromRows(Array.from({ length: 400 }, (_, index) => ({ parent: index - 1, move: "a1" })));
  tree.goTo(tree.lastNode());
  game.open({ start: game.start, tree });
  await game.refresh();
  await settled();
  assert.deepEqual([requests, game.tree.moves(), game.message], [2, ["a1"], "cell is taken"]);
});

test("a deleted move can be brought back", async () => {
  const { game } = await openGame();
  game.click("b1");
  await settled();
  const restore = game.removeCurrent();
  assert.deepEqual(game.tree.moves(), []);
  restore?.();
  assert.deepEqual(game.tree.moves(), ["b1"]);
});
