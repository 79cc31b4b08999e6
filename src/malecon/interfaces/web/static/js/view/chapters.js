/** Chapters of a study: games of the library under one name, to switch between and to add to. */

import { html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { GameController } from "../game/controller.js" */
/** @import { GameSession } from "../app/session.js" */
/** @import { LibraryGame } from "../types.js" */

const MAX_NAME = 100;

/** The chapters of a study in the order in which they were made. @param {LibraryGame[]} entries @param {string} name */
export const chaptersOf = (entries, name) =>
  entries.filter(({ study }) => study?.name === name).toSorted((a, b) => a.created - b.created);

/** @param {string} id @param {string} label @param {() => void} onchange */
const nameField = (id, label, onchange) =>
  html("input", { id, "aria-label": label, placeholder: label, maxlength: MAX_NAME, class: "wide", onchange });

export class Chapters {
  shown = "";

  /** @param {HTMLElement} element @param {GameController} game @param {GameSession} session */
  constructor(element, game, session) {
    this.game = game;
    this.session = session;
    this.name = nameField("study-name", text("study.name"), () => this.rename());
    this.chapter = nameField("chapter-name", text("study.chapter"), () => this.rename());
    const onchange = () => this.open(this.list.value);
    /** @type {HTMLSelectElement} */
    this.list = html("select", { id: "chapters", "aria-label": text("study.chapters"), onchange });
    const add = html(
      "button",
      { id: "new-chapter", class: "small-button", onclick: () => this.add() },
      text("study.newChapter"),
    );
    this.more = html("div", { class: "row" }, this.list, add);
    element.append(html("div", { class: "row" }, this.name, this.chapter), this.more);
  }

  /** Give the game on the board to a study; without a name it belongs to none. */
  async rename() {
    const { game, session } = this;
    const name = this.name.value.trim();
    game.study = name ? { name, chapter: this.chapter.value.trim() || "1" } : null;
    session.worthKeeping = true;
    game.changed("settled");
    await session.keepNow();
    this.draw();
  }

  async draw() {
    const { study } = this.game;
    this.more.hidden = !study;
    if (document.activeElement !== this.name) this.name.value = study?.name ?? "";
    if (document.activeElement !== this.chapter) this.chapter.value = study?.chapter ?? "";
    if (!study) return;
    const entries = chaptersOf(await this.session.store.all(), study.name);
    const key = JSON.stringify([this.session.id, entries.map(({ id, study: each }) => [id, each])]);
    if (key === this.shown) return;
    this.shown = key;
    const options = entries.map(({ id, study: each }) =>
      html("option", { value: id, selected: id === this.session.id }, each?.chapter ?? ""),
    );
    this.list.replaceChildren(...options);
  }

  /** @param {string} id */
  async open(id) {
    const entry = await this.session.store.get(id);
    if (entry) await this.session.openEntry(entry);
  }

  /** Begin another chapter with the position before the first move. */
  async add() {
    const { game, session } = this;
    const { study, start, players, names } = game;
    if (!study) return;
    await session.keepNow();
    const count = chaptersOf(await session.store.all(), study.name).length;
    game.cancelJob();
    game.open({ start, players, names, study: { name: study.name, chapter: String(count + 1) } });
    session.worthKeeping = true;
    game.refresh();
  }
}
