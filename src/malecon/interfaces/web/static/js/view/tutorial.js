/** A tutorial of about two minutes for each game: a few positions with one thing to do, then a first game. */

import * as server from "../server.js";
import { html, setText } from "../dom.js";
import { HUMAN } from "../game/state.js";
import { text } from "../i18n.js";
import { saveSettings } from "../settings.js";
import { showToast } from "./toast.js";

/** @import { Setup } from "../types.js" */
/** @import { TextKey } from "../i18n.js" */
/** @import { GameController } from "../game/controller.js" */

/**
 * @typedef {object} Step
 * @property {TextKey} task
 * @property {TextKey} done what to say when it is done
 * @property {string} board
 * @property {Setup} setup
 * @property {"win" | "move" | "capture"} goal
 */

/** @param {string} white @param {string} black @param {string} [blocked] @returns {Setup} */
const setup = (white, black, blocked = "") => ({
  ...{ white: white.split(" "), black: black.split(" "), to_move: "white" },
  blocked: blocked ? blocked.split(" ") : [],
});

/** @type {Record<string, Step[]>} */
export const LESSONS = {
  havannah: [
    {
      task: "lesson.ring",
      done: "lesson.ringDone",
      board: "4",
      goal: "win",
      setup: setup("c3 d3 c4 e4 d5", "b2 e3 d6 f5"),
    },
    {
      task: "lesson.bridge",
      done: "lesson.bridgeDone",
      board: "4",
      goal: "win",
      setup: setup("a4 b4 b3 c2 d2 d1", "c4 d4 e4 e5 b2"),
    },
    {
      task: "lesson.fork",
      done: "lesson.forkDone",
      board: "4",
      goal: "win",
      setup: setup("c1 c2 c3 e4 f5 g5 d5 c5 c6", "b2 e3 d6 f6 e6 d2 b4"),
    },
  ],
  breakthrough: [
    { task: "lesson.stepTask", done: "lesson.stepDone", board: "6x6", goal: "move", setup: setup("c2 d2", "c5 d5") },
    {
      task: "lesson.capture",
      done: "lesson.captureDone",
      board: "6x6",
      goal: "capture",
      setup: setup("c3 e2", "d4 c4 b6"),
    },
    { task: "lesson.reach", done: "lesson.reachDone", board: "6x6", goal: "win", setup: setup("c5 a2", "f6 b3") },
  ],
  amazons: [
    { task: "lesson.shoot", done: "lesson.shootDone", board: "6x6", goal: "move", setup: setup("c2 e1", "d6 a4") },
    {
      task: "lesson.enclose",
      done: "lesson.encloseDone",
      board: "6x6",
      goal: "win",
      setup: setup("c4", "a6", "b6 b5"),
    },
  ],
};
const FIRST_BOARDS = { havannah: "4", breakthrough: "6x6", amazons: "6x6" };
const FIRST_LEVEL = "level1";

export class Tutorial {
  /** @type {Step[]} */
  steps = [];
  index = -1;
  solved = false;
  name = "";

  /** @param {HTMLElement} element @param {GameController} game */
  constructor(element, game) {
    this.element = element;
    this.game = game;
    this.title = html("span", { id: "lesson-title" });
    this.task = html("p", { id: "lesson-task", role: "status" });
    this.next = html(
      "button",
      { id: "lesson-next", class: "primary", onclick: () => this.showNext() },
      text("lesson.next"),
    );
    const leave = html(
      "button",
      { id: "lesson-leave", class: "small-button", onclick: () => this.leave() },
      text("lesson.leave"),
    );
    element.replaceChildren(html("h2", {}, this.title, html("span", { class: "grow" }), leave), this.task, this.next);
    game.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail === "settled") this.check();
    });
    game.addEventListener("opened", () => {
      if (!game.lesson) this.element.hidden = true;
    });
  }

  /** Offer the tutorial on the first visit, and tell whether it is the first. */
  offer() {
    const { settings } = this.game;
    if (settings.seen.length) return false;
    settings.seen = ["offered"];
    saveSettings(settings);
    showToast(text("lesson.offer"), text("lesson.start"), () => this.start(this.game.start.game));
    return true;
  }

  /** @param {string} name of a game */
  start(name) {
    this.steps = LESSONS[name] ?? [];
    this.name = name;
    this.index = -1;
    if (this.steps.length) this.showNext();
  }

  /** Go to the next step; after the last one, start a first game. */
  showNext() {
    const { game } = this;
    const step = this.steps[++this.index];
    if (!step) {
      this.startGame();
      return;
    }
    game.cancelJob();
    game.clock.disable();
    const start = { game: this.name, board: step.board, swap: false, setup: step.setup };
    game.open({ start, players: { white: HUMAN, black: HUMAN }, lesson: true });
    this.solved = false;
    setText(this.title, text("lesson.step", { n: this.index + 1, total: this.steps.length + 1 }));
    setText(this.task, text(step.task));
    this.next.hidden = true;
    this.element.hidden = false;
    game.refresh();
  }

  /** Look at what was played: a step is done, or its move is taken back. */
  check() {
    const { game, index } = this;
    const step = this.steps[index];
    const { view } = game;
    if (!game.lesson || !step || this.solved || !view || view.predicted || !game.tree.current.parent) return;
    const done = { win: view.outcome?.winner === "white", move: true, capture: game.tree.current.move.includes("x") }[
      step.goal
    ];
    if (!done) {
      game.undo();
      setText(this.task, `${text("lesson.again")} ${text(step.task)}`);
      return;
    }
    this.solved = true;
    const last = index === this.steps.length - 1;
    setText(this.task, text(step.done));
    setText(this.next, text(last ? "lesson.play" : "lesson.next"));
    this.next.hidden = false;
    this.next.focus({ preventScroll: true });
  }

  /** A first game against the lowest level on a small board. */
  async startGame() {
    const { game } = this;
    const { levels } = await server.players(this.name);
    const level = levels.find(({ player }) => player === FIRST_LEVEL) ?? levels[0];
    const board = FIRST_BOARDS[/** @type {keyof typeof FIRST_BOARDS} */ (this.name)];
    game.open({
      start: { game: this.name, board, swap: false, setup: null },
      players: { white: HUMAN, black: level.player },
      seconds: { white: 1, black: level.seconds },
    });
    game.refresh();
  }

  leave() {
    this.element.hidden = true;
    this.game.lesson = false;
    history.back();
  }
}
