/**
 * The page without a server: every file comes from the network while it can be reached, and from the last visit
 * otherwise. Lists such as the games and their levels are kept too; everything that changes is not.
 */

const CACHE = "malecon-shell";
const KEPT_ANSWERS = /^\/api\/(games|players|puzzles|openings)/;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isKept = !pathname.startsWith("/api/") || KEPT_ANSWERS.test(pathname);
  if (request.method === "GET" && origin === location.origin && isKept) event.respondWith(answer(request));
});
