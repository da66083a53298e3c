// The games of this browser: those to go on with, and those that are over.
import { useState } from "preact/hooks";
import type { App } from "../app";
import { botWord } from "../game/levels";
import { forget, keptGames, type Kept } from "../game/shelf";
import { Later } from "../ui/parts";
import { languageCode, t } from "../ui/strings";

const when = (played: number) => new Date(played).toLocaleString(languageCode(), { dateStyle: "medium", timeStyle: "short" });

/** Against whom, from the side of whoever began it. */
function rivals(one: Kept): string {
  const others = one.seats.filter((_, seat) => seat !== one.seat);
  const names = others.map((seat) => (seat.who === "bot" ? `${t("theComputer")} (${botWord(seat.name)})` : seat.name));
  return [...new Set(names)].join(", ");
}

function resultOf(one: Kept): string {
  if (!one.over) return t("unfinished");
  const best = (one.rank ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (best.length !== 1) return t("tied");
  return best[0] === one.seat ? t("won") : t("lost");
}

function Line({ app, one, onForget }: { app: App; one: Kept; onForget?: (id: string) => void }) {
  const title = app.game(one.game)?.title ?? one.game;
  const forgotten = () => {
    if (!confirm(t("forgetSure"))) return;
    forget(one.id);
    onForget?.(one.id);
  };
  return (
    <li class={one.over ? "over" : "running"}>
      <span>{title} <small class="help">{when(one.played)}</small></span>
      <span>{rivals(one) ? `${t("against")} ${rivals(one)}` : ""}</span>
      <span>{resultOf(one)}</span>
      <span class="row">
        {one.over ? null : <a class="button primary" href={`#/play/${one.id}`} aria-label={`${t("resume")}: ${title}, ${when(one.played)}`}>{t("resumeShort")}</a>}
        <a class="button" href={`#/replay/mine.${one.id}`} aria-label={`${t("replay")}: ${title}, ${when(one.played)}`}>{t("replay")}</a>
        {onForget ? <button type="button" class="tool" onClick={forgotten} aria-label={`${t("forget")}: ${title}, ${when(one.played)}`}>{t("forget")}</button> : null}
      </span>
    </li>
  );
}

const ON_HOME = 3;

/** What a visitor may want to go on with, the latest first. */
export function GoOn({ app }: { app: App }) {
  const all = keptGames(), open = all.filter((one) => !one.over);
  if (all.length === 0) return null;
  return (
    <section class="go-on lobby" aria-label={t("yourGames")}>
      <h2>{t("yourGames")}</h2>
      <ul>{(open.length > 0 ? open : all).slice(0, ON_HOME).map((one) => <Line key={one.id} app={app} one={one} />)}</ul>
      <p><a href="#/games">{t("allYourGames")} ({all.length})</a></p>
    </section>
  );
}

/** All of them; nothing where there are none. */
export function KeptGames({ app }: { app: App }) {
  const [all, setAll] = useState(keptGames());
  if (all.length === 0) return <p class="help">{t("noGamesYet")}</p>;
  return <ul class="kept">{all.map((one) => <Line key={one.id} app={app} one={one} onForget={() => setAll(keptGames())} />)}</ul>;
}

export function MyGamesPage({ app }: { app: App }) {
  return (
    <div class="page narrow">
      <nav class="row"><a href="#/">{t("home")}</a><a href="#/replays">{t("replays")}</a></nav>
      <main class="lobby">
        <h1>{t("yourGames")}</h1>
        <KeptGames app={app} />
        <Later load={() => import("./played").then((part) => part.MineOnServer)} props={{ app }} />
      </main>
    </div>
  );
}
