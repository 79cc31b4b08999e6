/**
 * `<malecon-board>`: a read-only board with a game, for other pages. Its attribute `src` is the fragment of a link,
 * such as `#g=havannah&b=5&m=e5.d4`. It needs no server: moves are drawn, not checked.
 */

import { html, svg } from "./dom.js";
import { readFragment } from "./game/fragment.js";
import { initialSigns } from "./game/initial.js";
import { applyMove, markedCells } from "./game/moves.js";
import { chooseLanguage, loadLanguage, text } from "./i18n.js";
import { BoardView } from "./view/board.js";

/** @import { GameInfo, GameStart, PositionView, TreeNode } from "./types.js" */

const HEX_GAMES = ["havannah"];
class MaleconBoard extends HTMLElement {
  ply = 0;
  /** @type {TreeNode[]} */
  line = [];
  /** @type {GameStart | null} */
  start = null;

  connectedCallback() {
    const saved = readFragment(this.getAttribute("src") ?? "");
    if (!saved) return;
    this.start = saved.start;
    this.line = saved.tree.currentLine();
    this.ply = saved.tree.path().length;
    const picture = svg("svg", { role: "img", class: "embedded-board" });
    this.board = new BoardView(picture, () => {});
    this.label = html("span", { class: "figures" });
    /** @param {string} symbol @param {string} name @param {number} step */
    const button = (symbol, name, step) =>
      html("button", { "aria-label": name, onclick: () => this.go(this.ply + step) }, symbol);
    this.replaceChildren(
      picture,
      html(
        "div",
        { class: "tools" },
        button("◀", text("tool.backTitle"), -1),
        button("▶", text("tool.forwardTitle"), 1),
        this.label,
      ),
    );
    const shape = HEX_GAMES.includes(saved.start.game) ? "hex" : "square";
    const info = /** @type {GameInfo} */ (/** @type {unknown} */ ({ game: saved.start.game, shape }));
    this.board.setBoard(info, saved.start.board);
    this.picture = picture;
    this.go(this.ply);
  }

  /** @param {number} ply */
  go(ply) {
    const { start, board, label, picture } = this;
    if (!start || !board || !label || !picture) return;
    this.ply = Math.max(0, Math.min(this.line.length, ply));
    const first = start.setup?.to_move ?? "white";
    let signs = initialSigns(start);
    let toMove = first;
    for (const { move } of this.line.slice(0, this.ply)) {
      signs = applyMove(signs, move, toMove);
      toMove = toMove === "white" ? "black" : "white";
    }
    const node = this.line[this.ply - 1];
    const last = node ? markedCells(node.move) : [];
    const view = /** @type {PositionView} */ (
      /** @type {unknown} */ ({ signs, toMove, last, legal: [], ply: this.ply, outcome: null })
    );
    board.show(view, { clickable: new Set(), study: node?.marks ?? [] });
    label.textContent = `${this.ply} / ${this.line.length}${node ? `: ${node.move}` : ""}`;
    picture.setAttribute("aria-label", text("graph.move", { n: this.ply, value: node?.move ?? "" }));
  }
}

await loadLanguage(chooseLanguage(navigator.languages));
customElements.define("malecon-board", MaleconBoard);
