// What a visitor may want to begin: against the computer, a friend, anybody who waits, or a puzzle.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { botWord, levelsOf, quickOptions } from "../game/levels";
import type { ListedMatch } from "../net/server";
import type { Game } from "../rules/types";
import { t } from "../ui/strings";

const KEPT = "redoubt.lastGame";

/** Somebody waits for an opponent in these. */
const openOf = (lobby: ListedMatch[], game: Game) =>
  lobby.filter((one) => one.game === game.id && one.state === "open" && (one.free ?? 0) > 0 && (one.mine ?? []).length === 0);

/** Sits down where somebody waits; where nobody does, waits for whoever comes. */
async function pair(app: App, game: Game, lobby: ListedMatch[]): Promise<void> {
  const found = openOf(lobby, game)[0];
  if (found) location.hash = `#/m/${found.match}`;
  else {
    const seats = Array.from({ length: game.seatsPreset }, (_, i) => (i === 0 ? "me" : "open"));
    await app.playOnline(game, quickOptions(game), seats, { public: true, clock: null });
  }
}

function Friend({ app, game, lobby }: { app: App; game: Game; lobby: ListedMatch[] }) {
  const { available } = app.server, waiting = openOf(lobby, game).length;
  return (
    <section>
      <h3>{t("playFriend")}</h3>
      <p class="row">
        {available ? <a class="button" href={`#/new/${game.id}/friend`}>{t("friendLink")}</a> : null}
        <a class="button" href={`#/new/${game.id}/device`}>{t("friendHere")}</a>
        {available ? <button type="button" onClick={() => void pair(app, game, lobby)}>{t("findOpponent")}{waiting > 0 ? ` (${t("waitingCount").replace("{count}", String(waiting))})` : ""}</button> : null}
        {available ? <a class="button" href={`#/ranking/${game.id}`}>{t("ranking")}</a> : null}
      </p>
    </section>
  );
}

export function Ways({ app }: { app: App }) {
  const games = app.shown;
  const [id, setId] = useState(localStorage.getItem(KEPT) ?? games[0]!.id);
  const [lobby, setLobby] = useState<ListedMatch[]>([]);
  useEffect(() => (app.server.available ? app.server.lobby({ free: true }, setLobby) : undefined), []);
  const game = games.find((one) => one.id === id) ?? games[0]!;
  const choose = (wanted: string) => {
    localStorage.setItem(KEPT, wanted);
    setId(wanted);
  };
  return (
    <section class="ways" aria-label={t("ways")}>
      <div class="row games" role="radiogroup" aria-label={t("whichGame")}>
        {games.map((one) => (
          <button key={one.id} type="button" role="radio" class="tool" aria-checked={one === game} onClick={() => choose(one.id)}>{one.title}</button>
        ))}
      </div>
      <section>
        <h3>{t("playComputer")}</h3>
        <p class="row">{levelsOf(game).map((bot) => <button key={bot} type="button" onClick={() => void app.playNow(game, bot)}>{botWord(bot)}</button>)}</p>
      </section>
      <Friend app={app} game={game} lobby={lobby} />
      <section>
        <h3>{t("puzzleToday")}</h3>
        <p class="row"><a class="button" href={`#/puzzle/${game.id}`}>{t("puzzleHint")}</a></p>
      </section>
    </section>
  );
}
