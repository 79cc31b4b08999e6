/** A picture of the board as it is on the page: the SVG with its colours written into it. */

import { find, html } from "../dom.js";
import { text } from "../i18n.js";

const PNG_SCALE = 3;
const PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
];
const TEXT_PROPERTIES = ["font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];
const LEFT_OUT = ["layer-ghost", "layer-cursor"];

/** Copy the computed style of an element, and of everything in it, to a copy. @param {Element} element @param {Element} copy */
function copyStyle(element, copy) {
  const style = getComputedStyle(element);
  const names = element.tagName === "text" ? [...PROPERTIES, ...TEXT_PROPERTIES] : PROPERTIES;
  for (const name of names) copy.setAttribute(name, style.getPropertyValue(name));
  if (style.display === "none") copy.setAttribute("display", "none");
  copy.removeAttribute("style");
  [...element.children].forEach((child, index) => copyStyle(child, copy.children[index]));
}

/** The board as a document of SVG that needs no style sheet. */
export function boardPicture() {
  const board = find("board");
  const copy = /** @type {Element} */ (board.cloneNode(true));
  copyStyle(board, copy);
  for (const name of LEFT_OUT) copy.querySelector(`.${name}`)?.remove();
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["class", "tabindex", "role", "aria-label", "data-cell", "data-stone"]) {
      each.removeAttribute(name);
    }
  }
  const [, , width, height] = (board.getAttribute("viewBox") ?? "0 0 1 1").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** A picture as PNG. @param {string} picture SVG @returns {Promise<Blob>} */
export async function pngOf(picture) {
  const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = html("canvas", { width: PNG_SCALE * image.width, height: PNG_SCALE * image.height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error(text("record.cannotDraw"));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error(text("record.cannotDraw"));
  return blob;
}
