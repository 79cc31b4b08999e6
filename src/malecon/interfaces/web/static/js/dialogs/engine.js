/** Settings of the engine that analyses, gives hints and reviews: player, threads, memory and seed. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { saveSettings } from "../settings.js";
import { openDialog, row } from "./dialog.js";
import { PlayerField } from "./player-field.js";

/** @import { Health } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_MEMORY = 4096; // megabytes
const MAX_SEED = 2 ** 31 - 1;
const PURPOSE = "Used for analysis, hints and reviews. Choose opponents in the New game dialog.";

/** @param {string} id @param {number} value @param {number} max */
const integerInput = (id, value, max) =>
  html("input", { type: "number", id, value, min: 1, max, step: 1, required: true });

/** @param {Health} health */
function serverInfo({ version, sessions, threads }) {
  const pages = sessions === 1 ? "1 open page uses" : `${sessions} open pages share`;
  const text = `Malecón ${version}. ${pages} ${threads === 1 ? "1 thread" : `${threads} threads`}. `;
  return html("p", { class: "figures" }, text, html("a", { href: "/api.html" }, "API reference"));
}

/** @param {GameController} game */
export async function engineDialog(game) {
  const { settings, start } = game;
  const [players, health] = await Promise.all([server.players(start.game), server.health()]);
  const player = new PlayerField(start.game, players, settings.player);
  const threads = integerInput("threads", Math.min(settings.threads, health.threads), health.threads);
  const memory = integerInput("memory", settings.memory, MAX_MEMORY);
  const seedLimits = { min: 0, max: MAX_SEED, step: 1, placeholder: "random" };
  const seed = html("input", { type: "number", id: "seed", value: settings.seed, ...seedLimits });
  const apply = async () => {
    const parsed = await server.parsePlayer(start.game, player.value);
    settings.player = parsed.player;
    settings.threads = Number(threads.value);
    settings.memory = Number(memory.value);
    settings.seed = seed.value === "" ? null : Number(seed.value);
    saveSettings(settings);
    game.refresh();
  };
  openDialog(
    "Engine",
    [
      html("p", { class: "figures" }, PURPOSE),
      player.element,
      row("Threads", threads),
      row("Memory", memory, html("span", {}, "MB")),
      row("Seed", seed),
      serverInfo(health),
    ],
    [
      { text: "Cancel", run: () => {} },
      { text: "Apply", primary: true, run: apply },
    ],
  );
}
