/** Numbers, colours and verdicts as text. */

/** @import { Analysis, Colour, Compiling } from "./types.js" */

/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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

/** White's winning chance. @param {Analysis} analysis @param {Colour} toMove */
export const whiteValue = (analysis, toMove) => (toMove === "white" ? analysis.value : 1 - analysis.value);

/** An analysis in one line, from White's point of view. @param {Analysis} analysis @param {Colour} toMove */
export function verdictText(analysis, toMove) {
  const { proof, length } = analysis;
  if (!proof) return `White ${formatPercent(whiteValue(analysis, toMove), 1)}`;
  if (proof === "draw") return "Draw (proved)";
  const winner = (proof === "win") === (toMove === "white") ? "White" : "Black";
  return length ? `${winner} wins in ${length} (proved)` : `${winner} wins (proved)`;
}

/** @param {Compiling} answer */
export const compilingText = ({ what, seconds }) => `compiling ${what} (once, about ${seconds} s)`;
