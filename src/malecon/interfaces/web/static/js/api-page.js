/** The API reference, generated from the server's OpenAPI description without scripts from other sites. */

import { find, html } from "./dom.js";

/** @typedef {Record<string, any>} Schema part of an OpenAPI document */

const SOCKET_MESSAGES = [
  [
    "think",
    "{type, id, purpose: play | analyse | hint, game, limits, thinker}: " +
      "answered by compiling, waiting, thought ..., done",
  ],
  ["review", "{type, id, game, limits, thinker}: answered by evaluation ..., done"],
  [
    "solve",
    "{type, id, game, nodes, line}: answered by verdict with win, loss, draw or null for the side to move, its move, " +
      "length and line; then done",
  ],
  ["stop", "{type}: cancels the current request"],
  ["ping", "{type}: answered by pong"],
];

/** @param {Schema | undefined} schema @returns {string} */
function typeName(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(typeName).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  return schema.type === "array" ? `list of ${typeName(schema.items)}` : schema.type || "any";
}

/** @param {string} title @param {...Node} children */
const card = (title, ...children) => html("div", { class: "card" }, html("h2", {}, title), ...children);

/** @param {string} path @param {string} method @param {Schema} operation */
function operationCard(path, method, operation) {
  /** @type {string[]} */
  const inputs = (operation.parameters ?? []).map(
    (/** @type {Schema} */ each) => `${each.name} (${each.in}): ${typeName(each.schema)}`,
  );
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body) inputs.push(`body: ${typeName(body)}`);
  const lines = inputs.map((text) => html("div", { class: "figures" }, text));
  return card(`${method.toUpperCase()} ${path}`, html("div", {}, operation.summary ?? ""), ...lines);
}

/** @param {string} name @param {Schema} schema */
function schemaCard(name, schema) {
  /** @type {[string, Schema][]} */
  const fields = Object.entries(schema.properties ?? {});
  const rows = fields.map(([field, each]) => {
    const description = each.description ? ` — ${each.description}` : "";
    return html("div", {}, html("strong", {}, field), `: ${typeName(each)}${description}`);
  });
  return card(name, html("div", { class: "figures" }, schema.description ?? ""), ...rows);
}

/** @type {{ paths: Record<string, Record<string, Schema>>; components: { schemas: Record<string, Schema> } }} */
const { paths, components } = await (await fetch("/api/openapi.json")).json();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => operationCard(path, method, operation)),
);
const messages = SOCKET_MESSAGES.map(([name, text]) => html("div", {}, html("strong", {}, name), ` ${text}`));
const schemas = Object.entries(components.schemas).filter(([name]) => !name.includes("ValidationError"));
find("api").replaceChildren(
  ...operations,
  card("WebSocket /api/socket", ...messages),
  html("h2", {}, "Types"),
  ...schemas.map(([name, schema]) => schemaCard(name, schema)),
);
