/** Invite a friend: choose the board and the clock, then send the link. */

import * as server from "../server.js";
import { html } from "../dom.js";
import { sideName } from "../format.js";
import { text } from "../i18n.js";
import { loadInvitation, saveInvitation } from "../settings.js";
import { choice, openDialog, row } from "./dialog.js";
import { boardFields, clockOptions } from "./new-game.js";
import { linkRow, localNote } from "./record.js";

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
  const { key, invite: path, watch } = await server.startFriendGame({ game, minutes, increment, side });
  saveInvitation(key, location.origin + path);
  friend.join(key);
  setTimeout(() => linksDialog(friend, watch)); // after the first dialog has closed
}

/** Show the links of the game: the friend's, if it was made in this tab, and the one for spectators. @param {FriendLink} friend @param {string} [watch] */
export function linksDialog(friend, watch = friend.state?.watch) {
  const { key } = friend;
  const invitation = key ? loadInvitation(key) : null;
  const close = { text: text("dialog.close"), primary: true, run: () => {} };
  const content = [
    ...(invitation ? [html("p", {}, text("friend.send")), linkRow(invitation, "friend-link")] : []),
    ...(watch ? [html("p", {}, text("friend.forSpectators")), linkRow(location.origin + watch, "watch-link")] : []),
    localNote(),
  ];
  openDialog(text("friend.title"), content, [close]);
}
