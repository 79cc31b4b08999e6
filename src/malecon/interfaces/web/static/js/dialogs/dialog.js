/** The page's one modal dialog: a title, content and buttons; Esc closes it. */

import { find, html } from "../dom.js";

/**
 * @typedef {object} DialogButton
 * @property {string} text
 * @property {() => unknown} run an Error is shown in the dialog, which then stays open
 * @property {boolean} [primary] run on Enter
 */

/** @param {string} title @param {(Node | string)[]} content @param {DialogButton[]} buttons */
export function openDialog(title, content, buttons) {
  const dialog = /** @type {HTMLDialogElement} */ (find("dialog"));
  const problem = html("p", { class: "problem", role: "alert" });
  /** @param {DialogButton} button */
  const press = async ({ run }) => {
    problem.textContent = "";
    try {
      await run();
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const primary = buttons.find((button) => button.primary);
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    if (primary) press(primary);
  };
  dialog.replaceChildren(
    html(
      "form",
      { onsubmit },
      html("h2", { id: "dialog-title" }, title),
      ...content,
      problem,
      html("div", { class: "buttons" }, ...buttons.map((button) => buttonElement(button, press))),
    ),
  );
  dialog.classList.remove("wide");
  dialog.showModal();
  dialog.scrollTop = 0; // the focus of a long dialog may be at its end
  return {
    close: () => dialog.close(),
    widen: () => dialog.classList.add("wide"),
    /** @param {Error} error */
    showError: (error) => {
      problem.textContent = error.message;
    },
  };
}

/** @param {DialogButton} button @param {(button: DialogButton) => void} press */
function buttonElement(button, press) {
  if (button.primary) return html("button", { type: "submit", class: "primary" }, button.text);
  return html("button", { type: "button", onclick: () => press(button) }, button.text);
}

/** A labelled row; the label belongs to the first field. @param {string} label @param {...HTMLElement} fields */
export const row = (label, ...fields) =>
  html("div", { class: "row" }, html("label", { for: fields[0]?.id || null }, label), ...fields);

/** A drop-down list. @param {string} id @param {string[][]} options value and text of each @param {string} [value] */
export const choice = (id, options, value) =>
  html(
    "select",
    { id },
    ...options.map(([key, text]) => html("option", { value: key, selected: key === value }, text)),
  );
