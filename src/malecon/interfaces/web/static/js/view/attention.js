/** Telling the player that it is their turn: a sound, the title of the page, a notification. */

import { text } from "../i18n.js";
import { HUMAN } from "../game/state.js";

/** @import { Settings } from "../types.js" */
/** @import { GameController } from "../game/controller.js" */

const TITLE = "Malecón";
/** Frequency in hertz and length in seconds. @type {Record<string, [number, number]>} */
const SOUNDS = { own: [320, 0.05], other: [440, 0.07], end: [260, 0.3] };

/** @type {AudioContext | null} */
let audio = null;

/** Play a short tone; browsers allow it after the first click. @param {keyof typeof SOUNDS} name */
function playSound(name) {
  try {
    audio ??= new AudioContext();
    const [frequency, length] = SOUNDS[name];
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + length);
  } catch {
    // No sound device.
  }
}

/** Ask for permission to show notifications; false if it was refused. */
export async function allowNotifications() {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}

export class Attention {
  /** @param {GameController} game @param {Settings} settings */
  constructor(game, settings) {
    this.game = game;
    this.settings = settings;
    game.addEventListener("played", (event) => this.handleMove(/** @type {CustomEvent} */ (event).detail.mover));
    document.addEventListener("visibilitychange", () => this.drawTitle());
  }

  /** Whether a person at this page plays against someone else and is to move. */
  get myTurn() {
    const { game } = this;
    const side = game.sideAt(game.head);
    return !game.finished && game.players[side] === HUMAN && game.players.white !== game.players.black;
  }

  /** @param {"white" | "black"} mover */
  handleMove(mover) {
    const { game, settings } = this;
    if (settings.sound) playSound(game.finished ? "end" : game.players[mover] === HUMAN ? "own" : "other");
    this.drawTitle();
    const away = document.visibilityState === "hidden";
    if (away && this.myTurn && settings.notify && globalThis.Notification?.permission === "granted") {
      new Notification(TITLE, { body: text("attention.yourMove"), tag: "malecon-move", icon: "icon.svg" });
    }
  }

  drawTitle() {
    const { game } = this;
    const turn = this.myTurn && document.visibilityState === "hidden";
    const words = turn ? `● ${text("attention.yourMove")}` : game.start.game ? game.info.title : "";
    const title = words ? `${words} – ${TITLE}` : TITLE;
    if (document.title !== title) document.title = title;
  }
}
