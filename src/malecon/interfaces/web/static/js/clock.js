/** A game clock for both sides: it runs for the side to move, and a flag that falls ends the game. */

const LOW = 20;

export class Clock {
  constructor(onTick, onFlag) {
    this.onTick = onTick;
    this.onFlag = onFlag;
    this.off();
    setInterval(() => this.tick(), 200);
  }

  off() {
    this.left = null;
    this.running = null;
  }

  /** Minutes for each side and seconds gained a move. */
  set(minutes, increment) {
    this.left = { white: 60 * minutes, black: 60 * minutes };
    Object.assign(this, { minutes, increment, running: null });
  }

  /** As at the start of the game. */
  reset() {
    if (this.on) this.set(this.minutes, this.increment);
  }

  get on() {
    return this.left !== null;
  }

  /** Let a side's time run; null stops both. */
  run(colour) {
    if (!this.on || this.running === colour) return;
    this.tick();
    this.running = colour;
    this.since = performance.now();
  }

  /** A side has moved. */
  press(colour) {
    if (!this.on) return;
    this.tick();
    if (this.left[colour] > 0) this.left[colour] += this.increment;
  }

  tick() {
    if (!this.on || !this.running) return;
    const now = performance.now();
    this.left[this.running] -= (now - this.since) / 1000;
    this.since = now;
    if (this.left[this.running] <= 0) {
      this.left[this.running] = 0;
      const colour = this.running;
      this.running = null;
      this.onFlag(colour);
    }
    this.onTick();
  }

  text(colour) {
    if (!this.on) return "";
    const seconds = Math.ceil(this.left[colour]);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  isLow(colour) {
    return this.on && this.left[colour] < LOW;
  }

  save() {
    return this.on ? { left: this.left, minutes: this.minutes, increment: this.increment } : null;
  }

  load(saved) {
    this.off();
    if (saved) Object.assign(this, { left: saved.left, minutes: saved.minutes, increment: saved.increment });
  }
}
