/** A chess clock: it runs for the side to move and reports a fallen flag. Call `tick` often. */

/** @import { BySide, ClockState, Colour } from "../types.js" */

const LOW_SECONDS = 20;

export class Clock {
  /**
   * @param {() => void} onTick
   * @param {(loser: Colour) => void} onFlag
   * @param {() => number} [now] time in milliseconds
   */
  constructor(onTick, onFlag, now = () => performance.now()) {
    this.onTick = onTick;
    this.onFlag = onFlag;
    this.now = now;
    this.minutes = 0;
    this.increment = 0;
    /** Seconds left; null if the game has no clock. @type {BySide<number> | null} */
    this.left = null;
    /** @type {Colour | null} */
    this.running = null;
    this.lastTick = 0;
  }

  get enabled() {
    return this.left !== null;
  }

  disable() {
    this.left = null;
    this.running = null;
  }

  /** @param {number} minutes for each side @param {number} increment seconds per move */
  set(minutes, increment) {
    this.minutes = minutes;
    this.increment = increment;
    this.left = { white: 60 * minutes, black: 60 * minutes };
    this.running = null;
  }

  /** Restore the full time. */
  reset() {
    if (this.enabled) this.set(this.minutes, this.increment);
  }

  /** Run a side's time; null stops the clock. @param {Colour | null} colour */
  run(colour) {
    if (!this.enabled || this.running === colour) return;
    this.tick();
    this.running = colour;
    this.lastTick = this.now();
  }

  /** Add the increment after a side's move. @param {Colour} colour */
  press(colour) {
    this.tick();
    if (this.left && this.left[colour] > 0) this.left[colour] += this.increment;
  }

  tick() {
    const { left, running } = this;
    if (!left || !running) return;
    const now = this.now();
    left[running] = Math.max(0, left[running] - (now - this.lastTick) / 1000);
    this.lastTick = now;
    if (left[running] === 0) {
      this.running = null;
      this.onFlag(running);
    }
    this.onTick();
  }

  /** Time left as m:ss. @param {Colour} colour */
  text(colour) {
    if (!this.left) return "";
    const seconds = Math.ceil(this.left[colour]);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** @param {Colour} colour */
  isLow(colour) {
    return this.left !== null && this.left[colour] < LOW_SECONDS;
  }

  /** @returns {ClockState | null} */
  save() {
    return this.left && { left: this.left, minutes: this.minutes, increment: this.increment };
  }

  /** @param {ClockState | null} saved */
  load(saved) {
    this.disable();
    if (saved) Object.assign(this, { left: saved.left, minutes: saved.minutes, increment: saved.increment });
  }
}
