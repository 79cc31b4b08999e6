/** The buttons that browse the game and control play. */

import { find, html, icon } from "../dom.js";
import { text } from "../i18n.js";

/** @import { IconName } from "../dom.js" */
/** @import { TextKey } from "../i18n.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { Editor } from "./editor.js" */

/**
 * A button with an icon: its name is the visible word, or the title if there is none.
 *
 * @param {string} id
 * @param {IconName} iconName
 * @param {TextKey} title
 * @param {() => void} onclick
 * @param {TextKey | null} [word]
 */
function button(id, iconName, title, onclick, word = null) {
  const label = word ? html("span", { class: "word" }, text(word)) : null;
  const name = word ? null : text(title);
  return html("button", { id, title: text(title), "aria-label": name, onclick }, icon(iconName), label);
}

/** @param {GameController} game @param {() => void} onTurn */
function browseButtons(game, onTurn) {
  return {
    start: button("start", "start", "tool.startTitle", () => game.goToStart()),
    back: button("back", "back", "tool.backTitle", () => game.goBack()),
    forward: button("forward", "forward", "tool.forwardTitle", () => game.goForward()),
    end: button("end", "end", "tool.endTitle", () => game.goToEnd()),
    undo: button("undo", "undo", "tool.undoTitle", () => game.undo(), "tool.undo"),
    redo: button("redo", "redo", "tool.redoTitle", () => game.redo(), "tool.redo"),
    turn: button("turn-board", "turn", "tool.turnTitle", onTurn),
  };
}

/** @param {GameController} game @param {Editor} editor */
function gameButtons(game, editor) {
  const resign = () => {
    if (confirm(text("tool.resignQuestion"))) game.dispatchEvent(new Event("resign"));
  };
  const rematch = () => game.dispatchEvent(new Event("rematch"));
  return {
    swap: button("swap-now", "swap", "tool.swapTitle", () => game.swap(), "tool.swap"),
    hint: button("hint", "hint", "tool.hintTitle", () => game.requestHint(), "tool.hint"),
    move: button("engine-move", "engine", "tool.moveTitle", () => game.playNow(), "tool.move"),
    stop: button("stop", "stop", "tool.stopTitle", () => game.stop(), "tool.stop"),
    pause: button("pause", "pause", "tool.pauseTitle", () => game.togglePause(), "tool.pause"),
    resume: button("resume", "forward", "tool.resumeTitle", () => game.togglePause(), "tool.resume"),
    rematch: button("again", "rematch", "tool.rematchTitle", rematch, "tool.rematch"),
    resign: button("resign", "resign", "tool.resignTitle", resign, "tool.resign"),
    edit: button("edit", "edit", "tool.editTitle", () => editor.start(), "tool.edit"),
  };
}

export class Toolbar {
  /** @param {GameController} game @param {Editor} editor @param {() => void} onTurn */
  constructor(game, editor, onTurn) {
    this.game = game;
    this.editor = editor;
    this.browse = browseButtons(game, onTurn);
    this.play = gameButtons(game, editor);
    const { start, back, forward, end, undo, redo, turn } = this.browse;
    find("tools").replaceChildren(html("div", { class: "button-group" }, start, back, forward, end), undo, redo, turn);
  }

  draw() {
    const { browse, game } = this;
    const { current } = game.tree;
    browse.start.disabled = browse.back.disabled = browse.undo.disabled = !current.parent;
    if (game.friend && !game.finished) browse.undo.disabled = true;
    browse.forward.disabled = browse.end.disabled = browse.redo.disabled = !current.children.length;
    if (!this.editor.active) this.drawGameButtons();
  }

  drawGameButtons() {
    const { game, play } = this;
    const engineMoves = game.job === "play";
    const inPuzzle = game.puzzle !== null;
    const withFriend = Boolean(game.friend) && !game.finished;
    const engines = !game.hasHuman && !game.finished && !game.friend;
    play.swap.hidden = !game.view?.canSwap || engineMoves;
    play.hint.hidden = game.over || inPuzzle || withFriend;
    play.hint.disabled = engineMoves;
    play.move.hidden = game.over || engineMoves || inPuzzle || engines || withFriend;
    play.stop.hidden = (!engineMoves && game.job !== "hint") || engines;
    play.pause.hidden = !engines || game.paused;
    play.resume.hidden = !engines || !game.paused;
    play.rematch.hidden = !game.finished || inPuzzle;
    play.resign.hidden = game.finished || inPuzzle || (withFriend && !game.hasHuman);
    play.edit.hidden = withFriend;
    const element = find("game-tools"); // the editor shows its own buttons there
    if (element.firstChild !== play.swap) element.replaceChildren(...Object.values(play));
  }
}
