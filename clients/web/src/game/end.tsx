// The end of a game: who won, by which rule, what to do next, and how it went.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Device } from "../board/pic";
import { paintOf, sideOf } from "../board/skin";
import { SPECTATOR, type Game, type Outcome } from "../rules/types";
import { capital, endingOf } from "../rules/words";
import { RuleRef } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Rematch } from "./around";
import { EndScene, fallenCell } from "./endscene";
import { botWord, levelBeside } from "./levels";
import { sound } from "./play/sound";
import type { Session } from "./session";

const winners = (outcome: Outcome) => outcome.rank.flatMap((rank, seat) => (rank === 1 ? [seat] : []));

/** For whoever reads it: "Red wins", or a tie. */
export function winnerText(game: Game, outcome: Outcome): string {
  const best = winners(outcome);
  return best.length > 1 ? t("tied") : `${game.seats[best[0] ?? 0] ?? ""} ${tl("wins")}`;
}

export function EndingText({ game, outcome }: { game: Game; outcome: Outcome }) {
  const ending = endingOf(game, outcome);
  if (!ending) return <>{tl("drawAgreed")}</>;
  const text = capital(ending.text);
  return <>{text}{/[.!]$/.test(text) ? "" : "."} <RuleRef game={game.id} rule={ending.rule} /></>;
}

function Facts({ session, outcome, shared }: { session: Session; outcome: Outcome; shared: boolean }) {
  const { game, seat } = session;
  const { around } = session.match;
  const best = winners(outcome);
  const named = best.length > 1 || shared || seat === SPECTATOR; // nobody in particular reads it
  return (
    <>
      <h2>{named ? winnerText(game, outcome) : best[0] === seat ? t("won") : t("lost")}</h2>
      <p>{named ? "" : `${winnerText(game, outcome)}. `}<EndingText game={game} outcome={outcome} /></p>
      <p class="help">{session.turnWord} {session.playback.turn}</p>
      {around && around.fair !== null ? <p class={around.fair ? "help" : "refusal"}>{t(around.fair ? "luckFair" : "luckOdd")}</p> : null}
      {around && around.ratings.length > 0 ? (
        <p>{around.ratings.map((one, i) => `${game.seats[i]} ${Math.round(one.before)} → ${Math.round(one.rating)}`).join(", ")}</p>
      ) : null}
    </>
  );
}

/** The banner of who has won: its colour, and its device for those who don't tell colours apart. */
function Ribbon({ game, outcome }: { game: Game; outcome: Outcome }) {
  const best = winners(outcome);
  if (best.length !== 1) return null;
  const owner = best[0]! + 1;
  return <span class={`ribbon ${sideOf(game, owner).tone}`} aria-hidden="true"><Device owner={paintOf(game, owner)} /></span>;
}

/** It is heard once, by who plays. */
function useEndSound(session: Session, outcome: Outcome | null | undefined): void {
  useEffect(() => {
    if (!outcome || session.seat === SPECTATOR) return;
    const best = winners(outcome);
    if (best.length === 1) sound.play(best[0] === session.seat ? "victory" : "defeat");
  }, []);
}

/** After a win a stronger computer is offered, after a loss a weaker one; after a tie both. */
function OtherLevels({ session, outcome, onAgain }: { session: Session; outcome: Outcome; onAgain: (bot: string) => void }) {
  const bots = (session.update?.seats ?? []).filter((seat) => seat.who === "bot");
  if (session.match.link !== null || bots.length === 0) return null;
  const rank = outcome.rank[session.seat] ?? 0, tied = winners(outcome).length > 1;
  const beside = (step: 1 | -1) => bots.map((seat) => levelBeside(session.game, seat.name, step)).find((one) => one !== null) ?? null;
  const up = tied || rank === 1 ? beside(1) : null, down = tied || rank !== 1 ? beside(-1) : null;
  return (
    <>
      {down ? <button type="button" onClick={() => onAgain(down)}>{tl("tryEasier")} {botWord(down)}</button> : null}
      {up ? <button type="button" onClick={() => onAgain(up)}>{tl("tryHarder")} {botWord(up)}</button> : null}
    </>
  );
}

export function EndBox({ session, shared, onAgain, friend, story }: {
  session: Session; shared: boolean; onAgain: (bot?: string) => void;
  friend: boolean; // one can be invited
  story: ComponentChildren;
}) {
  const box = useRef<HTMLElement>(null);
  const [aside, setAside] = useState(false); // so that the board can be looked at
  const outcome = session.update?.outcome;
  useEndSound(session, outcome);
  useEffect(() => { // the board shows what decided it
    const cell = outcome ? fallenCell(session, winners(outcome)) : undefined;
    if (cell !== undefined) session.goTo(cell);
  }, []);
  useLayoutEffect(() => { // the next Tab leads to what can be done now; who writes is not disturbed
    if (!document.activeElement?.closest("input, textarea, dialog")) box.current?.focus({ preventScroll: true });
  }, []);
  const look = <button type="button" class="tool" aria-expanded={!aside} onClick={() => setAside(!aside)}>{t(aside ? "showResult" : "showBoard")}</button>;
  if (aside) return <section class="endbox aside" aria-label={t("showResult")}>{look}</section>;
  return (
    <section class={`endbox ${outcome ? "ended" : ""}`} aria-live="assertive" tabIndex={-1} ref={box}>
      {outcome ? <Ribbon game={session.game} outcome={outcome} /> : null}
      {outcome ? <EndScene session={session} best={winners(outcome)} /> : null}
      {outcome ? <Facts session={session} outcome={outcome} shared={shared} /> : <h2>{tl("aborted")}</h2>}
      <div class="row">
        <Rematch session={session} />
        {outcome && session.match.link === null ? <button type="button" class="primary" onClick={() => onAgain()}>{t("rematch")}</button> : null}
        {outcome ? <OtherLevels session={session} outcome={outcome} onAgain={onAgain} /> : null}
        {outcome && session.match.replay ? <a class="button" href={session.match.replay}>{tl("watchReplay")}</a> : null}
        {friend && session.seat !== SPECTATOR ? <a class="button" href={`#/new/${session.game.id}/friend`}>{tl("inviteFriend")}</a> : null}
        <a class="button" href="#/">{tl("otherGame")}</a>
      </div>
      {outcome ? story : null}
      {look}
    </section>
  );
}
