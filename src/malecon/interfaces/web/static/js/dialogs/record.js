/** Open a game record by paste, file or drop; save it as SGF, SVG or PNG; copy a link to the game. */

import * as server from "../server.js";
import { download, html, setText } from "../dom.js";
import { HUMAN } from "../game/state.js";
import { text } from "../i18n.js";
import { readGames, treeOf } from "../library/import.js";
import { boardPicture, pngOf } from "../view/picture.js";
import { openDialog } from "./dialog.js";

/** @import { Colour } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_FILE_MEGABYTES = 2;
const MAX_NAME_LENGTH = 200;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address works only on this computer. @param {string} host */
export const isLocal = (host) => LOCAL_HOSTS.includes(host);

/** @param {GameController} game */
export function recordDialog(game) {
  const paste = html("textarea", {
    id: "record-text",
    "aria-label": text("record.label"),
    placeholder: text("record.paste"),
  });
  const accept = ".sgf,.hgf,.txt,text/plain";
  const file = html("input", { type: "file", id: "record-file", accept, "aria-label": text("record.file") });
  /** @param {string} name @param {string} label @param {(game: GameController) => Promise<void>} save */
  const saveButton = (name, label, save) =>
    html("button", { type: "button", "data-save": name, onclick: () => save(game).catch(dialog.showError) }, label);
  const dialog = openDialog(
    text("record.title"),
    [
      html("h3", {}, text("record.open")),
      paste,
      html("div", { class: "row" }, file),
      html("h3", {}, text("record.save")),
      html(
        "div",
        { class: "row" },
        saveButton("SGF", "SGF", saveSgf),
        saveButton("SVG", text("record.svg"), saveSvg),
        saveButton("PNG", text("record.png"), savePng),
      ),
      html("h3", {}, text("record.link")),
      linkRow(location.href, "share-link"),
      localNote(),
      html("h3", {}, text("record.embed")),
      linkRow(embedSnippet(), "embed-code"),
    ],
    [
      { text: text("dialog.close"), run: () => {} },
      { text: text("record.openRecord"), primary: true, run: () => openRecord(game, paste.value) },
    ],
  );
  file.addEventListener("change", () => openRecordFile(game, file.files?.[0]).then(dialog.close, dialog.showError));
}

/** HTML that shows the game on another page. */
const embedSnippet = () =>
  `<iframe src="${location.origin}/embed.html${location.hash.replaceAll('"', "%22")}" width="420" height="460"></iframe>`;

/** A field with a button that copies it. @param {string} value @param {string} id */
export function linkRow(value, id) {
  /** @returns {void} */
  const onclick = () => link.select();
  const link = html("input", {
    id,
    class: "wide",
    readonly: true,
    "aria-label": text("record.linkLabel"),
    value,
    onclick,
  });
  const copyLink = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      setText(copy, text("record.copied"));
    } catch {
      setText(copy, text("record.pressCopy"));
    }
  };
  const copy = html("button", { type: "button", onclick: copyLink }, text("record.copy"));
  return html("div", { class: "row" }, link, copy);
}

/** Say so if links to this page work on this computer only. */
export const localNote = () =>
  isLocal(location.hostname) ? html("p", { class: "figures local-note" }, text("record.localOnly")) : "";

// --- opening

/** @param {GameController} game @param {File | undefined} file */
export async function openRecordFile(game, file) {
  if (!file) return;
  if (file.size > MAX_FILE_MEGABYTES * 2 ** 20) throw new Error(text("record.large", { n: MAX_FILE_MEGABYTES }));
  await openRecord(game, await file.text());
}

/** @param {GameController} game @param {string} words */
async function openRecord(game, words) {
  const [record] = await readGames(words, game.start);
  const tree = treeOf(record);
  game.cancelJob();
  game.clock.disable();
  game.open({
    start: record.game,
    tree,
    players: { white: HUMAN, black: HUMAN },
    names: { white: record.white, black: record.black },
  });
  game.dispatchEvent(new Event("imported"));
  await game.refresh();
}

// --- saving

/** @param {GameController} game @param {string} extension */
const fileName = ({ start }, extension) => `${start.game}-${start.board}.${extension}`;

/** @param {GameController} game */
async function saveSgf(game) {
  /** @param {Colour} colour */
  const name = (colour) => game.names?.[colour] || game.players[colour].slice(0, MAX_NAME_LENGTH);
  const { tree } = game;
  const sgf = await server.writeRecord({
    ...{ game: { ...game.start, moves: [] }, nodes: tree.rows(), comment: tree.root.comment, marks: tree.root.marks },
    ...{ white: name("white"), black: name("black") },
  });
  download(fileName(game, "sgf"), sgf, "application/x-go-sgf");
}

/** @param {GameController} game */
async function saveSvg(game) {
  download(fileName(game, "svg"), boardPicture(), "image/svg+xml");
}

/** @param {GameController} game */
async function savePng(game) {
  download(fileName(game, "png"), await pngOf(boardPicture()));
}
