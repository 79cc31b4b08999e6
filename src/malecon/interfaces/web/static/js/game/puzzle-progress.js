/** Puzzles solved in this browser, with a rating, a streak, and the puzzle of the day. */

/** @import { Puzzle } from "../types.js" */

/**
 * @typedef {object} PuzzleProgress
 * @property {number[]} solved numbers of the puzzles that were solved without being shown the solution
 * @property {number[]} counted numbers of the puzzles that have changed the rating
 * @property {number} rating
 * @property {number} streak puzzles solved in a row at the first try and without hints
 * @property {number} best the longest streak
 * @property {string} daily the last day whose puzzle was solved, such as 2026-11-18
 */

const START_RATING = 1000;
const STEP = 32;
const [EASIEST, PER_MOVE, PER_BASE] = [700, 90, 120];

/** @returns {PuzzleProgress} */
export const newProgress = () => ({
  ...{ solved: [], counted: [], rating: START_RATING, streak: 0, best: 0, daily: "" },
});

/** Read what the browser stored; earlier versions kept a list of numbers only. @param {unknown} stored @returns {PuzzleProgress} */
export function readProgress(stored) {
  if (Array.isArray(stored)) return { ...newProgress(), solved: stored };
  return { ...newProgress(), .../** @type {object | null} */ (stored) };
}

/** How hard a puzzle is, on the scale of the rating: longer wins and larger boards are harder. @param {Puzzle} puzzle */
export function difficulty({ length, board }) {
  const base = Number(board) || 4;
  return EASIEST + PER_MOVE * ((length + 1) >> 1) + PER_BASE * (base - 4);
}

/**
 * The progress after a puzzle. `score` is 1 for a solution at the first try, a half after a hint or a wrong try, and 0
 * if the solution was shown. Only the first result of a puzzle changes the rating.
 *
 * @param {PuzzleProgress} progress
 * @param {Puzzle} puzzle
 * @param {0 | 0.5 | 1} score
 * @returns {PuzzleProgress}
 */
export function addResult(progress, puzzle, score) {
  const { solved, counted, rating, best } = progress;
  const { number } = puzzle;
  const isNew = !counted.includes(number);
  const expected = 1 / (1 + 10 ** ((difficulty(puzzle) - rating) / 400));
  const streak = !isNew ? progress.streak : score === 1 ? progress.streak + 1 : 0;
  return {
    ...progress,
    solved: score > 0 ? [...new Set([...solved, number])] : solved,
    counted: [...new Set([...counted, number])],
    rating: isNew ? Math.round(rating + STEP * (score - expected)) : rating,
    streak,
    best: Math.max(best, streak),
  };
}

/** The day of a time in this time zone, such as 2026-11-18. @param {Date} time */
export function dayName(time) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The puzzle of a day: the same for everyone, and another every day. @param {Puzzle[]} list @param {string} day */
export function dailyPuzzle(list, day) {
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return list[(days * 37) % list.length]; // 37 steps apart, so that boards and lengths vary
}
