// Replays: the last game of this browser, a file, and what was played on the server.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { ListedMatch } from "../net/server";
import { fromFile } from "../replay/source";
import { sentence } from "../rules/language";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { KeptGames } from "./mygames";
import { MatchLine } from "./played";

function OpenFile({ app }: { app: App }) {
  const [problem, setProblem] = useState("");
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      app.opened = await fromFile(app, new Uint8Array(await file.arrayBuffer()));
      location.hash = "#/replay/file";
    } catch (error) {
      setProblem(sentence((error as Error).message));
    }
  };
  return (
    <>
      <label class="button file">{tl("openReplay")}
        <input type="file" accept=".rdr" onChange={(event) => void open(event.currentTarget.files?.[0])} />
      </label>
      {problem ? <p class="warning" role="alert">{problem}</p> : null}
    </>
  );
}

export function ReplaysPage({ app }: { app: App }) {
  const [matches, setMatches] = useState<ListedMatch[]>([]);
  useEffect(() => {
    if (app.server.available) void app.server.list().then(setMatches, () => undefined);
  }, []);
  const over = matches.filter((match) => match.state === "over");
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main class="lobby">
        <h1>{t("replays")}</h1>
        <KeptGames app={app} />
        <ul>
          {over.map((match) => <MatchLine key={match.match} app={app} match={match} mine={match.mine ?? []} />)}
        </ul>
        <OpenFile app={app} />
      </main>
    </div>
  );
}
