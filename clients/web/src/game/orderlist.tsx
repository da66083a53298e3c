// The orders that are possible, each with its key and price, and why the others are not.
import { NamedPic } from "../board/pic";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RulesClient } from "../rules/client";
import { Code, VERB_HOST, VERB_TAKES_BACK, type Action, type Game, type Verdict } from "../rules/types";
import { nameWords, verbWords, verdictReason, type Reason } from "../rules/words";
import { RuleRef } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { keyOfChoice, keyOfVerb, rankOf } from "./likely";
import { fits, keyOf, type Entry } from "./menu";
import { answerWords, askedOf } from "./question";
import type { Session } from "./session";
import { verbIcon } from "./verbicons";

/** "army price in production", or just "house price": mine before everybody's. */
function priceOf(session: Session, entry: Entry): { value: number; money: string } | null {
  const { game, seat } = session;
  for (const name of [...entry.choices, game.verbs[entry.verb]?.name ?? ""]) {
    const fits = session.playback.counters.filter((one) => (one.owner === seat + 1 || one.owner === 0) &&
      (game.counters[one.name] ?? "").startsWith(`${name} price`));
    const price = fits.find((one) => one.owner > 0) ?? fits[0];
    if (price) return { value: price.value, money: / in (.+)$/.exec(game.counters[price.name] ?? "")?.[1] ?? "" };
  }
  return null;
}

/** The keys that give an order, one after the other: "7 3". */
export function keysOf(session: Session, entries: Entry[], entry: Entry): string {
  const verb = keyOfVerb(session.game, entry.verb);
  const alike = entries.filter((one) => one.verb === entry.verb);
  const choices = new Set(alike.map((one) => one.choice));
  const choice = choices.size === alike.length && entry.choice !== null ? entry.choice : alike.indexOf(entry);
  if (verb === "") return keyOfChoice(choice);
  return alike.length === 1 && entry.choice === null ? verb : `${verb} ${keyOfChoice(choice)}`;
}

/** What a button tells while it is pointed at, or has the focus; nothing any more once it is gone. */
export function useHint(session: Session, choices: string[], action: Action | null, verb: number) {
  const on = useRef(false);
  const tell = (wanted: boolean) => {
    on.current = wanted;
    if (wanted) session.preview.hint(choices, action, verb);
    else session.preview.hint([]);
  };
  useEffect(() => () => { if (on.current) session.preview.hint([]); }, []);
  return { onPointerEnter: () => tell(true), onPointerLeave: () => tell(false), onFocus: () => tell(true), onBlur: () => tell(false) };
}

function EntryButton({ session, entry, keys, reason }: { session: Session; entry: Entry; keys: string; reason: Reason | null }) {
  const aimed = session.aiming.named !== null && keyOf(session.aiming.named) === entry.key;
  const verb = verbWords(session.game.verbs[entry.verb]!);
  const price = priceOf(session, entry);
  const meant = session.look ? answerWords(askedOf(session.game, session.look.scene, session.seat), entry.choices[0] ?? "") : "";
  const icon = entry.choices.length === 0 ? verbIcon(session.game.verbs[entry.verb]!.name) : null;
  const hint = useHint(session, entry.choices, entry.legal ? entry.action : null, entry.verb);
  const id = `price ${entry.key}`.replace(/[^a-z0-9]+/gi, "-");
  return (
    <button type="button" class={`order ${aimed ? "aimed" : ""} ${session.wanted && !aimed && fits(entry.draft, session.wanted) ? "hinted" : ""}`} disabled={!entry.legal} aria-pressed={aimed}
      aria-label={verb === entry.label ? verb : `${verb} ${entry.label}`} aria-describedby={price ? id : undefined}
      data-keys={entry.legal ? keys : undefined} title={reason?.text ?? session.game.verbs[entry.verb]?.help}
      {...hint}
      onClick={() => (entry.action ? void session.give(entry.action) : session.aimAt(entry.draft))}>
      {entry.legal && keys && keys !== entry.label ? <kbd aria-hidden="true">{keys.replace(" ", " ")}</kbd> : null}
      {icon ? <svg class="order-glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={icon} fill-rule="evenodd" /></svg>
        : <NamedPic game={session.game} skin={session.skin} names={entry.choices} owner={session.seat + 1} height={34} />}
      <span>{entry.label}</span>
      {meant ? <small class="meant">{meant}</small> : null}
      {price ? <span class={price.money && price.money !== session.skin.money ? "price" : "price coins"} id={id} title={t("price")}>{price.value} <small>{nameWords(price.money || session.skin.money)}</small></span> : null}
    </button>
  );
}

const VERBS_SHOWN = 12;

/** "buy archer, soldier": orders that one reason stands in the way of. */
const wordsOf = (game: Game, verb: number, labels: string[]) => {
  const name = verbWords(game.verbs[verb]!), others = labels.filter((label) => label !== name);
  return [name, others.join(", ")].filter(Boolean).join(" ");
};

/** Each reason once, with those that it stands in the way of: below all orders, so that none moves when the answer comes. */
export function Reasons({ session, entries, reasons }: { session: Session; entries: Entry[]; reasons: Map<string, Reason> }) {
  const { game } = session, shown = new Map<string, { reason: Reason; labels: Map<number, string[]> }>();
  for (const entry of entries) {
    const reason = entry.legal ? undefined : reasons.get(entry.key);
    if (!reason || hidden(session, entries, entry.verb)) continue;
    const same = shown.get(reason.text) ?? { reason, labels: new Map<number, string[]>() };
    same.labels.set(entry.verb, [...(same.labels.get(entry.verb) ?? []), entry.label]);
    shown.set(reason.text, same);
  }
  if (shown.size === 0) return null;
  return (
    <section class="reasons" aria-label={tl("notNow")}>
      <h3>{tl("notNow")}</h3>
      {[...shown].map(([text, { reason, labels }]) => (
        <p key={text} class="reason" data-verb={[...labels.keys()].map((verb) => game.verbs[verb]!.name).join(" ")}>
          <b>{[...labels].map(([verb, all]) => wordsOf(game, verb, all)).join("; ")}: </b>
          {reason.text} <RuleRef game={game.id} rule={reason.rule} />
        </p>
      ))}
    </section>
  );
}

const possible = (entries: Entry[], verb: number) => entries.some((entry) => entry.verb === verb && entry.legal);
/** Orders of a host, where there is none; and to take back what nobody has done. */
const hidden = (session: Session, entries: Entry[], verb: number) =>
  (session.game.verbs[verb]!.flags & (VERB_HOST | VERB_TAKES_BACK)) !== 0 && !possible(entries, verb);

/** "40 mana: ...": what a spell costs, as its help says it. */
const SPELL = /^(\d+) mana\b/i;

/** What a spell still lacks, and where that comes from: it is told even while nobody could pay for it. */
function needsOf(session: Session, verb: number): string {
  const { game, seat } = session, cost = Number(SPELL.exec(game.verbs[verb]?.help ?? "")?.[1] ?? 0);
  const have = session.playback.counters.find((one) => one.owner === seat + 1 && game.counters[one.name] === "mana")?.value;
  return cost > 0 && have !== undefined && have < cost ? tl("needsMana").replace("{count}", String(cost)).replace("{have}", String(have)) : "";
}

/** Orders that are shown though they are impossible: spells of somebody who casts them. */
function isSpellHere(session: Session, verb: number): boolean {
  const { game, look } = session, { selected } = session.aiming;
  const casts = look?.scene.tokens.some((token) => token.cell === selected && token.owner === session.seat + 1 &&
    game.pieces.find((piece) => piece.name === game.tokens[token.kind])?.traits.includes("casts spells"));
  return casts === true && SPELL.test(game.verbs[verb]?.help ?? "");
}

const SHOP = 3; // so many pieces to choose from are laid out as cards

function VerbGroup({ session, entries, reasons }: { session: Session; entries: Entry[]; reasons: Map<string, Reason> }) {
  const verb = session.game.verbs[entries[0]!.verb]!;
  const single = entries.length === 1 && entries[0]!.label === verbWords(verb);
  const none = entries.every((entry) => !entry.legal), needs = needsOf(session, entries[0]!.verb);
  const open = session.openKey !== "" && session.openKey === keyOfVerb(session.game, entries[0]!.verb);
  const goods = entries.filter((entry) => entry.choices.some((name) => session.game.tokens.includes(name)));
  return (
    <div class={`verb ${none ? "none" : ""} ${open ? "open" : ""} ${goods.length >= SHOP ? "shop" : ""}`} role="group" aria-label={verbWords(verb)}>
      {single ? null : <h3>{verbWords(verb)}{none ? null : <span class="help">{verb.help}</span>}</h3>}
      <div class="choices">
        {entries.map((entry) => <EntryButton key={entry.key} session={session} entry={entry}
          keys={keysOf(session, entries, entry)} reason={reasons.get(entry.key) ?? null} />)}
        {single && (!none || needs) ? <span class="help">{needs || verb.help}</span> : null}
      </div>
    </div>
  );
}

/** A spell for which there is no target, or no mana: it is listed all the same. */
function Spell({ session, verb }: { session: Session; verb: number }) {
  const order = session.game.verbs[verb]!;
  return (
    <div class="verb none" role="group" aria-label={verbWords(order)}>
      <div class="choices"><button type="button" class="order" disabled>{verbWords(order)}</button>
        <span class="help">{needsOf(session, verb) || `${order.help} ${tl("noTarget")}`}</span></div>
    </div>
  );
}

/** The likeliest first; what is impossible comes after it. */
export function OrderList({ session, title, entries, reasons, here = false }: {
  session: Session; title: string; here?: boolean; entries: Entry[]; reasons: Map<string, Reason>;
}) {
  const { game } = session;
  const verbs = [...new Set(entries.map((entry) => entry.verb))].filter((verb) => !hidden(session, entries, verb))
    .sort((a, b) => Number(possible(entries, b)) - Number(possible(entries, a)) || rankOf(game, a) - rankOf(game, b));
  // A game of many orders would drown the possible ones in the others.
  const crowded = game.verbs.length > VERBS_SHOWN;
  const spells = here ? game.verbs.flatMap((_, verb) => (isSpellHere(session, verb) && !entries.some((entry) => entry.verb === verb) ? [verb] : [])) : [];
  const isShown = (verb: number) => !crowded || possible(entries, verb) || isSpellHere(session, verb);
  const shown = verbs.filter(isShown), rest = verbs.filter((verb) => !isShown(verb));
  const group = (verb: number) => (
    <VerbGroup key={verb} session={session} entries={entries.filter((entry) => entry.verb === verb)} reasons={reasons} />
  );
  return (
    <section class="menu" aria-label={title}>
      <h2>{title}</h2>
      {shown.map(group)}
      {spells.map((verb) => <Spell key={verb} session={session} verb={verb} />)}
      {rest.length > 0 ? <details><summary>{tl("notNow")}</summary>{rest.map(group)}</details> : null}
    </section>
  );
}

/** Of the refusals of several tries, the one that a player can act on first. A game lists its refusals in the order in which it
    checks them, so that is the last of them: the others only say that this tile is the wrong one. */
export function reasonsOf(game: Game, owners: string[], verdicts: Verdict[]): Map<string, Reason> {
  const last = new Map<string, Verdict>();
  verdicts.forEach((verdict, i) => {
    if (verdict.code !== Code.Ok && verdict.why >= (last.get(owners[i]!)?.why ?? 0)) last.set(owners[i]!, verdict);
  });
  return new Map([...last].map(([key, verdict]) => [key, verdictReason(game, verdict)!]));
}

/** Why the impossible ones are impossible: the rules are asked once for each view and cell, and not while a turn plays. */
export function useReasons(session: Session, rules: RulesClient, entries: Pick<Entry, "key" | "tries">[]): Map<string, Reason> {
  const [reasons, setReasons] = useState(new Map<string, Reason>());
  const asked = session.playing ? [] : entries.filter((entry) => entry.tries.length > 0);
  const key = `${session.update?.n}/${asked.map((entry) => entry.key).join(";")}`;
  useEffect(() => {
    let current = true;
    if (asked.length === 0 || !session.update) return undefined;
    const owners = asked.flatMap((entry) => entry.tries.map(() => entry.key));
    void rules.judge(session.game.id, session.seat, session.update.view, asked.flatMap((entry) => entry.tries))
      .then((verdicts: Verdict[]) => { if (current) setReasons(reasonsOf(session.game, owners, verdicts)); });
    return () => { current = false; };
  }, [key]);
  return reasons;
}
