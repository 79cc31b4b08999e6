/** What the page asks the engine for: moves, hints and analyses. A page runs one search at a time. */

import { compilingText, whiteValue } from "../format.js";
import { text } from "../i18n.js";
import { combine } from "./analyses.js";
import { FRIEND, GameState, HUMAN, PUZZLE_DEFENDER } from "./state.js";

/** @import { Analysis, Answer, Limits, Settings, Thinker, Thought, TreeNode } from "../types.js" */
/** @import { EngineSocket } from "../server.js" */
/** @import { Clock } from "./clock.js" */

const ANALYSIS_SECONDS = 60;
const HINT_SECONDS = 2;
const RANDOM_SEED = Math.floor(Math.random() * 2 ** 31); // one per page load, used if the settings have none

export class EngineJobs extends GameState {
  /** @param {EngineSocket} socket @param {Clock} clock @param {Settings} settings */
  constructor(socket, clock, settings) {
    super(clock, settings);
    this.socket = socket;
    /** Answer a move in a puzzle. */
    this.onDefenderToMove = () => {};
  }

  /** Play a move where play continues. @param {string} move */
  advance(move) {
    throw new Error(`the controller plays ${move}`);
  }

  cancelJob() {
    this.job = null;
    this.socket.cancel();
  }

  /** @param {string} player @returns {Thinker} */
  thinker(player) {
    const { threads, memory, seed } = this.settings;
    return { player, threads, memory, seed: seed ?? RANDOM_SEED };
  }

  /** Let the engine play for the side to move where play continues. */
  requestMove() {
    const toMove = this.sideAt(this.head);
    const player = this.players[toMove];
    if (player === FRIEND) return;
    if (player === PUZZLE_DEFENDER) {
      this.onDefenderToMove();
      return;
    }
    /** @type {Limits} */
    const limits = { seconds: this.seconds[toMove] };
    if (this.clock.left) {
      limits.remaining = Math.max(0.05, this.clock.left[toMove]);
      limits.increment = this.clock.increment;
    }
    this.job = "play";
    this.think("play", player === HUMAN ? this.enginePlayer : player, limits, ({ move }) => {
      this.job = null;
      this.advance(move);
    });
  }

  requestHint() {
    if (!this.view || this.over || this.job === "play") return;
    this.job = "hint";
    this.think("hint", this.enginePlayer, { seconds: HINT_SECONDS }, ({ move }) => {
      this.job = null;
      this.hint = move;
      this.message = text("status.hint", { move });
      this.announce(this.message);
      this.changed("settled");
    });
  }

  requestAnalysis() {
    this.job = "analyse";
    this.think("analyse", this.enginePlayer, { seconds: ANALYSIS_SECONDS }, () => {
      this.job = null;
      this.changed("settled");
    });
  }

  /**
   * @param {"play" | "hint" | "analyse"} purpose
   * @param {string} player
   * @param {Limits} limits
   * @param {(last: Thought) => void} onDone
   */
  think(purpose, player, limits, onDone) {
    const node = purpose === "play" ? this.head : this.tree.current;
    const key = this.analysisKey;
    const earlier = this.analyses.get(key);
    /** @type {Thought | null} */
    let last = null;
    const message = { type: "think", purpose, game: this.request(node), limits, thinker: this.thinker(player) };
    this.requestAbout(node, message, (answer) => {
      if (answer.type === "thought") {
        last = answer;
        this.progress = "";
        if (purpose === "analyse") this.storeAnalysis(node, key, earlier, answer);
      } else if (answer.type === "done" && last) {
        onDone(last);
        return;
      } else this.showProgress(answer);
      this.changed("thought");
    });
  }

  /**
   * Send a request about a node. Answers are ignored once play or the board has left the node; an error pauses the game.
   *
   * @param {TreeNode} node
   * @param {object} message
   * @param {(answer: Answer) => void} onAnswer
   */
  requestAbout(node, message, onAnswer) {
    this.requestedAt = performance.now();
    this.progress = "";
    const { job } = this;
    this.socket.request(message, (answer) => {
      const wanted = job === "play" ? this.head : this.tree.current;
      if (node !== wanted || answer.type === "dropped") return;
      if (answer.type === "error") {
        this.job = null;
        this.analysing = false;
        this.paused = true;
        this.showMessage(answer.message);
      } else onAnswer(answer);
    });
    this.changed("thought");
  }

  /** @param {Answer} answer */
  showProgress(answer) {
    if (answer.type === "compiling") this.progress = compilingText(answer);
    else if (answer.type === "waiting") this.progress = text("progress.waiting");
  }

  /**
   * Keep an analysis, with the value of the position for the graph.
   *
   * @param {TreeNode} node
   * @param {string} key
   * @param {Analysis | null} earlier what was known before this search
   * @param {Thought} thought
   */
  storeAnalysis(node, key, earlier, thought) {
    if (thought.value === undefined || !thought.moves.length) return;
    const analysis = combine(earlier, { ...thought, value: thought.value });
    this.analyses.set(key, analysis);
    node.value = whiteValue(analysis, this.sideAt(node));
  }

  toggleAnalysis() {
    const { analysing } = this;
    this.analysing = !analysing;
    if (this.job !== "play") {
      this.cancelJob();
      if (!analysing && !this.over && this.view) {
        this.clearMarks(); // a hint would cover the figures
        this.requestAnalysis();
      }
    }
    this.changed("settled");
  }
}
