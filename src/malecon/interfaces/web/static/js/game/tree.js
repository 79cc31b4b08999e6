/** The game as a tree of moves with variations. */

/** @import { NodeRow, StudyMark, TreeNode } from "../types.js" */

/** @param {TreeNode | null} parent @param {string} move @returns {TreeNode} */
function newNode(parent, move) {
  return { parent, move, children: [], next: null, comment: "", view: null, value: null, review: null, marks: [] };
}

export class GameTree {
  constructor() {
    this.root = newNode(null, "");
    /** The node on the board. */
    this.current = this.root;
  }

  /** @param {NodeRow[]} rows @param {string} [comment] the comment on the root @param {StudyMark[]} [marks] those of the root */
  static fromRows(rows, comment = "", marks = []) {
    const tree = new GameTree();
    Object.assign(tree.root, { comment, marks });
    /** @type {TreeNode[]} */
    const nodes = [];
    for (const row of rows) {
      const parent = row.parent < 0 ? tree.root : nodes[row.parent];
      const node = newNode(parent, row.move);
      node.comment = row.comment || "";
      node.marks = row.marks ?? [];
      parent.children.push(node);
      nodes.push(node);
    }
    return tree;
  }

  /** The nodes as rows; inverse of `fromRows`. @returns {NodeRow[]} */
  rows() {
    const indices = new Map([[/** @type {TreeNode | null} */ (this.root), -1]]);
    return this.nodes().map((node, index) => {
      indices.set(node, index);
      return { parent: indices.get(node.parent) ?? -1, move: node.move, comment: node.comment, marks: node.marks };
    });
  }

  /** All nodes except the root, in depth-first order with the main line first. */
  nodes() {
    /** @type {TreeNode[]} */
    const nodes = [];
    const stack = this.root.children.toReversed();
    for (let node = stack.pop(); node; node = stack.pop()) {
      nodes.push(node);
      stack.push(...node.children.toReversed());
    }
    return nodes;
  }

  /** The child of a node for a move, a new one if necessary. @param {TreeNode} parent @param {string} move */
  add(parent, move) {
    let node = parent.children.find((child) => child.move === move);
    if (!node) {
      node = newNode(parent, move);
      parent.children.push(node);
    }
    return node;
  }

  /** Add a move after the current node, unless it is there already, and go to it. @param {string} move */
  play(move) {
    const node = this.add(this.current, move);
    this.goTo(node);
    return node;
  }

  /** @param {TreeNode} node */
  goTo(node) {
    this.current = node;
    for (let child = node; child.parent; child = child.parent) child.parent.next = child;
  }

  /** The child that was visited last, else the main line. */
  following(node = this.current) {
    return node.next && node.children.includes(node.next) ? node.next : node.children[0] || null;
  }

  /** Nodes from the root to a node, without the root. */
  path(node = this.current) {
    const path = [];
    for (let step = node; step.parent; step = step.parent) path.push(step);
    return path.reverse();
  }

  /** The path to the current node and its continuation. */
  currentLine() {
    const line = this.path();
    for (let node = this.following(); node; node = this.following(node)) line.push(node);
    return line;
  }

  /** The last node of the current line. */
  lastNode() {
    return this.currentLine().at(-1) ?? this.root;
  }

  moves(node = this.current) {
    return this.path(node).map(({ move }) => move);
  }

  /** @param {TreeNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    if (this.path().includes(node)) this.goTo(parent);
    parent.children = parent.children.filter((child) => child !== node);
  }

  isMainLine(node = this.current) {
    return this.path(node).every((step) => step.parent?.children[0] === step);
  }

  /** Make the line to a node the main line. @param {TreeNode} node */
  promote(node) {
    for (const step of this.path(node)) {
      if (step.parent) step.parent.children = [step, ...step.parent.children.filter((child) => child !== step)];
    }
  }
}
