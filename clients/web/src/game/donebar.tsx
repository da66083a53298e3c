// What is asked of the player now, and the three buttons for the whole turn: undo, redo, done.
import { SPECTATOR } from "../rules/types";
import { RuleRef } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { turnEnd } from "./menu";
import type { Session } from "./session";

/** "3 units idle". */
export const idleWords = (count: number): string => (count === 1 ? tl("idleOne") : tl("idleMany").replace("{count}", String(count)));

/** Lies over what is beside it, so that nothing moves: the last refusal, what is asked, or nothing. */
export function Message({ session }: { session: Session }) {
  const { game, match } = session, { refusal } = session.ordering;
  const idle = session.ordering.asked ? session.idle().length : 0;
  return (
    <div class="message">
      {!match.connected ? <p class="warning away" role="alert">{t(session.ordering.waiting ? "awayOrder" : "away")}</p>
        : refusal ? <p class="refusal" role="alert">{refusal.text} <RuleRef game={game.id} rule={refusal.rule} /></p>
          : idle > 0 ? <p class="asking" role="alert">{idleWords(idle)}. {tl("idleSure")} <button type="button" class="tool" onClick={() => session.goToIdle(1)}>{tl("idleShow")}</button></p>
            : session.aiming.named ? <p class="aiming">{tl("pickCell")} {session.aiming.canCancel ? <button type="button" class="tool" onClick={() => session.choose(null)}>{t("cancel")}</button> : null}</p>
              : null}
    </div>
  );
}

function statusOf(session: Session, waits: boolean, thinks: boolean): string {
  if (!session.match.connected) return tl("noConnection");
  if (session.update?.state === "open") return t(session.match.around?.sharing ? "sharing" : "needed");
  if (session.playing) return tl("playing");
  return waits ? thinks ? tl("thinking") : waitingText(session) : tl("yourTurn");
}

/** Where one other sits at the table it is known for whom one waits: that much the turn that does not end has told already. */
function waitingText(session: Session): string {
  const others = (session.update?.seats ?? []).filter((_, seat) => seat !== session.seat);
  const [only, ...more] = others;
  return only?.name && more.length === 0 ? tl("waitingFor").replace("{who}", only.name) : tl("waiting");
}

export function DoneBar({ session }: { session: Session }) {
  const { game, look, update } = session;
  if (!update || !look || session.over) return null;
  const end = turnEnd(game, look.legal), canEnd = session.acting && end !== undefined;
  const waits = !session.acting && !session.playing && update.state === "running";
  const hasEnd = game.verbs.some((verb) => verb.flags & 2 && verb.args.length === 0);
  if (session.seat === SPECTATOR) return <div class="donebar"><span class="status" role="status">{tl("watching")}</span></div>;
  const others = (update.seats ?? []).filter((_, seat) => seat !== session.seat);
  const thinks = session.thinking || (others.length > 0 && others.every((one) => one.who === "bot"));
  const idle = canEnd ? session.idle().length : 0;
  return (
    <div class="donebar">
      <span class={`status ${waits && thinks ? "thinks" : ""}`} role="status">{statusOf(session, waits, thinks)}</span>
      <button type="button" class="quiet" disabled={!session.ordering.undoable || update.state === "open"} onClick={() => void session.undo()}>
        {waits ? tl("withdraw") : t("undo")}
      </button>
      <button type="button" class="quiet" disabled={!session.ordering.redoable} onClick={() => void session.redo()}>{tl("redo")}</button>
      {hasEnd ? (
        <button type="button" class={`primary done ${end && session.wanted?.verb === end.verb ? "hinted" : ""}`} disabled={!canEnd} onClick={() => void session.done()}>
          {t("done")} <small class="idle-count">{idle > 0 ? idleWords(idle) : ""}</small>
        </button>
      ) : null}
    </div>
  );
}
