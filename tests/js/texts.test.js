import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, chooseLanguage } from "../../src/malecon/interfaces/web/static/js/i18n.js";
import { initialSigns } from "../../src/malecon/interfaces/web/static/js/game/initial.js";
import { en } from "../../src/malecon/interfaces/web/static/js/texts/en.js";

const STATIC = new URL("../../src/malecon/interfaces/web/static/", import.meta.url);
const SCRIPTS = readdirSync(new URL("js/", STATIC), { recursive: true, encoding: "utf-8" }).filter(
  (name) => name.endsWith(".js") && !name.startsWith("texts/") && !name.startsWith("api-page"),
);
/** @param {string} name */
const source = (name) => readFileSync(new URL(name, STATIC), "utf-8");
/** @param {string} words */
const placeholders = (words) => [...words.matchAll(/\{\w+\}/g)].map(String).sort();

for (const code of Object.keys(LANGUAGES)) {
  test(`${code} has every text, with the same placeholders`, async () => {
    const loaded = await import(`../../src/malecon/interfaces/web/static/js/texts/${code}.js`);
    const texts = loaded[code];
    assert.deepEqual(Object.keys(texts), Object.keys(en));
    for (const [key, words] of Object.entries(en)) {
      assert.ok(texts[key].trim(), key);
      if (!key.endsWith(".one")) assert.deepEqual(placeholders(texts[key]), placeholders(words), key);
    }
  });
}

test("the browser's first language that the page speaks is chosen", () => {
  assert.equal(chooseLanguage(["fr-FR", "de-AT", "en"]), "de");
  assert.equal(chooseLanguage(["fr"]), "en");
});

test("no script has words of its own for the user", () => {
  const words = /(?<!import\s)"[A-Z][a-z]+ [a-z][^"]*"|"[a-z]+ [a-z]+ [a-z]+ [^"{}=:()]*"/g;
  for (const name of SCRIPTS) {
    const code = source(`js/${name}`)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/\/\/.*$/gm, "");
    assert.deepEqual(code.match(words) ?? [], [], name);
  }
});

test("the document shows the English texts until scripts run, and every key exists", () => {
  const page = source("index.html");
  for (const [, key, words] of page.matchAll(/data-text="([^"]+)"[^>]*>([^<]*)</g)) {
    assert.equal(/** @type {Record<string, string>} */ (en)[key], words.trim(), key);
  }
  for (const [, key] of page.matchAll(/data-(?:label|title)="([^"]+)"/g)) assert.ok(key in en, key);
});

test("every text is used", () => {
  const all = SCRIPTS.map((name) => source(`js/${name}`)).join("\n") + source("index.html");
  const families = [...all.matchAll(/`(\w+(?:\.\w+)*\.)\$\{/g)].map(([, stem]) => stem);
  const unused = Object.keys(en).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, "");
    return (
      !all.includes(`"${key}"`) && !all.includes(`"${stem}"`) && !families.some((family) => key.startsWith(family))
    );
  });
  assert.deepEqual(unused, []);
});

test("an embedded board starts with the pieces of its game", () => {
  const start = { swap: false, setup: null };
  assert.deepEqual(initialSigns({ ...start, game: "havannah", board: "5" }), {});
  assert.equal(Object.keys(initialSigns({ ...start, game: "breakthrough", board: "6x5" })).length, 20);
  const amazons = initialSigns({ ...start, game: "amazons", board: "10x10" });
  assert.deepEqual([amazons.a4, amazons.d1, amazons.j7, amazons.g10], ["O", "O", "X", "X"]);
});
