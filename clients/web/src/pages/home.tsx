// The first page: a card for each game, and one big button.
import { Painting } from "../board/painting";
import type { App } from "../app";
import { botWord, presetBot } from "../game/levels";
import { said } from "../rules/language";
import type { Game } from "../rules/types";
import { useNarrow } from "../ui/hooks";
import { chooseLanguage, LANGUAGE_NAMES, languageCode, t } from "../ui/strings";
import { OpenGames } from "./lobby";
import { GoOn } from "./mygames";
import { ANY, heroScenery, SCENERY } from "./scenery";
import { Ways } from "./ways";

function Card({ app, game }: { app: App; game: Game }) {
  return (
    <article class="card">
      <div class="miniature"><Painting scenery={SCENERY[game.id] ?? ANY} /></div>
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
