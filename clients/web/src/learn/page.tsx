// A game's lesson: a few scenarios, each with something to do.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { GameScreen } from "../game/screen";
import { Session } from "../game/session";
import type { Json } from "../rules/record";
import type { Game } from "../rules/types";
import { reducedMotion } from "../ui/parts";
import { t } from "../ui/strings";
import { LessonStep } from "./lesson";

function useLesson(game: Game): Json[] | null {
  const [steps, setSteps] = useState<Json[] | null>(null);
  useEffect(() => {
    void fetch(`lessons/${game.id}.json`).then((response) => (response.ok ? response.json() as Promise<Json[]> : []))
      .then(setSteps, () => setSteps([]));
  }, [game.id]);
  return steps;
}

interface Going { session: Session; step: LessonStep }

function useStep(app: App, game: Game, scenario: Json | undefined, onDone: () => void): { going: Going | null; problem: string } {
  const [going, setGoing] = useState<Going | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let session: Session | null = null, left = false;
    const begin = async () => {
      if (!scenario) return;
      const step = await LessonStep.begin(app.rules, game, scenario);
      step.onDone = onDone;
      session = new Session(app.rules, step, reducedMotion);
      await session.start();
      if (left) session.close();
      else setGoing({ session, step });
    };
    setGoing(null);
    begin().catch((error: Error) => setProblem(error.message));
    return () => {
      left = true;
      session?.close();
    };
  }, [scenario]);
  return { going, problem };
}

function Box({ game, steps, at, done, going }: { game: Game; steps: Json[]; at: number; done: boolean; going: Going }) {
  const scenario = steps[at]!;
  const show = () => {
    const { wanted } = going.step;
    if (wanted) void going.session.give(wanted);
  };
  return (
    <section class="coach lesson" aria-label={t("lesson")}>
      <div role="status">
        <h2>{String(scenario["title"])} <small>{at + 1} {t("of")} {steps.length}</small></h2>
        <p>{done ? t("lessonDone") : String(scenario["note"])}</p>
      </div>
      <p class="row">
        {done ? null : <button type="button" onClick={show}>{t("lessonShow")}</button>}
        {done && at + 1 < steps.length ? <a class="button primary" href={`#/learn/${game.id}/${at + 2}`}>{t("lessonNext")}</a> : null}
        {done && at + 1 === steps.length ? <a class="button primary" href={`#/new/${game.id}`}>{t("playNow")}</a> : null}
        <a class="button" href={`#/rules/${game.id}`}>{t("rules")}</a>
      </p>
    </section>
  );
}

function Step({ app, game, steps, at }: { app: App; game: Game; steps: Json[]; at: number }) {
  const [done, setDone] = useState(false);
  const { going, problem } = useStep(app, game, steps[at], () => setDone(true));
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!going) return <p class="loading">{t("loading")}</p>;
  return <GameScreen session={going.session} rules={app.rules} shared={false} onAgain={() => undefined} onScenario={null}
    lesson={<Box game={game} steps={steps} at={at} done={done} going={going} />} />;
}

export function LearnPage({ app, game, at }: { app: App; game: Game; at: number }) {
  const steps = useLesson(game);
  if (!steps) return <p class="loading">{t("loading")}</p>;
  if (!steps[at]) return <div class="page narrow"><h1>{game.title}</h1><p>{t("noLesson")}</p><a href="#/">{t("home")}</a></div>;
  return <Step key={at} app={app} game={game} steps={steps} at={at} />;
}
