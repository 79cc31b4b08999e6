/** Play, browse and analyse the game on the board: what a click does, and when the engine is asked. */

import * as server from "../server.js";
import { capitalize, compilingText, whiteValue } from "../format.js";
import { completedMove, findTypedMove, isResignation, opponent, predictPosition } from "./moves.js";
import { GameState, HUMAN, PUZZLE_DEFENDER } from "./state.js";

/** @import { Answer, Colour, Limits, PositionView } from "../types.js" */
/** @import { Settings, Thinker, Thought, TreeNode } from "../types.js" */
/** @import { EngineSocket } from "../server.js" */
/** @import { Clock } from "./clock.js" */

const ANALYSIS_SECONDS = 60;
const HINT_SECONDS = 2;
const RETRY_MILLISECONDS = 2000;
const RANDOM_SEED = Math.floor(Math.random() * 2 ** 31); // one per page load, used if the settings have none

export class GameController extends GameState {
  /** @param {EngineSocket} socket @param {Clock} clock @param {Settings} settings */
  constructor(socket, clock, settings) {
    super(clock, settings);
    this.socket = socket;
    /** Answer a move in a puzzle. */
    this.onDefenderToMove = () => {};
    /** A click made before the server has answered the last move. @type {{ cell: string; node: TreeNode } | null} */
    this.earlyClick = null;
  }

  // --- the current position

  /** Show the current node, load its position if necessary, and continue from there. */
  async refresh() {
    const node = this.tree.current;
    if (this.job !== "review") this.cancelJob(); // a review continues while the user browses
    this.clearMarks();
    if (node.view) this.changed("move");
    if (!node.view || node.view.predicted) {
      try {
        node.view = await server.position(this.request(node));
      } catch (error) {
        if (node === this.tree.current) this.handleBadPosition(node, error);
        return;
      }
      if (node !== this.tree.current) return;
      this.changed("move");
    }
    this.settle(node.view);
  }

  /**
   * Retry if the server is unreachable; else go back to the last legal position.
   *
   * @param {TreeNode} node
   * @param {Error} error
   */
  handleBadPosition(node, error) {
    if (error instanceof TypeError) {
      this.message = "Cannot reach the server; your move will be sent when it is back.";
      this.changed();
      setTimeout(() => {
        if (node === this.tree.current && (!node.view || node.view.predicted)) this.refresh();
      }, RETRY_MILLISECONDS);
      return;
    }
    if (node.parent) this.tree.remove(node);
    else this.open({ start: this.defaultStart });
    this.refresh().then(() => this.showMessage(error.message));
  }

  /** The position is known: start the engine and the clock. @param {PositionView} view */
  settle({ toMove, outcome }) {
    const node = this.tree.current;
    const live = !this.paused && !node.children.length;
    this.clock.run(live && !this.over && (node.parent || this.humanToMove) ? toMove : null);
    if (outcome) node.value = outcome.winner === null ? 0.5 : Number(outcome.winner === "white");
    if (!this.over && !this.humanToMove && live) this.requestMove(toMove);
    else if (!this.over && this.analysing) this.requestAnalysis();
    this.changed("settled");
    const early = this.earlyClick;
    this.earlyClick = null;
    if (early?.node === this.tree.current && this.humanToMove) this.click(early.cell);
  }

  /** @param {TreeNode | null} node */
  goTo(node) {
    if (!node || node === this.tree.current) return;
    this.tree.goTo(node);
    this.paused = true;
    this.refresh();
  }

  goBack() {
    this.goTo(this.tree.current.parent);
  }

  goForward() {
    this.goTo(this.tree.following());
  }

  goToStart() {
    this.goTo(this.tree.root);
  }

  goToEnd() {
    this.goTo(this.tree.lastNode());
  }

  /** Go back to the last position in which a human moves. */
  undo() {
    let node = this.tree.current.parent;
    while (node?.parent && this.isReplyTo(node)) node = node.parent;
    this.flagged = null;
    this.goTo(node);
  }

  redo() {
    let node = this.tree.following();
    let next = node && this.tree.following(node);
    while (node && next && this.isReplyTo(node)) {
      node = next;
      next = this.tree.following(node);
    }
    this.goTo(node);
  }

  promoteCurrent() {
    this.tree.promote(this.tree.current);
    this.changed("move");
  }

  removeCurrent() {
    if (!this.tree.current.parent) return;
    this.tree.remove(this.tree.current);
    this.paused = true;
    this.refresh();
  }

  // --- moves

  /** Select a cell; play the move if it is complete. @param {string} cell */
  click(cell) {
    const { view } = this;
    if (!view || this.over) return;
    if (view.predicted) {
      this.earlyClick = { cell, node: this.tree.current };
      return;
    }
    if (this.job === "play") {
      this.showMessage("The engine is thinking; press Esc to stop it.");
      return;
    }
    this.select(cell);
    const move = this.selected.length ? completedMove(view.legal, this.selected) : undefined;
    if (move) this.play(move);
    else this.changed();
  }

  /** Play a legal move and show it before the server answers. @param {string} move */
  play(move) {
    const { view } = this;
    if (!view || this.over) return;
    const mover = view.toMove;
    this.clock.press(mover);
    this.paused = false;
    const node = this.tree.play(move);
    node.view ??= isResignation(move) ? resignedPosition(view, mover) : predictPosition(view, move);
    this.announce(move === "swap" ? `${capitalize(mover)} swaps` : `${capitalize(mover)} ${move}`);
    this.refresh();
  }

  /** Play a typed move, or show the server's reason why it is not legal. @param {string} text */
  async playTyped(text) {
    const typed = text.trim().toLowerCase();
    if (!typed || !this.view) return;
    const move = findTypedMove(this.view.legal, typed);
    if (move && this.job !== "play") {
      this.play(move);
      return;
    }
    try {
      await server.position({ ...this.request(), moves: [...this.tree.moves(), typed] });
    } catch (error) {
      this.showMessage(error.message);
    }
  }

  swap() {
    if (this.view?.canSwap && this.job !== "play") this.play("swap");
  }

  resign() {
    if (!this.over && this.view) this.play("resign");
  }

  /** End the game on time. @param {Colour} loser */
  loseOnTime(loser) {
    this.flagged = loser;
    this.cancelJob();
    this.announce(this.outcomeText);
    this.changed("settled");
  }

  /** Start the same game again with colours swapped. */
  rematch() {
    const { players, seconds, start } = this;
    this.cancelJob();
    this.open({
      start,
      players: { white: players.black, black: players.white },
      seconds: { white: seconds.black, black: seconds.white },
    });
    this.clock.reset();
    this.refresh();
  }

  // --- the engine

  cancelJob() {
    this.job = null;
    this.socket.cancel();
  }

  /** @param {string} player @returns {Thinker} */
  thinker(player) {
    const { threads, memory, seed } = this.settings;
    return { player, threads, memory, seed: seed ?? RANDOM_SEED };
  }

  /** Let the engine play for the side to move. @param {Colour} toMove */
  requestMove(toMove) {
    const player = this.players[toMove];
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
    this.think("play", player === HUMAN ? this.settings.player : player, limits, ({ move }) => {
      this.job = null;
      this.play(move);
    });
  }

  requestHint() {
    if (!this.view || this.over || this.job === "play") return;
    this.job = "hint";
    this.think("hint", this.settings.player, { seconds: HINT_SECONDS }, ({ move }) => {
      this.job = null;
      this.hint = move;
      this.message = `Hint: ${move}`;
      this.announce(this.message);
      this.changed("settled");
    });
  }

  requestAnalysis() {
    this.job = "analyse";
    this.think("analyse", this.settings.player, { seconds: ANALYSIS_SECONDS }, () => {
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
    const node = this.tree.current;
    /** @type {Thought | null} */
    let last = null;
    const message = { type: "think", purpose, game: this.request(), limits, thinker: this.thinker(player) };
    this.requestAbout(node, message, (answer) => {
      if (answer.type === "thought") {
        last = answer;
        this.progress = "";
        this.storeThought(node, answer);
      } else if (answer.type === "done" && last) {
        onDone(last);
        return;
      } else this.showProgress(answer);
      this.changed("thought");
    });
  }

  /**
   * Send a request about a node. Answers are ignored after the user has left the node; an error pauses the game.
   *
   * @param {TreeNode} node
   * @param {object} message
   * @param {(answer: Answer) => void} onAnswer
   */
  requestAbout(node, message, onAnswer) {
    this.requestedAt = performance.now();
    this.progress = "";
    this.socket.request(message, (answer) => {
      if (node !== this.tree.current || answer.type === "dropped") return;
      if (answer.type === "error") {
        this.job = null;
        this.paused = true;
        this.showMessage(answer.message);
      } else onAnswer(answer);
    });
    this.changed("thought");
  }

  /** @param {Answer} answer */
  showProgress(answer) {
    if (answer.type === "compiling") this.progress = compilingText(answer);
    else if (answer.type === "waiting") this.progress = "waiting for other jobs";
  }

  /** @param {TreeNode} node @param {Thought} thought */
  storeThought(node, thought) {
    if (thought.value === undefined || !thought.moves.length || !node.view) return;
    this.analysis = { ...thought, value: thought.value };
    node.value = whiteValue(this.analysis, node.view.toMove);
  }

  toggleAnalysis() {
    const { analysing } = this;
    this.analysing = !analysing;
    if (this.job !== "play") {
      this.cancelJob();
      if (!analysing && !this.over && this.view) this.requestAnalysis();
    }
    this.changed("settled");
  }

  /** Stop the engine; if it is its turn, it waits for `playNow`. */
  stop() {
    if (this.job === "play") this.paused = true;
    if (this.job === "analyse") this.analysing = false;
    this.cancelJob();
    this.selected = [];
    this.changed("settled");
  }

  /** Let the engine move now, whoever's turn it is. */
  playNow() {
    if (this.over || !this.view || this.job === "play") return;
    this.paused = false;
    this.cancelJob();
    this.requestMove(this.view.toMove);
    this.changed("settled");
  }
}

/** @param {PositionView} view @param {Colour} loser @returns {PositionView} */
function resignedPosition(view, loser) {
  const winner = opponent(loser);
  const text = `${capitalize(winner)} wins by resignation`;
  return { ...view, legal: [], outcome: { text, winner, how: ["resignation"], cells: [] } };
}
