/** The position in words, for screen readers: which cells each side holds. */

import { html } from "../dom.js";
import { sideName } from "../format.js";
import { text } from "../i18n.js";

/** @import { PositionView, Sign } from "../types.js" */

/** The cells of a sign in reading order. @param {PositionView} view @param {Sign} sign */
const cellsWith = ({ signs }, sign) =>
  Object.keys(signs)
    .filter((cell) => signs[cell] === sign)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));

/** @param {PositionView} view */
export function stoneLines(view) {
  /** @param {string} name @param {string[]} cells */
  const line = (name, cells) => `${name}: ${cells.length ? cells.join(" ") : text("stones.none")}`;
  const blocked = cellsWith(view, "#");
  return [
    line(sideName("white"), cellsWith(view, "O")),
    line(sideName("black"), cellsWith(view, "X")),
    ...(blocked.length ? [line(text("stones.blocked"), blocked)] : []),
  ];
}

export class StonesList {
  lines = "";

  /** @param {HTMLElement} element */
  constructor(element) {
    this.list = html("ul", { id: "stones-list" });
    element.replaceChildren(html("summary", {}, text("stones.title")), this.list);
  }

  /** @param {PositionView} view */
  show(view) {
    const lines = stoneLines(view);
    if (lines.join("\n") === this.lines) return;
    this.lines = lines.join("\n");
    this.list.replaceChildren(...lines.map((line) => html("li", {}, line)));
  }
}
