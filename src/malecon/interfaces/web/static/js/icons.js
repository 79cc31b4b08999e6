/** Small drawings for buttons, in the colour of their text. */

import { svg } from "./dom.js";

const SHAPES = {
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
  again: "M19 12a7 7 0 1 1-2-5M17 3v4h-4",
  puzzle: "M9 4a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5H5V6h4z",
};

export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
