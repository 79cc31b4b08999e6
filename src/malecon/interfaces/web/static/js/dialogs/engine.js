/** Settings of the engine that analyses, gives hints and reviews: player, threads, memory and seed. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { DEFAULT_PLAYER } from "../game/state.js";
import { plural, text } from "../i18n.js";
import { saveSettings } from "../settings.js";
import { openDialog, row } from "./dialog.js";
import { PlayerField } from "./player-field.js";

/** @import { Health, Players } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const MAX_MEMORY = 4096; // megabytes
const MAX_SEED = 2 ** 31 - 1;

/** @param {string} id @param {number} value @param {number} max */
const integerInput = (id, value, max) =>
  html("input", { type: "number", id, value, min: 1, max, step: 1, required: true });

/** @param {Health} health */
function serverInfo({ version, sessions, threads }) {
  const words = `Malecón ${version}. ${plural("engine.pages", sessions)} ${plural("engine.threadCount", threads)} `;
  return html("p", { class: "figures" }, words, html("a", { href: "/api.html" }, text("engine.api")));
}

/** @param {GameController} game */
export async function engineDialog(game) {
  const { start, info } = game;
  const [players, health] = await Promise.all([server.players(start.game), server.health()]);
  const fields = engineFields(game, players, health);
  const { player, threads, memory, seed } = fields;
  const reset = () => {
    player.value = DEFAULT_PLAYER;
    player.check();
  };
  const resetButton = html("button", { type: "button", id: "default-engine", onclick: reset }, text("engine.default"));
  openDialog(
    text("engine.title"),
    [
      html("p", { class: "figures" }, text("engine.purpose", { game: info.title })),
      player.element,
      html("div", { class: "row" }, resetButton),
      row(text("engine.threads"), threads),
      row(text("engine.memory"), memory, html("span", {}, text("engine.megabytes"))),
      row(text("engine.seed"), seed),
      serverInfo(health),
    ],
    [
      { text: text("dialog.cancel"), run: () => {} },
      { text: text("dialog.apply"), primary: true, run: () => apply(game, fields) },
    ],
  );
}

/** @param {GameController} game @param {Players} players @param {Health} health */
function engineFields(game, players, health) {
  const { settings } = game;
  const seedLimits = { min: 0, max: MAX_SEED, step: 1, placeholder: text("engine.random") };
  return {
    player: new PlayerField(game.start.game, players, game.enginePlayer),
    threads: integerInput("threads", Math.min(settings.threads, health.threads), health.threads),
    memory: integerInput("memory", settings.memory, MAX_MEMORY),
    seed: html("input", { type: "number", id: "seed", value: settings.seed, ...seedLimits }),
  };
}

/** Keep the settings; the engine belongs to the game on the board. @param {GameController} game @param {ReturnType<typeof engineFields>} fields */
async function apply(game, { player, threads, memory, seed }) {
  const { settings, start } = game;
  const parsed = await server.parsePlayer(start.game, player.value);
  settings.engines = { ...settings.engines, [start.game]: parsed.player };
  settings.threads = Number(threads.value);
  settings.memory = Number(memory.value);
  settings.seed = seed.value === "" ? null : Number(seed.value);
  saveSettings(settings);
  for (const node of game.tree.nodes()) node.value = null; // values come from one engine
  game.refresh();
}
