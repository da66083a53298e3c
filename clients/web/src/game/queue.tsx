// Who comes next, where a game's scene says so: a row of tokens, the one whose turn it is first.
import { CELL } from "../board/geometry";
import { tokenWords } from "../board/skin";
import { TokenShape } from "../board/pic";
import type { Token } from "../rules/types";
import { tl } from "../ui/later";
import type { Session } from "./session";

const IN_TURN = "in turn"; // the signs of the scene, in the order of turns
const HALF = CELL * 0.55;

/** Those who come next, as far as one sees them; the one whose turn it is first. */
export function inTurn(session: Session): Token[] {
  const { game, look } = session;
  const name = game.marks.indexOf(IN_TURN);
  return (look?.scene.marks ?? []).flatMap((mark) => (mark.name !== name ? []
    : look?.scene.tokens.find((token) => token.cell === mark.to && token.owner === mark.owner && token.healthMax > 0) ?? []));
}

export function TurnQueue({ session }: { session: Session }) {
  const tokens = inTurn(session);
  const { game, skin } = session;
  if (tokens.length < 2) return game.marks.includes(IN_TURN) ? <div class="turn-queue" aria-hidden="true" /> : null; // as high as it will be
  return (
    <ol class="turn-queue" aria-label={tl("turnQueue")}>
      {tokens.map((token, i) => (
        <li key={i} class={i === 0 ? "now" : ""} title={tokenWords(game, skin, token, session.seat)}>
          <svg viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`} role="img" aria-label={tokenWords(game, skin, token, session.seat)}>
            <TokenShape game={game} skin={skin} token={{ ...token, mood: 0, badge: -1 }} />
          </svg>
        </li>
      ))}
    </ol>
  );
}
