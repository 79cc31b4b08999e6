/** Games in the browser's database (IndexedDB); in memory where there is none, as in some private windows. */

/** @import { LibraryGame } from "../types.js" */

const DATABASE = "malecon";
const GAMES = "games";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase | null>} */
async function openDatabase() {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    return await result(request);
  } catch {
    return null;
  }
}

export class GameStore {
  /** @type {Map<string, LibraryGame>} */
  memory = new Map();

  constructor(database = openDatabase()) {
    this.database = database;
  }

  /** @param {IDBTransactionMode} mode */
  async games(mode) {
    return (await this.database)?.transaction(GAMES, mode).objectStore(GAMES) ?? null;
  }

  /** All games, the latest first. @returns {Promise<LibraryGame[]>} */
  async all() {
    const games = await this.games("readonly");
    /** @type {LibraryGame[]} */
    const found = games ? await result(games.getAll()) : [...this.memory.values()];
    return found.toSorted((a, b) => b.updated - a.updated);
  }

  /** @param {string} id @returns {Promise<LibraryGame | null>} */
  async get(id) {
    const games = await this.games("readonly");
    return (games ? await result(games.get(id)) : this.memory.get(id)) ?? null;
  }

  /** @param {LibraryGame} game */
  async put(game) {
    const games = await this.games("readwrite");
    if (games) await result(games.put(game));
    else this.memory.set(game.id, game);
  }

  /** @param {string} id */
  async remove(id) {
    const games = await this.games("readwrite");
    if (games) await result(games.delete(id));
    else this.memory.delete(id);
  }
}
