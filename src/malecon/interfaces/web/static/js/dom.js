/** Making elements: the page never builds HTML from text, so nothing that a record says can become markup. */

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
export const find = (id) => document.getElementById(id);
export const percent = (value, digits = 0) => `${(100 * value).toFixed(digits)}%`;
export const count = (number) =>
  number < 10_000 ? String(number) : number < 1e6 ? `${(number / 1000).toFixed(number < 1e5 ? 1 : 0)}k` : `${(number / 1e6).toFixed(1)}M`;
/** A count in at most four signs, for a cell. */
export const brief = (number) =>
  number < 1000 ? String(number) : number < 9950 ? `${(number / 1000).toFixed(1)}k` : number < 999_500 ? `${Math.round(number / 1000)}k` : `${(number / 1e6).toFixed(number < 9.95e6 ? 1 : 0)}M`;
export const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Save a text or blob as a file of the person's own. */
export function download(name, data, type = "text/plain") {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
