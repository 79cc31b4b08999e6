/** A game with a friend: the server keeps moves and clocks, this page plays one side or watches. */

import { text } from "../i18n.js";
import { FRIEND, HUMAN } from "./state.js";

/** @import { BySide, Colour, FriendState } from "../types.js" */
/** @import { GameController } from "./controller.js" */

const RECONNECT_MILLISECONDS = [300, 1000, 3000];
const NO_GAME = 4404; // the server's close code for a key that it does not know

export class FriendLink {
  /** The key of the seat; null while no such game is on the board. @type {string | null} */
  key = null;
  /** @type {FriendState | null} */
  state = null;
  /** @type {WebSocket | null} */
  socket = null;
  attempts = 0;
  /** @type {() => unknown} called if the server does not have the game */
  onGone = () => {};
  /** Whether a move from the server is being played. */
  receiving = false;

  /** @param {GameController} game */
  constructor(game) {
    this.game = game;
    game.addEventListener("played", (event) => this.handlePlayed(/** @type {CustomEvent} */ (event).detail.move));
    game.addEventListener("opened", () => {
      if (!game.friend) this.leave();
    });
  }

  /** Take a seat, or watch. @param {string} key @param {() => unknown} [onGone] called if the server no longer has the game */
  join(key, onGone = () => {}) {
    this.leave();
    this.key = key;
    this.onGone = onGone;
    this.connect();
  }

  leave() {
    this.key = this.state = null;
    this.socket?.close();
    this.socket = null;
  }

  connect() {
    const { key } = this;
    if (!key) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/friends/${encodeURIComponent(key)}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.code === NO_GAME) {
        this.giveUp();
        return;
      }
      const delay = RECONNECT_MILLISECONDS[Math.min(this.attempts++, RECONNECT_MILLISECONDS.length - 1)];
      setTimeout(() => socket === this.socket && this.connect(), delay);
    };
  }

  /** The server does not have the game: say so beside another one. */
  async giveUp() {
    this.leave();
    await this.onGone();
    this.game.showMessage(text("friend.noGame"));
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {FriendState | { type: "rematch"; key: string } | { type: "error"; message: string }} message */
  receive(message) {
    this.attempts = 0;
    if (message.type === "error") this.game.showMessage(message.message);
    else if (message.type === "rematch") {
      this.game.friend = "";
      this.join(message.key);
    } else this.show(message);
  }

  /** Bring the game on the board to the state of the server. @param {FriendState} state */
  show(state) {
    const { game } = this;
    const isNew = !this.state;
    this.state = state;
    if (isNew) this.open(state);
    const known = game.tree.moves(game.head);
    const common = Math.min(known.length, state.moves.length);
    const agrees = known.slice(0, common).every((move, index) => sameMove(move, state.moves[index]));
    const ahead = known.length - state.moves.length;
    const ownMove = ahead === 1 && game.head.parent && game.sideAt(game.head.parent) === state.side;
    if (agrees && ownMove) {
      this.send({ type: "move", move: known[common], ply: common });
    } // lost with the connection
    else if (!agrees || ahead > 0) this.open(state);
    else for (const move of state.moves.slice(known.length)) this.playMove(move);
    this.setClock(state);
    game.changed("settled");
  }

  /** @param {FriendState} state */
  open({ start, side, moves, flagged }) {
    const { game } = this;
    /** @type {BySide<string>} */
    const players = { white: FRIEND, black: FRIEND };
    if (side) players[side] = HUMAN;
    game.cancelJob();
    game.open({ start, players, flagged, friend: this.key ?? "" });
    for (const move of moves) {
      const node = game.tree.add(game.tree.current, move);
      game.tree.goTo(node);
    }
    game.head = game.tree.current;
    game.refresh();
  }

  /** @param {string} move */
  playMove(move) {
    const { game } = this;
    this.receiving = true;
    if (move.startsWith("resign:")) game.resignFor(/** @type {Colour} */ (move.slice("resign:".length)));
    else game.advance(move);
    this.receiving = false;
  }

  /** @param {FriendState} state */
  setClock({ clock, flagged }) {
    const { game } = this;
    game.clock.load(clock.minutes ? clock : null);
    game.clock.run(clock.running);
    if (flagged && !game.flagged) {
      game.flagged = flagged;
      game.announce(game.outcomeText);
    }
  }

  /** Send a move that was played here. @param {string} move */
  handlePlayed(move) {
    if (!this.key || this.receiving || !this.game.friend) return;
    this.send({ type: "move", move, ply: this.game.tree.path(this.game.head).length - 1 });
  }

  resign() {
    this.send({ type: "resign" });
  }

  rematch() {
    this.send({ type: "rematch" });
  }

  /** Who is there, in words. */
  get presence() {
    const { state } = this;
    if (!state) return text("friend.connecting");
    const { side, present, spectators, rematch } = state;
    const other = side === "white" ? "black" : "white";
    const watching = spectators ? ` ${text("friend.spectators", { n: spectators })}` : "";
    if (!side) return text("friend.watching") + watching;
    if (rematch.includes(other)) return text("friend.wantsRematch");
    return text(present[other] ? "friend.here" : "friend.away") + watching;
  }
}

/** Whether two texts are the same move; the server names the side of a resignation. @param {string} one @param {string | undefined} other */
const sameMove = (one, other) => one === other || (one.startsWith("resign") && Boolean(other?.startsWith("resign")));
