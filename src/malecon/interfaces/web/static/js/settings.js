/** What the browser stores: settings, this tab's clock, solved puzzles. The game itself is in the URL. */

import { readProgress } from "./game/puzzle-progress.js";

/** @import { ClockState, Puzzle, Settings } from "./types.js" */
/** @import { PuzzleProgress } from "./game/puzzle-progress.js" */

const SETTINGS_KEY = "malecon";
const PUZZLES_KEY = "malecon-puzzles";
const OWN_PUZZLES_KEY = "malecon-own-puzzles";
const FIRST_OWN_PUZZLE = 100_001; // numbers of the server's puzzles are smaller
const MAX_OWN_PUZZLES = 200;
const CLOCK_KEY = "clock";
/** @type {Settings} */
const DEFAULTS = {
  ...{ engines: {}, threads: 1, memory: 64, seed: null, theme: "auto", overlay: "visits", last: "" },
  ...{
    language: "",
    name: "",
    perspective: "white",
    sound: true,
    notify: false,
    confirm: false,
    turned: false,
    seen: [],
  },
};
/** @type {Settings["theme"][]} */
const THEMES = ["auto", "light", "dark"];

/**
 * The stored value, or null if there is none or storage is disabled.
 *
 * @param {() => Storage} storage
 * @param {string} key
 */
function load(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {() => Storage} storage @param {string} key @param {unknown} value */
function store(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled, as in private windows.
  }
}

/** @returns {Settings} */
export const loadSettings = () => ({ ...DEFAULTS, ...load(() => localStorage, SETTINGS_KEY) });

/** @param {Settings} settings */
export const saveSettings = (settings) => store(() => localStorage, SETTINGS_KEY, settings);

/** Store the game to return to, and keep what another tab has set. @param {string} last its fragment */
export const saveLastGame = (last) =>
  store(() => localStorage, SETTINGS_KEY, { ...load(() => localStorage, SETTINGS_KEY), last });

/** @param {Settings} settings */
export function applyTheme({ theme }) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Switch to the next theme. @param {Settings} settings */
export function nextTheme(settings) {
  settings.theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length];
  applyTheme(settings);
  saveSettings(settings);
  return settings.theme;
}

/** @param {string} fragment */
const withoutClock = (fragment) => fragment.replace(/&ck=[^&]*/, "");

/** @param {ClockState | null} clock @param {string} fragment of the game that it belongs to */
export function saveClock(clock, fragment) {
  store(() => sessionStorage, CLOCK_KEY, { clock, game: withoutClock(fragment) });
}

/** The clock of a game as this tab left it, which may be newer than the one in the link. @param {string} fragment */
export function loadClock(fragment) {
  const saved = load(() => sessionStorage, CLOCK_KEY);
  return saved?.game === withoutClock(fragment) ? { clock: /** @type {ClockState | null} */ (saved.clock) } : null;
}

/** The link for a friend, which only the tab that made it knows. @param {string} key of one's own seat @param {string} link */
export const saveInvitation = (key, link) => store(() => sessionStorage, `friend-${key}`, link);

/** @param {string} key @returns {string | null} */
export const loadInvitation = (key) => load(() => sessionStorage, `friend-${key}`);

/** What was solved in this browser. */
export const loadProgress = () => readProgress(load(() => localStorage, PUZZLES_KEY));

/** @param {PuzzleProgress} progress */
export const saveProgress = (progress) => store(() => localStorage, PUZZLES_KEY, progress);

/** Puzzles from the user's own games. @returns {Puzzle[]} */
export const ownPuzzles = () => load(() => localStorage, OWN_PUZZLES_KEY) ?? [];

/** Keep the missed wins of a game as puzzles, each once. @param {Omit<Puzzle, "number">[]} found */
export function addOwnPuzzles(found) {
  const known = ownPuzzles();
  const keys = new Set(known.map(({ board, moves }) => `${board} ${moves.join(" ")}`));
  const added = found.filter(({ board, moves }) => !keys.has(`${board} ${moves.join(" ")}`));
  const first = Math.max(FIRST_OWN_PUZZLE, ...known.map(({ number }) => number + 1));
  const puzzles = [...known, ...added.map((puzzle, index) => ({ ...puzzle, number: first + index }))];
  if (added.length) store(() => localStorage, OWN_PUZZLES_KEY, puzzles.slice(-MAX_OWN_PUZZLES));
}
