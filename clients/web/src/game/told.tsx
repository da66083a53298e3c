// What the turn meant, in three lines: each of them shows it again. The log has the whole story.
import { hasFigure } from "../art/figures";
import { Pic } from "../board/pic";
import { lookOf } from "../board/skin";
import { tl } from "../ui/later";
import type { Session } from "./session";

const PICTURE = 32; // pixels

export function ToldShort({ session }: { session: Session }) {
  const { playback, game, skin } = session;
  if (playback.sums.length === 0 || session.aiming.selected !== null) return null; // whoever has chosen a piece reads about it
  return (
    <section class="told" aria-label={tl("toldShort")}>
      <h2>{session.turnWord} {playback.playedTurn}, {tl("toldShort")}</h2>
      {playback.sums.map((sum, i) => (
        <button key={i} type="button" class={`told-line ${sum.tone}`} disabled={session.playing} title={tl("showAgain")}
          onClick={() => playback.repeat(sum.step)}>
          {sum.token && hasFigure(lookOf(game, skin, sum.token).figure) ? <Pic {...lookOf(game, skin, sum.token)} height={PICTURE} /> : null}<span>{sum.text}</span>
        </button>
      ))}
    </section>
  );
}
