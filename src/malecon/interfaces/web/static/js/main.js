/**
 * The web board. Start here: this module creates the game and its views, and binds them to each other.
 *
 * `game/` is the game itself, without a page; `view/` the board and the panels; `dialogs/` the dialogs; `library/` the
 * stored games; `app/` keeps and draws the whole.
 */

import { retry, showConnection } from "./app/connection.js";
import { draw, lineWithRoot } from "./app/drawing.js";
import { GameSession } from "./app/session.js";
import { bindShortcuts } from "./keyboard.js";
import { friendDialog, linksDialog } from "./dialogs/friend.js";
import { engineDialog } from "./dialogs/engine.js";
import { helpDialog } from "./dialogs/help.js";
import { libraryDialog, offerLastGame } from "./dialogs/library.js";
import { newGameDialog } from "./dialogs/new-game.js";
import { playersDialog } from "./dialogs/player-chooser.js";
import { openRecordFile, recordDialog } from "./dialogs/record.js";
import { settingsDialog } from "./dialogs/settings.js";
import { find, setText } from "./dom.js";
import { Clock } from "./game/clock.js";
import { GameController } from "./game/controller.js";
import { FriendLink } from "./game/friend.js";
import { HUMAN } from "./game/state.js";
import { chooseLanguage, loadLanguage, text, translateDocument } from "./i18n.js";
import { fetchGames } from "./library/server-copy.js";
import { GameStore } from "./library/store.js";
import * as server from "./server.js";
import { addOwnPuzzles, applyTheme, loadSettings, nextTheme, saveSettings } from "./settings.js";
import { AnalysisPanel } from "./view/analysis.js";
import { Attention } from "./view/attention.js";
import { BoardView } from "./view/board.js";
import { Chapters } from "./view/chapters.js";
import { Editor } from "./view/editor.js";
import { Explorer } from "./view/explorer.js";
import { HowToWin } from "./view/how-to-win.js";
import { MoveList } from "./view/move-list.js";
import { Overlay } from "./view/overlay.js";
import { PlayerBars } from "./view/player-bars.js";
import { BoardPointer } from "./view/pointer.js";
import { Puzzles } from "./view/puzzles.js";
import { ResultCard } from "./view/result.js";
import { ReviewPanel } from "./view/review.js";
import { StonesList } from "./view/stones-list.js";
import { Study } from "./view/study.js";
import { showToast } from "./view/toast.js";
import { Toolbar } from "./view/toolbar.js";
import { Tutorial } from "./view/tutorial.js";
import { ValueGraph } from "./view/value-graph.js";

/** @import { ChangeKind, Level } from "./types.js" */

const CLOCK_MILLISECONDS = 200;
const HOVER_MILLISECONDS = 250; // before the line of a candidate is shown

const settings = loadSettings();
applyTheme(settings);
await loadLanguage(chooseLanguage(settings.language ? [settings.language] : navigator.languages));
translateDocument();

// --- the game and its views

const socket = new server.EngineSocket((connected, reason) => showConnection(game, connected, reason));
const clock = new Clock(
  () => views.playerBars.draw(),
  (loser) => game.loseOnTime(loser),
);
const game = new GameController(socket, clock, settings);
const session = new GameSession(game, new GameStore());
const boardElement = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find("board")));
const board = new BoardView(boardElement, (cell) => pointer.click(cell));
const editor = new Editor(game, find("game-tools"));
const review = new ReviewPanel(find("review"), game, (line) => board.showLine(line));
const study = new Study(find("study"), game);
const friend = new FriendLink(game);
const tutorial = new Tutorial(find("tutorial"), game);
const analysisPanel = new AnalysisPanel(find("analysis"), settings.overlay, {
  onToggle: () => game.toggleAnalysis(),
  onContinue: () => {
    game.analysing = true;
    game.requestAnalysis();
  },
  onOverlay: (overlay) => change({ overlay }),
  onPerspective: (perspective) => change({ perspective }),
  onLine: (line) => board.showLine(line),
  onPlay: (move) => game.play(move),
});
const puzzles = new Puzzles(find("puzzle"), game, {
  onLine: (line) => board.showLine(line),
  onArea: (cell, radius) => showArea(cell, radius),
});
const moveList = new MoveList(find("moves"), {
  onPick: (node) => game.goTo(node),
  onPromote: () => game.promoteCurrent(),
  onRemove: removeMove,
  onComment: (words) => {
    game.tree.current.comment = words;
    session.worthKeeping = true;
    session.save();
  },
  onType: (words) => game.playTyped(words),
});
/** Everything that is redrawn when the game changes. */
const views = {
  ...{ game, settings, session, board, editor, review, study, friend, analysisPanel, puzzles, moveList },
  overlay: new Overlay(board, game, (words) => analysisPanel.showNote(words)),
  toolbar: new Toolbar(game, editor, () => change({ turned: !settings.turned })),
  playerBars: new PlayerBars(game, () => playersDialog(game).catch(showError)),
  stones: new StonesList(find("stones")),
  chapters: new Chapters(find("study"), game, session),
  explorer: new Explorer(/** @type {HTMLDetailsElement} */ (find("explorer")), game, session.store),
  attention: new Attention(game, settings),
  howToWin: new HowToWin(find("how-to-win"), game, () => tutorial.start(game.start.game)),
  result: new ResultCard(find("result"), game, { onReview: () => review.start(), onNew: () => openNewGame() }),
  graph: new ValueGraph(find("graph"), (ply) => game.goTo(lineWithRoot(views)[ply])),
};
/** @typedef {typeof views} Views */
const pointer = new BoardPointer(board, {
  onClick: clickCell,
  confirms: () => settings.confirm,
  onBack: () => game.goBack(),
  onForward: () => game.goForward(),
});

/** @param {string} cell */
function clickCell(cell) {
  if (editor.active) editor.click(cell);
  else if (!study.click(cell)) game.click(cell);
}

/** Change settings and redraw. @param {Partial<typeof settings>} changes */
function change(changes) {
  Object.assign(settings, changes);
  saveSettings(settings);
  views.playerBars.place(settings.turned);
  draw(views, "board");
}

/** Tell screen readers. @param {string} words */
const announce = (words) => setText(find("announcer"), words);

/** @param {Error} error */
const showError = (error) => game.showMessage(error.message);

/** Delete the current move; it can be brought back. */
function removeMove() {
  const restore = game.removeCurrent();
  if (restore) showToast(text("moves.removed"), text("library.undo"), restore);
}

/** Light up the cells around a cell. @param {string} name @param {number} radius in cells */
function showArea(name, radius) {
  const middle = board.cellAt(name);
  const reach = (radius * board.layout.stoneRadius) / 0.4;
  const near = board.layout.cells.filter(({ x, y }) => Math.hypot(x - middle.x, y - middle.y) < reach);
  board.showOverlay(near.map(({ name: cell }) => ({ cell, strength: 0.4, text: "" })));
}

// --- events, once the games are known

game.games = await retry(server.games);
/** @param {() => Promise<void>} open */
const openAsync = (open) => () => open().catch(showError);
const openNewGame = openAsync(() => newGameDialog(game));
/** Actions of the buttons in the header, by id. */
const headerActions = {
  new: openNewGame,
  library: openAsync(() => libraryDialog(game, session, views.playerBars.levels)),
  puzzles: openAsync(() => puzzles.choose()),
  friend: () => friendDialog(game, friend),
  open: () => recordDialog(game),
  engine: openAsync(() => engineDialog(game)),
  settings: () => settingsDialog(settings, change),
  help: () => helpDialog(game.info, () => tutorial.start(game.start.game)),
};
for (const [id, run] of Object.entries(headerActions)) find(id).addEventListener("click", run);
find("friend-links").addEventListener("click", () => linksDialog(friend));
bindShortcuts({
  ...headerActions,
  theme: () => announce(text(`theme.${nextTheme(settings)}`)),
  back: () => game.goBack(),
  forward: () => game.goForward(),
  start: () => game.goToStart(),
  end: () => game.goToEnd(),
  undo: () => game.undo(),
  redo: () => game.redo(),
  hint: () => game.requestHint(),
  analyse: () => game.toggleAnalysis(),
  overlay: () => announce(text("overlay.announce", { name: analysisPanel.nextOverlay() })),
  engineMove: () => game.playNow(),
  swap: () => game.swap(),
  stop: () => (editor.active ? editor.cancel() : game.stop()),
  review: () => review.toggle(),
  nextMistake: () => review.showNext(),
  previousMistake: () => review.showPrevious(),
  typeMove: () => find("move-text").focus(),
  focusBoard: () => find("board").focus(),
  turn: () => change({ turned: !settings.turned }),
  delete: removeMove,
  edit: () => editor.start(),
});
game.addEventListener("change", (event) => {
  const kind = /** @type {CustomEvent<ChangeKind>} */ (event).detail;
  draw(views, kind);
  if (kind === "settled" && game.over) announce(game.outcomeText);
});
game.addEventListener("opened", () => {
  pointer.reset();
  if (!session.loading && session.lastKept) offerLastGame(game.info, () => history.back());
});
game.addEventListener("resign", () => (game.friend ? friend.resign() : game.resign()));
game.addEventListener("rematch", () => (game.friend ? friend.rematch() : game.rematch()));
game.addEventListener("imported", () => (session.worthKeeping = true));
game.addEventListener("reviewed", () => addOwnPuzzles(review.missedWins()));
for (const source of [game, boardElement]) {
  source.addEventListener("announce", (event) => announce(/** @type {CustomEvent<string>} */ (event).detail));
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hoverTimer;
boardElement.addEventListener("hover", (event) => {
  const cell = /** @type {CustomEvent<string | null>} */ (event).detail;
  clearTimeout(hoverTimer);
  if (board.hasLine) board.showLine(null);
  const line = cell && !editor.active && !game.over ? views.overlay.lineAt(cell) : null;
  if (line) hoverTimer = setTimeout(() => board.showLine(line), HOVER_MILLISECONDS);
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openRecordFile(game, event.dataTransfer?.files[0]).catch(showError);
});
setInterval(() => {
  clock.tick();
  if (game.job === "play") views.playerBars.draw();
}, CLOCK_MILLISECONDS);

session.onFriend = (key, onGone) => friend.join(key, onGone ?? openSomeGame);
session.onSaved = () => {
  views.chapters.draw();
  views.explorer.draw(true);
};

/** Begin a game against a level. @param {Level} level */
function openFirstGame({ player, seconds }) {
  game.open({
    start: game.defaultStart,
    players: { white: HUMAN, black: player },
    seconds: { white: 1, black: seconds },
  });
  game.refresh();
}

/** Begin a game if there is none on the board, as after the link of a game that no longer exists. */
async function openSomeGame() {
  if (game.start.game) return;
  const { levels, usual } = await retry(() => server.players(game.info.game));
  openFirstGame(levels[usual]);
}

// --- start

navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // not over plain HTTP from other computers

views.playerBars.place(settings.turned);
const fragment = location.hash || settings.last;
if (fragment) session.load(fragment, history.state?.id);
const { levels, usual } = await retry(() => server.players(game.info.game));
views.playerBars.levels = session.levels = levels;
if (fragment) views.playerBars.draw();
else {
  openFirstGame(levels[usual]);
  if (tutorial.offer()) views.howToWin.open();
}

const { library } = await retry(server.health);
session.serverKeeps = library;
if (library) await fetchGames(session.store).catch(() => {});
