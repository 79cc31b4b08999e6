/** The server's API: HTTP calls, and a WebSocket for everything that takes the engine. */

import { text } from "./i18n.js";

/** @import { Answer, Colour, DistanceMap, NetOpinion, GameInfo, GameRequest, Health, Needs, Openings, ParsedPlayer } from "./types.js" */
/** @import { Players, PositionView, Puzzle, RecordTree } from "./types.js" */

// --- HTTP

/** The server cannot be reached; the browser's own message says nothing to a player. */
export class UnreachableError extends Error {
  constructor() {
    super(text("server.unreachable"));
  }
}

/** Send a request. @param {string} path @param {RequestInit} [options] */
async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new UnreachableError();
  }
  return checked(response);
}

/** Throw an Error with the server's message unless the response is a success. @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  let detail = text("server.error", { status: response.status });
  let legalMoves;
  try {
    const body = await response.json();
    detail = typeof body.detail === "string" ? body.detail : body.detail[0].msg;
    legalMoves = body.legalMoves;
  } catch {
    // The body is not JSON; report the status.
  }
  throw Object.assign(new Error(detail), { legalMoves });
}

/** @param {string} path */
const get = async (path) => (await send(path)).json();

/** @param {string} path @param {object} body @param {string} [method] */
function post(path, body, method = "POST") {
  const headers = { "content-type": "application/json" };
  return send(path, { method, headers, body: JSON.stringify(body) });
}

/** @returns {Promise<GameInfo[]>} */
export const games = () => get("/api/games");

/** @returns {Promise<Puzzle[]>} */
export const puzzles = () => get("/api/puzzles");

/** @returns {Promise<Health>} */
export const health = () => get("/api/health");

/** @param {string} game @returns {Promise<Players>} */
export const players = (game) => get(`/api/players/${encodeURIComponent(game)}`);

/** @param {string} game @param {string} words @returns {Promise<ParsedPlayer>} */
export const parsePlayer = (game, words) =>
  get(`/api/player/${encodeURIComponent(game)}?text=${encodeURIComponent(words)}`);

/** @param {GameRequest} game @returns {Promise<PositionView>} */
export const position = async (game) => (await post("/api/position", game)).json();

/** @param {GameRequest} game @returns {Promise<DistanceMap>} */
export const distanceMap = async (game) => (await post("/api/costs", game)).json();

/** @param {GameRequest} game @returns {Promise<NetOpinion>} */
export const netOpinion = async (game) => (await post("/api/net", game)).json();

/** @param {GameRequest} game @returns {Promise<Needs>} */
export const needs = async (game) => (await post("/api/needs", game)).json();

/** @param {GameRequest} game the position as SVG */
export const picture = async (game) => (await post("/api/picture", game)).text();

/** All games of a text in SGF or HGF. @param {string} words @returns {Promise<RecordTree[]>} */
export const readRecords = async (words) => (await post("/api/records/read", { text: words })).json();

/** @param {RecordTree & { game: GameRequest; date?: string; event?: string; name?: string }} tree the game as SGF */
export const writeRecord = async (tree) => (await post("/api/record/write", tree)).text();

/** First moves of a board by the engine's book. @param {string} board @returns {Promise<Openings>} */
export const openings = (board) => get(`/api/openings/${encodeURIComponent(board)}`);

/** Start a game by link. @param {object} wanted @returns {Promise<{ key: string; side: Colour; invite: string; watch: string }>} */
export const startFriendGame = async (wanted) => (await post("/api/friends", wanted)).json();

/** Games that the server keeps. @returns {Promise<{ id: string; sgf: string }[]>} */
export const libraryGames = () => get("/api/library");

/** @param {string} id @param {string} sgf */
export const keepGame = (id, sgf) => post(`/api/library/${id}`, { sgf }, "PUT");

/** @param {string} id */
export const forgetGame = (id) => send(`/api/library/${id}`, { method: "DELETE" });

// --- WebSocket

const RECONNECT_MILLISECONDS = [300, 700, 1500, 3000, 5000];
const PING_MILLISECONDS = 60_000;
const CLOSED_WHEN_IDLE = 4000; // the server's close code for a page that has been silent for long
const NO_TOKEN = 4401; // the server's close code for a page that was opened without the token

/**
 * One request at a time. A lost connection is restored and its request sent again; a connection that the server closed
 * because it was idle is opened again with the next request.
 */
export class EngineSocket {
  /** @param {(connected: boolean, reason: string) => void} onConnection */
  constructor(onConnection) {
    this.onConnection = onConnection;
    /** @type {{ message: { id: number }; onAnswer: (answer: Answer) => void } | null} */
    this.pending = null;
    this.lastId = 0;
    this.attempts = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.socket = this.connect();
    setInterval(() => this.pending && this.send({ type: "ping" }), PING_MILLISECONDS);
    addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.reconnectNow();
    });
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    socket.onopen = () => {
      this.attempts = 0;
      this.onConnection(true, "");
      if (this.pending) this.send(this.pending.message);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket || (event.code === CLOSED_WHEN_IDLE && !this.pending)) return;
      this.onConnection(false, event.code === NO_TOKEN ? event.reason : "");
      if (event.code === NO_TOKEN) return;
      const delay = RECONNECT_MILLISECONDS[Math.min(this.attempts++, RECONNECT_MILLISECONDS.length - 1)];
      this.timer = setTimeout(() => (this.socket = this.connect()), delay);
    };
    return socket;
  }

  reconnectNow() {
    if (this.socket.readyState === WebSocket.CLOSED) this.socket = this.connect();
  }

  /** @param {object} message */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Replace the pending request by another. `onAnswer` receives every answer up to `done` or `error`, or `dropped`.
   *
   * @param {object} message
   * @param {(answer: Answer) => void} onAnswer
   */
  request(message, onAnswer) {
    const replaced = this.pending;
    this.pending = { message: { ...message, id: ++this.lastId }, onAnswer };
    this.reconnectNow();
    this.send(this.pending.message);
    replaced?.onAnswer({ type: "dropped" });
  }

  cancel() {
    const cancelled = this.pending;
    if (!cancelled) return;
    this.pending = null;
    this.send({ type: "stop" });
    cancelled.onAnswer({ type: "dropped" });
  }

  /** @param {Answer & { id: number }} answer */
  receive(answer) {
    const { pending } = this;
    if (!pending || answer.id !== pending.message.id) return;
    if (answer.type === "done" || answer.type === "error") this.pending = null;
    pending.onAnswer(answer);
  }
}
