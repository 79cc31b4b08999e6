/** Read games from text: SGF, Little Golem's HGF, or a plain list of moves. */

import * as server from "../server.js";
import { GameTree } from "../game/tree.js";
import { text } from "../i18n.js";

/** @import { GameStart, RecordTree } from "../types.js" */

const MOVE = /\b(?:swap|resign|[a-z]{1,2}\d{1,2}(?:[-x][a-z]\d{1,2}(?:\/[a-z]\d{1,2})?)?)(?![\w/-])/gi;

/** The moves of a plain list, such as `1. d4 c3 2. e5`; comments in braces are left out. @param {string} words */
export const plainMoves = (words) =>
  (words.replace(/\{[^}]*\}/g, " ").match(MOVE) ?? []).map((move) => move.toLowerCase());

/**
 * The games of a text. A plain list is played on the given board.
 *
 * @param {string} words
 * @param {GameStart} start
 * @returns {Promise<RecordTree[]>}
 */
export async function readGames(words, start) {
  if (!words.trim()) throw new Error(text("record.empty"));
  if (words.includes("(;") || /\(\s*;/.test(words)) return server.readRecords(words);
  const moves = plainMoves(words);
  if (!moves.length) throw new Error(text("record.unknown"));
  const game = { ...start, setup: null };
  await server.position({ ...game, moves });
  return [
    { game, nodes: moves.map((move, index) => ({ parent: index - 1, move })), comment: "", white: "", black: "" },
  ];
}

/** The tree of a record, at its end. @param {RecordTree} record */
export function treeOf(record) {
  const tree = GameTree.fromRows(record.nodes, record.comment, record.marks);
  let end = tree.root;
  while (end.children.length) end = end.children[0];
  tree.goTo(end);
  return tree;
}
