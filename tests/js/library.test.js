import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addResult,
  dailyPuzzle,
  dayName,
  difficulty,
  newProgress,
  readProgress,
} from "../../src/malecon/interfaces/web/static/js/game/puzzle-progress.js";
import {
  estimateRating,
  resultsByOpponent,
  searchEntries,
} from "../../src/malecon/interfaces/web/static/js/library/entries.js";
import { continuations } from "../../src/malecon/interfaces/web/static/js/library/explorer.js";
import { plainMoves } from "../../src/malecon/interfaces/web/static/js/library/import.js";
import { GameStore } from "../../src/malecon/interfaces/web/static/js/library/store.js";
import { chaptersOf } from "../../src/malecon/interfaces/web/static/js/view/chapters.js";
import { needItems, needText } from "../../src/malecon/interfaces/web/static/js/view/needs.js";
import { accuracy, mistakeText, summaryText } from "../../src/malecon/interfaces/web/static/js/view/review-words.js";

/** @import { LibraryGame, MoveReview, Puzzle } from "../../src/malecon/interfaces/web/static/js/types.js" */

/** @param {Partial<LibraryGame>} more @returns {LibraryGame} */
const entry = (more) => ({
  ...{
    id: "a",
    fragment: "#g=havannah&b=5",
    game: "havannah",
    board: "5",
    puzzle: null,
    white: "You",
    black: "Level 3",
  },
  ...{ human: "white", opponent: "level3", result: "White wins by fork", winner: "white", finished: true },
  ...{ moves: ["e5", "d4"], created: Date.UTC(2026, 10, 18), updated: 0 },
  ...more,
});

// --- the library

test("entries are found by all words of a query, in any field", () => {
  const entries = [entry({}), entry({ id: "b", black: "Ada", study: { name: "Forks", chapter: "1" } })];
  /** @param {string} query */
  const found = (query) => searchEntries(entries, query).map(({ id }) => id);
  assert.deepEqual(found(""), ["a", "b"]);
  assert.deepEqual(found("ADA fork"), ["b"]);
  assert.deepEqual(found("2026-11-18 e5"), ["a", "b"]);
  assert.deepEqual(found("forks 1"), ["b"]);
  assert.deepEqual(found("nobody"), []);
});

test("results are counted per opponent, without puzzles and unfinished games", () => {
  const entries = [
    entry({}),
    entry({ winner: "black" }),
    entry({ winner: null }),
    entry({ finished: false }),
    entry({ puzzle: 3 }),
    entry({ human: null, opponent: null }),
  ];
  assert.deepEqual(resultsByOpponent(entries), [{ player: "level3", games: 3, points: 1.5 }]);
});

test("a rating explains the results, and is finite after wins only", () => {
  assert.equal(estimateRating([]), null);
  const even = estimateRating([{ rating: 500, games: 10, points: 5 }]);
  assert.ok(even !== null && Math.abs(even - 500) < 5);
  const better = estimateRating([{ rating: 500, games: 10, points: 10 }]);
  assert.ok(better !== null && better > 700 && better < 1500);
});

test("games are stored, sorted by time and removed where there is no database", async () => {
  const store = new GameStore(Promise.resolve(null));
  await store.put(entry({ id: "old", updated: 1 }));
  await store.put(entry({ id: "new", updated: 2 }));
  assert.deepEqual(
    (await store.all()).map(({ id }) => id),
    ["new", "old"],
  );
  await store.remove("new");
  assert.equal(await store.get("new"), null);
  assert.equal((await store.get("old"))?.id, "old");
});

test("plain lists of moves are read with numbers, comments and capitals", () => {
  assert.deepEqual(plainMoves("1. D4 c3 {a comment e5} 2. e5 swap"), ["d4", "c3", "e5", "swap"]);
  assert.deepEqual(plainMoves("d1-d7/g7 a2xb3 resign"), ["d1-d7/g7", "a2xb3", "resign"]);
  assert.deepEqual(plainMoves("nothing here"), []);
});

test("the explorer counts continuations of the same board only", () => {
  const position = { game: "havannah", board: "5", swap: false, setup: null, moves: ["e5"] };
  const entries = [entry({}), entry({ winner: "black" }), entry({ board: "6" }), entry({ moves: ["e5", "c3"] })];
  assert.deepEqual(continuations(entries, position), [
    { move: "d4", games: 2, white: 1, draws: 0, black: 1 },
    { move: "c3", games: 1, white: 1, draws: 0, black: 0 },
  ]);
});

test("chapters of a study stand in the order in which they were made", () => {
  const study = (/** @type {string} */ chapter) => ({ name: "Forks", chapter });
  const entries = [
    entry({ id: "b", created: 2, study: study("2") }),
    entry({ id: "a", created: 1, study: study("1") }),
    entry({}),
  ];
  assert.deepEqual(
    chaptersOf(entries, "Forks").map(({ id }) => id),
    ["a", "b"],
  );
});

// --- puzzles

/** @type {Puzzle} */
const PUZZLE = { number: 7, game: "havannah", board: "4", moves: [], toMove: "white", task: "", length: 5 };

test("only the first result of a puzzle changes rating and streak", () => {
  const once = addResult(newProgress(), PUZZLE, 1);
  assert.ok(once.rating > newProgress().rating);
  assert.deepEqual([once.solved, once.streak, once.best], [[7], 1, 1]);
  assert.deepEqual(addResult(once, PUZZLE, 0), once);
  const shown = addResult(once, { ...PUZZLE, number: 8 }, 0);
  assert.deepEqual([shown.solved, shown.streak, shown.best], [[7], 0, 1]);
  assert.ok(shown.rating < once.rating);
});

test("longer wins and larger boards are harder, and old progress is read", () => {
  assert.ok(difficulty({ ...PUZZLE, length: 9 }) > difficulty(PUZZLE));
  assert.ok(difficulty({ ...PUZZLE, board: "8" }) > difficulty(PUZZLE));
  assert.deepEqual(readProgress([1, 2]).solved, [1, 2]);
  assert.equal(readProgress(null).rating, newProgress().rating);
});

test("every day has its puzzle", () => {
  const list = Array.from({ length: 107 }, (_, index) => ({ ...PUZZLE, number: index + 1 }));
  const days = ["2026-11-18", "2026-11-19", "2026-11-20"].map((day) => dailyPuzzle(list, day).number);
  assert.equal(new Set(days).size, 3);
  assert.equal(dailyPuzzle(list, "2026-11-18").number, days[0]);
  assert.equal(dayName(new Date(2026, 0, 5)), "2026-01-05");
});

// --- words

/** @param {Partial<MoveReview>} more @returns {MoveReview} */
const review = (more) => ({
  ...{ ply: 7, move: "c3", colour: "white", white: 0.4, loss: 0.5, mark: "blunder", best: "d1" },
  ...more,
});

test("a mistake is explained by its facts, or by its loss", () => {
  assert.equal(mistakeText(review({})), "White played c3; d1 was better. It gave away 50%.");
  const facts = /** @type {MoveReview["facts"]} */ ([
    { kind: "missedWin", length: 3 },
    { kind: "unanswered", cells: ["a4"] },
  ]);
  assert.match(mistakeText(review({ facts })), /missed a win in 2\. It left Black's win at a4 open\.$/);
  const connection = /** @type {MoveReview["facts"]} */ ([{ kind: "ownConnection", before: 2, after: 4 }]);
  assert.match(mistakeText(review({ facts: connection })), /White's shortest connection went from 2 stones to 4\.$/);
});

test("accuracy is the share of the expected result that was kept", () => {
  const reviews = [
    review({}),
    review({ loss: 0, mark: null }),
    review({ colour: "black", loss: 0.1, mark: "doubtful" }),
  ];
  assert.deepEqual([accuracy(reviews, "white"), accuracy(reviews, "black")], [75, 90]);
  assert.equal(accuracy([], "white"), null);
  assert.match(summaryText(reviews), /^White: 1 blunder, 0 doubtful, accuracy 75%\. Black: 0 blunders, 1 doubtful/);
});

test("needs and threats are marked and said in words", () => {
  const needs = {
    white: {
      connections: { bridge: { stones: 3, cells: ["d4", "e5"] }, fork: { stones: 5, cells: ["c3"] } },
      wins: [],
    },
    black: { connections: { bridge: { stones: 1, cells: ["d4"] } }, wins: [{ cell: "a4", how: ["bridge"] }] },
    threat: { move: "a4", length: 1, line: ["a4"], how: ["bridge"] },
  };
  const classes = new Map(needItems(needs).map(({ cell, discClass }) => [cell, discClass]));
  assert.deepEqual(
    [classes.get("d4"), classes.get("e5"), classes.get("a4"), classes.get("c3")],
    ["need-both", "need-white", "need-black", undefined],
  );
  assert.equal(
    needText(needs, "white"),
    "White needs 3 stones for a bridge, 5 stones for a fork. Black wins at once at a4 (bridge).",
  );
  const threat = { move: "c3", length: 3, line: [], how: ["ring"] };
  const quiet = { ...needs, black: { connections: {}, wins: [] }, threat };
  assert.match(needText(quiet, "white"), /fork\. Black threatens c3, which wins by ring in 2\.$/);
});
