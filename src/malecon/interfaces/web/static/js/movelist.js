/** The moves so far with their branches; a click goes there. */

import { make } from "./dom.js";

export class MoveList {
  constructor(element, { onPick, onPromote, onRemove, onComment, onType }) {
    this.onPick = onPick;
    this.list = make("div", { class: "movelist", id: "movelist" });
    this.comment = make("textarea", { id: "comment", "aria-label": "Comment on this move", placeholder: "Comment on this move", rows: 1 });
    this.comment.addEventListener("change", () => onComment(this.comment.value));
    const promote = make("button", { title: "Make this line the main line", onclick: onPromote }, "Main line");
    const remove = make("button", { title: "Delete this move and what follows (Delete)", onclick: onRemove }, "Delete");
    Object.assign(this, { promote, remove });
    element.replaceChildren(make("h2", {}, "Moves", make("span", { class: "grow" }), promote, remove), this.list, this.typing(onType), this.comment);
  }

  /** A field for a move as text. */
  typing(onType) {
    const input = make("input", { id: "move-text", size: 11, spellcheck: "false", autocapitalize: "none", placeholder: "type a move", "aria-label": "Move as text" });
    const submit = (event) => {
      event.preventDefault();
      onType(input.value);
      input.value = "";
    };
    return make("form", { id: "type-move", autocomplete: "off", onsubmit: submit }, input, make("button", {}, "Play it"));
  }

  show(tree) {
    this.here = null;
    this.remove.hidden = !tree.at.parent;
    this.promote.hidden = tree.isMain();
    this.list.replaceChildren();
    this.fill(this.list, tree, tree.root, 0);
    if (!tree.root.children.length) this.list.append(make("span", { class: "figures" }, "No moves yet."));
    if (this.here) this.list.scrollTop = Math.max(0, this.here.offsetTop - this.list.clientHeight / 2);
    if (document.activeElement !== this.comment) this.comment.value = tree.at.comment;
  }

  /** A line from a node on; branches stand as blocks after the move that they replace. */
  fill(element, tree, node, ply) {
    while (node.children.length) {
      const [main, ...branches] = node.children;
      this.add(element, tree, main, ++ply);
      for (const branch of branches) {
        const block = make("span", { class: "branch" });
        this.add(block, tree, branch, ply);
        this.fill(block, tree, branch, ply);
        element.append(block);
      }
      node = main;
    }
  }

  add(element, tree, node, ply) {
    const button = make("button", { class: node.judged?.mark || null, "data-ply": ply, onclick: () => this.onPick(node) }, node.move);
    if (node === tree.at) {
      button.classList.add("here");
      button.setAttribute("aria-current", "true");
      this.here = button;
    }
    element.append(make("span", { class: "one-move" }, make("span", { class: "number" }, `${ply}.`), button), " ");
  }
}
