/** Settings of the page: language, colours, the own name, sounds, notifications, taps. */

import { html } from "../dom.js";
import { LANGUAGES, text } from "../i18n.js";
import { applyTheme, saveSettings } from "../settings.js";
import { allowNotifications } from "../view/attention.js";
import { choice, openDialog, row } from "./dialog.js";

/** @import { Settings } from "../types.js" */
/** @import { TextKey } from "../i18n.js" */

const LONGEST_NAME = 40;

/** @param {string} id @param {boolean} checked @param {TextKey} label */
function checkRow(id, checked, label) {
  const box = html("input", { type: "checkbox", id, checked });
  return { box, element: html("div", { class: "row check" }, box, html("label", { for: id }, text(label))) };
}

/** @param {Settings} settings @param {(changes: Partial<Settings>) => void} onChange */
export function settingsDialog(settings, onChange) {
  const language = choice(
    "language",
    [["", text("settings.browser")], ...Object.entries(LANGUAGES)],
    settings.language,
  );
  const ownName = html("input", { id: "your-name", maxLength: LONGEST_NAME, value: settings.name });
  ownName.placeholder = text("player.you");
  const themes = /** @type {const} */ (["auto", "light", "dark"]).map((name) => [name, text(`theme.${name}`)]);
  const theme = choice("theme", themes, settings.theme);
  const sound = checkRow("sound", settings.sound, "settings.sound");
  const notify = checkRow("notify", settings.notify, "settings.notify");
  const confirm = checkRow("confirm-taps", settings.confirm, "settings.confirm");
  const turned = checkRow("turned", settings.turned, "settings.turned");
  const apply = async () => {
    const wanted = notify.box.checked && (await allowNotifications());
    const reloads = language.value !== settings.language;
    settings.language = language.value;
    settings.theme = /** @type {Settings["theme"]} */ (theme.value);
    applyTheme(settings);
    const boxes = { sound: sound.box.checked, confirm: confirm.box.checked, turned: turned.box.checked };
    onChange({ ...boxes, notify: wanted, name: ownName.value.trim() });
    saveSettings(settings);
    if (reloads) location.reload();
  };
  openDialog(
    text("settings.title"),
    [
      row(text("settings.language"), language),
      row(text("settings.theme"), theme),
      row(text("settings.name"), ownName),
      ...[sound, notify, confirm, turned].map(({ element }) => element),
    ],
    [
      { text: text("dialog.cancel"), run: () => {} },
      { text: text("dialog.apply"), primary: true, run: apply },
    ],
  );
}
