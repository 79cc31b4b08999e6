/** The buttons that browse the game and control play. */

import { find, html, icon } from "../dom.js";

/** @import { IconName } from "../dom.js" */
/** @import { GameController } from "../game/controller.js" */
/** @import { Editor } from "./editor.js" */

/**
 * @param {string} id
 * @param {IconName} iconName
 * @param {string} text
 * @param {string} title
 * @param {() => void} onclick
 */
function button(id, iconName, text, title, onclick) {
  const word = text ? html("span", { class: "word" }, text) : null;
  return html("button", { id, title, "aria-label": title, onclick }, icon(iconName), word);
}

/** @param {GameController} game */
function browseButtons(game) {
  return {
    start: button("start", "start", "", "Go to the start (Home)", () => game.goToStart()),
    back: button("back", "back", "", "Previous move (left arrow)", () => game.goBack()),
    forward: button("forward", "forward", "", "Next move (right arrow)", () => game.goForward()),
    end: button("end", "end", "", "Go to the end (End)", () => game.goToEnd()),
    undo: button("undo", "undo", "Undo", "Take back (u)", () => game.undo()),
    redo: button("redo", "redo", "Redo", "Redo (r)", () => game.redo()),
  };
}

/** @param {GameController} game @param {Editor} editor */
function gameButtons(game, editor) {
  const resign = () => {
    if (confirm("Resign this game?")) game.resign();
  };
  return {
    swap: button("swap-now", "swap", "Swap", "Take over the first stone (s)", () => game.swap()),
    hint: button("hint", "hint", "Hint", "Hint (h)", () => game.requestHint()),
    move: button("engine-move", "engine", "Engine move", "Let the engine move (m)", () => game.playNow()),
    stop: button("stop", "stop", "Stop", "Stop the engine (Esc)", () => game.stop()),
    rematch: button("again", "rematch", "Rematch", "Play again with colours swapped", () => game.rematch()),
    resign: button("resign", "resign", "Resign", "Resign", resign),
    edit: button("edit", "edit", "Edit", "Set up a position (x)", () => editor.start()),
  };
}

export class Toolbar {
  /** @param {GameController} game @param {Editor} editor */
  constructor(game, editor) {
    this.game = game;
    this.editor = editor;
    this.browse = browseButtons(game);
    this.play = gameButtons(game, editor);
    const { start, back, forward, end, undo, redo } = this.browse;
    find("tools").replaceChildren(html("div", { class: "button-group" }, start, back, forward, end), undo, redo);
  }

  draw() {
    const { browse, game } = this;
    const { current } = game.tree;
    browse.start.disabled = browse.back.disabled = browse.undo.disabled = !current.parent;
    browse.forward.disabled = browse.end.disabled = browse.redo.disabled = !current.children.length;
    if (!this.editor.active) this.drawGameButtons();
  }

  drawGameButtons() {
    const { game, play } = this;
    const engineMoves = game.job === "play";
    const inPuzzle = game.puzzle !== null;
    play.swap.hidden = !game.view?.canSwap || engineMoves;
    play.hint.hidden = game.over;
    play.hint.disabled = engineMoves;
    play.move.hidden = game.over || engineMoves || inPuzzle;
    play.stop.hidden = !engineMoves && game.job !== "hint";
    play.rematch.hidden = !game.over || inPuzzle;
    play.resign.hidden = game.over || inPuzzle;
    play.resign.disabled = engineMoves;
    const element = find("game-tools"); // the editor shows its own buttons there
    if (element.firstChild !== play.swap) element.replaceChildren(...Object.values(play));
  }
}
