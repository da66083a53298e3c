// Game, turn, and what each side has; mine with what this turn's orders will change.
import { Device } from "../board/pic";
import { counterName, paintOf, sideOf } from "../board/skin";
import type { Counter } from "../rules/types";
import { nameWords } from "../rules/words";
import { t } from "../ui/strings";
import { SeatClock } from "./around";
import { botWord } from "./levels";
import type { Session } from "./session";

function Sum({ session, counter }: { session: Session; counter: Counter }) {
  const { game, skin, seat } = session, { plan } = session.forecast;
  const name = game.counters[counter.name] ?? "";
  const planned = name === skin.money && counter.owner === seat + 1 && !session.playing;
  return (
    <span class="sum">
      <span class="sum-name" title={nameWords(name)}>{nameWords(skin.short[name] ?? name)}</span>{" "}
      <span><b key={counter.value}>{counter.value}</b>
        {planned && plan.spent > 0 ? <span class="minus" title={t("planned")}> −{plan.spent}</span> : null}
        {planned && plan.gained > 0 ? <span class="plus" title={t("income")}> +{plan.gained}</span> : null}
      </span>
    </span>
  );
}

function SideSums({ session, owner }: { session: Session; owner: number }) {
  const { game, skin, update } = session;
  const side = sideOf(game, owner);
  const who = update?.seats?.[owner - 1];
  const name = who?.who === "bot" ? botWord(who.name) : who?.name ?? "";
  const mine = owner === session.seat + 1;
  const wanted = !mine && skin.rivals.length > 0 ? skin.rivals : skin.purse;
  const shown = (name: string) => (wanted.length > 0 ? wanted.includes(name) : !/ price\b/.test(name));
  const counters = session.playback.counters.filter((one) => one.owner === owner && shown(counterName(game, one)));
  return (
    <div class={`side-sums ${side.tone} ${mine ? "mine" : ""}`} title={`${game.seats[owner - 1] ?? ""}, ${mine ? t("you") : name}`}>
      <span class={`chip ${side.shape}`} aria-hidden="true"><Device owner={paintOf(game, owner)} /></span>
      <span class="who">{game.seats[owner - 1]}<small>{mine ? t("you") : name}</small></span>
      {session.match.around ? <SeatClock around={session.match.around} seat={owner - 1} /> : null}
      {counters.map((counter) => <Sum key={counter.name} session={session} counter={counter} />)}
    </div>
  );
}

export function TopBar({ session, onKeys }: { session: Session; onKeys: () => void }) {
  const { game, update } = session;
  const limit = session.turnLimit;
  const seats = update?.seats?.length ?? game.seatsPreset;
  return (
    <header class="topbar">
      <a class="home" href="#/" aria-label={`${t("home")}: ${t("games")}`}>{t("home")}</a>
      <h1>{game.title}</h1>
      <span key={session.playback.turn} class="turn">{session.turnWord} {session.playback.turn}{limit ? ` ${t("of")} ${limit}` : ""}</span>
      <div class={`sums ${seats > 2 ? "many" : ""}`}>{Array.from({ length: seats }, (_, i) => <SideSums key={i} session={session} owner={i + 1} />)}</div>
      <span class="tools">
        {session.match.link !== null || !session.match.connected
          ? <span class={`dot ${session.match.connected ? "on" : "off"}`} role="img"
            aria-label={session.match.connected ? t("connected") : t("lostConnection")} title={session.match.connected ? t("connected") : t("lostConnection")} />
          : null}
        <a class="tool" href={`#/rules/${game.id}`}>{t("rules")}</a>
        <button type="button" class="tool" onClick={onKeys} aria-label={t("keys")} title={t("keys")}>?</button>
      </span>
    </header>
  );
}
