/** A text field for a player, with completion, and controls for its techniques and their parameters. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { text } from "../i18n.js";

/** @import { Parameter, Players, Technique, TechniqueSettings } from "../types.js" */

const MAX_LENGTH = 1000;
let lastNumber = 0; // makes ids unique

export class PlayerField {
  /** @param {string} game @param {Players} players @param {string} initial */
  constructor(game, players, initial) {
    this.game = game;
    this.players = players;
    const number = ++lastNumber;
    this.completions = html("datalist", { id: `words-${number}` });
    this.input = html("input", {
      id: `player-${number}`,
      class: "wide player-text",
      value: initial,
      list: `words-${number}`,
      maxlength: MAX_LENGTH,
      spellcheck: "false",
      "aria-label": text("player.asText"),
    });
    this.input.addEventListener("input", () => showCompletions(this.completions, players, this.input.value));
    this.input.addEventListener("change", () => this.drawControls());
    this.problem = html("p", { class: "problem" });
    this.controls = html("div", { class: "parameters" });
    this.details = html("details", {}, html("summary", {}, text("player.techniques")), this.controls);
    this.details.addEventListener("toggle", () => this.details.open && this.drawControls());
    const row = html("div", { class: "row" }, this.input, this.completions);
    this.element = html("div", {}, row, this.problem, this.details);
    showCompletions(this.completions, players, initial);
  }

  get value() {
    return this.input.value.trim();
  }

  set value(words) {
    this.input.value = words;
  }

  /** Validate the text; null if it is wrong, or has changed meanwhile so that the answer is out of date. */
  async check() {
    const typed = this.input.value;
    let message = "";
    const parsed = await server.parsePlayer(this.game, typed).catch((error) => {
      message = error.message;
      return null;
    });
    if (this.input.value !== typed) return null;
    this.problem.textContent = message;
    return parsed;
  }

  async drawControls() {
    const parsed = await this.check();
    if (!parsed || !this.details.open) return;
    const fields = techniqueFields(this.players, parsed.techniques, (techniques) => {
      this.value = playerText(techniques);
      this.check();
    });
    this.controls.replaceChildren(...fields);
  }
}

/**
 * Offer presets at the start, and techniques after each separator.
 *
 * @param {HTMLElement} list
 * @param {Players} players
 * @param {string} typed
 */
function showCompletions(list, players, typed) {
  const complete = typed.slice(0, typed.search(/[a-z0-9_]*$/));
  const presets = complete ? [] : Object.entries(players.presets);
  const techniques = players.groups.flatMap((group) => group.techniques.map(({ name, doc }) => [name, doc]));
  const options = [...presets, ...techniques].map(([name, doc]) => html("option", { value: complete + name }, doc));
  list.replaceChildren(...options);
}

/** A player as text: `uct(c=0.4)+rave`. @param {TechniqueSettings} techniques */
export function playerText(techniques) {
  const texts = Object.entries(techniques).map(([name, parameters]) => {
    const values = Object.entries(parameters).map(([parameter, value]) => `${parameter}=${value}`);
    return values.length ? `${name}(${values.join(",")})` : name;
  });
  return texts.join("+");
}

/**
 * @param {Players} players
 * @param {TechniqueSettings} settings
 * @param {(settings: TechniqueSettings) => void} onChange
 */
function techniqueFields(players, settings, onChange) {
  return players.groups.flatMap((group) => [
    html("h3", {}, group.title),
    ...group.techniques.map((technique) => techniqueField(technique, settings, () => onChange(settings))),
  ]);
}

/** @param {Technique} technique @param {TechniqueSettings} settings @param {() => void} onChange */
function techniqueField({ name, doc, parameters }, settings, onChange) {
  const body = html("div");
  const draw = () => {
    const values = settings[name];
    body.replaceChildren(...(values ? parameters.map((each) => parameterField(each, values, onChange)) : []));
  };
  const onchange = () => {
    if (checkbox.checked) settings[name] = {};
    else delete settings[name];
    draw();
    onChange();
  };
  const checkbox = html("input", { type: "checkbox", checked: name in settings, onchange });
  draw();
  return html("fieldset", {}, html("label", {}, checkbox, ` ${name}`), html("div", { class: "doc" }, doc), body);
}

/** @param {Parameter} parameter @param {Record<string, number | string>} values @param {() => void} onChange */
function parameterField(parameter, values, onChange) {
  const { name, doc } = parameter;
  /** @param {number | string} value */
  const set = (value) => {
    if (value === parameter.default) delete values[name];
    else values[name] = value;
    onChange();
  };
  const value = values[name] ?? parameter.default;
  const controls =
    parameter.kind === "word" ? [wordList(parameter, value, set)] : numberControls(parameter, Number(value), set);
  return html("label", { class: "parameter" }, html("span", { title: doc }, name), ...controls);
}

/** @param {Parameter} parameter @param {number | string} value @param {(value: string) => void} set */
function wordList({ name, words }, value, set) {
  const options = words.map((word) => html("option", { value: word, selected: word === value }, word));
  const list = html("select", { "aria-label": name }, ...options);
  list.addEventListener("change", () => set(list.value));
  return list;
}

/**
 * A slider over the likely range and an input for any value.
 *
 * @param {Parameter} parameter
 * @param {number} value
 * @param {(value: number) => void} set
 */
function numberControls({ name, kind, low, high, likely, default: initial }, value, set) {
  const [min, max] = likely ?? [low, Math.min(high, Math.max(1, 4 * Math.abs(Number(initial))))];
  const step = kind === "whole" ? 1 : (max - min) / 200;
  const exact = html("input", { type: "number", "aria-label": name, min: low, max: high, step: "any", value });
  const slider = html("input", { type: "range", "aria-label": text("player.slider", { name }), min, max, step, value });
  slider.addEventListener("input", () => {
    exact.value = String(Number(Number(slider.value).toPrecision(4)));
  });
  slider.addEventListener("change", () => set(Number(exact.value)));
  exact.addEventListener("change", () => {
    slider.value = exact.value;
    set(Number(exact.value));
  });
  return [slider, exact];
}
