// The first page: a card for each game, and one big button.
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { Painting } from "../board/painting";
import type { App } from "../app";
import { botWord, presetBot, quickBot } from "../game/levels";
import { newRecord } from "../game/match";
import { standingTokens } from "../game/playback";
import { know } from "../rules/known";
import { said } from "../rules/language";
import type { Game, Scene } from "../rules/types";
import { skinOf } from "../skins";
import { useNarrow } from "../ui/hooks";
import { reducedMotion } from "../ui/parts";
import { chooseLanguage, LANGUAGE_NAMES, languageCode, t } from "../ui/strings";
import { OpenGames } from "./lobby";
import { GoOn } from "./mygames";
import { heroScenery, SCENERY } from "./scenery";
import { Ways } from "./ways";

const SKIPPED_TURNS = 15; // an empty board is no picture
const TURN_MS = 1200;

/** Shows a match between bots, turn by turn; begins another when it is over. Call the result to stop. */
function watchBots(app: App, game: Game, show: (scene: Scene) => void): () => void {
  let stopped = false;
  const pause = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const rules = app.aside;
  const play = async () => {
    await know(rules, game);
    const id = await rules.begin(newRecord({
      game: game.id, options: game.options.map((option) => option.preset), seats: Array<string>(game.seatsPreset).fill(quickBot(game)),
    }));
    for (let turns = SKIPPED_TURNS; !stopped; turns = document.hidden ? 0 : 1) {
      const scene = await rules.advance(id, turns);
      if (!scene) break;
      show(scene);
      if (reducedMotion()) stopped = true;
      await pause(TURN_MS);
    }
    await rules.end(id);
  };
  void (async () => {
    while (!stopped) await play();
  })().catch(() => undefined); // a card without a picture is a card
  return () => { stopped = true; };
}

function Miniature({ app, game }: { app: App; game: Game }) {
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => watchBots(app, game, setScene), [game.id]);
  const skin = skinOf(game);
  if (!scene) return <div class="miniature" aria-hidden="true" />;
  return (
    <div class="miniature" aria-hidden="true">
      <Board game={game} skin={skin} scene={scene} tokens={standingTokens(game, skin, scene)} name={game.title} />
    </div>
  );
}

function Picture({ app, game }: { app: App; game: Game }) {
  const scenery = SCENERY[game.id];
  return scenery ? <div class="miniature"><Painting scenery={scenery} /></div> : <Miniature app={app} game={game} />;
}

function Card({ app, game }: { app: App; game: Game }) {
  return (
    <article class="card">
      <Picture app={app} game={game} />
      <div class="card-body">
        <h2>{game.title}</h2>
        <p>{said(game, game.summary)}</p>
        <div class="row">
          <button type="button" class="primary" onClick={() => void app.playNow(game)} aria-label={`${t("playNow")}: ${game.title}`}>{t("playNow")}</button>
          <a class="button" href={`#/new/${game.id}`} aria-label={`${t("options")}: ${game.title}`}>{t("options")}</a>
          <a class="button" href={`#/learn/${game.id}`} aria-label={`${t("learn")}: ${game.title}`}>{t("learn")}</a>
          <a class="button" href={`#/rules/${game.id}`} aria-label={`${t("rules")}: ${game.title}`}>{t("rules")}</a>
        </div>
      </div>
    </article>
  );
}

export function Home({ app }: { app: App }) {
  const games = app.shown;
  const first = games[0]!, narrow = useNarrow();
  return (
    <div class="page home-page">
      <header class="hero">
        <Painting scenery={heroScenery(narrow)} />
        <div class="plate">
          <h1>{t("home")}</h1>
          <p>{t("tagline")}</p>
          <button type="button" class="primary big" onClick={() => void app.playNow(first)}>{t("playNow")}</button>
          <p class="hint">{first.title}, {t("playNowHint").replace("{level}", botWord(presetBot(first)))}</p>
        </div>
        <p class="row places">
          <a class="button" href="#/games">{t("yourGames")}</a>
          <a class="button" href="#/replays">{t("replays")}</a>
          <a class="button" href="#/sandbox">{t("sandbox")}</a>
          <a class="button" href="#/settings">{t("settings")}</a>
          {app.server.available ? <a class="button" href="#/account">{t("account")}</a> : null}
        </p>
      </header>
      <GoOn app={app} />
      <main class="cards" aria-label={t("games")}>{games.map((game) => <Card key={game.id} app={app} game={game} />)}</main>
      <Ways app={app} />
      <OpenGames app={app} />
      <footer class="row languages">
        {LANGUAGE_NAMES.map(([code, name]) => (
          <button key={code} type="button" class="tool" lang={code} aria-pressed={code === languageCode()} onClick={() => chooseLanguage(code)}>{name}</button>
        ))}
      </footer>
    </div>
  );
}
