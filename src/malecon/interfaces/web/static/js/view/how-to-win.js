/** How the game on the board is won, beside the board: small pictures, or the rules in short. */

import { html } from "../dom.js";
import { rulesText } from "../format.js";
import { text } from "../i18n.js";
import { patternFigure } from "../dialogs/help.js";

/** @import { GameState } from "../game/state.js" */

export class HowToWin {
  drawn = "";

  /** @param {HTMLElement} element @param {GameState} game @param {() => void} onTutorial */
  constructor(element, game, onTutorial) {
    this.element = element;
    this.game = game;
    this.content = html("div");
    this.swap = html("p", { class: "figures", id: "swap-help" }, text("how.swap"));
    const lesson = html(
      "button",
      { id: "start-tutorial", class: "small-button", onclick: onTutorial },
      text("how.tutorial"),
    );
    element.replaceChildren(html("summary", {}, text("how.title")), this.content, this.swap, lesson);
  }

  open() {
    this.element.setAttribute("open", "");
  }

  draw() {
    const { info, start } = this.game;
    this.swap.hidden = !start.swap;
    if (this.drawn === info.game) return;
    this.drawn = info.game;
    const figures = info.winPatterns.map((pattern) => patternFigure(info, pattern));
    this.content.replaceChildren(html("p", {}, rulesText(info)), html("div", { class: "ways" }, ...figures));
  }
}
