/** Puts the page together: parts are made here, and told when the table has changed. */

import * as api from "./api.js";
import { AnalysisPanel } from "./analysispanel.js";
import { BoardView } from "./boardview.js";
import { Clock } from "./clock.js";
import { capital, find, make } from "./dom.js";
import { Editor } from "./edit.js";
import { engineDialog } from "./enginedialog.js";
import { Graph } from "./graph.js";
import { icon } from "./icons.js";
import { bindKeys, helpDialog } from "./keyboard.js";
import { MoveList } from "./movelist.js";
import { newGame } from "./newgame.js";
import { costItems, priorItems, visitItems } from "./overlay.js";
import { Puzzles } from "./puzzles.js";
import { openFile, recordDialog } from "./recorddialog.js";
import { ReviewPanel } from "./reviewpanel.js";
import { Seats } from "./seats.js";
import { applyTheme, loadSettings, nextTheme, saveSettings } from "./settings.js";
import { readFragment, writeFragment } from "./share.js";
import { Link } from "./socket.js";
import { HUMAN, Table } from "./table.js";
import { Tree } from "./tree.js";

const FIRST = { game: "havannah", board: "8", swap: false, setup: null };
const RETRY = 2000; // milliseconds
const settings = loadSettings();
applyTheme(settings);
const clock = new Clock(() => seats.draw(), (colour) => table.flag(colour));
const link = new Link(connection);
const table = new Table(link, clock, settings);
const board = new BoardView(find("board"), (cell) => (editor.on ? editor.click(cell) : table.click(cell)));
const editor = new Editor(table, find("game-tools"));
const seats = new Seats(table);
const graph = new Graph(find("graph"), (ply) => table.goTo([table.tree.root, ...table.tree.wholeLine()][ply]));
const panel = new AnalysisPanel(find("analysis"), {
  onToggle: () => table.toggleAnalysis(),
  onOverlay: (name) => { settings.overlay = name; saveSettings(settings); draw(); },
  onLine: (line) => board.line(line),
  onPlay: (move) => table.play(move),
});
const list = new MoveList(find("moves"), {
  onPick: (node) => table.goTo(node),
  onPromote: () => { table.tree.promote(table.tree.at); table.changed("move"); },
  onRemove: remove,
  onComment: (text) => { table.tree.at.comment = text; save(); },
  onType: (text) => table.type(text),
});
const puzzles = new Puzzles(find("puzzle"), table, (line) => board.line(line));
const review = new ReviewPanel(find("review"), table);
panel.overlay.value = settings.overlay;

// --- buttons ------------------------------------------------------------------------------------------------------

const button = (id, text, title, run, drawing = null) =>
  make("button", { id, title, "aria-label": title, onclick: run }, drawing && icon(drawing), text && make("span", { class: "word" }, text));
const more = button("more", "More time", "Think on", () => table.askAnalysis());
const tools = {
  start: button("start", "", "To the start (Home)", () => table.toStart(), "start"),
  back: button("back", "", "A move back (left arrow)", () => table.back(), "back"),
  forward: button("forward", "", "A move forward (right arrow)", () => table.forward(), "forward"),
  end: button("end", "", "To the end (End)", () => table.toEnd(), "end"),
  undo: button("undo", "Undo", "Take back (u)", () => table.undo(), "undo"),
  redo: button("redo", "Redo", "Play again (r)", () => table.redo(), "redo"),
};
const gameTools = {
  swap: button("swap-now", "Swap", "Take over the first stone (s)", swap, "swap"),
  hint: button("hint", "Hint", "Hint (h)", () => table.askHint(), "hint"),
  move: button("engine-move", "Engine moves", "Let the engine move (m)", () => table.playOn(), "engine"),
  stop: button("stop", "Stop", "Stop thinking (Esc)", () => table.stop(), "stop"),
  again: button("again", "Rematch", "Play again with sides changed", () => table.rematch(), "again"),
  resign: button("resign", "Resign", "Resign", () => confirm("Resign this game?") && table.resign(), "resign"),
  edit: button("edit", "Edit", "Put up a position by hand", () => editor.begin(), "edit"),
};
const { undo, redo, ...steps } = tools;
find("tools").replaceChildren(make("div", { class: "joined" }, ...Object.values(steps)), undo, redo);
panel.toggle.after(more);

function remove() {
  const node = table.tree.at;
  if (!node.parent) return;
  table.tree.remove(node);
  table.paused = true;
  table.refresh();
}

function nextOverlay() {
  const names = [...panel.overlay.options];
  panel.overlay.value = names[(panel.overlay.selectedIndex + 1) % names.length].value;
  panel.overlay.dispatchEvent(new Event("change"));
  announce(`Shown: ${panel.overlay.selectedOptions[0].text}`);
}

function swap() {
  if (table.view?.canSwap && table.job !== "play") table.play("swap");
}

// --- drawing ------------------------------------------------------------------------------------------------------

let costs = { key: "", value: null };

function draw(kind = "board") {
  if (!table.view) return;
  board.setBoard(table.start.game, table.start.board);
  const view = editor.on ? editor.view : table.view;
  if (kind !== "thought") board.show(view, { can: editor.on ? new Set(board.places.keys()) : table.clickable, chosen: table.chosen, hint: table.hint, bad: table.bad });
  if (kind === "move") board.line(null);
  drawOverlay();
  drawButtons();
  seats.draw();
  find("status").textContent = statusText();
  find("turn").className = `disc ${table.over ? table.winner || "none" : view.toMove}`;
  find("description").textContent = table.view.description;
  panel.setRunning(table.job === "analyse" || (table.analysing && table.job === "play"));
  more.hidden = !(table.analysing && !table.job && !table.over);
  if (table.thought && table.showsThoughts) panel.show(table.thought, table.view.toMove, settings.overlay === "prior");
  else panel.clear();
  if (table.job && table.progress) panel.say(capital(table.progress));
  review.follow(table.tree);
  puzzles.draw();
  graph.show([table.tree.root, ...table.tree.wholeLine()], table.tree.path().length);
  for (const id of ["tools", "moves", "analysis", "review", "graph", "puzzle"]) find(id).classList.toggle("put-away", editor.on);
  if (kind !== "thought" && kind !== "board") {
    list.show(table.tree);
    save();
  }
}

function drawOverlay() {
  const name = editor.on || table.over ? "none" : settings.overlay;
  const wanted = table.analysing || table.job === "analyse";
  if (name === "white" || name === "black") return drawCosts(name);
  if (!table.thought || !wanted || name === "none") return board.heat([]);
  board.heat(name === "prior" ? priorItems(table.thought) : visitItems(table.thought));
}

async function drawCosts(colour) {
  const request = table.request();
  const key = JSON.stringify(request);
  if (table.start.game !== "havannah" || table.view.guessed) return board.heat([]);
  if (costs.key !== key) {
    costs = { key, value: null };
    try { costs.value = await api.costs(request); } catch { return board.heat([]); }
    if (costs.key !== key || JSON.stringify(table.request()) !== key) return undefined;
  }
  return board.heat(costs.value ? costItems(costs.value, colour, table.view.toMove) : []);
}

function drawButtons() {
  const { at } = table.tree;
  tools.start.disabled = tools.back.disabled = tools.undo.disabled = !at.parent;
  tools.forward.disabled = tools.end.disabled = tools.redo.disabled = !at.children.length;
  if (editor.on) return;
  gameTools.hint.hidden = table.over;
  gameTools.resign.hidden = table.over || table.puzzle !== null;
  gameTools.again.hidden = !table.over || table.puzzle !== null;
  gameTools.hint.disabled = table.job === "play";
  gameTools.swap.hidden = !table.view.canSwap || table.job === "play";
  gameTools.move.hidden = table.over || table.job === "play" || table.puzzle !== null;
  gameTools.stop.hidden = table.job !== "play" && table.job !== "hint";
  gameTools.resign.disabled = table.job === "play";
  const shown = Object.values(gameTools);
  if (find("game-tools").firstChild !== shown[0]) find("game-tools").replaceChildren(...shown);
}

function statusText() {
  if (editor.on) return table.note || "Put up a position";
  if (table.note) return table.note;
  if (table.over) return table.outcomeText;
  const side = capital(table.view.toMove);
  if (table.job === "play") return `${side} is thinking`;
  if (table.job === "hint") return "Looking for a hint";
  if (table.chosen.length) return `${side}: ${table.chosen.join(" to ")}, then …`;
  return table.view.canSwap ? `${side} to move, or to swap` : `${side} to move`;
}

// --- keeping ------------------------------------------------------------------------------------------------------

function save() {
  const fragment = writeFragment(table);
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
  settings.last = fragment;
  saveSettings(settings);
  try { sessionStorage.setItem("clock", JSON.stringify({ clock: clock.save(), game: withoutClock(fragment) })); } catch { /* nothing is kept */ }
}

const withoutClock = (fragment) => fragment.replace(/&ck=[^&]*/, "");

/** The clock of a link, or as this tab left it: an address may be older. */
function restoreClock(fragment, linked) {
  let saved = null;
  try { saved = JSON.parse(sessionStorage.getItem("clock") || "null"); } catch { /* nothing was kept */ }
  clock.load(saved?.game === withoutClock(fragment) ? saved.clock : linked);
}

/** Names of levels for the seats, and where no game is known a new one against the usual level. */
async function meetLevels(known) {
  try {
    const { levels, usual } = await api.players("havannah");
    seats.levels = levels;
    if (known) return seats.draw();
    table.open({ start: FIRST, tree: new Tree(), seats: { white: HUMAN, black: levels[usual].player }, seconds: { white: 1, black: levels[usual].seconds } });
    return table.refresh();
  } catch {
    return setTimeout(() => meetLevels(known), RETRY);
  }
}

async function load(fragment) {
  const read = readFragment(fragment);
  table.halt();
  if (read) {
    table.open(read);
    if (!read.seats) table.seats = { white: HUMAN, black: HUMAN };
    table.paused = table.tree.at.children.length > 0;
    restoreClock(fragment, read.clock);
  }
  await table.refresh();
}

function connection(open) {
  const state = find("link-state");
  clearTimeout(connection.timer);
  if (open) {
    state.hidden = true;
    if (table?.view?.guessed || (table && !table.view)) table.refresh();
  } else connection.timer = setTimeout(() => { state.textContent = "The server cannot be reached; trying again. The game is safe."; state.hidden = false; }, 1500);
}

// --- start --------------------------------------------------------------------------------------------------------

function announce(text) {
  find("announcer").textContent = text;
}

table.addEventListener("change", (event) => draw(event.detail));
table.addEventListener("said", (event) => announce(event.detail));
table.addEventListener("change", (event) => { if (event.detail === "settled" && table.over) announce(table.outcomeText); });
find("board").addEventListener("spoken", (event) => announce(event.detail));
const theme = () => announce(`Theme: ${nextTheme(settings)}`);
const dialog = (open) => () => open(table).catch((error) => table.problem(error.message));
const actions = { new: dialog(newGame), puzzles: dialog(() => puzzles.choose()), engine: dialog(engineDialog), open: () => recordDialog(table), help: () => helpDialog(table.start), theme };
for (const [id, run] of Object.entries(actions)) find(id).addEventListener("click", run);
bindKeys({
  ArrowLeft: () => table.back(), ArrowRight: () => table.forward(), Home: () => table.toStart(), End: () => table.toEnd(),
  u: () => table.undo(), r: () => table.redo(), h: () => table.askHint(), a: () => table.toggleAnalysis(), m: () => table.playOn(),
  s: swap, d: nextOverlay, v: () => review.toggle(), x: () => editor.begin(), Escape: () => (editor.on ? editor.leave() : table.stop()), n: () => review.next(1), p: () => review.next(-1),
  "/": () => find("move-text").focus(), b: () => find("board").focus(), Delete: remove,
  g: actions.new, z: actions.puzzles, o: actions.open, e: actions.engine, t: theme, "?": actions.help,
});
addEventListener("hashchange", () => load(location.hash));
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openFile(table, event.dataTransfer.files[0]).catch((error) => table.problem(error.message));
});
setInterval(() => table.job === "play" && seats.draw(), 250);
addEventListener("pagehide", save);
const known = location.hash || settings.last;
if (known) load(known);
meetLevels(known);
