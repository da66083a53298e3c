// The strongest players of a game, as the server rates them.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Ranked, Ranking } from "../net/server";
import type { Game } from "../rules/types";
import { tl } from "../ui/later";
import { t } from "../ui/strings";

function List({ title, players }: { title: string; players: Ranked[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead><tr><th scope="col">{tl("rankingPlace")}</th><th scope="col">{t("name")}</th><th scope="col">{t("rating")}</th><th scope="col">{t("played")}</th></tr></thead>
        <tbody>{players.map((one, i) => (
          <tr key={one.player}>
            <td>{i + 1}</td><td><a href={`#/player/${one.player}`}>{one.name}</a></td>
            <td>{one.rating} ± {2 * one.deviation}</td><td>{one.games}</td>
          </tr>
        ))}</tbody>
      </table>
    </section>
  );
}

export function RankingPage({ app, game }: { app: App; game: Game }) {
  const [ranking, setRanking] = useState<Ranking | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setRanking(null);
    app.server.ranking(game.id).then(setRanking, () => setProblem(t("cantLoad")));
  }, [game.id]);
  const lists = ranking ? [["rankingTwo", ranking["2"]], ["rankingMore", ranking.more]] as const : [];
  const shown = lists.filter(([, players]) => players.length > 0);
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main class="ranking">
        <h1>{t("ranking")}: {game.title}</h1>
        <p class="row">{app.shown.map((one) => <a key={one.id} class="button" href={`#/ranking/${one.id}`} aria-current={one === game ? "page" : undefined}>{one.title}</a>)}</p>
        <p class="help">{tl("rankingHelp")}</p>
        {problem ? <p role="alert">{problem}</p> : null}
        {!ranking && !problem ? <p class="help">{t("loading")}</p> : null}
        {ranking && shown.length === 0 ? <p>{tl("rankingEmpty")}</p> : null}
        {shown.map(([word, players]) => <List key={word} title={tl(word)} players={players} />)}
      </main>
    </div>
  );
}
