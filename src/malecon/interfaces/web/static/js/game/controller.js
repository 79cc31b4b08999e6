/** Play and browse the game on the board: what a click does, where play continues, and when the engine is asked. */

import * as server from "../server.js";
import { text } from "../i18n.js";
import { EngineJobs } from "./engine-jobs.js";
import { cellsOf, completedMove, findTypedMove, isResignation, opponent, predictPosition } from "./moves.js";
import { HUMAN } from "./state.js";

/** @import { BySide, Colour, PositionView, TreeNode } from "../types.js" */

const RETRY_MILLISECONDS = 2000;
const SLOW_MILLISECONDS = 700; // before the page says that it prepares a game

export class GameController extends EngineJobs {
  /** A click made before the server has answered the last move. @type {{ cell: string; node: TreeNode } | null} */
  earlyClick = null;

  // --- the current position

  /** Show the current node, load its position if necessary, and continue from there. */
  async refresh() {
    const node = this.tree.current;
    if (this.job !== "review" && this.job !== "play") this.cancelJob(); // these continue while the user browses
    this.clearMarks();
    if (node.view) this.changed("move");
    else this.changed("board");
    const known = node.view && !node.view.predicted;
    if (!known && !(await this.loadView(node))) return;
    if (node !== this.tree.current) return;
    if (!known) this.changed("move");
    this.settle();
  }

  /** Load the position of a node; false if the server refuses it or cannot be reached. @param {TreeNode} node */
  async loadView(node) {
    const slow = setTimeout(() => {
      if (node === this.tree.current && !node.view) {
        this.message = text("status.preparing", { game: this.info.title });
        this.changed();
      }
    }, SLOW_MILLISECONDS);
    try {
      node.view = await server.position(this.request(node));
      if (node === this.tree.current) this.message = "";
      return true;
    } catch (error) {
      if (node === this.tree.current || node === this.head) this.handleBadPosition(node, error);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * Retry if the server is unreachable; else go back to the last legal position.
   *
   * @param {TreeNode} node
   * @param {Error & { legalMoves?: number }} error
   */
  handleBadPosition(node, error) {
    if (error instanceof server.UnreachableError) {
      this.message = text("status.willBeSent");
      this.changed();
      setTimeout(() => {
        if (node === this.tree.current && (!node.view || node.view.predicted)) this.refresh();
      }, RETRY_MILLISECONDS);
      return;
    }
    const path = this.tree.path(node);
    const bad = path[Math.min(error.legalMoves ?? path.length - 1, path.length - 1)];
    if (bad) {
      this.head = bad.parent ?? this.tree.root;
      this.tree.goTo(this.head);
      this.tree.remove(bad);
    } else this.open({ start: this.defaultStart });
    this.refresh().then(() => this.showMessage(error.message));
  }

  /** The position is known: start the engine and the clock. */
  settle() {
    if (!this.head.view) {
      this.loadHead();
      return;
    }
    const { outcome } = this.view ?? {};
    if (outcome) this.tree.current.value = outcome.winner === null ? 0.5 : Number(outcome.winner === "white");
    this.runClock();
    if (this.engineToMove) {
      if (this.job !== "play") this.requestMove();
    } else if (!this.over && this.analysing && this.job !== "review") this.requestAnalysis();
    this.changed("settled");
    const early = this.earlyClick;
    this.earlyClick = null;
    if (early?.node === this.tree.current && this.humanToMove) this.click(early.cell);
  }

  /** Load the position in which play continues, while the board shows another. */
  async loadHead() {
    const { head } = this;
    if ((await this.loadView(head)) && head === this.head) this.settle();
  }

  /** Run the clock of the side whose turn it is, whatever the board shows; nobody's before the first move. */
  runClock() {
    if (this.friend) return; // the server keeps the clock
    const side = this.sideAt(this.head);
    const started = this.head.parent !== null || this.players[side] === HUMAN;
    this.clock.run(started && !this.finished && !this.paused ? side : null);
  }

  /** Show a node; play continues where it was. @param {TreeNode | null} node */
  goTo(node) {
    if (!node || node === this.tree.current) return;
    this.tree.goTo(node);
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

  /** Continue play from a node. @param {TreeNode} node */
  continueFrom(node) {
    if (this.job === "play") this.cancelJob();
    this.flagged = null;
    this.paused = false;
    this.head = node;
    this.tree.goTo(node);
    this.refresh();
  }

  /** Take back moves up to the last position in which a human moves. */
  undo() {
    if (this.friend && !this.finished) return;
    let node = this.tree.current.parent;
    if (!node) return;
    while (node.parent && this.isReplyTo(node)) node = node.parent;
    this.continueFrom(node);
  }

  redo() {
    let node = this.tree.following();
    let next = node && this.tree.following(node);
    while (node && next && this.isReplyTo(node)) {
      node = next;
      next = this.tree.following(node);
    }
    if (node) this.continueFrom(node);
  }

  promoteCurrent() {
    this.tree.promote(this.tree.current);
    this.changed("move");
  }

  /** Remove the current move and what follows; the returned function brings it back. */
  removeCurrent() {
    const { current } = this.tree;
    const { parent } = current;
    if (!parent) return null;
    const { head, tree } = this;
    const index = parent.children.indexOf(current);
    if (this.job === "play") this.cancelJob();
    tree.remove(current);
    if (tree.path(head).includes(current)) this.head = parent;
    this.paused = true;
    this.refresh();
    return () => {
      if (tree !== this.tree) return;
      parent.children.splice(index, 0, current);
      this.head = head;
      this.goTo(current);
    };
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
    if (this.live && this.job === "play") {
      this.showMessage(text("status.engineThinks"));
      return;
    }
    this.select(cell);
    const move = this.selected.length ? completedMove(view.legal, this.selected) : undefined;
    if (move) this.play(move);
    else this.changed();
  }

  /** Play a legal move in the position on the board and show it before the server answers. @param {string} move */
  play(move) {
    this.clock.tick(); // the flag may have fallen since the last tick
    if (!this.view || this.over) return;
    if (!this.live && this.job === "play") this.cancelJob();
    if (!this.live) this.flagged = null;
    this.head = this.tree.current;
    this.paused = false;
    this.advance(move);
  }

  /** Play a move where play continues; the board follows unless the user is browsing. @override @param {string} move */
  advance(move) {
    this.clock.tick();
    const { view } = this.head;
    if (!view || this.finished) return;
    const mover = view.toMove;
    this.clock.press(mover);
    const follows = this.live;
    const node = this.tree.add(this.head, move);
    node.view ??= isResignation(move) ? resignedPosition(view, mover) : predictPosition(view, move);
    this.head = node;
    this.announceMove(move, mover);
    this.dispatchEvent(new CustomEvent("played", { detail: { move, mover } }));
    if (follows) {
      this.tree.goTo(node);
      this.refresh();
    } else this.advanceUnseen(node);
  }

  /** Continue play after a move that the board does not show. @param {TreeNode} node */
  async advanceUnseen(node) {
    this.changed("move");
    if (node.view?.predicted && !(await this.loadView(node))) return;
    if (node === this.head) this.settle();
  }

  /** @param {string} move @param {Colour} mover */
  announceMove(move, mover) {
    const side = text(`side.${mover}`);
    this.announce(move === "swap" ? text("announce.swap", { side }) : `${side} ${move}`);
  }

  /** Play a typed move, or show the server's reason why it is not legal. @param {string} words */
  async playTyped(words) {
    const typed = words.trim().toLowerCase();
    if (!typed || !this.view) return;
    const move = findTypedMove(this.view.legal, typed);
    if (move && this.job !== "play") {
      this.play(move);
      return;
    }
    const occupant = this.view.signs[typed];
    const places = this.view.legal.some((each) => each !== "swap" && cellsOf(each).length === 1);
    if (occupant && places) {
      this.showMessage(text(occupant === "O" ? "move.occupied.white" : "move.occupied.black", { cell: typed }));
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

  /** Resign for the side to move; against an engine, for the person. */
  resign() {
    if (this.finished) return;
    if (this.job === "play") this.cancelJob();
    const side = this.sideAt(this.head);
    const loser = this.players[side] === HUMAN || !this.hasHuman ? side : opponent(side);
    this.tree.goTo(this.head);
    if (this.head.view) this.resignFor(loser);
  }

  /** @param {Colour} loser */
  resignFor(loser) {
    const { view } = this.head;
    if (!view) return;
    this.clock.tick();
    if (this.finished) return;
    const node = this.tree.add(this.head, view.toMove === loser ? "resign" : `resign:${loser}`);
    node.view = resignedPosition(view, loser);
    this.head = node;
    this.tree.goTo(node);
    this.refresh();
  }

  /** End the game on time. @param {Colour} loser */
  loseOnTime(loser) {
    if (this.finished || this.friend) return;
    this.flagged = loser;
    this.cancelJob();
    this.tree.goTo(this.head);
    this.announce(this.outcomeText);
    this.changed("move");
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
    this.analysing = false;
    this.clock.reset();
    this.refresh();
  }

  /** Change who plays in the middle of the game. @param {BySide<string>} players @param {BySide<number>} seconds */
  setPlayers(players, seconds) {
    if (this.job === "play") this.cancelJob();
    Object.assign(this, { players, seconds, paused: false });
    this.refresh();
  }

  /** Stop the engine; if it is its turn, it waits for `playNow`. */
  stop() {
    if (this.job === "play") this.paused = true;
    this.analysing = false;
    this.cancelJob();
    this.selected = [];
    this.runClock();
    this.changed("settled");
  }

  /** Pause or continue a game between engines. */
  togglePause() {
    if (this.paused) {
      this.paused = false;
      this.settle();
    } else {
      this.paused = true;
      if (this.job === "play") this.cancelJob();
      this.runClock();
      this.changed("settled");
    }
  }

  /** Let the engine move now, whoever's turn it is, in the position on the board. */
  playNow() {
    if (this.friend && !this.finished) return;
    if (this.over || !this.view || this.job === "play") return;
    this.paused = false;
    this.cancelJob();
    if (!this.live) this.flagged = null;
    this.head = this.tree.current;
    this.requestMove();
    this.changed("settled");
  }
}

/** @param {PositionView} view @param {Colour} loser @returns {PositionView} */
function resignedPosition(view, loser) {
  const winner = opponent(loser);
  return { ...view, legal: [], canSwap: false, outcome: { text: "", winner, how: ["resignation"], cells: [] } };
}
