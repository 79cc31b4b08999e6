/** Drawing the page: which views are redrawn when the game changes, and the line that says whose turn it is. */

import { find, setText } from "../dom.js";
import { capitalize, positionText, sideName } from "../format.js";
import { text } from "../i18n.js";

/** @import { ChangeKind, PositionView } from "../types.js" */
/** @import { Views } from "../main.js" */

const HIDDEN_WHILE_EDITING = ["tools", "moves", "analysis", "review", "graph", "puzzle", "result"];

/** The current line with its root. @param {Views} views */
export const lineWithRoot = ({ game }) => [game.tree.root, ...game.tree.currentLine()];

/** @param {Views} views @param {ChangeKind} kind */
export function draw(views, kind) {
  const { game, board, overlay, editor, settings } = views;
  const { view } = game;
  if (!game.start.game) return;
  board.setBoard(game.info, game.start.board, settings.turned);
  setText(find("status"), statusText(views));
  if (!view) return;
  if (kind !== "thought") drawBoard(views, view);
  if (kind === "move") board.showLine(null);
  overlay.draw(editor.active || game.over ? "none" : settings.overlay);
  if (kind === "thought") {
    drawThought(views, view);
    return;
  }
  find("turn").className = `disc ${game.finished && game.live ? game.winner || "none" : view.toMove}`;
  setText(find("description"), positionText(game.info, game.start.board, view.ply, game.start.swap));
  drawPanels(views, view);
  if (kind === "move" || kind === "settled") {
    views.moveList.show(game.tree);
    views.stones.show(view);
    views.session.save();
    views.explorer.draw();
    views.chapters.draw();
  }
}

/** What changes several times a second during a search. @param {Views} views @param {PositionView} view */
function drawThought(views, view) {
  const { game } = views;
  views.toolbar.draw();
  views.playerBars.draw();
  drawAnalysis(views, view);
  views.graph.show(lineWithRoot(views), game.tree.path().length);
}

/** @param {Views} views @param {PositionView} view */
function drawPanels(views, view) {
  const { game, editor } = views;
  views.toolbar.draw();
  views.playerBars.draw();
  drawAnalysis(views, view);
  views.review.setTree(game.tree);
  views.puzzles.draw();
  views.result.draw();
  views.study.draw();
  views.howToWin.draw();
  views.attention.drawTitle();
  views.graph.show(lineWithRoot(views), game.tree.path().length);
  const withFriend = Boolean(game.friend) && !game.finished;
  find("friend-line").hidden = !game.friend;
  setText(find("friend-state"), game.friend ? views.friend.presence : "");
  for (const id of ["analysis", "review", "graph", "explorer"]) {
    find(id).classList.toggle("out-of-play", withFriend || game.lesson);
  }
  for (const id of ["moves", "game-tools", "study"]) find(id).classList.toggle("out-of-play", game.lesson);
  for (const id of HIDDEN_WHILE_EDITING) find(id).classList.toggle("collapsed", editor.active);
}

/** @param {Views} views @param {PositionView} view */
function drawBoard({ game, board, editor }, view) {
  const { clickable, selected, hint, badMove, tree } = game;
  if (editor.active) {
    board.show(editor.preview(view), { clickable: new Set(board.cells.keys()) });
    return;
  }
  const swapped = tree.current.move === "swap" ? { ...view, last: Object.keys(view.signs) } : view;
  board.show(swapped, { clickable, selected, hint, badMove, study: tree.current.marks });
}

/** @param {Views} views @param {PositionView} view */
function drawAnalysis({ game, analysisPanel, settings }, { toMove }) {
  const { analysing, job, analysis, progress } = game;
  const running = job === "analyse" || (analysing && job === "play");
  analysisPanel.setRunning(running, Boolean(analysis) && !job && !game.over);
  if (analysis) analysisPanel.show(analysis, toMove, settings.perspective, settings.overlay === "prior");
  else analysisPanel.clear();
  if (job && progress) analysisPanel.showProgress(capitalize(progress));
}

/** Whose turn it is, or what the page is doing. @param {Views} views */
export function statusText({ game, editor }) {
  const { view } = game;
  if (!view) return game.message || text("status.loading");
  const side = sideName(view.toMove);
  if (editor.active) return game.message || text("status.setUp");
  if (game.over) return game.outcomeText;
  if (game.message) return game.message;
  if (game.job === "play" && game.live) return text("status.thinking", { side });
  if (game.job === "hint") return text("status.lookingForHint");
  if (game.selected.length) return text("status.selected", { side, cells: game.selected.join(text("status.to")) });
  if (view.canSwap) return text("status.moveOrSwap", { side });
  if (game.tree.current.move === "swap") return text("status.swapped", { side });
  return text("status.toMove", { side });
}
