/** The dialog of the engine that analyses, hints and reviews: its player, threads, memory and seed. */

import * as api from "./api.js";
import { openDialog, row } from "./dialog.js";
import { make } from "./dom.js";
import { playerField } from "./playerfield.js";
import { saveSettings } from "./settings.js";

const number = (id, value, min, max) => make("input", { type: "number", id, value, min, max, step: 1, required: true });

export async function engineDialog(table) {
  const { settings, start } = table;
  const [players, health] = await Promise.all([api.players(start.game), api.health()]);
  const field = playerField(start.game, players, settings.player);
  const threads = number("threads", Math.min(settings.threads, health.threads), 1, health.threads);
  const memory = number("memory", settings.memory, 1, 4096);
  const seed = make("input", { type: "number", id: "seed", value: settings.seed, min: 0, max: 2 ** 31 - 1, step: 1, placeholder: "any" });
  const about = make("p", { class: "figures" }, `Malecón ${health.version}. All open pages (${health.sessions} now) share ${health.threads === 1 ? "one thread" : `${health.threads} threads`}. `, make("a", { href: "/api.html" }, "The API"), ".");
  openDialog("Engine", [
    make("p", { class: "figures" }, "The player that analyses, gives hints and reviews. Opponents are chosen with a new game."),
    field.element, row("Threads", threads), row("Memory", memory, make("span", {}, "MB")), row("Seed", seed, make("span", { class: "figures" }, "empty: another one each time")), about,
  ], [
    { text: "Cancel", run: () => true },
    { text: "Use it", primary: true, run: async () => {
      const read = await api.readPlayer(start.game, field.value);
      Object.assign(settings, { player: read.player, threads: Number(threads.value), memory: Number(memory.value), seed: seed.value === "" ? null : Number(seed.value) });
      saveSettings(settings);
      table.refresh();
    } },
  ]);
}
