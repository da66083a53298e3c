// A player as everybody sees one: ratings and matches.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Profile } from "../net/server";
import { sentence } from "../rules/language";
import { t } from "../ui/strings";
import { MatchLine } from "./played";

export function PlayerPage({ app, id }: { app: App; id: string }) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    app.server.profile(id).then(setProfile, (error: Error) => setProblem(sentence(error.message)));
  }, [id]);
  const title = (game: string) => app.game(game)?.title ?? game;
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!profile) return <p class="loading">{t("loading")}</p>;
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main class="lobby">
        <h1>{profile.name}</h1>
        {profile.ratings.length === 0 ? <p class="help">{t("unrated")}</p> : (
          <table>
            <thead><tr><th scope="col">{t("games")}</th><th scope="col">{t("rating")}</th><th scope="col">{t("played")}</th></tr></thead>
            <tbody>{profile.ratings.map((one) => (
              <tr key={`${one.game}${one.seats}`}><td>{title(one.game)}</td><td>{Math.round(one.rating)} ± {Math.round(2 * one.deviation)}</td><td>{one.games}</td></tr>
            ))}</tbody>
          </table>
        )}
        <ul>{profile.matches.map((match) => <MatchLine key={match.match} app={app} match={match} />)}</ul>
      </main>
    </div>
  );
}
