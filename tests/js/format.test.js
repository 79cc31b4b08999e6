import assert from "node:assert/strict";
import { test } from "node:test";

import {
  formatCount,
  formatPercent,
  formatShortCount,
  formatShortDecimal,
  verdictText,
} from "../../src/malecon/interfaces/web/static/js/format.js";

/** @import { Analysis, Proof } from "../../src/malecon/interfaces/web/static/js/types.js" */

/** @param {number} value @param {Proof | null} proof @param {number | null} length @returns {Analysis} */
const analysis = (value, proof = null, length = null) => ({
  ...{ type: "thought", move: "d4", line: [], simulations: 0, seconds: 0, speed: 0, moves: [] },
  ...{ value, proof, length },
});

test("counts are abbreviated", () => {
  assert.deepEqual([9999, 12_345, 123_456, 1_234_567].map(formatCount), ["9999", "12.3k", "123k", "1.2M"]);
});

test("short counts have at most four characters", () => {
  for (const count of [0, 999, 1000, 9949, 9950, 99_999, 999_499, 999_500, 9_949_999, 99_000_000]) {
    assert.ok(formatShortCount(count).length <= 4, formatShortCount(count));
  }
  assert.deepEqual([999, 1234, 12_345, 1_234_567].map(formatShortCount), ["999", "1.2k", "12k", "1.2M"]);
});

test("decimals and percentages", () => {
  assert.equal(formatShortDecimal(0.154), ".15");
  assert.equal(formatShortDecimal(-0.07), "−.07");
  assert.equal(formatPercent(0.5), "50%");
  assert.equal(formatPercent(0.12345, 1), "12.3%");
});

test("verdicts are from White's point of view", () => {
  assert.equal(verdictText(analysis(0.6), "white"), "White 60.0%");
  assert.equal(verdictText(analysis(0.6), "black"), "White 40.0%");
  assert.equal(verdictText(analysis(1, "win", 3), "black"), "Black wins in 2 (proved)");
  assert.equal(verdictText(analysis(0, "loss"), "black"), "White wins (proved)");
  assert.equal(verdictText(analysis(0.5, "draw"), "white"), "Draw (proved)");
});
