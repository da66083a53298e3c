// The panel: what is chosen, what can be ordered there and elsewhere, what was ordered, Done.
import { useEffect, useState } from "preact/hooks";
import { tokenWords } from "../board/skin";
import type { RulesClient } from "../rules/client";
import { SPECTATOR, VERB_HOST, type Verdict } from "../rules/types";
import { actionText, cellName, verbWords, verdictReason, type Reason } from "../rules/words";
import { RuleRef } from "../ui/parts";
import { t } from "../ui/strings";
import { Cards, shownCards } from "./cards";
import { keyOf, menus, turnEnd, type Entry } from "./menu";
import type { Session } from "./session";

const IDLE_MAX = 12;

/** "army price in production", or just "house price": mine before everybody's. */
function Price({ session, entry }: { session: Session; entry: Entry }) {
  const { game, seat } = session;
  for (const name of [...entry.choices, game.verbs[entry.verb]?.name ?? ""]) {
    const fits = session.playback.counters.filter((one) => (one.owner === seat + 1 || one.owner === 0) &&
      (game.counters[one.name] ?? "").startsWith(`${name} price`));
    const price = fits.find((one) => one.owner > 0) ?? fits[0];
    if (!price) continue;
    const money = / in (.+)$/.exec(game.counters[price.name] ?? "")?.[1] ?? "";
    return <span class="price" title={t("price")}>{price.value} <small>{money}</small></span>;
  }
  return null;
}

function EntryButton({ session, entry, number, reason }: {
  session: Session; entry: Entry; number: number | null; reason: Reason | null;
}) {
  const glyph = entry.choices.map((name) => session.skin.glyph(name)).find(Boolean) ?? null;
  const aimed = session.aiming.aim !== null && keyOf(session.aiming.aim) === entry.key;
  const verb = verbWords(session.game.verbs[entry.verb]!);
  const name = verb === entry.label ? verb : `${verb} ${entry.label}`;
  return (
    <button type="button" class={`order ${aimed ? "aimed" : ""}`} disabled={!entry.legal} aria-label={name} aria-pressed={aimed}
      data-number={number ?? undefined} title={reason?.text ?? session.game.verbs[entry.verb]?.help}
      onPointerEnter={() => session.preview.hint(entry.choices, entry.legal ? entry.action : null)} onPointerLeave={() => session.preview.hint([])}
      onFocus={() => session.preview.hint(entry.choices, entry.legal ? entry.action : null)} onBlur={() => session.preview.hint([])}
      onClick={() => (entry.action ? void session.give(entry.action) : session.aimAt(entry.draft))}>
      {number !== null && number <= 9 && String(number) !== entry.label ? <kbd aria-hidden="true">{number}</kbd> : null}
      {glyph ? <svg class="order-glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={glyph} fill-rule="evenodd" /></svg> : null}
      <span>{entry.label}</span>
      <Price session={session} entry={entry} />
    </button>
  );
}

const VERBS_SHOWN = 12;

/** Each reason once, with those that it stands in the way of. */
function Reasons({ session, entries, reasons }: { session: Session; entries: Entry[]; reasons: Map<string, Reason> }) {
  const shown = new Map<string, { reason: Reason; labels: string[] }>();
  for (const entry of entries) {
    const reason = entry.legal ? undefined : reasons.get(entry.key);
    if (!reason) continue;
    const same = shown.get(reason.text) ?? { reason, labels: [] };
    same.labels.push(entry.label);
    shown.set(reason.text, same);
  }
  return <>{[...shown.values()].map(({ reason, labels }) => (
    <p key={reason.text} class="reason">
      {labels.length === entries.length ? "" : <b>{labels.join(", ")}: </b>}{reason.text} <RuleRef game={session.game.id} rule={reason.rule} />
    </p>
  ))}</>;
}

function VerbGroup({ session, entries, reasons, first }: {
  session: Session; entries: Entry[]; reasons: Map<string, Reason>; first: number;
}) {
  const verb = session.game.verbs[entries[0]!.verb]!;
  const single = entries.length === 1 && entries[0]!.label === verbWords(verb);
  const none = entries.every((entry) => !entry.legal);
  let number = first;
  return (
    <div class={`verb ${none ? "none" : ""}`} role="group" aria-label={verb.name}>
      {single ? null : <h3>{verbWords(verb)}{none ? null : <span class="help">{verb.help}</span>}</h3>}
      <div class="choices">
        {entries.map((entry) => <EntryButton key={entry.key} session={session} entry={entry}
          number={entry.legal ? number++ : null} reason={reasons.get(entry.key) ?? null} />)}
        {single && !none ? <span class="help">{verb.help}</span> : null}
      </div>
      <Reasons session={session} entries={entries} reasons={reasons} />
    </div>
  );
}

function Menu({ session, title, entries, reasons, from }: {
  session: Session; title: string; entries: Entry[]; reasons: Map<string, Reason>; from: number;
}) {
  const possible = (verb: number) => entries.some((entry) => entry.verb === verb && entry.legal);
  const hidden = (verb: number) => (session.game.verbs[verb]!.flags & VERB_HOST) !== 0 && !possible(verb);
  const verbs = [...new Set(entries.map((entry) => entry.verb))].filter((verb) => !hidden(verb)).sort((a, b) => Number(possible(b)) - Number(possible(a)));
  // A game of many orders would drown the possible ones in the others.
  const crowded = session.game.verbs.length > VERBS_SHOWN;
  const shown = verbs.filter((verb) => !crowded || possible(verb)), rest = verbs.filter((verb) => crowded && !possible(verb));
  let first = from;
  const group = (verb: number) => {
    const mine = entries.filter((entry) => entry.verb === verb);
    const drawn = <VerbGroup key={verb} session={session} entries={mine} reasons={reasons} first={first} />;
    first += mine.filter((entry) => entry.legal).length;
    return drawn;
  };
  return (
    <section class="menu" aria-label={title}>
      <h2>{title}</h2>
      {shown.map(group)}
      {rest.length > 0 ? <details><summary>{t("notNow")}</summary>{rest.map(group)}</details> : null}
    </section>
  );
}

/** Why the impossible ones are impossible: the rules are asked once for each view and cell. */
function useReasons(session: Session, rules: RulesClient, entries: Pick<Entry, "key" | "tries">[]): Map<string, Reason> {
  const [reasons, setReasons] = useState(new Map<string, Reason>());
  const asked = entries.filter((entry) => entry.tries.length > 0);
  const key = `${session.update?.n}/${asked.map((entry) => entry.key).join(";")}`;
  useEffect(() => {
    let current = true;
    if (asked.length === 0 || !session.update) return undefined;
    const owners = asked.flatMap((entry) => entry.tries.map(() => entry.key));
    void rules.judge(session.game.id, session.seat, session.update.view, asked.flatMap((entry) => entry.tries))
      .then((verdicts: Verdict[]) => {
        if (!current) return;
        const found = new Map<string, Reason>();
        verdicts.forEach((verdict, i) => {
          const reason = verdictReason(session.game, verdict);
          if (reason && !found.get(owners[i]!)?.rule) found.set(owners[i]!, reason);
        });
        setReasons(found);
      });
    return () => { current = false; };
  }, [key]);
  return reasons;
}

function Chosen({ session }: { session: Session }) {
  const { look, game, skin } = session, { selected } = session.aiming;
  const cell = selected === null ? undefined : look?.scene.cells[selected];
  if (!look || !cell) return null;
  const tokens = look.scene.tokens.filter((token) => token.cell === selected);
  return (
    <section class="chosen">
      <h2>{cellName(game.cells, cell.x, cell.y)} <small>{game.terrain[cell.terrain]}</small></h2>
      {tokens.map((token, i) => <p key={i}>{tokenWords(game, skin, token, session.seat)}</p>)}
    </section>
  );
}

function Given({ session }: { session: Session }) {
  const { game } = session, { orders } = session.forecast;
  return (
    <section class="given" aria-label={t("orders")}>
      <h2>{t("orders")} {orders.length === 0 ? <small>{t(session.ordering.onlyEnd ? "nothingToOrder" : "noOrders")}</small> : null}</h2>
      {orders.length === 0 ? null : (
        <ol>{orders.map((order, i) => (
          <li key={i} class={order.counts ? "" : "replaced"}>{actionText(game, order.action)}{order.counts ? "" : ` (${t("replaced")})`}</li>
        ))}</ol>
      )}
      {session.ordering.resting ? <button type="button" onClick={() => session.ordering.rest(false)}>{t("stop")}</button> : null}
      {session.acting && session.ordering.onlyEnd && !session.ordering.resting
        ? <button type="button" onClick={() => session.ordering.rest(true)}>{t("rest")}</button> : null}
      {session.forecast.warnings.map((line) => <p key={line.text} class="warning">{line.text} <RuleRef game={game.id} rule={line.rule} /></p>)}
    </section>
  );
}

/** What would come of the order that is pointed at; over the board, so that nothing moves away under the pointer. */
export function Foreseen({ session }: { session: Session }) {
  const { foreseen } = session.preview;
  if (!foreseen || (foreseen.lines.length === 0 && !foreseen.varies)) return null;
  return (
    <section class="foreseen" aria-label={t("foreseen")} role="status">
      <h2>{t("foreseen")}</h2>
      {foreseen.lines.map((line, i) => <p key={i}>{line.text} <span class="rule-ref">{line.rule}</span></p>)}
      {foreseen.varies ? <p class="help">{t("varies")}</p> : null}
    </section>
  );
}

/** Units that wait for orders, to be gone through by keys. */
function Idle({ session }: { session: Session }) {
  const units = session.idle();
  const { game, skin, look } = session;
  if (units.length === 0 || !look) return null;
  return (
    <section class="idle" aria-label={t("idle")}>
      <h2>{t("idle")} <small>{units.length}</small>
        <button type="button" class="tool" onClick={() => session.goToIdle(-1)} aria-label={t("idleBack")}>‹</button>
        <button type="button" class="tool" onClick={() => session.goToIdle(1)} aria-label={t("idleNext")}>›</button>
      </h2>
      <div class="choices">{units.slice(0, IDLE_MAX).map((token) => {
        const cell = look.scene.cells[token.cell]!;
        return (
          <button key={token.cell} type="button" class={`order ${session.aiming.selected === token.cell ? "aimed" : ""}`}
            onClick={() => { if (session.aiming.selected !== token.cell) session.choose(token.cell); }} title={tokenWords(game, skin, token, session.seat)}>
            {game.tokens[token.kind]} {cellName(game.cells, cell.x, cell.y)}
          </button>
        );
      })}</div>
    </section>
  );
}

export function DoneBar({ session }: { session: Session }) {
  const { game, look, update } = session;
  if (!update || !look || session.over) return null;
  const canEnd = session.acting && turnEnd(game, look.legal) !== undefined;
  const waits = !session.acting && !session.playing && update.state === "running";
  const hasEnd = game.verbs.some((verb) => verb.flags & 2 && verb.args.length === 0);
  if (session.seat === SPECTATOR) return <div class="donebar"><span class="status" role="status">{t("watching")}</span></div>;
  const others = (update.seats ?? []).filter((_, seat) => seat !== session.seat);
  const thinks = session.thinking || (others.length > 0 && others.every((one) => one.who === "bot"));
  const status = update.state === "open" ? t("needed") : session.playing ? t("playing")
    : waits ? t(thinks ? "thinking" : "waiting") : t("yourTurn");
  return (
    <div class="donebar">
      <span class={`status ${waits && thinks ? "thinks" : ""}`} role="status">{status}</span>
      <button type="button" class="quiet" disabled={!session.ordering.undoable || update.state === "open"} onClick={() => void session.undo()}>
        {waits ? t("withdraw") : t("undo")}
      </button>
      {session.ordering.redoable ? <button type="button" class="quiet" onClick={() => void session.redo()}>{t("redo")}</button> : null}
      {hasEnd ? <button type="button" class="primary" disabled={!canEnd} onClick={() => void session.done()}>{t("done")}</button> : null}
    </div>
  );
}

export function OrdersPanel({ session, rules }: { session: Session; rules: RulesClient }) {
  const { game, look } = session;
  const ready = look !== null && session.acting && !session.playing;
  const { here, anywhere } = ready ? menus(game, look.scene, look.legal, session.aiming.selected, session.seat) : { here: [], anywhere: [] };
  const shown = shownCards(session, look);
  const reasons = useReasons(session, rules, [...here, ...anywhere, ...(shown?.cards ?? [])]);
  return (
    <>
      {session.update?.state === "over" || session.seat === SPECTATOR ? null : <Given session={session} />}
      <Chosen session={session} />
      {session.ordering.refusal ? (
        <p class="refusal" role="alert">{session.ordering.refusal.text} <RuleRef game={game.id} rule={session.ordering.refusal.rule} /></p>
      ) : null}
      {session.aiming.aim ? <p class="aiming">{t("pickCell")} {session.aiming.canCancel ? <button type="button" class="tool" onClick={() => session.choose(null)}>{t("cancel")}</button> : null}</p> : null}
      {here.length > 0 ? <Menu session={session} title={t("here")} entries={here} reasons={reasons} from={1} /> : null}
      {anywhere.length > 0 ? <Menu session={session} title={t("anywhere")} entries={anywhere} reasons={reasons}
        from={1 + here.filter((entry) => entry.legal).length} /> : null}
      {shown ? <Cards session={session} {...shown} reasons={reasons} /> : null}
      <Idle session={session} />
    </>
  );
}
