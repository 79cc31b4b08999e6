/** Numbers, colours, outcomes and verdicts as text. */

import { language, plural, text, textOr } from "./i18n.js";

/** @import { Analysis, Colour, Compiling, GameInfo, Level, Outcome } from "./types.js" */
/** @typedef {"white" | "mover"} Perspective */

/** @param {string} words */
export const capitalize = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {Colour} colour */
export const sideName = (colour) => text(`side.${colour}`);

/** @param {number} value @param {number} [digits] */
export const formatPercent = (value, digits = 0) => `${(100 * value).toFixed(digits)}%`;

/** A count for tables: 9999, 12.3k, 123k, 1.2M. @param {number} count */
export function formatCount(count) {
  if (count < 10_000) return String(count);
  if (count < 1e6) return `${(count / 1000).toFixed(count < 1e5 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(1)}M`;
}

/** A count in at most four characters, for a cell: 999, 1.2k, 12k, 1.2M. @param {number} count */
export function formatShortCount(count) {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1e6).toFixed(count < 9.95e6 ? 1 : 0)}M`;
}

/** Two decimals without a leading zero: .15, −.07. @param {number} number */
export const formatShortDecimal = (number) => number.toFixed(2).replace("0.", ".").replace("-", "−");

/** A day in the words of the language. @param {number} time in milliseconds */
export const formatDate = (time) =>
  new Date(time).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** White's winning chance. @param {Analysis} analysis @param {Colour} toMove */
export const whiteValue = (analysis, toMove) => (toMove === "white" ? analysis.value : 1 - analysis.value);

/**
 * A value of the side to move as the chosen perspective shows it.
 *
 * @param {number} value
 * @param {Colour} toMove
 * @param {Perspective} perspective
 */
export const shownValue = (value, toMove, perspective) =>
  perspective === "mover" || toMove === "white" ? value : 1 - value;

/**
 * An analysis in one line.
 *
 * @param {Analysis} analysis
 * @param {Colour} toMove
 * @param {Perspective} [perspective]
 */
export function verdictText(analysis, toMove, perspective = "white") {
  const { proof, length } = analysis;
  const side = sideName(perspective === "white" ? "white" : toMove);
  if (!proof) return `${side} ${formatPercent(shownValue(analysis.value, toMove, perspective), 1)}`;
  if (proof === "draw") return text("verdict.draw");
  const winner = sideName((proof === "win") === (toMove === "white") ? "white" : "black");
  return length
    ? text("verdict.winsIn", { side: winner, n: winningMoves(length) })
    : text("verdict.wins", { side: winner });
}

/** The moves of the winner in a win that takes a number of plies. @param {number} plies */
export const winningMoves = (plies) => (plies + 1) >> 1;

/** Ways to win in words: `ring and fork`. @param {string[]} how */
export const waysText = (how) => how.map((way) => textOr(`ending.${way}`, way)).join(text("outcome.and"));

/** The result of a game: `White wins by ring and fork`. @param {Outcome} outcome */
export function outcomeText({ winner, how }) {
  if (winner === null) return text("outcome.draw");
  const side = sideName(winner);
  const ways = waysText(how);
  return ways ? text("outcome.winsBy", { side, how: ways }) : text("outcome.wins", { side });
}

/** @param {Compiling} answer */
export const compilingText = ({ what, seconds }) => text("progress.compiling", { what, seconds });

/** The name of a level in the language of the page. @param {Level} level */
export function levelName({ name, kind, number, seconds }) {
  if (kind === "random") return text("level.random");
  if (kind === "full") return text("level.full", { n: seconds });
  if (kind !== "level") return name;
  const word = textOr(`level.word.${number}`, "");
  return text("level.number", { n: number ?? 0 }) + (word && `, ${word}`);
}

/** The label of a board in menus. @param {GameInfo} info @param {string} board */
export const boardLabel = ({ shape, boardLabel: label }, board) =>
  shape === "hex" ? text("board.base", { n: board }) : label.replace("{}", board);

/** The rules of a game in short. @param {GameInfo} info */
export const rulesText = ({ game, rules }) => textOr(`rules.${game}`, rules);

/** How to enter a move. @param {GameInfo} info */
export const clickHelp = ({ game, clickHelp: help }) => textOr(`click.${game}`, help);

/** A position in one line: game, board and number of moves. @param {GameInfo} info @param {string} board @param {number} ply @param {boolean} swap */
export function positionText(info, board, ply, swap) {
  const rule = swap ? `, ${text("board.swapRule")}` : "";
  return `${info.title}, ${boardLabel(info, board)}${rule}, ${plural("moves.count", ply)}`;
}
