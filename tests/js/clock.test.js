import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock } from "../../src/malecon/interfaces/web/static/js/game/clock.js";

/** A clock whose time is set by the test, and the flags that fell. */
function fakeClock() {
  const time = { seconds: 0 };
  /** @type {string[]} */
  const flags = [];
  const clock = new Clock(
    () => {},
    (loser) => flags.push(loser),
    () => 1000 * time.seconds,
  );
  return { clock, time, flags };
}

test("only the running side loses time, and gains the increment when it moves", () => {
  const { clock, time } = fakeClock();
  clock.set(5, 2);
  clock.run("white");
  time.seconds = 10;
  clock.press("white");
  clock.run("black");
  assert.deepEqual(clock.left, { white: 292, black: 300 });
  time.seconds = 11.5;
  clock.tick();
  assert.deepEqual(clock.left, { white: 292, black: 298.5 });
  assert.equal(clock.text("black"), "4:59");
});

test("a flag falls once and stops the clock", () => {
  const { clock, time, flags } = fakeClock();
  clock.set(1, 0);
  clock.run("black");
  time.seconds = 45;
  clock.tick();
  assert.equal(clock.isLow("black"), true);
  assert.equal(clock.isLow("white"), false);
  time.seconds = 61;
  clock.tick();
  clock.tick();
  assert.deepEqual(flags, ["black"]);
  assert.equal(clock.text("black"), "0:00");
  clock.press("black");
  assert.equal(clock.left?.black, 0);
});

test("a stopped clock does not run", () => {
  const { clock, time } = fakeClock();
  clock.set(1, 0);
  clock.run("white");
  clock.run(null);
  time.seconds = 30;
  clock.tick();
  assert.equal(clock.text("white"), "1:00");
});

test("a saved clock is loaded, reset and disabled", () => {
  const { clock } = fakeClock();
  assert.equal(clock.save(), null);
  assert.equal(clock.text("white"), "");
  clock.load({ minutes: 3, increment: 2, left: { white: 100, black: 7 } });
  assert.equal(clock.text("black"), "0:07");
  assert.deepEqual(clock.save(), { minutes: 3, increment: 2, left: { white: 100, black: 7 } });
  clock.reset();
  assert.equal(clock.text("black"), "3:00");
  clock.disable();
  clock.reset();
  assert.equal(clock.enabled, false);
});
