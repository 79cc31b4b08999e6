/** The move list with variations, a field to type a move, and the comment on the current move. */

import { html } from "../dom.js";

/** @import { TreeNode } from "../types.js" */
/** @import { GameTree } from "../game/tree.js" */

/**
 * @typedef {object} MoveListCallbacks
 * @property {(node: TreeNode) => void} onPick
 * @property {() => void} onPromote
 * @property {() => void} onRemove
 * @property {(text: string) => void} onComment
 * @property {(text: string) => void} onType
 */

export class MoveList {
  /** @param {HTMLElement} element @param {MoveListCallbacks} callbacks */
  constructor(element, { onPick, onPromote, onRemove, onComment, onType }) {
    this.onPick = onPick;
    /** The button of the current move. @type {HTMLElement | null} */
    this.currentButton = null;
    this.list = html("div", { class: "movelist", id: "movelist" });
    const commentLabel = "Comment on this move";
    this.comment = html("textarea", {
      id: "comment",
      "aria-label": commentLabel,
      placeholder: commentLabel,
      rows: 1,
      onchange: () => {
        onComment(this.comment.value);
      },
    });
    this.promote = html("button", { title: "Make this line the main line", onclick: onPromote }, "Main line");
    this.remove = html("button", { title: "Delete this move and what follows (Delete)", onclick: onRemove }, "Delete");
    element.replaceChildren(
      html("h2", {}, "Moves", html("span", { class: "grow" }), this.promote, this.remove),
      this.list,
      moveForm(onType),
      this.comment,
    );
  }

  /** @param {GameTree} tree */
  show(tree) {
    this.currentButton = null;
    this.remove.hidden = !tree.current.parent;
    this.promote.hidden = tree.isMainLine();
    this.list.replaceChildren();
    this.appendLine(this.list, tree, tree.root, 0);
    if (!tree.root.children.length) this.list.append(html("span", { class: "figures" }, "No moves yet."));
    const top = /** @type {HTMLElement | null} */ (this.currentButton)?.offsetTop;
    if (top !== undefined) this.list.scrollTop = Math.max(0, top - this.list.clientHeight / 2);
    if (document.activeElement !== this.comment) this.comment.value = tree.current.comment;
  }

  /**
   * Append the moves after a node; variations are blocks after the move that they replace.
   *
   * @param {HTMLElement} element
   * @param {GameTree} tree
   * @param {TreeNode} start
   * @param {number} startPly
   */
  appendLine(element, tree, start, startPly) {
    for (let node = start, ply = startPly + 1; node.children.length; node = node.children[0], ply++) {
      const [main, ...variations] = node.children;
      this.appendMove(element, tree, main, ply);
      for (const variation of variations) {
        const block = html("span", { class: "branch" });
        this.appendMove(block, tree, variation, ply);
        this.appendLine(block, tree, variation, ply);
        element.append(block);
      }
    }
  }

  /** @param {HTMLElement} element @param {GameTree} tree @param {TreeNode} node @param {number} ply */
  appendMove(element, tree, node, ply) {
    const mark = node.review?.mark ?? null;
    const button = html("button", { class: mark, "data-ply": ply, onclick: () => this.onPick(node) }, node.move);
    if (node === tree.current) {
      button.classList.add("here");
      button.setAttribute("aria-current", "true");
      this.currentButton = button;
    }
    element.append(html("span", { class: "one-move" }, html("span", { class: "number" }, `${ply}.`), button), " ");
  }
}

/** A field for a typed move. @param {(text: string) => void} onType */
function moveForm(onType) {
  const input = html("input", {
    id: "move-text",
    size: 11,
    spellcheck: "false",
    autocapitalize: "none",
    placeholder: "type a move",
    "aria-label": "Move as text",
  });
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    onType(input.value);
    input.value = "";
  };
  return html("form", { id: "type-move", autocomplete: "off", onsubmit }, input, html("button", {}, "Play"));
}
