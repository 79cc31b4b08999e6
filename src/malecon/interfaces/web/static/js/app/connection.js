/** The state of the connection: a banner while the server cannot be reached, and patience with its start. */

import { find, setText } from "../dom.js";
import { capitalize } from "../format.js";
import { text } from "../i18n.js";

/** @import { GameController } from "../game/controller.js" */

const RETRY_MILLISECONDS = 2000;
const OFFLINE_MILLISECONDS = 1500; // before the page reports a lost connection
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Call the server until it answers. @template T @param {() => Promise<T>} call @returns {Promise<T>} */
export async function retry(call) {
  for (;;) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}

/**
 * Report a connection that is lost for more than a moment, or refused.
 *
 * @param {GameController} game
 * @param {boolean} connected
 * @param {string} reason why the server refused the connection
 */
export function showConnection(game, connected, reason) {
  const banner = find("link-state");
  clearTimeout(timer);
  game.online = connected;
  if (connected) {
    banner.hidden = true;
    const opened = game.start.game !== "";
    if (opened && (!game.view || game.view.predicted)) game.refresh();
    return;
  }
  timer = setTimeout(
    () => {
      setText(banner, capitalize(reason) || text("server.offline"));
      banner.hidden = false;
    },
    reason ? 0 : OFFLINE_MILLISECONDS,
  );
}
