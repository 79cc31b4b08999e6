/**
 * The web board. Start here: this module creates the game and its views, and redraws them when the game changes.
 *
 * `game/` is the game itself, without a page; `view/` the board and the panels; `dialogs/` the dialogs.
 */

import { newGameDialog } from "./dialogs/new-game.js";
import { engineDialog } from "./dialogs/engine.js";
import { helpDialog } from "./dialogs/help.js";
import { openRecordFile, recordDialog } from "./dialogs/record.js";
import { find } from "./dom.js";
import { capitalize } from "./format.js";
import { Clock } from "./game/clock.js";
import { GameController } from "./game/controller.js";
import { readFragment, writeFragment } from "./game/fragment.js";
import { HUMAN } from "./game/state.js";
import { bindShortcuts } from "./keyboard.js";
import * as server from "./server.js";
import { applyTheme, loadClock, loadSettings, nextTheme, saveClock, saveSettings } from "./settings.js";
import { AnalysisPanel } from "./view/analysis.js";
import { BoardView } from "./view/board.js";
import { Editor } from "./view/editor.js";
import { MoveList } from "./view/move-list.js";
import { Overlay } from "./view/overlay.js";
import { PlayerBars } from "./view/player-bars.js";
import { Puzzles } from "./view/puzzles.js";
import { ReviewPanel } from "./view/review.js";
import { Toolbar } from "./view/toolbar.js";
import { ValueGraph } from "./view/value-graph.js";

/** @import { ChangeKind, PositionView } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
const OFFLINE_MILLISECONDS = 1500; // before the page reports a lost connection
const CLOCK_MILLISECONDS = 200;
const HIDDEN_WHILE_EDITING = ["tools", "moves", "analysis", "review", "graph", "puzzle"];

// --- the game and its views

const settings = loadSettings();
applyTheme(settings);
const socket = new server.EngineSocket(showConnection);
const clock = new Clock(
  () => playerBars.draw(),
  (loser) => game.loseOnTime(loser),
);
const game = new GameController(socket, clock, settings);
const boardElement = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find("board")));
const board = new BoardView(boardElement, (cell) => (editor.active ? editor.click(cell) : game.click(cell)));
const overlay = new Overlay(board, game, (text) => analysisPanel.showNote(text));
const editor = new Editor(game, find("game-tools"));
const toolbar = new Toolbar(game, editor);
const playerBars = new PlayerBars(game);
const graph = new ValueGraph(find("graph"), (ply) => game.goTo(lineWithRoot()[ply]));
const analysisPanel = new AnalysisPanel(find("analysis"), settings.overlay, {
  onToggle: () => game.toggleAnalysis(),
  onContinue: () => game.requestAnalysis(),
  onOverlay: (name) => {
    settings.overlay = name;
    saveSettings(settings);
    draw();
  },
  onLine: (line) => board.showLine(line),
  onPlay: (move) => game.play(move),
});
const moveList = new MoveList(find("moves"), {
  onPick: (node) => game.goTo(node),
  onPromote: () => game.promoteCurrent(),
  onRemove: () => game.removeCurrent(),
  onComment: (text) => {
    game.tree.current.comment = text;
    save();
  },
  onType: (text) => game.playTyped(text),
});
const puzzles = new Puzzles(find("puzzle"), game, (line) => board.showLine(line));
const review = new ReviewPanel(find("review"), game);

// --- drawing

const lineWithRoot = () => [game.tree.root, ...game.tree.currentLine()];

/** @param {ChangeKind} kind */
function draw(kind = "board") {
  const { view } = game;
  if (!view) return;
  board.setBoard(game.info, game.start.board);
  if (kind !== "thought") drawBoard(view);
  if (kind === "move") board.showLine(null);
  overlay.draw(editor.active || game.over ? "none" : settings.overlay);
  toolbar.draw();
  playerBars.draw();
  find("status").textContent = statusText(view);
  find("turn").className = `disc ${game.over ? game.winner || "none" : view.toMove}`;
  find("description").textContent = view.description;
  drawAnalysis(view);
  review.setTree(game.tree);
  puzzles.draw();
  graph.show(lineWithRoot(), game.tree.path().length);
  for (const id of HIDDEN_WHILE_EDITING) find(id).classList.toggle("collapsed", editor.active);
  if (kind === "move" || kind === "settled") {
    moveList.show(game.tree);
    save();
  }
}

/** @param {PositionView} view */
function drawBoard(view) {
  const { clickable, selected, hint, badMove } = game;
  if (editor.active) board.show(editor.preview(view), { clickable: new Set(board.cells.keys()) });
  else board.show(view, { clickable, selected, hint, badMove });
}

/** @param {PositionView} view */
function drawAnalysis({ toMove }) {
  const { analysing, job, analysis, progress } = game;
  const running = job === "analyse" || (analysing && job === "play");
  analysisPanel.setRunning(running, analysing && !job && !game.over);
  if (analysis && game.showsAnalysis) analysisPanel.show(analysis, toMove, settings.overlay === "prior");
  else analysisPanel.clear();
  if (job && progress) analysisPanel.showProgress(capitalize(progress));
}

/** @param {PositionView} view */
function statusText({ toMove, canSwap }) {
  const side = capitalize(toMove);
  if (game.message) return game.message;
  if (editor.active) return "Set up a position";
  if (game.over) return game.outcomeText;
  if (game.job === "play") return `${side} is thinking`;
  if (game.job === "hint") return "Looking for a hint";
  if (game.selected.length) return `${side}: ${game.selected.join(" to ")}, then …`;
  return canSwap ? `${side} to move or swap` : `${side} to move`;
}

/** Tell screen readers. @param {string} text */
function announce(text) {
  find("announcer").textContent = text;
}

// --- saving and loading

/** Write the game to the URL, and what the browser stores. */
function save() {
  const { start, tree, players, seconds, names, puzzle } = game;
  if (!start.game) return; // the page is still loading
  const fragment = writeFragment({ start, tree, players, seconds, names, puzzle, clock: clock.save() });
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
  settings.last = fragment;
  saveSettings(settings);
  saveClock(clock.save(), fragment);
}

/** @param {string} fragment */
async function load(fragment) {
  const saved = readFragment(fragment);
  game.cancelJob();
  if (saved) {
    game.open({ ...saved, players: saved.players ?? { white: HUMAN, black: HUMAN } });
    game.paused = game.tree.current.children.length > 0;
    clock.load((loadClock(fragment) ?? saved).clock);
  }
  await game.refresh();
}

/** Call the server until it answers. @template T @param {() => Promise<T>} call @returns {Promise<T>} */
async function retry(call) {
  for (;;) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let offlineTimer;

/**
 * Report a connection that is lost for more than a moment, or refused.
 *
 * @param {boolean} connected
 * @param {string} reason why the server refused the connection
 */
function showConnection(connected, reason) {
  const banner = find("link-state");
  clearTimeout(offlineTimer);
  if (connected) {
    banner.hidden = true;
    const opened = game.start.game !== "";
    if (opened && (!game.view || game.view.predicted)) game.refresh();
  } else {
    offlineTimer = setTimeout(
      () => {
        banner.textContent = capitalize(reason) || "Cannot reach the server; retrying. Your game is safe.";
        banner.hidden = false;
      },
      reason ? 0 : OFFLINE_MILLISECONDS,
    );
  }
}

// --- events, once the games are known

game.games = await retry(server.games);
/** @param {(game: GameController) => Promise<void>} open */
const openAsync = (open) => () => open(game).catch((error) => game.showMessage(error.message));
/** Actions of the buttons in the header, by id. */
const headerActions = {
  new: openAsync(newGameDialog),
  puzzles: openAsync(() => puzzles.choose()),
  open: () => recordDialog(game),
  engine: openAsync(engineDialog),
  theme: () => announce(`Theme: ${nextTheme(settings)}`),
  help: () => helpDialog(game.info),
};
for (const [id, run] of Object.entries(headerActions)) find(id).addEventListener("click", run);
bindShortcuts({
  ...headerActions,
  back: () => game.goBack(),
  forward: () => game.goForward(),
  start: () => game.goToStart(),
  end: () => game.goToEnd(),
  undo: () => game.undo(),
  redo: () => game.redo(),
  hint: () => game.requestHint(),
  analyse: () => game.toggleAnalysis(),
  overlay: () => announce(`Overlay: ${analysisPanel.nextOverlay()}`),
  engineMove: () => game.playNow(),
  swap: () => game.swap(),
  stop: () => (editor.active ? editor.cancel() : game.stop()),
  review: () => review.toggle(),
  nextMistake: () => review.showNext(),
  previousMistake: () => review.showPrevious(),
  typeMove: () => find("move-text").focus(),
  focusBoard: () => find("board").focus(),
  delete: () => game.removeCurrent(),
  edit: () => editor.start(),
});
game.addEventListener("change", (event) => {
  const kind = /** @type {CustomEvent<ChangeKind>} */ (event).detail;
  draw(kind);
  if (kind === "settled" && game.over) announce(game.outcomeText);
});
for (const source of [game, boardElement]) {
  source.addEventListener("announce", (event) => announce(/** @type {CustomEvent<string>} */ (event).detail));
}
addEventListener("hashchange", () => load(location.hash));
addEventListener("pagehide", save);
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openRecordFile(game, event.dataTransfer?.files[0]).catch((error) => game.showMessage(error.message));
});
setInterval(() => {
  clock.tick();
  if (game.job === "play") playerBars.draw();
}, CLOCK_MILLISECONDS);

// --- start

const fragment = location.hash || settings.last;
if (fragment) load(fragment);
const { levels, usual } = await retry(() => server.players(game.info.game));
playerBars.levels = levels;
if (fragment) playerBars.draw();
else {
  const { player, seconds } = levels[usual];
  game.open({
    start: game.defaultStart,
    players: { white: HUMAN, black: player },
    seconds: { white: 1, black: seconds },
  });
  game.refresh();
}
