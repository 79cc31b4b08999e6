/** The library: search, open, delete with undo, import and export of games; results and rating. */

import * as server from "../server.js";
import { download, html, setText } from "../dom.js";
import { boardLabel, formatDate, levelName } from "../format.js";
import { readFragment } from "../game/fragment.js";
import { plural, text } from "../i18n.js";
import { estimateRating, importedEntry, resultsByOpponent, searchEntries } from "../library/entries.js";
import { readGames } from "../library/import.js";
import { findLevel } from "../view/player-bars.js";
import { showToast } from "../view/toast.js";
import { openDialog } from "./dialog.js";

/** @import { GameInfo, Level, LibraryGame } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameSession } from "../app/session.js" */

const ROWS = 100; // entries on show
const MAX_FILE_MEGABYTES = 2;

class Library {
  query = html("input", {
    ...{ type: "search", id: "library-search", class: "wide", "aria-label": text("library.search") },
    ...{ placeholder: text("library.search"), oninput: () => this.draw() },
  });

  count = html("p", { class: "figures", role: "status", id: "library-count" });
  rows = html("tbody");
  /** @type {LibraryGame[]} */
  entries = [];
  close = () => {};

  /** @param {GameController} game @param {GameSession} session @param {Level[]} levels */
  constructor(game, session, levels) {
    Object.assign(this, { game, session, levels });
    this.game = game;
    this.session = session;
    this.levels = levels;
  }

  async load() {
    await this.session.keepNow();
    this.entries = await this.session.store.all();
    this.draw();
  }

  draw() {
    const found = searchEntries(this.entries, this.query.value);
    setText(this.count, plural("library.count", found.length));
    this.rows.replaceChildren(...found.slice(0, ROWS).map((entry) => this.row(entry)));
  }

  /** @param {LibraryGame} entry */
  row(entry) {
    const open = () => {
      this.close();
      this.session.openEntry(entry);
    };
    const info = this.game.games.find(({ game }) => game === entry.game);
    const players = `${entry.white || "?"} – ${entry.black || "?"}`;
    const details = [info?.title ?? entry.game, info ? boardLabel(info, entry.board) : entry.board];
    const remove = {
      type: "button",
      class: "small-button",
      "data-remove": entry.id,
      onclick: () => this.remove(entry),
    };
    return html(
      "tr",
      { "data-game": entry.id },
      html("td", {}, html("button", { type: "button", class: "link", onclick: open }, players)),
      html("td", {}, details.join(", ")),
      html("td", {}, entry.result || plural("moves.count", entry.moves.length)),
      html("td", {}, formatDate(entry.updated)),
      html(
        "td",
        {},
        html("button", remove, text("library.remove"), html("span", { class: "visually-hidden" }, ` ${players}`)),
      ),
    );
  }

  /** @param {LibraryGame} entry */
  async remove(entry) {
    const { store } = this.session;
    if (entry.id === this.session.id) this.session.worthKeeping = false;
    await store.remove(entry.id);
    if (this.session.serverKeeps) server.forgetGame(entry.id).catch(() => {});
    await this.load();
    const restore = async () => {
      await store.put(entry);
      if (entry.id === this.session.id) this.session.worthKeeping = true;
      await this.load();
    };
    const undo = html(
      "button",
      { type: "button", id: "library-undo", class: "small-button", onclick: restore },
      text("library.undo"),
    );
    this.count.append(` ${text("library.removed")} `, undo);
  }

  /** Add the games of a text. @param {string} words */
  async import(words) {
    const records = await readGames(words, this.game.start);
    for (const record of records) await this.session.store.put(importedEntry(record));
    await this.load();
    return records.length;
  }

  /** @param {FileList | null} files */
  async importFiles(files) {
    let count = 0;
    for (const file of files ?? []) {
      if (file.size > MAX_FILE_MEGABYTES * 2 ** 20) throw new Error(text("record.large", { n: MAX_FILE_MEGABYTES }));
      count += await this.import(await file.text());
    }
    return count;
  }

  /** Save the games on show as one SGF file; a study is an event, its chapters are named games. */
  async export() {
    const records = [];
    for (const entry of searchEntries(this.entries, this.query.value)) {
      const saved = readFragment(entry.fragment);
      if (!saved) continue;
      const { start, tree } = saved;
      const { white, black } = entry;
      const common = {
        comment: tree.root.comment,
        marks: tree.root.marks,
        white,
        black,
        date: new Date(entry.created).toISOString().slice(0, 10),
        event: entry.study?.name ?? "",
        name: entry.study?.chapter ?? "",
      };
      records.push(await server.writeRecord({ game: { ...start, moves: [] }, nodes: tree.rows(), ...common }));
    }
    download("malecon-games.sgf", records.join("\n"), "application/x-go-sgf");
  }

  /** Results against each level, and the rating that explains them. */
  results() {
    const results = resultsByOpponent(this.entries);
    if (!results.length) return html("p", { class: "figures" }, text("library.noResults"));
    const known = results.flatMap(({ player, games, points }) => {
      const level = findLevel(this.levels, player, 5);
      return [{ name: level ? levelName(level) : player, rating: level?.rating ?? null, games, points }];
    });
    const rated = known.flatMap(({ rating, games, points }) => (rating === null ? [] : [{ rating, games, points }]));
    const rating = estimateRating(rated);
    const lines = known.map(({ name, games, points }) =>
      html("li", {}, text("library.score", { name, points, games })),
    );
    const estimate = rating === null ? "" : html("p", { id: "my-rating" }, text("library.rating", { n: rating }));
    return html("div", {}, html("ul", { class: "results" }, ...lines), estimate);
  }
}

/** Fields that add games by text or file. @param {Library} library @param {(error: Error) => void} onError */
function importFields(library, onError) {
  const paste = html("textarea", {
    ...{ id: "library-text", "aria-label": text("record.label"), placeholder: text("library.paste") },
  });
  /** @param {Promise<number>} importing */
  const report = (importing) =>
    importing.then((n) => {
      paste.value = "";
      library.count.append(` ${plural("library.imported", n)}`);
    }, onError);
  const add = () => report(library.import(paste.value));
  const files = html("input", {
    ...{ type: "file", id: "library-file", accept: ".sgf,.hgf,.txt,text/plain", multiple: true },
    "aria-label": text("record.file"),
    onchange: (event) => report(library.importFiles(event.target.files)),
  });
  const button = html("button", { type: "button", id: "library-add", onclick: add }, text("library.add"));
  return [html("summary", {}, text("library.import")), paste, html("div", { class: "row" }, button, files)];
}

/** @param {GameController} game @param {GameSession} session @param {Level[]} levels */
export async function libraryDialog(game, session, levels) {
  const library = new Library(game, session, levels);
  await library.load();
  const imports = html("details", { id: "library-import" });
  const summary = html("summary", {}, text("library.results"));
  const dialog = openDialog(
    text("library.title"),
    [
      html("div", { class: "row" }, library.query),
      library.count,
      html("div", { class: "library-games" }, html("table", {}, library.rows)),
      imports,
      html("details", { id: "library-results" }, summary, library.results()),
    ],
    [
      { text: text("library.export"), run: () => library.export() },
      { text: text("dialog.close"), primary: true, run: () => {} },
    ],
  );
  imports.append(...importFields(library, dialog.showError));
  dialog.widen();
  library.close = dialog.close;
}

/** Say where the last game is after another was opened. @param {GameInfo} info @param {() => void} onBack */
export function offerLastGame(info, onBack) {
  showToast(text("library.kept", { game: info.title }), text("library.back"), onBack);
}
