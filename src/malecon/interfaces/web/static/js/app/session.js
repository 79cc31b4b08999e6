/** Keeping the game: in the address, in the browser's history so that Back returns to the last game, in the library. */

import { friendFragment, friendKeyOf, readFragment, writeFragment } from "../game/fragment.js";
import { HUMAN } from "../game/state.js";
import { entryOf, newGameId, seatId } from "../library/entries.js";
import { sendGame } from "../library/server-copy.js";
import { loadClock, saveClock, saveLastGame } from "../settings.js";

/** @import { Level, LibraryGame } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameStore } from "../library/store.js" */

const AUTOSAVE_MILLISECONDS = 600;

export class GameSession {
  /** Names of levels for entries of the library. @type {Level[]} */
  levels = [];
  /** Whether the game on the board has been played on or brought in, so that it belongs into the library. */
  worthKeeping = false;
  /** Whether the game that was on the board before is in the library. */
  lastKept = false;
  /** Whether the server keeps a library too. */
  serverKeeps = false;
  /** Whether a game was on the board. */
  saved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** Called after the library has a new version of the game. */
  onSaved = () => {};
  /** Open a game that the server keeps for several browsers. @type {(key: string, onGone?: () => unknown) => void} */
  onFriend = () => {};

  /** @param {GameController} game @param {GameStore} store */
  constructor(game, store) {
    this.game = game;
    this.store = store;
    this.id = history.state?.id ?? newGameId();
    this.loading = false;
    game.addEventListener("opening", () => this.handleOpening());
    game.addEventListener("opened", () => this.handleOpened());
    game.addEventListener("played", () => {
      this.worthKeeping = true;
    });
    addEventListener("popstate", (event) => this.load(location.hash, event.state?.id));
    addEventListener("pagehide", () => {
      this.save();
      this.keepNow();
    });
  }

  get fragment() {
    const { friend, start, tree, head, players, seconds, names, puzzle, flagged, clock, study } = this.game;
    if (friend) return friendFragment(friend);
    return writeFragment({ start, tree, head, players, seconds, names, puzzle, flagged, study, clock: clock.save() });
  }

  /** Another game is about to replace the one on the board: keep it. */
  handleOpening() {
    if (!this.loading) this.lastKept = this.keepNow() !== null;
  }

  /** Begin a new entry of the history. */
  handleOpened() {
    if (this.loading) return;
    const { friend } = this.game;
    this.id = friend ? seatId(friend) : newGameId();
    this.worthKeeping = Boolean(friend);
    const isHere = friend && location.hash === this.fragment; // after a step in the history
    if (this.saved && !isHere) history.pushState({ id: this.id }, "", this.fragment);
  }

  /** Write the game to the address and to what the browser stores. */
  save() {
    const { game } = this;
    if (!game.start.game || this.loading) return; // the page is still loading
    const { fragment } = this;
    this.saved = true;
    if (fragment !== location.hash || history.state?.id !== this.id) {
      history.replaceState({ id: this.id }, "", fragment);
    }
    if (game.settings.last !== fragment && !game.friend) {
      game.settings.last = fragment;
      saveLastGame(fragment);
    }
    saveClock(game.clock.save(), fragment);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), AUTOSAVE_MILLISECONDS);
  }

  /** Write the game on the board to the library, if it has moves. */
  keepNow() {
    clearTimeout(this.timer);
    const { game, id } = this;
    const isGame = game.puzzle === null && !game.lesson && (game.tree.root.children.length > 0 || game.study !== null);
    if (!this.worthKeeping || !isGame) return null;
    const entry = entryOf(game, id, this.levels, null);
    return this.store.get(id).then(async (earlier) => {
      await this.store.put({ ...entry, created: earlier?.created ?? entry.created });
      if (this.serverKeeps && id === this.id) await sendGame(game, entry).catch(() => {});
      this.onSaved();
    });
  }

  /** Open the game of a fragment. @param {string} fragment @param {string} [id] its name in the library */
  async load(fragment, id) {
    const key = friendKeyOf(fragment);
    if (key) {
      this.game.cancelJob();
      this.onFriend(key);
      return;
    }
    const saved = readFragment(fragment);
    const { game } = this;
    game.cancelJob();
    if (saved) {
      if (this.saved) this.keepNow();
      this.id = id ?? newGameId();
      this.worthKeeping = Boolean(id);
      this.loading = true;
      game.open({ ...saved, players: saved.players ?? { white: HUMAN, black: HUMAN } });
      this.loading = false;
      game.clock.load((loadClock(fragment) ?? saved).clock);
    }
    await game.refresh();
  }

  /** Open a game of the library as a new entry of the history. @param {LibraryGame} entry */
  async openEntry(entry) {
    this.keepNow();
    if (entry.seat && !entry.finished) this.onFriend(entry.seat, () => this.openKept(entry));
    else await this.openKept(entry);
  }

  /** @param {LibraryGame} entry */
  async openKept({ id, fragment }) {
    history.pushState({ id }, "", fragment);
    await this.load(fragment, id);
  }
}
