/** The API as a page, made from the server's OpenAPI description; no script of another site is needed. */

import { find, make } from "./dom.js";

const SOCKET = [
  ["think", "{type, id, purpose: play | analyse | hint, game, limits, thinker}: answered by compiling, waiting, thought ..., done"],
  ["review", "{type, id, game, limits, thinker}: answered by judgement ..., done"],
  ["solve", "{type, id, game, nodes, line}: answered by verdict with win, loss, draw or null for the side to move, its move, length and line; then done"],
  ["stop", "{type}: ends the question in hand"],
  ["ping", "{type}: answered by pong"],
];

function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  return schema.type === "array" ? `list of ${kind(schema.items)}` : schema.type || "anything";
}

function operation(path, verb, told) {
  const inputs = (told.parameters || []).map((each) => `${each.name} (${each.in}): ${kind(each.schema)}`);
  const body = told.requestBody?.content?.["application/json"]?.schema;
  if (body) inputs.push(`body: ${kind(body)}`);
  return make("div", { class: "card" }, make("h2", {}, `${verb.toUpperCase()} ${path}`), make("div", {}, told.summary || ""), ...inputs.map((text) => make("div", { class: "figures" }, text)));
}

function shape(name, schema) {
  const rows = Object.entries(schema.properties || {}).map(([field, each]) => make("div", {}, make("strong", {}, field), `: ${kind(each)} ${each.description ? `— ${each.description}` : ""}`));
  return make("div", { class: "card" }, make("h2", {}, name), make("div", { class: "figures" }, schema.description || ""), ...rows);
}

const page = await (await fetch("/api/openapi.json")).json();
const operations = Object.entries(page.paths).flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, told]) => operation(path, verb, told)));
const socket = make("div", { class: "card" }, make("h2", {}, "WebSocket /api/socket"), ...SOCKET.map(([name, text]) => make("div", {}, make("strong", {}, name), ` ${text}`)));
const shapes = Object.entries(page.components.schemas).filter(([name]) => !name.includes("ValidationError")).map(([name, schema]) => shape(name, schema));
find("api").replaceChildren(...operations, socket, make("h2", {}, "What requests are made of"), ...shapes);
