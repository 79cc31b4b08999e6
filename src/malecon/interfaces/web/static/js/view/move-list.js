/** The move list with variations, a field to type a move, and the comment on the current move. */

import { html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { TreeNode } from "../types.js" */
/** @import { GameTree } from "../game/tree.js" */

/**
 * @typedef {object} MoveListCallbacks
 * @property {(node: TreeNode) => void} onPick
 * @property {() => void} onPromote
 * @property {() => void} onRemove
 * @property {(words: string) => void} onComment
 * @property {(words: string) => void} onType
 */

/** Keys that go to another move of the list; the page has the same ones, without the focus. */
const STEPS = /** @type {const} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

export class MoveList {
  /** @param {HTMLElement} element @param {MoveListCallbacks} callbacks */
  constructor(element, { onPick, onPromote, onRemove, onComment, onType }) {
    this.onPick = onPick;
    /** The button of the current move. @type {HTMLElement | null} */
    this.currentButton = null;
    const onkeydown = (/** @type {KeyboardEvent} */ event) => this.handleKey(event);
    this.list = html("div", { class: "movelist", id: "movelist", onkeydown });
    const commentLabel = text("moves.comment");
    this.comment = html("textarea", {
      ...{ id: "comment", "aria-label": commentLabel, placeholder: commentLabel, rows: 1 },
      onchange: (event) => onComment(event.target.value),
    });
    this.promote = html("button", { title: text("moves.promoteTitle"), onclick: onPromote }, text("moves.promote"));
    this.remove = html("button", { title: text("moves.removeTitle"), onclick: onRemove }, text("moves.remove"));
    element.replaceChildren(
      html("h2", {}, text("moves.title"), html("span", { class: "grow" }), this.promote, this.remove),
      this.list,
      moveForm(onType),
      this.comment,
    );
  }

  /** @param {GameTree} tree */
  show(tree) {
    const focused = this.list.contains(document.activeElement);
    this.currentButton = null;
    this.remove.hidden = !tree.current.parent;
    this.promote.hidden = tree.isMainLine();
    this.list.replaceChildren();
    this.appendLine(this.list, tree, tree.root, 0);
    if (!tree.root.children.length) this.list.append(html("span", { class: "figures" }, text("moves.none")));
    const current = /** @type {HTMLElement | null} */ (this.currentButton);
    const stop = current ?? this.list.querySelector("button"); // one tab stop for the whole list
    stop?.setAttribute("tabindex", "0");
    if (focused) stop?.focus({ preventScroll: true });
    if (current) this.list.scrollTop = Math.max(0, current.offsetTop - this.list.clientHeight / 2);
    if (document.activeElement !== this.comment) this.comment.value = tree.current.comment;
  }

  /** Arrow keys go to the previous and the next move of the list. @param {KeyboardEvent} event */
  handleKey(event) {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...this.list.querySelectorAll("button")];
    const index = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    event.preventDefault();
    event.stopPropagation();
    buttons[index + step]?.click();
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
    const mark = node.review?.mark || null;
    const pick = () => this.onPick(node);
    const button = html("button", { class: mark, "data-ply": ply, tabindex: -1, onclick: pick }, node.move);
    if (mark) button.append(html("span", { class: "visually-hidden" }, `, ${text(`review.mark.${mark}`)}`));
    if (node === tree.current) {
      button.classList.add("here");
      button.setAttribute("aria-current", "true");
      this.currentButton = button;
    }
    element.append(html("span", { class: "one-move" }, html("span", { class: "number" }, `${ply}.`), button), " ");
  }
}

/** A field for a typed move. @param {(words: string) => void} onType */
function moveForm(onType) {
  const input = html("input", {
    ...{ id: "move-text", size: 11, spellcheck: "false", autocapitalize: "none" },
    ...{ placeholder: text("moves.type"), "aria-label": text("moves.typeLabel") },
  });
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    onType(input.value);
    input.value = "";
  };
  return html(
    "form",
    { id: "type-move", autocomplete: "off", onsubmit },
    input,
    html("button", {}, text("moves.play")),
  );
}
