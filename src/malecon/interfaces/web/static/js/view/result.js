/** The end of the game: who won and how, and what to do next. */

import { html, setText } from "../dom.js";
import { outcomeText, sideName, waysText } from "../format.js";
import { HUMAN } from "../game/state.js";
import { text } from "../i18n.js";

/** @import { Colour } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

/** The result for the person at the page: `You won by fork.` @param {GameController} game */
export function resultText(game) {
  const { players, winner, flagged } = game;
  const outcome = game.head.view?.outcome;
  const people = /** @type {Colour[]} */ (["white", "black"]).filter((colour) => players[colour] === HUMAN);
  if (people.length !== 1 || winner === null) {
    return flagged || !outcome ? game.outcomeText : outcomeText(outcome);
  }
  const won = winner === people[0];
  const ways = flagged ? text("ending.time") : waysText(outcome?.how ?? []);
  return text(won ? "result.won" : "result.lost", { how: ways, side: sideName(winner) });
}

export class ResultCard {
  /**
   * @param {HTMLElement} element
   * @param {GameController} game
   * @param {object} actions
   * @param {() => void} actions.onReview
   * @param {() => void} actions.onNew
   */
  constructor(element, game, { onReview, onNew }) {
    this.element = element;
    this.game = game;
    this.title = html("strong", { id: "result-title" });
    this.review = html("button", { id: "result-review", class: "primary", onclick: onReview }, text("result.review"));
    const buttons = [
      this.review,
      html(
        "button",
        { id: "result-rematch", onclick: () => game.dispatchEvent(new Event("rematch")) },
        text("tool.rematch"),
      ),
      html("button", { id: "result-new", onclick: onNew }, text("nav.newGame")),
    ];
    element.replaceChildren(this.title, html("div", { class: "tools" }, ...buttons));
  }

  draw() {
    const { game } = this;
    this.element.hidden = !game.finished || game.puzzle !== null || game.lesson || !game.head.parent;
    if (this.element.hidden) return;
    setText(this.title, resultText(game));
    this.review.hidden = game.tree.nodes().some(({ review }) => review);
  }
}
