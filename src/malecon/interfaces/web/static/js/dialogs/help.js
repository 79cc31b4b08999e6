/** The help dialog: rules of the game on the board, how to use the page, keyboard shortcuts. */

import { html, svg } from "../dom.js";
import { clickHelp, rulesText } from "../format.js";
import { text, textOr } from "../i18n.js";
import { SHORTCUTS, keyLabel } from "../keyboard.js";
import { boardLayout } from "../view/layout.js";
import { openDialog } from "./dialog.js";

/** @import { GameInfo, WinPattern } from "../types.js" */

/** @param {GameInfo} info @param {() => void} onTutorial */
export function helpDialog(info, onTutorial) {
  const keys = SHORTCUTS.flatMap(([help, actions]) => [
    html("div", {}, ...Object.keys(actions).map((key) => html("kbd", {}, keyLabel(key)))),
    html("span", {}, text(help)),
  ]);
  const lesson = () => {
    dialog.close();
    onTutorial();
  };
  const dialog = openDialog(
    text("help.title"),
    [
      html("h3", {}, text("help.rules", { game: info.title })),
      html("p", {}, rulesText(info)),
      html("div", { class: "ways" }, ...info.winPatterns.map((pattern) => patternFigure(info, pattern))),
      html("p", {}, html("button", { type: "button", id: "help-tutorial", onclick: lesson }, text("help.tutorial"))),
      html("h3", {}, text("help.page")),
      html("p", {}, `${clickHelp(info)} ${text("help.analysis")}`),
      html("h3", {}, text("help.keys")),
      html("div", { class: "keys" }, ...keys),
    ],
    [{ text: text("dialog.close"), primary: true, run: () => {} }],
  );
}

/** A small board with a winning pattern. @param {GameInfo} info @param {WinPattern} pattern */
export function patternFigure(info, { name, description, board, cells }) {
  const layout = boardLayout(info.shape, board);
  const viewBox = `0 0 ${layout.width.toFixed(0)} ${layout.height.toFixed(0)}`;
  const title = textOr(`ending.${name}`, name);
  const picture = svg(
    "svg",
    { viewBox, role: "img", "aria-label": text("help.example", { name: title }) },
    svg("polygon", { points: layout.frame, class: "frame" }),
    ...layout.cells.map(({ points, shade }) => svg("polygon", { points, class: `cell shade-${shade}` })),
    ...layout.cells
      .filter((cell) => cells.includes(cell.name))
      .map(({ x, y }) => svg("circle", { cx: x, cy: y, r: layout.stoneRadius, class: "stone plain" })),
  );
  const words = textOr(`pattern.${name}`, description);
  return html("figure", {}, picture, html("figcaption", {}, html("strong", {}, title), `: ${words}`));
}
