// The panel: what is chosen and what it can be ordered, as an inspector of one height; below it what was ordered and who waits.
import { tokenWords } from "../board/skin";
import type { RulesClient } from "../rules/client";
import { SPECTATOR } from "../rules/types";
import { cellName, nameWords, verbWords } from "../rules/words";
import { RuleRef } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Cards, shownCards } from "./cards";
import { Chosen } from "./chosen";
import { menus } from "./menu";
import { orderWords } from "./orderwords";
import { PieceCard, pieceOf } from "./piececard";
import { Question } from "./question";
import { OrderList, Reasons, useReasons } from "./orderlist";
import type { Session } from "./session";
import type { March } from "./session/marches";

const IDLE_MAX = 12;

const PARTY_MAX = 8; // more go all together

/** How many of a stack go: all of them, or a part. */
function Party({ session }: { session: Session }) {
  const { stack } = session;
  if (stack < 2) return null;
  const choose = (party: number | null) => {
    session.party = party;
    session.changed();
  };
  return (
    <div class="choices party" role="radiogroup" aria-label={t("howMany")}>
      <span class="help">{t("howMany")}</span>
      {[...Array.from({ length: Math.min(PARTY_MAX, stack - 1) }, (_, i) => i + 1), null].map((count) => (
        <button key={count} type="button" role="radio" class="tool" aria-checked={session.party === count} onClick={() => choose(count)}>{count ?? t("allOfThem")}</button>
      ))}
    </div>
  );
}

/** Whoever goes on by a step each turn, and a way to stop that. */
function Marching({ session }: { session: Session }) {
  const { game, look, marches } = session;
  if (!look || marches.all.length === 0) return null;
  const name = (cell: number) => cellName(game.cells, look.scene.cells[cell]!.x, look.scene.cells[cell]!.y);
  const stop = (march: March) => {
    marches.drop(march);
    session.changed();
  };
  return (
    <section class="marching" aria-label={t("onTheWay")}>
      <h2>{t("onTheWay")}</h2>
      {marches.all.map((march) => (
        <p key={`${march.verb} ${march.at}`}>{verbWords(game.verbs[march.verb]!)} {name(march.at)} → {name(march.goal)}{march.count > 1 ? ` (${march.count})` : ""}{" "}
          <button type="button" class="tool" onClick={() => stop(march)}>{tl("stop")}</button></p>
      ))}
    </section>
  );
}

/** What the rules say of all that is on the chosen tile, and of its ground. */
function ChosenCards({ session }: { session: Session }) {
  const { look, game, skin } = session, { selected } = session.aiming;
  const cell = selected === null ? undefined : look?.scene.cells[selected];
  if (!look || !cell) return null;
  const tokens = look.scene.tokens.filter((token) => token.cell === selected);
  const names = [...new Set([...tokens.map((token) => game.tokens[token.kind] ?? ""), game.terrain[cell.terrain] ?? ""])];
  return (
    <>{names.map((name) => {
      const piece = pieceOf(game, name);
      return piece ? <PieceCard key={name} game={game} skin={skin} piece={piece} owner={tokens.find((token) => game.tokens[token.kind] === name)?.owner ?? 0} /> : null;
    })}</>
  );
}

/** What was ordered this turn, and who still waits. */
export function Given({ session }: { session: Session }) {
  const { game } = session, { orders } = session.forecast;
  if (session.update?.state === "over" || session.seat === SPECTATOR) return null;
  return (
    <div class="ordered">
      <section class="given" aria-label={tl("orders")}>
        <h2>{tl("orders")} {orders.length === 0 ? <small>{t(session.ordering.onlyEnd ? "nothingToOrder" : "noOrders")}</small> : null}</h2>
        {orders.length === 0 ? null : (
          <ol>{orders.map((order, i) => (
            <li key={i} class={order.counts ? "" : "replaced"}>{session.look ? orderWords(game, session.look.scene, order.action) : ""}{order.counts ? "" : ` (${t("replaced")})`}</li>
          ))}</ol>
        )}
        {session.ordering.resting ? <button type="button" onClick={() => session.ordering.rest(false)}>{tl("stop")}</button> : null}
        {session.acting && session.ordering.onlyEnd && !session.ordering.resting
          ? <button type="button" onClick={() => session.ordering.rest(true)}>{tl("rest")}</button> : null}
        {session.forecast.warnings.map((line) => <p key={line.text} class="warning">{line.text} <RuleRef game={game.id} rule={line.rule} /></p>)}
      </section>
      <Marching session={session} />
      <Idle session={session} />
    </div>
  );
}

/** What would come of the order that is pointed at; over the board, so that nothing moves away under the pointer. */
export function Foreseen({ session }: { session: Session }) {
  const { foreseen } = session.preview;
  if (!foreseen || (foreseen.lines.length === 0 && !foreseen.varies && !foreseen.odds)) return null;
  return (
    <section class="foreseen" aria-label={t("foreseen")} role="status">
      <h2>{t("foreseen")}</h2>
      {foreseen.odds ? <p class="odds"><b>{tl("oddsHit").replace("{count}", String(foreseen.odds.hits))}</b>
        {foreseen.odds.asked > 0 ? ` ${tl("oddsAsked").replace("{count}", String(foreseen.odds.asked))}` : ""}</p> : null}
      {foreseen.lines.map((line, i) => <p key={i}>{line.text} <span class="rule-ref">{line.rule}</span></p>)}
      {foreseen.varies ? <p class="help">{tl("varies")}</p> : null}
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
        <button type="button" class="tool" onClick={() => session.goToIdle(-1)} aria-label={tl("idleBack")}>‹</button>
        <button type="button" class="tool" onClick={() => session.goToIdle(1)} aria-label={tl("idleNext")}>›</button>
      </h2>
      <div class="choices">{units.slice(0, IDLE_MAX).map((token) => {
        const cell = look.scene.cells[token.cell]!;
        return (
          <button key={token.cell} type="button" class={`order ${session.aiming.selected === token.cell ? "aimed" : ""}`}
            onClick={() => { if (session.aiming.selected !== token.cell) session.choose(token.cell); }} title={tokenWords(game, skin, token, session.seat)}>
            <span>{nameWords(game.tokens[token.kind] ?? "")} {cellName(game.cells, cell.x, cell.y)}</span>
          </button>
        );
      })}</div>
    </section>
  );
}

export function OrdersPanel({ session, rules }: { session: Session; rules: RulesClient }) {
  const { look } = session;
  const ready = look !== null && session.acting && !session.playing;
  const { here, anywhere } = ready ? menus(session.game, look.scene, look.legal, session.aiming.selected, session.seat) : { here: [], anywhere: [] };
  const shown = shownCards(session, look);
  const reasons = useReasons(session, rules, [...here, ...anywhere, ...(shown?.cards ?? [])]);
  return (
    <>
      <Question session={session} />
      <Chosen session={session} />
      <Party session={session} />
      {here.length > 0 ? <OrderList session={session} title={t("here")} here entries={here} reasons={reasons} /> : null}
      {anywhere.length > 0 ? <OrderList session={session} title={tl("anywhere")} entries={anywhere} reasons={reasons} /> : null}
      {shown ? <Cards session={session} {...shown} reasons={reasons} /> : null}
      <Reasons session={session} entries={[...here, ...anywhere]} reasons={reasons} />
      <ChosenCards session={session} />
    </>
  );
}
