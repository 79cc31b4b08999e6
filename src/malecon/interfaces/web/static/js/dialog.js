/** One dialog for all: a title, what is in it, and buttons; Esc closes it. */

import { find, make } from "./dom.js";

export function openDialog(title, children, buttons) {
  const dialog = find("dialog");
  const problem = make("p", { class: "problem", role: "alert" });
  const act = async (run) => {
    problem.textContent = "";
    try {
      if ((await run()) !== false) dialog.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const made = buttons.map(({ text, run, primary }) => make("button", { type: primary ? "submit" : "button", class: primary ? "primary" : null, onclick: primary ? null : () => act(run) }, text));
  const main = buttons.find((button) => button.primary);
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); if (main) act(main.run); } },
    make("h2", { id: "dialog-title" }, title), ...children, problem, make("div", { class: "buttons" }, ...made));
  dialog.replaceChildren(form);
  dialog.showModal();
  dialog.scrollTop = 0; // a long one has its focus at the end
  return { problem, close: () => dialog.close() };
}

export const row = (label, ...fields) => make("div", { class: "row" }, make("label", fields[0]?.id ? { for: fields[0].id } : {}, label), ...fields);
export const choice = (id, options, value) =>
  make("select", { id }, ...options.map(([key, text]) => make("option", { value: key, selected: key === value }, text)));
