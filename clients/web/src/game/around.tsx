// Around the board: clocks and offers to the others. Only matches on a server have them.
import { useEffect, useReducer, useState } from "preact/hooks";
import { clockText, type Around } from "../net/around";
import { SPECTATOR } from "../rules/types";
import type { Reason } from "../rules/words";
import { settings } from "../ui/settings";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import type { Session } from "./session";

const LOW_MS = 20000;
const TICK_MS = 250;

/** Draws again every now and then, as long as something runs. */
function useTicks(on: boolean): void {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => tick(0), TICK_MS);
    return () => clearInterval(timer);
  }, [on]);
}

export function SeatClock({ around, seat }: { around: Around; seat: number }) {
  useTicks(around.runs(seat));
  const left = around.left(seat);
  if (left === null) return null;
  const classes = ["clock", around.runs(seat) ? "runs" : "", left < LOW_MS ? "low" : ""].join(" ");
  return <span class={classes} role="timer" aria-label={`${t("clock")} ${clockText(left)}`}>{clockText(left)}</span>;
}

type Talk = (cmd: string, fields?: Record<string, unknown>) => void;

function Offer({ session, around, what, talk }: { session: Session; around: Around; what: "draw" | "pause"; talk: Talk }) {
  const by = around.offers[what] ?? [];
  const mine = by.includes(session.seat);
  const others = by.filter((seat) => seat !== session.seat).map((seat) => session.game.seats[seat]).join(", ");
  const words = what === "draw" ? { offer: tl("offerDraw"), offered: tl("drawOffered") } : { offer: tl("offerPause"), offered: tl("pauseOffered") };
  if (by.length === 0) return <button type="button" class="tool" onClick={() => talk("offer", { what })}>{words.offer}</button>;
  return (
    <p class="offer">{mine ? t("you") : others} {words.offered}{" "}
      {mine ? null : <button type="button" onClick={() => talk("offer", { what })}>{tl("accept")}</button>}
      <button type="button" class="quiet" onClick={() => talk("decline", { what })}>{mine ? tl("withdrawOffer") : t("decline")}</button>
    </p>
  );
}

/** An opponent who went away may be claimed against, after a while. */
function Claims({ session, around, talk }: { session: Session; around: Around; talk: Talk }) {
  const away = (session.update?.seats ?? []).flatMap((who, seat) => (
    who.who === "person" && seat !== session.seat && around.here[seat] === false ? [seat] : []));
  useTicks(away.some((seat) => around.claimIn(seat) !== null));
  return <>{away.map((seat) => {
    const left = around.claimIn(seat);
    return (
      <p key={seat} class="offer">{session.game.seats[seat]} {tl("isAway")}{" "}
        {left === null ? null : left > 0 ? <span>{tl("claimIn")} {clockText(left)}</span>
          : <button type="button" onClick={() => talk("claim", { against: seat })}>{tl("claimWin")}</button>}
      </p>
    );
  })}</>;
}

export function TableTalk({ session }: { session: Session }) {
  const [refused, setRefused] = useState<Reason | null>(null);
  const { around } = session.match;
  if (around?.trouble) return <p class="warning" role="alert">{around.trouble}</p>;
  if (!around || !session.match.talk || session.seat === SPECTATOR || session.update?.state !== "running") return null;
  const talk: Talk = (cmd, fields) => void session.match.talk!(cmd, fields).then(setRefused);
  const people = (session.update.seats ?? []).filter((seat) => seat.who === "person").length;
  const bots = (session.update.seats ?? []).some((seat) => seat.who === "bot");
  return (
    <section class="talk" aria-label={tl("tableTalk")}>
      {around.paused ? <p class="warning">{t("paused")} {around.held ? null : <button type="button" onClick={() => talk("resume")}>{tl("goOn")}</button>}</p> : null}
      <Claims session={session} around={around} talk={talk} />
      <div class="row">
        {people > 1 && !bots ? <Offer session={session} around={around} what="draw" talk={talk} /> : null}
        {around.timed && !around.paused ? <Offer session={session} around={around} what="pause" talk={talk} /> : null}
        {session.update.turn[0] === 0 ? <button type="button" class="tool" onClick={() => { if (!settings().askResign || confirm(tl("abortSure"))) talk("abort"); }}>{t("abort")}</button> : null}
      </div>
      {refused ? <p class="refusal" role="alert">{refused.text}</p> : null}
    </section>
  );
}

export function Rematch({ session }: { session: Session }) {
  const { around } = session.match;
  if (!around || !session.match.talk || session.seat === SPECTATOR) return null;
  if (around.rematch) return <a class="button primary" href={`#/m/${around.rematch}`}>{tl("toRematch")}</a>;
  const by = around.offers["rematch"] ?? [];
  const asked = by.includes(session.seat);
  return (
    <button type="button" class="primary" disabled={asked} onClick={() => void session.match.talk!("offer", { what: "rematch" })}>
      {asked ? tl("rematchAsked") : by.length > 0 ? tl("rematchAccept") : t("rematch")}
    </button>
  );
}
