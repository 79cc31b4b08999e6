/** Invite a friend: choose the board and the clock, then send the link. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { sideName } from "../format.js";
import { text } from "../i18n.js";
import { choice, openDialog, row } from "./dialog.js";
import { boardFields, clockOptions } from "./new-game.js";
import { linkRow } from "./record.js";

/** @import { GameController } from "../game/controller.js" */
/** @import { FriendLink } from "../game/friend.js" */

/** @param {GameController} game @param {FriendLink} friend */
export function friendDialog(game, friend) {
  const area = html("div");
  /** @param {string} name */
  const fieldsFor = (name) => {
    const info = game.games.find((each) => each.game === name) ?? game.games[0];
    const made = boardFields(game, info, (other) => {
      fields = fieldsFor(other);
    });
    area.replaceChildren(...made.elements);
    return made;
  };
  let fields = fieldsFor(game.start.game);
  const side = choice("friend-side", [
    ["random", text("friend.random")],
    ["white", sideName("white")],
    ["black", sideName("black")],
  ]);
  const clock = choice("friend-clock", clockOptions(), "");
  openDialog(
    text("friend.title"),
    [
      html("p", { class: "figures" }, text("friend.help")),
      area,
      row(text("friend.side"), side),
      row(text("new.clock"), clock),
    ],
    [
      { text: text("dialog.cancel"), run: () => {} },
      {
        text: text("friend.create"),
        primary: true,
        run: () => invite(friend, { ...fields, side: side.value, clock: clock.value }),
      },
    ],
  );
}

/** @param {FriendLink} friend @param {ReturnType<typeof boardFields> & { side: string; clock: string }} wanted */
async function invite(friend, { info, board, swap, side, clock }) {
  const [minutes = 0, increment = 0] = clock ? clock.split("+").map(Number) : [];
  const game = { game: info.game, board: board.value, swap: info.swap && swap.checked };
  const { key, invite: path } = await server.startFriendGame({ game, minutes, increment, side });
  friend.join(key);
  setTimeout(() => showInvitation(location.origin + path)); // after the first dialog has closed
}

/** @param {string} link */
function showInvitation(link) {
  openDialog(
    text("friend.title"),
    [html("p", {}, text("friend.send")), linkRow(link, "friend-link")],
    [{ text: text("dialog.close"), primary: true, run: () => {} }],
  );
}
