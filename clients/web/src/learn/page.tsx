// A game's lesson: a few scenarios, each with something to do.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { GameScreen } from "../game/screen";
import type { Json } from "../rules/record";
import { said } from "../rules/language";
import { ArgType, Role, type Game } from "../rules/types";
import { placeOf } from "../rules/words";
import { sceneCell } from "../game/menu";
import { useRedraw } from "../ui/hooks";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { LessonStep } from "./lesson";
import { useRunning, type Running } from "./running";

function useLesson(game: Game): Json[] | null {
  const [steps, setSteps] = useState<Json[] | null>(null);
  useEffect(() => {
    void fetch(`lessons/${game.id}.json`).then((response) => (response.ok ? response.json() as Promise<Json[]> : []))
      .then(setSteps, () => setSteps([]));
  }, [game.id]);
  return steps;
}

async function beginStep(app: App, game: Game, scenario: Json, onDone: () => void): Promise<LessonStep> {
  const step = await LessonStep.begin(app.rules, game, scenario);
  step.onDone = onDone;
  return step;
}

/** "Orders: Buy a unit": the lesson, and the step of it. */
function titleOf(game: Game, scenario: Json): { lesson: string; step: string } {
  const title = String(scenario["title"]), at = title.indexOf(": ");
  if (at < 0) return { lesson: tl("lesson"), step: said(game, title) };
  return { lesson: said(game, title.slice(0, at)), step: said(game, title.slice(at + 2)) };
}

/** The cells to touch: whoever is meant, and once that is chosen where it goes. */
function cellsToTouch({ session, match: step }: Running<LessonStep>): number[] {
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
function useHints(running: Running<LessonStep>, done: boolean): void {
  useRedraw((tell) => running.session.subscribe(tell), [running.session]);
  running.session.wanted = done ? null : running.match.wanted;
  useLayoutEffect(() => {
    document.querySelectorAll(".stage .cell.hinted").forEach((one) => one.classList.remove("hinted"));
    if (done) return;
    for (const cell of cellsToTouch(running)) document.querySelector(`.stage .board [data-cell="${cell}"]`)?.classList.add("hinted");
  });
}

function Box({ game, steps, at, done, running, onAgain }: { game: Game; steps: Json[]; at: number; done: boolean; running: Running<LessonStep>; onAgain: () => void }) {
  const scenario = steps[at]!, { match: step } = running, { missed } = step;
  useHints(running, done);
  const { lesson, step: title } = titleOf(game, scenario);
  const its = steps.map((one) => titleOf(game, one).lesson), first = its.indexOf(lesson), count = its.filter((one) => one === lesson).length;
  const show = () => {
    const { wanted } = step;
    if (wanted) void running.session.give(wanted);
  };
  return (
    <section class="coach lesson" aria-label={tl("lesson")}>
      <div role="status">
        <h2>{title} <small>{lesson}, {at - first + 1} {t("of")} {count}</small></h2>
        <p>{done ? tl("lessonDone") : missed ? tl("lessonMissed") : said(game, String(scenario["note"]))}</p>
      </div>
      <p class="row">
        {done || missed ? null : <button type="button" onClick={show}>{tl("lessonShow")}</button>}
        {done ? null : <button type="button" class={missed ? "primary" : ""} onClick={onAgain}>{tl("lessonAgain")}</button>}
        {done && at + 1 < steps.length ? <a class="button primary" href={`#/learn/${game.id}/${at + 2}`}>{tl("lessonNext")}</a> : null}
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
    <select aria-label={tl("lesson")} value={its.indexOf(its[at]!)} onChange={(event) => { location.hash = `#/learn/${game.id}/${Number(event.currentTarget.value) + 1}`; }}>
      {begins.map((i) => <option key={i} value={i}>{its[i]}</option>)}
    </select>
  );
}

function Step({ app, game, steps, at }: { app: App; game: Game; steps: Json[]; at: number }) {
  const scenario = steps[at]!;
  const [done, setDone] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { running, problem } = useRunning(app, () => beginStep(app, game, scenario, () => setDone(true)), [scenario, attempt]);
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!running) return <p class="loading">{t("loading")}</p>;
  return <GameScreen key={attempt} session={running.session} rules={app.rules} shared={false} onAgain={() => undefined} onScenario={null}
    lesson={<Box game={game} steps={steps} at={at} done={done} running={running} onAgain={() => setAttempt(attempt + 1)} />} />;
}

export function LearnPage({ app, game, at }: { app: App; game: Game; at: number }) {
  const steps = useLesson(game);
  if (!steps) return <p class="loading">{t("loading")}</p>;
  if (!steps[at]) return <div class="page narrow"><h1>{game.title}</h1><p>{tl("noLesson")}</p><a href="#/">{t("home")}</a></div>;
  return <Step key={at} app={app} game={game} steps={steps} at={at} />;
}
