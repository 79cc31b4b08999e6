/** What a browser remembers: engine settings, theme, overlay. The game itself is in the address. */

const KEY = "malecon";
const USUAL = { player: "malecon", threads: 1, memory: 64, seed: null, theme: "auto", overlay: "visits", last: "" };

export function loadSettings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return { ...USUAL };
  }
}

export function saveSettings(settings) {
  try { localStorage.setItem(KEY, JSON.stringify(settings)); } catch { /* private windows keep nothing */ }
}

const THEMES = ["auto", "light", "dark"];

export function applyTheme(settings) {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function nextTheme(settings) {
  settings.theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length];
  applyTheme(settings);
  saveSettings(settings);
  return settings.theme;
}
