/** The HTTP part of the API; a mistake becomes an Error with the server's one line. */

async function answer(response) {
  if (response.ok) return response;
  let detail = `the server said ${response.status}`;
  try {
    const body = await response.json();
    detail = typeof body.detail === "string" ? body.detail : body.detail[0].msg;
  } catch { /* no JSON: the status must do */ }
  throw new Error(detail);
}

const get = async (path) => (await answer(await fetch(path))).json();
const post = async (path, body) =>
  answer(await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));

export const games = () => get("/api/games");
export const players = (game) => get(`/api/players/${encodeURIComponent(game)}`);
export const readPlayer = (game, text) => get(`/api/player/${encodeURIComponent(game)}?text=${encodeURIComponent(text)}`);
export const position = async (game) => (await post("/api/position", game)).json();
export const costs = async (game) => (await post("/api/costs", game)).json();
export const readRecord = async (text) => (await post("/api/record/read", { text })).json();
export const writeRecord = async (tree) => (await post("/api/record/write", tree)).text();
export const picture = async (game) => (await post("/api/picture", game)).text();
export const puzzles = () => get("/api/puzzles");
export const health = () => get("/api/health");
