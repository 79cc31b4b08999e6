/** A player as text with completion, and its knobs as the techniques declare them. */

import * as api from "./api.js";
import { make } from "./dom.js";

let fields = 0;

export function playerField(game, players, text) {
  const number = ++fields;
  const words = make("datalist", { id: `words-${number}` });
  const input = make("input", { id: `player-${number}`, class: "wide player-text", value: text, list: `words-${number}`, maxlength: 1000, spellcheck: "false", "aria-label": "Player as text" });
  const problem = make("p", { class: "problem" });
  const knobs = make("div", { class: "knobs" });
  const details = make("details", {}, make("summary", {}, "Techniques and parameters"), knobs);
  const field = { element: make("div", {}, make("div", { class: "row" }, input, words), problem, details), get value() { return input.value.trim(); }, set value(text) { input.value = text; } };

  // An answer about a text that has changed since says nothing, and its knobs would take the change back.
  const check = async () => {
    const asked = input.value;
    const [read, message] = await api.readPlayer(game, asked).then((read) => [read, ""], (error) => [null, error.message]);
    if (input.value !== asked) return null;
    problem.textContent = message;
    return read;
  };
  const redraw = async () => { const read = await check(); if (read && details.open) drawKnobs(knobs, players, read.techniques, write); };
  input.addEventListener("input", () => complete(words, players, input.value));
  input.addEventListener("change", redraw);
  details.addEventListener("toggle", () => { if (details.open) redraw(); });
  const write = (techniques) => { input.value = playerText(techniques); check(); };
  complete(words, players, text);
  return field;
}

/** What may follow the part of the text that is complete. */
function complete(list, players, text) {
  const head = text.slice(0, text.search(/[a-z0-9_]*$/));
  const names = players.groups.flatMap((group) => group.techniques.map((each) => [each.name, each.doc]));
  const presets = head ? [] : Object.entries(players.presets);
  list.replaceChildren(...[...presets, ...names].map(([name, doc]) => make("option", { value: head + name }, doc)));
}

/** Techniques with the knobs that are set, as text. */
export function playerText(techniques) {
  return Object.entries(techniques).map(([name, knobs]) => {
    const inner = Object.entries(knobs).map(([knob, value]) => `${knob}=${value}`).join(",");
    return inner ? `${name}(${inner})` : name;
  }).join("+");
}

function drawKnobs(element, players, techniques, write) {
  element.replaceChildren();
  for (const group of players.groups) {
    element.append(make("h3", {}, group.title));
    for (const technique of group.techniques) element.append(techniqueField(technique, techniques, write));
  }
}

function techniqueField(technique, techniques, write) {
  const on = make("input", { type: "checkbox", checked: technique.name in techniques });
  const body = make("div");
  const fill = () => body.replaceChildren(...(on.checked ? technique.parameters.map((knob) => knobField(knob, techniques[technique.name], () => write(techniques))) : []));
  on.addEventListener("change", () => {
    if (on.checked) techniques[technique.name] = {};
    else delete techniques[technique.name];
    fill();
    write(techniques);
  });
  fill();
  return make("fieldset", {}, make("label", {}, on, ` ${technique.name}`), make("div", { class: "doc" }, technique.doc), body);
}

function knobField(knob, values, changed) {
  const now = values[knob.name] ?? knob.default;
  const set = (value) => {
    if (value === knob.default) delete values[knob.name];
    else values[knob.name] = value;
    changed();
  };
  const label = make("span", { title: knob.doc }, knob.name);
  if (knob.kind === "word") {
    const pick = make("select", { "aria-label": knob.name, onchange: () => set(pick.value) }, ...knob.words.map((word) => make("option", { value: word, selected: word === now }, word)));
    return make("label", { class: "knob" }, label, pick);
  }
  const [low, high] = knob.likely || [knob.low, Math.min(knob.high, Math.max(1, 4 * Math.abs(knob.default)))];
  const step = knob.kind === "whole" ? 1 : (high - low) / 200;
  const exact = make("input", { type: "number", "aria-label": knob.name, min: knob.low, max: knob.high, step: "any", value: now });
  const slider = make("input", { type: "range", "aria-label": `${knob.name}, slider`, min: low, max: high, step, value: now });
  slider.addEventListener("input", () => { exact.value = Number(Number(slider.value).toPrecision(4)); });
  slider.addEventListener("change", () => set(Number(exact.value)));
  exact.addEventListener("change", () => { slider.value = exact.value; set(Number(exact.value)); });
  return make("label", { class: "knob" }, label, slider, exact);
}
