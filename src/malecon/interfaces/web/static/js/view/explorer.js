/** The openings explorer: moves of the library's games in the position on the board, and the engine's first moves. */

import * as server from "../server.js";
import { html, setText } from "../dom.js";
import { formatPercent } from "../format.js";
import { plural, text } from "../i18n.js";
import { continuations } from "../library/explorer.js";

/** @import { Openings } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameStore } from "../library/store.js" */

const ROWS = 12;

export class Explorer {
  /** First moves by board. @type {Map<string, Promise<Openings | null>>} */
  books = new Map();
  shown = "";

  /** @param {HTMLDetailsElement} element @param {GameController} game @param {GameStore} store */
  constructor(element, game, store) {
    this.element = element;
    this.game = game;
    this.store = store;
    this.note = html("p", { class: "figures", id: "explorer-note" });
    this.body = html("tbody", { id: "explorer-moves" });
    const titles = /** @type {const} */ (["move", "games", "results", "engine"]);
    const head = html("tr", {}, ...titles.map((name) => html("th", { scope: "col" }, text(`explorer.${name}`))));
    const table = html("table", {}, html("thead", {}, head), this.body);
    element.replaceChildren(html("summary", {}, text("explorer.title")), this.note, table);
    element.addEventListener("toggle", () => this.draw(true));
  }

  /** The engine's first moves on a board; null if it has none. @param {string} board */
  book(board) {
    const known = this.books.get(board) ?? server.openings(board).catch(() => null);
    this.books.set(board, known);
    return known;
  }

  /** @param {boolean} [always] also if the position is the same */
  async draw(always = false) {
    const { game } = this;
    const request = game.request();
    const key = JSON.stringify(request);
    if (!this.element.open || (key === this.shown && !always)) return;
    this.shown = key;
    const isStart = !request.moves.length && !request.setup && game.info.shape === "hex";
    const [entries, book] = await Promise.all([this.store.all(), isStart ? this.book(request.board) : null]);
    if (this.shown !== key) return;
    const played = continuations(entries, request);
    const values = new Map(book?.moves.map(({ cell, value }) => [cell, value]));
    const unplayed = [...values.keys()].filter((cell) => !played.some(({ move }) => move === cell));
    const balanced = unplayed.toSorted(
      (a, b) => Math.abs((values.get(a) ?? 0) - 0.5) - Math.abs((values.get(b) ?? 0) - 0.5),
    );
    const rows = [...played, ...balanced.map((move) => ({ move, games: 0, white: 0, draws: 0, black: 0 }))];
    const total = played.reduce((sum, { games }) => sum + games, 0);
    const source = book ? ` ${text("explorer.book", { n: book.simulations })}` : "";
    setText(this.note, plural("explorer.games", total) + source);
    this.body.replaceChildren(...rows.slice(0, ROWS).map((row) => this.row(row, values.get(row.move))));
  }

  /** @param {import("../library/explorer.js").Continuation} row @param {number | undefined} value */
  row({ move, games, white, draws, black }, value) {
    const play = html("button", { class: "link", onclick: () => this.game.play(move) }, move);
    const results = games ? text("explorer.score", { white, draws, black }) : "";
    const words = [games ? String(games) : "", results, value === undefined ? "" : formatPercent(value)];
    return html("tr", {}, html("td", {}, play), ...words.map((each) => html("td", {}, each)));
  }
}
