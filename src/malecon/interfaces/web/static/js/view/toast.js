/** A short message at the bottom of the page, with an action such as Undo. */

import { find, html } from "../dom.js";

const MILLISECONDS = 9000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} words @param {string} [label] @param {() => void} [action] */
export function showToast(words, label, action) {
  const toast = find("toast");
  clearTimeout(timer);
  const run = () => {
    hideToast();
    action?.();
  };
  toast.replaceChildren(html("span", {}, words), label ? html("button", { onclick: run }, label) : "");
  toast.hidden = false;
  timer = setTimeout(hideToast, MILLISECONDS);
}

export function hideToast() {
  clearTimeout(timer);
  find("toast").hidden = true;
}
