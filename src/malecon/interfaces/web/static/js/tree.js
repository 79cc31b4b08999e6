/** The game as a tree of moves: the first child continues the main line, the others are branches. */

let numbers = 0;

function newNode(parent, move) {
  return { id: ++numbers, parent, move, children: [], next: null, comment: "", view: null, value: null, judged: null };
}

export class Tree {
  constructor() {
    this.root = newNode(null, null);
    this.at = this.root;
  }

  static fromRows(rows, comment = "") {
    const tree = new Tree();
    tree.root.comment = comment;
    const nodes = [];
    for (const row of rows) {
      const parent = row.parent < 0 ? tree.root : nodes[row.parent];
      const node = newNode(parent, row.move);
      node.comment = row.comment || "";
      parent.children.push(node);
      nodes.push(node);
    }
    return tree;
  }

  /** Every node but the root, each line before its branches. */
  nodes() {
    const found = [];
    const waiting = [...this.root.children].reverse();
    while (waiting.length) {
      const node = waiting.pop();
      found.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
    }
    return found;
  }

  rows() {
    const places = new Map([[this.root, -1]]);
    return this.nodes().map((node, place) => {
      places.set(node, place);
      return { parent: places.get(node.parent), move: node.move, comment: node.comment };
    });
  }

  play(move) {
    let node = this.at.children.find((child) => child.move === move);
    if (!node) {
      node = newNode(this.at, move);
      this.at.children.push(node);
    }
    this.goTo(node);
    return node;
  }

  goTo(node) {
    this.at = node;
    for (let here = node; here.parent; here = here.parent) here.parent.next = here;
  }

  /** The child that was visited last, else the main one. */
  following(node = this.at) {
    return node.children.includes(node.next) ? node.next : node.children[0] || null;
  }

  /** Nodes from the root to a node, the root left out. */
  path(node = this.at) {
    const path = [];
    for (let here = node; here.parent; here = here.parent) path.push(here);
    return path.reverse();
  }

  /** The path, and how it goes on. */
  wholeLine() {
    const line = this.path();
    for (let node = this.following(); node; node = this.following(node)) line.push(node);
    return line;
  }

  moves(node = this.at) {
    return this.path(node).map((each) => each.move);
  }

  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    if (this.path().includes(node)) this.goTo(parent);
    parent.children = parent.children.filter((child) => child !== node);
  }

  /** Whether a node is on the main line. */
  isMain(node = this.at) {
    return this.path(node).every((each) => each.parent.children[0] === each);
  }

  promote(node) {
    for (let here = node; here.parent; here = here.parent) {
      const siblings = here.parent.children.filter((child) => child !== here);
      here.parent.children = [here, ...siblings];
    }
  }
}
