/** Open a game record by paste, file or drop; save it as SGF, SVG or PNG; copy a link to the game. */

import * as server from "../server.js";
import { download, html } from "../dom.js";
import { HUMAN } from "../game/state.js";
import { GameTree } from "../game/tree.js";
import { openDialog } from "./dialog.js";

/** @import { Colour } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_FILE_MEGABYTES = 2;
const MAX_NAME_LENGTH = 200;
const PNG_SCALE = 2;
const PASTE_HINT = "Paste an SGF or Little Golem record here, or drop a file on the page";

/** @param {GameController} game */
export function recordDialog(game) {
  const text = html("textarea", { id: "record-text", "aria-label": "Game record", placeholder: PASTE_HINT });
  const accept = ".sgf,.hgf,.txt,text/plain";
  const file = html("input", { type: "file", id: "record-file", accept, "aria-label": "Record file" });
  /** @param {string} name @param {string} label @param {(game: GameController) => Promise<void>} save */
  const saveButton = (name, label, save) =>
    html("button", { type: "button", "data-save": name, onclick: () => save(game).catch(dialog.showError) }, label);
  const dialog = openDialog(
    "Open, save, share",
    [
      html("h3", {}, "Open a record"),
      text,
      html("div", { class: "row" }, file),
      html("h3", {}, "Save"),
      html(
        "div",
        { class: "row" },
        saveButton("SGF", "SGF", saveSgf),
        saveButton("SVG", "SVG picture", saveSvg),
        saveButton("PNG", "PNG picture", savePng),
      ),
      html("h3", {}, "Link to the whole game"),
      linkRow(),
    ],
    [
      { text: "Close", run: () => {} },
      { text: "Open record", primary: true, run: () => openRecord(game, text.value) },
    ],
  );
  file.addEventListener("change", () => openRecordFile(game, file.files?.[0]).then(dialog.close, dialog.showError));
}

function linkRow() {
  const attributes = { id: "share-link", class: "wide", readonly: true, "aria-label": "Link to this game" };
  const link = html("input", {
    ...attributes,
    value: location.href,
    onclick: () => {
      link.select();
    },
  });
  const copyLink = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl-C";
    }
  };
  const copy = html("button", { type: "button", onclick: copyLink }, "Copy");
  return html("div", { class: "row" }, link, copy);
}

// --- opening

/** @param {GameController} game @param {File | undefined} file */
export async function openRecordFile(game, file) {
  if (!file) return;
  if (file.size > MAX_FILE_MEGABYTES * 2 ** 20) throw new Error(`the file is larger than ${MAX_FILE_MEGABYTES} MB`);
  await openRecord(game, await file.text());
}

/** @param {GameController} game @param {string} text */
async function openRecord(game, text) {
  if (!text.trim()) throw new Error("paste a record or choose a file first");
  const record = await server.readRecord(text);
  const tree = GameTree.fromRows(record.nodes, record.comment);
  tree.goTo(tree.lastNode());
  game.cancelJob();
  game.clock.disable();
  game.open({
    start: record.game,
    tree,
    players: { white: HUMAN, black: HUMAN },
    names: { white: record.white, black: record.black },
  });
  game.paused = true;
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
    game: { ...game.start, moves: [] },
    nodes: tree.rows(),
    comment: tree.root.comment,
    white: name("white"),
    black: name("black"),
  });
  download(fileName(game, "sgf"), sgf, "application/x-go-sgf");
}

/** @param {GameController} game */
async function saveSvg(game) {
  download(fileName(game, "svg"), await server.picture(game.request()), "image/svg+xml");
}

/** @param {GameController} game */
async function savePng(game) {
  const url = URL.createObjectURL(new Blob([await server.picture(game.request())], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = html("canvas", { width: PNG_SCALE * image.width, height: PNG_SCALE * image.height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw the picture");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser cannot write PNG pictures");
  download(fileName(game, "png"), blob);
}
