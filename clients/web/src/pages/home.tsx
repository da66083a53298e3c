// The first page: a card for each game, and one big button.
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import type { App } from "../app";
import { keptRecord } from "../game/match";
import { standingTokens } from "../game/playback";
import { Topology, type Game, type Scene } from "../rules/types";
import { skinOf } from "../skins";
import { reducedMotion } from "../ui/parts";
import { t } from "../ui/strings";
import { OpenGames } from "./lobby";

const PREVIEW_TURNS = [18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40];
const PREVIEW_MS = 1200;

/** A game between two bots, a few of its turns over and over. */
function Miniature({ app, game }: { app: App; game: Game }) {
  const [scene, setScene] = useState<Scene | null>(null);
  const [step, setStep] = useState(0);
  useEffect(() => {
    let wanted = true;
    void app.rules.miniature(game.id, PREVIEW_TURNS[step % PREVIEW_TURNS.length]!).then((next) => {
      if (wanted) setScene(next);
    });
    const timer = reducedMotion() || document.hidden ? null : setTimeout(() => setStep(step + 1), PREVIEW_MS);
    return () => {
      wanted = false;
      if (timer) clearTimeout(timer);
    };
  }, [step]);
  const skin = skinOf(game.id);
  if (!scene || game.topology === Topology.None) {
    return <div class="miniature plain" aria-hidden="true">{Array.from({ length: 9 }, (_, i) => <i key={i} class={`stone stone-${i % 3}`} />)}</div>;
  }
  return (
    <div class="miniature" aria-hidden="true">
      <Board game={game} skin={skin} scene={scene} tokens={standingTokens(game, skin, scene)} name={game.title} />
    </div>
  );
}

function Card({ app, game }: { app: App; game: Game }) {
  return (
    <article class="card">
      <Miniature app={app} game={game} />
      <div class="card-body">
        <h2>{game.title}</h2>
        <p>{game.summary}</p>
        <div class="row">
          <button type="button" class="primary" onClick={() => void app.playNow(game)} aria-label={`${t("playNow")}: ${game.title}`}>{t("playNow")}</button>
          <a class="button" href={`#/new/${game.id}`} aria-label={`${t("options")}: ${game.title}`}>{t("options")}</a>
          <a class="button" href={`#/rules/${game.id}`} aria-label={`${t("rules")}: ${game.title}`}>{t("rules")}</a>
        </div>
      </div>
    </article>
  );
}

/** Games with a board first: the heap is there to learn the page by. */
const byBoard = (games: Game[]) => [...games].sort((a, b) => Number(b.topology !== 0) - Number(a.topology !== 0));

export function Home({ app }: { app: App }) {
  const games = byBoard(app.games);
  const first = games[0]!;
  return (
    <div class="page home-page">
      <header class="hero">
        <h1>{t("home")}</h1>
        <p>{t("tagline")}</p>
        <button type="button" class="primary big" onClick={() => void app.playNow(first)}>{t("playNow")}</button>
        <p class="hint">{first.title}, {t("playNowHint")}</p>
        {keptRecord() ? <p><a class="button" href="#/play">{t("resume")}</a></p> : null}
      </header>
      <main class="cards" aria-label={t("games")}>{games.map((game) => <Card key={game.id} app={app} game={game} />)}</main>
      <OpenGames app={app} />
    </div>
  );
}
