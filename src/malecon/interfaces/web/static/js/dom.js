/** Create DOM elements. The page never builds HTML from text, so a game record cannot inject markup. */

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes */
/** @typedef {Node | string | null | undefined} Child */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const ICON_PATHS = {
  start: "M6 5v14M18 5l-8 7 8 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  end: "M18 5v14M6 5l8 7-8 7z",
  undo: "M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1 1.5 1 2.5h6c0-1 0-1.5 1-2.5A6 6 0 0 0 12 3z",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  resign: "M6 21V4h12l-3 4 3 4H6",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  stop: "M7 7h10v10H7z",
  swap: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  rematch: "M19 12a7 7 0 1 1-2-5M17 3v4h-4",
  pause: "M8 6v12M16 6v12",
  turn: "M4 9l4-4 4 4M8 5v9a4 4 0 0 0 4 4h1M20 15l-4 4-4-4M16 19v-9a4 4 0 0 0-4-4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};
/** @typedef {keyof typeof ICON_PATHS} IconName */

/**
 * Set attributes and append children; attributes named `on...` are event listeners, null and false are left out.
 *
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);

/** A small drawing in the colour of the surrounding text. @param {IconName} name */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICON_PATHS[name] }));

/** Set the text of an element unless it is the same: screen readers announce every change of a live region. @param {Element} element @param {string} words */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** The element with an id; it must exist. @param {string} id */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element has the id ${id}`);
  return element;
}

/**
 * Save text or a blob as a file.
 *
 * @param {string} name
 * @param {string | Blob} data
 * @param {string} [type]
 */
export function download(name, data, type = "text/plain") {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
