// The puzzle of the day of a game: the same for everybody, from a list that came with the page.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { orderWords } from "../game/orderwords";
import { GameScreen } from "../game/screen";
import type { Json } from "../rules/record";
import type { Game } from "../rules/types";
import { seatName } from "../rules/words";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { CLOSE, PuzzleMatch } from "./puzzle";
import { useRunning, type Running } from "./running";

const DAY_MS = 86400000;
const today = () => Math.floor(Date.now() / DAY_MS);

type Verdict = "open" | "solved" | "other";

async function beginPuzzle(app: App, game: Game, scenario: Json, onDone: (verdict: Verdict) => void): Promise<PuzzleMatch> {
  const match = await PuzzleMatch.begin(app.rules, game, scenario);
  match.onDone = (value) => void match.bestValue().then((best) => onDone(value >= best - CLOSE ? "solved" : "other"));
  return match;
}

function Box({ game, running: { session, match }, verdict, onAgain, onAnother }: { game: Game; running: Running<PuzzleMatch>; verdict: Verdict; onAgain: () => void; onAnother: () => void }) {
  const [shown, show] = useState(false);
  const scene = session.look?.scene;
  return (
    <section class="coach lesson puzzle" aria-label={tl("puzzle")}>
      <div role="status">
        <h2>{tl("puzzle")} <small>{tl("puzzleOf").replace("{game}", game.title).replace("{who}", seatName(game, match.seat))}</small></h2>
        <p>{tl(verdict === "solved" ? "puzzleSolved" : verdict === "other" ? "puzzleOther" : "puzzleTask")}</p>
        {shown && scene ? <p class="best">{tl("puzzleBest")} {match.best.map((action) => orderWords(game, scene, action)).join("; ")}</p> : null}
      </div>
      <p class="row">
        {verdict === "other" ? <button type="button" class="primary" onClick={onAgain}>{tl("puzzleAgain")}</button> : null}
        {verdict === "solved" || shown ? null : <button type="button" onClick={() => show(true)}>{tl("puzzleShow")}</button>}
        <button type="button" onClick={onAnother}>{tl("puzzleAnother")}</button>
        <a class="button" href="#/">{t("home")}</a>
      </p>
    </section>
  );
}

function Puzzle({ app, game, scenario, onAnother }: { app: App; game: Game; scenario: Json; onAnother: () => void }) {
  const [verdict, setVerdict] = useState<Verdict>("open");
  const [attempt, setAttempt] = useState(0);
  const { running, problem } = useRunning(app, () => beginPuzzle(app, game, scenario, setVerdict), [scenario, attempt]);
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!running) return <p class="loading">{t("loading")}</p>;
  const again = () => {
    setVerdict("open");
    setAttempt(attempt + 1);
  };
  return <GameScreen key={attempt} session={running.session} rules={app.rules} shared={false} onAgain={() => undefined} onScenario={null}
    lesson={<Box game={game} running={running} verdict={verdict} onAgain={again} onAnother={onAnother} />} />;
}

export function PuzzlePage({ app, game }: { app: App; game: Game }) {
  const [all, setAll] = useState<Json[] | null>(null);
  const [at, setAt] = useState(today());
  useEffect(() => {
    void fetch(`puzzles/${game.id}.json`).then((response) => (response.ok ? response.json() as Promise<Json[]> : [])).then(setAll, () => setAll([]));
  }, [game.id]);
  if (!all) return <p class="loading">{t("loading")}</p>;
  const scenario = all[at % all.length];
  if (!scenario) return <div class="page narrow"><h1>{game.title}</h1><p>{tl("puzzleNone")}</p><a href="#/">{t("home")}</a></div>;
  return <Puzzle key={at} app={app} game={game} scenario={scenario} onAnother={() => setAt(at + 1)} />;
}
