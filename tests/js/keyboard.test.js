import assert from "node:assert/strict";
import { test } from "node:test";

import { SHORTCUTS, actionFor, keyLabel } from "../../src/malecon/interfaces/web/static/js/keyboard.js";

/** @param {string} key @param {object} [modifiers] */
const press = (key, modifiers = {}) => actionFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

test("no key and no action appears twice", () => {
  const keys = SHORTCUTS.flatMap(([, actions]) => Object.keys(actions));
  const actions = SHORTCUTS.flatMap(([, each]) => Object.values(each));
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(actions).size, actions.length);
});

test("keys have actions, but not with a modifier", () => {
  assert.equal(press("ArrowLeft"), "back");
  assert.equal(press("?"), "help");
  assert.equal(press("q"), null);
  assert.equal(press("r", { ctrlKey: true }), null);
  assert.equal(press("a", { metaKey: true }), null);
});

test("labels are short", () => {
  assert.equal(keyLabel("ArrowLeft"), "←");
  assert.equal(keyLabel("Escape"), "Esc");
  assert.equal(keyLabel("g"), "g");
});
