/** Records: open by paste, file or drop; save as SGF, SVG or PNG; a link that holds the whole game. */

import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { download, make } from "./dom.js";
import { HUMAN } from "./table.js";
import { Tree } from "./tree.js";

const MAX_FILE = 2 * 2 ** 20;

export function recordDialog(table) {
  const text = make("textarea", { id: "record-text", "aria-label": "Game record", placeholder: "Paste an SGF or Little Golem record here, or drop a file on the page" });
  const file = make("input", { type: "file", id: "record-file", accept: ".sgf,.hgf,.txt,text/plain", "aria-label": "Record file" });
  const link = make("input", { id: "share-link", class: "wide", readonly: true, value: location.href, "aria-label": "Link to this game", onclick: () => link.select() });
  const copy = make("button", { type: "button", onclick: async () => { link.select(); try { await navigator.clipboard.writeText(link.value); copy.textContent = "Copied"; } catch { copy.textContent = "Press Ctrl-C"; } } }, "Copy");
  const { problem, close } = openDialog("Open, save, share", [
    make("h3", {}, "Open a record"), text, make("div", { class: "row" }, file),
    make("h3", {}, "Save"), make("div", { class: "row" },
      ...[["SGF", saveSgf], ["SVG picture", saveSvg], ["PNG picture", savePng]].map(([name, save]) => make("button", { type: "button", "data-save": name.split(" ")[0], onclick: () => save(table).catch((error) => { problem.textContent = error.message; }) }, name))),
    make("h3", {}, "Link with the whole game"), make("div", { class: "row" }, link, copy),
  ], [{ text: "Close", run: () => true }, { text: "Open the record", primary: true, run: () => openText(table, text.value) }]);
  file.addEventListener("change", async () => {
    try { await openFile(table, file.files[0]); close(); } catch (error) { problem.textContent = error.message; }
  });
}

export async function openFile(table, file) {
  if (!file) return;
  if (file.size > MAX_FILE) throw new Error(`the file has more than ${MAX_FILE >> 20} MB`);
  await openText(table, await file.text());
}

export async function openText(table, text) {
  if (!text.trim()) throw new Error("paste a record first, or choose a file");
  const read = await api.readRecord(text);
  table.halt();
  table.clock.off();
  const names = { white: read.white, black: read.black };
  table.open({ start: read.game, tree: Tree.fromRows(read.nodes, read.comment), seats: { white: HUMAN, black: HUMAN }, names });
  table.tree.goTo(table.tree.wholeLine().at(-1) || table.tree.root);
  table.paused = true;
  await table.refresh();
}

const fileName = (table, ending) => `${table.start.game}-${table.start.board}.${ending}`;
const names = (table) => (colour) => table.names?.[colour] || (table.seats[colour] === HUMAN ? "person" : table.seats[colour]).slice(0, 200);

async function saveSgf(table) {
  const name = names(table);
  const sgf = await api.writeRecord({ game: { ...table.start, moves: [] }, nodes: table.tree.rows(), comment: table.tree.root.comment, white: name("white"), black: name("black") });
  download(fileName(table, "sgf"), sgf, "application/x-go-sgf");
}

async function saveSvg(table) {
  download(fileName(table, "svg"), await api.picture(table.request()), "image/svg+xml");
}

async function savePng(table) {
  const url = URL.createObjectURL(new Blob([await api.picture(table.request())], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  download(fileName(table, "png"), await new Promise((done) => canvas.toBlob(done, "image/png")));
}
