// A game's lesson: a few scenarios, each with something to do.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { GameScreen } from "../game/screen";
import { Session } from "../game/session";
import type { Json } from "../rules/record";
import { said, sentence } from "../rules/language";
import { ArgType, Role, type Game } from "../rules/types";
import { placeOf } from "../rules/words";
import { sceneCell } from "../game/menu";
import { useRedraw } from "../ui/hooks";
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

function useStep(app: App, game: Game, scenario: Json | undefined, attempt: number, onDone: () => void): { going: Going | null; problem: string } {
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
    begin().catch((error: Error) => setProblem(sentence(error.message)));
    return () => {
      left = true;
      session?.close();
    };
  }, [scenario, attempt]);
  return { going, problem };
}

/** "Orders: Buy a unit": the lesson, and the step of it. */
function titleOf(game: Game, scenario: Json): { lesson: string; step: string } {
  const title = String(scenario["title"]), at = title.indexOf(": ");
  if (at < 0) return { lesson: t("lesson"), step: said(game, title) };
  return { lesson: said(game, title.slice(0, at)), step: said(game, title.slice(at + 2)) };
}

/** The cells to touch: whoever is meant, and once that is chosen where it goes. */
function cellsToTouch({ session, step }: Going): number[] {
  const { wanted } = step, { look, game, aiming } = session;
  const verb = wanted ? game.verbs[wanted.verb] : undefined;
  if (!wanted || !verb || !look || session.playing) return [];
  const units = verb.args.flatMap((arg, i) => (arg.type === ArgType.Unit || arg.role === Role.Who || arg.role === Role.Whom
    ? look.scene.tokens.filter((token) => token.unit === wanted.args[i]).map((token) => token.cell) : []));
  const places = verb.args.flatMap((arg, i) => (arg.type === ArgType.Cell || arg.type === ArgType.Step ? [sceneCell(game, look.scene, placeOf(game, verb.args, wanted.args, i))] : []));
  const all = [...units, ...places].filter((cell) => cell >= 0);
  const first = all[0];
  return all.length > 1 && first !== undefined && aiming.selected !== first && aiming.named === null ? [first] : all.slice(-1);
}

/** Draws attention to what is to be touched: tiles, buttons, Done. The board is drawn by others, so this comes after each drawing. */
function useHints(going: Going, done: boolean): void {
  useRedraw((tell) => going.session.subscribe(tell), [going.session]);
  going.session.wanted = done ? null : going.step.wanted;
  useLayoutEffect(() => {
    document.querySelectorAll(".stage .cell.hinted").forEach((one) => one.classList.remove("hinted"));
    if (done) return;
    for (const cell of cellsToTouch(going)) document.querySelector(`.stage .board [data-cell="${cell}"]`)?.classList.add("hinted");
  });
}

function Box({ game, steps, at, done, going, onAgain }: { game: Game; steps: Json[]; at: number; done: boolean; going: Going; onAgain: () => void }) {
  const scenario = steps[at]!, { step } = going, { missed } = step;
  useHints(going, done);
  const { lesson, step: title } = titleOf(game, scenario);
  const its = steps.map((one) => titleOf(game, one).lesson), first = its.indexOf(lesson), count = its.filter((one) => one === lesson).length;
  const show = () => {
    const { wanted } = step;
    if (wanted) void going.session.give(wanted);
  };
  return (
    <section class="coach lesson" aria-label={t("lesson")}>
      <div role="status">
        <h2>{title} <small>{lesson}, {at - first + 1} {t("of")} {count}</small></h2>
        <p>{done ? t("lessonDone") : missed ? t("lessonMissed") : said(game, String(scenario["note"]))}</p>
      </div>
      <p class="row">
        {done || missed ? null : <button type="button" onClick={show}>{t("lessonShow")}</button>}
        {done ? null : <button type="button" class={missed ? "primary" : ""} onClick={onAgain}>{t("lessonAgain")}</button>}
        {done && at + 1 < steps.length ? <a class="button primary" href={`#/learn/${game.id}/${at + 2}`}>{t("lessonNext")}</a> : null}
        {done && at + 1 === steps.length ? <a class="button primary" href={`#/new/${game.id}`}>{t("playNow")}</a> : null}
        <a class="button" href={`#/rules/${game.id}`}>{t("rules")}</a>
        <Lessons game={game} steps={steps} at={at} />
      </p>
    </section>
  );
}

/** All lessons of the game, each beginning at its first step. */
function Lessons({ game, steps, at }: { game: Game; steps: Json[]; at: number }) {
  const its = steps.map((one) => titleOf(game, one).lesson);
  const begins = its.flatMap((lesson, i) => (its.indexOf(lesson) === i ? [i] : []));
  if (begins.length < 2) return null;
  return (
    <select aria-label={t("lesson")} value={its.indexOf(its[at]!)} onChange={(event) => { location.hash = `#/learn/${game.id}/${Number(event.currentTarget.value) + 1}`; }}>
      {begins.map((i) => <option key={i} value={i}>{its[i]}</option>)}
    </select>
  );
}

function Step({ app, game, steps, at }: { app: App; game: Game; steps: Json[]; at: number }) {
  const [done, setDone] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { going, problem } = useStep(app, game, steps[at], attempt, () => setDone(true));
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!going) return <p class="loading">{t("loading")}</p>;
  return <GameScreen key={attempt} session={going.session} rules={app.rules} shared={false} onAgain={() => undefined} onScenario={null}
    lesson={<Box game={game} steps={steps} at={at} done={done} going={going} onAgain={() => setAttempt(attempt + 1)} />} />;
}

export function LearnPage({ app, game, at }: { app: App; game: Game; at: number }) {
  const steps = useLesson(game);
  if (!steps) return <p class="loading">{t("loading")}</p>;
  if (!steps[at]) return <div class="page narrow"><h1>{game.title}</h1><p>{t("noLesson")}</p><a href="#/">{t("home")}</a></div>;
  return <Step key={at} app={app} game={game} steps={steps} at={at} />;
}
