/** The dialog that chooses a puzzle: the puzzle of the day, the list by board, and missed wins of one's own games. */

import { html } from "../dom.js";
import { boardLabel, capitalize, sideName, winningMoves } from "../format.js";
import { dailyPuzzle, dayName } from "../game/puzzle-progress.js";
import { plural, text } from "../i18n.js";
import { openDialog } from "./dialog.js";

/** @import { GameInfo, Puzzle } from "../types.js" */
/** @import { PuzzleProgress } from "../game/puzzle-progress.js" */

/**
 * @typedef {object} PuzzleList
 * @property {Puzzle[]} list
 * @property {Puzzle[]} own
 * @property {PuzzleProgress} progress
 * @property {number | null} current
 * @property {GameInfo[]} games
 */

/** Puzzles by board, in the order of the list. @param {Puzzle[]} list */
function boardGroups(list) {
  /** @type {Map<string, Puzzle[]>} */
  const groups = new Map();
  for (const puzzle of list) groups.set(puzzle.board, [...(groups.get(puzzle.board) ?? []), puzzle]);
  return [...groups];
}

/** @param {PuzzleList} puzzles @param {(number: number) => void} onPick */
export function puzzleDialog(puzzles, onPick) {
  const { list, own, progress } = puzzles;
  const solved = new Set(progress.solved);
  const unsolved = list.find(({ number }) => !solved.has(number))?.number ?? 1;
  /** @param {number} number */
  const pick = (number) => {
    dialog.close();
    onPick(number);
  };
  const missed = own.map((puzzle) => ownButton(puzzle, solved.has(puzzle.number), pick));
  const dialog = openDialog(
    text("puzzle.title"),
    [
      ...standing(puzzles, pick),
      ...boardGroups(list).flatMap(([board, group]) => boardSection(puzzles, board, group, pick)),
      html("h3", {}, text("puzzle.own")),
      missed.length
        ? html("div", { class: "puzzle-list" }, ...missed)
        : html("p", { class: "figures" }, text("puzzle.ownNone")),
    ],
    [
      { text: text("dialog.close"), run: () => {} },
      { text: text("puzzle.play", { n: unsolved }), primary: true, run: () => onPick(unsolved) },
    ],
  );
}

/** What was solved so far, and the puzzle of the day. @param {PuzzleList} puzzles @param {(number: number) => void} onPick */
function standing({ list, progress }, onPick) {
  const { rating, streak, best, solved } = progress;
  const day = dayName(new Date());
  const daily = dailyPuzzle(list, day);
  const count = list.filter(({ number }) => solved.includes(number)).length;
  const words = text(progress.daily === day ? "puzzle.dailyDone" : "puzzle.daily", { n: daily.number });
  const button = { type: "button", id: "puzzle-daily", onclick: () => onPick(daily.number) };
  return [
    html("p", { class: "figures" }, text("puzzle.introduction", { n: count, total: list.length })),
    html("p", { class: "figures", id: "puzzle-rating" }, text("puzzle.standing", { rating, streak, best })),
    html("p", {}, html("button", button, words)),
  ];
}

/** @param {PuzzleList} puzzles @param {string} board @param {Puzzle[]} group @param {(number: number) => void} onPick */
function boardSection({ games, progress, current }, board, group, onPick) {
  const info = games.find(({ game }) => game === group[0].game);
  const buttons = group.map((puzzle) =>
    puzzleButton(puzzle, progress.solved.includes(puzzle.number), puzzle.number === current, onPick),
  );
  return [
    html("h3", {}, capitalize(info ? boardLabel(info, board) : board)),
    html("div", { class: "puzzle-grid" }, ...buttons),
  ];
}

/** @param {Puzzle} puzzle @param {boolean} isSolved @param {boolean} isCurrent @param {(number: number) => void} onPick */
function puzzleButton({ number, toMove, length }, isSolved, isCurrent, onPick) {
  const title = plural("puzzle.winIn", winningMoves(length), { side: sideName(toMove) });
  const state = isSolved ? html("span", { class: "visually-hidden" }, `, ${text("puzzle.isSolved")}`) : null;
  const attributes = {
    ...{ type: "button", "data-puzzle": number, class: isSolved ? "solved" : null, title },
    "aria-current": isCurrent ? "true" : null,
    onclick: () => onPick(number),
  };
  return html("button", attributes, String(number), state);
}

/** @param {Puzzle} puzzle @param {boolean} isSolved @param {(number: number) => void} onPick */
function ownButton({ number, task, toMove, board, moves }, isSolved, onPick) {
  const name = text("puzzle.ownName", { task, side: sideName(toMove), board, n: moves.length + 1 });
  const attributes = { type: "button", "data-puzzle": number, class: isSolved ? "solved" : null };
  return html("button", { ...attributes, onclick: () => onPick(number) }, name);
}
