/** What a review found, in sentences made from its facts. */

import { formatPercent, sideName, winningMoves } from "../format.js";
import { opponent } from "../game/moves.js";
import { plural, text } from "../i18n.js";

/** @import { Colour, MoveReview, ReviewFact } from "../types.js" */

/** @param {ReviewFact} fact @param {MoveReview} review */
function factText(fact, { colour }) {
  const values = { side: sideName(colour), other: sideName(opponent(colour)) };
  if (fact.kind === "missedWin") return text("fact.missedWin", { n: winningMoves(fact.length), ...values });
  if (fact.kind === "allowsWin") return text("fact.allowsWin", { n: winningMoves(fact.length), ...values });
  if (fact.kind === "unanswered") return text("fact.unanswered", { cells: fact.cells.join(", "), ...values });
  const { before, after } = fact;
  return text(fact.kind === "ownConnection" ? "fact.ownConnection" : "fact.otherConnection", {
    before,
    after,
    ...values,
  });
}

/** Why a move was a mistake: its facts, else its loss. @param {MoveReview} review */
export function mistakeText(review) {
  const { colour, move, best, loss, facts = [] } = review;
  const played = text("review.played", { side: sideName(colour), move, best });
  const why = facts.length ? facts.map((fact) => factText(fact, review)).join(" ") : "";
  return `${played} ${why || text("review.lost", { value: formatPercent(loss) })}`;
}

/** The share of the expected result that a side kept, in percent; null without moves. @param {MoveReview[]} reviews @param {Colour} colour */
export function accuracy(reviews, colour) {
  const own = reviews.filter((review) => review.colour === colour);
  if (!own.length) return null;
  return 100 * (1 - own.reduce((sum, { loss }) => sum + loss, 0) / own.length);
}

/** Blunders, doubtful moves and accuracy of each side. @param {MoveReview[]} reviews */
export function summaryText(reviews) {
  /** @param {Colour} colour */
  const side = (colour) => {
    const marks = reviews.filter((review) => review.colour === colour && review.mark).map(({ mark }) => mark);
    const blunders = marks.filter((mark) => mark === "blunder").length;
    const kept = accuracy(reviews, colour);
    const share = kept === null ? "" : `, ${text("review.accuracy", { n: kept.toFixed(0) })}`;
    const doubtful = text("review.doubtful", { n: marks.length - blunders });
    return `${sideName(colour)}: ${plural("review.blunders", blunders)}, ${doubtful}${share}`;
  };
  return `${side("white")}. ${side("black")}.`;
}
