/** The page that other pages show in an iframe: one `<malecon-board>` with the game of the address. */

import { find, html } from "./dom.js";
import "./embed.js";

const show = () => find("embed").replaceChildren(html("malecon-board", { src: location.hash }));
addEventListener("hashchange", show);
show();
