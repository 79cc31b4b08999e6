/** The copy of the library that a server keeps if it was started with `--library`: SGF files. */

import * as server from "../server.js";
import { importedEntry } from "./entries.js";

/** @import { LibraryGame } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { GameStore } from "./store.js" */

/** Add the games of the server that this browser does not have. @param {GameStore} store */
export async function fetchGames(store) {
  const known = new Set((await store.all()).map(({ id }) => id));
  for (const { id, sgf } of await server.libraryGames()) {
    if (known.has(id)) continue;
    const [record] = await server.readRecords(sgf).catch(() => []);
    if (record) await store.put({ ...importedEntry(record), id });
  }
}

/** Keep the game on the board on the server. @param {GameController} game @param {LibraryGame} entry */
export async function sendGame(game, { id, white, black, created }) {
  const { tree, start } = game;
  const date = new Date(created).toISOString().slice(0, 10);
  const root = { comment: tree.root.comment, marks: tree.root.marks };
  const record = { game: { ...start, moves: [] }, nodes: tree.rows(), ...root, white, black, date };
  await server.keepGame(id, await server.writeRecord(record));
}
