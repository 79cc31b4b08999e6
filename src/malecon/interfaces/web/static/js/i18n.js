/** Texts of the page in the language of the browser; `texts/` has one file per language, English is the default. */

import { en } from "./texts/en.js";

/** @typedef {keyof typeof en} TextKey */
/** @typedef {Record<TextKey, string>} Texts */
/** @typedef {TextKey extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never} PluralKey */

/** Languages by code, each with its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };
/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Texts} */
let texts = en;
/** @type {Language} */
let current = "en";

/** The code of the language in use. */
export const language = () => current;

/**
 * The first language in a list of preferences, such as `navigator.languages`, that the page speaks.
 *
 * @param {readonly string[]} preferences
 * @returns {Language}
 */
export function chooseLanguage(preferences) {
  const codes = preferences.map((preference) => preference.toLowerCase().split("-")[0]);
  return /** @type {Language} */ (codes.find((code) => code in LANGUAGES) ?? "en");
}

/** Load the texts of a language; English stays if that fails. @param {Language} code */
export async function loadLanguage(code) {
  if (code === "en") return;
  try {
    const loaded = await import(`./texts/${code}.js`);
    texts = loaded[code];
    current = code;
  } catch {
    // Offline on the first visit: the page stays in English.
  }
}

/**
 * A text with its placeholders filled in: `{name}` stands for a value.
 *
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/**
 * The form of a text for a number, which is `{n}` in it.
 *
 * @param {PluralKey} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export const plural = (key, n, values = {}) =>
  text(/** @type {TextKey} */ (`${key}.${n === 1 ? "one" : "other"}`), { n, ...values });

/** The text of a key that is built at run time, or another text if there is none. @param {string} key @param {string} other */
export const textOr = (key, other) => (key in texts ? texts[/** @type {TextKey} */ (key)] : other);

/** Fill in the texts of the document: `data-text` is the key of the content, `data-label` and `data-title` of attributes. */
export function translateDocument() {
  document.documentElement.lang = current;
  /** @param {string} attribute @param {(element: HTMLElement, words: string) => void} apply */
  const each = (attribute, apply) => {
    for (const element of document.querySelectorAll(`[data-${attribute}]`)) {
      const key = element.getAttribute(`data-${attribute}`);
      apply(/** @type {HTMLElement} */ (element), text(/** @type {TextKey} */ (key)));
    }
  };
  each("text", (element, words) => (element.textContent = words));
  each("label", (element, words) => element.setAttribute("aria-label", words));
  each("title", (element, words) => element.setAttribute("title", words));
}
