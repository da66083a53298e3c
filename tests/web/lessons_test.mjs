// Lessons: whatever somebody does in one, it can be finished, or says that it is to be begun again; in node, TAP.
// usage: node lessons_test.mjs DIST [INPUTS]
import { ok, strictEqual } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, pageCode, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist, inputs = "120"] = process.argv.slice(2);
const worker = await startWorker(dist, true);
const FILES = ["rules/client", "rules/known", "learn/lesson"];
const page = await load(...FILES);
const rules = page.startRules(worker);
const games = (await rules.games()).filter((one) => existsSync(join(dist, "lessons", `${one.id}.json`)));
const stepsOf = (game) => JSON.parse(readFileSync(join(dist, "lessons", `${game.id}.json`), "utf8"));
const ORDERS_MAX = 40; // of a step, without a mistake
const STRAYS_MAX = 12; // in a row, then it is looked whether the step can be finished

function luckOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A step, and what it tells: its last update, and whether it is done. */
async function begun(code, game, scenario) {
  const told = { update: null, done: false };
  const step = await code.LessonStep.begin(rules, game, scenario);
  step.onDone = () => { told.done = true; };
  await step.start((update) => { told.update = update; });
  return { step, told };
}

/** Gives what the step asks for until it is done; false: it says that it can't be any more. */
async function finished({ step, told }) {
  for (let i = 0; i < ORDERS_MAX && !told.done; i++) {
    if (step.missed) return false;
    strictEqual(await step.order(step.wanted), null, "what a lesson asks for is refused");
  }
  ok(told.done, "a lesson has no end");
  return true;
}

/** Anything that is legal, and now and then Undo. */
async function stray(game, { step, told }, luck) {
  if (luck(6) === 0) return step.undo();
  const { legal } = await rules.look(game.id, step.seat, told.update.view, told.update.act);
  return legal.length === 0 ? null : step.order(legal[luck(legal.length)]);
}

/** Random inputs into a step, over and over: after each handful it is finished, or begun again and finished. */
async function tried(code, game, scenario, count, luck) {
  let again = 0;
  for (let left = count; left > 0;) {
    const going = await begun(code, game, scenario);
    for (let i = 1 + luck(STRAYS_MAX); i > 0 && left > 0 && !going.told.done; i--, left--) await stray(game, going, luck);
    if (!await finished(going)) {
      again++;
      const fresh = await begun(code, game, scenario);
      ok(await finished(fresh), "a lesson that is begun again can't be finished");
      fresh.step.close();
    }
    going.step.close();
  }
  return again;
}

for (const game of games) {
  await test(`${game.id}: ${inputs} random inputs into each lesson leave it to be finished`, async () => {
    await page.know(rules, game);
    const luck = luckOf(7);
    let again = 0;
    for (const scenario of stepsOf(game)) again += await tried(page, game, scenario, Number(inputs), luck);
    console.log(`# begun again ${again} times`);
  });
}

const same = (a, b) => a !== null && a.verb === b.verb && a.args.join() === b.args.join();

/** Takes back the first order: then it is wanted again. */
async function undone(code, game, scenario) {
  const going = await begun(code, game, scenario), first = going.step.wanted;
  await going.step.order(first);
  await going.step.undo();
  ok(same(going.step.wanted, first), "what was taken back is not wanted again");
  ok(await finished(going));
}

await test("wanted orders may come in any sequence, and be taken back", async () => {
  const game = games.find((one) => one.id === "fortress"), scenario = stepsOf(game).find((one) => one.title.endsWith("Shoot and strike"));
  const going = await begun(page, game, scenario), second = going.step.script[1][1];
  strictEqual(await going.step.order(second), null);
  ok(!going.step.missed && await finished(going), "the second order first");
  await undone(page, game, scenario);
});

await test("a turn that ends without what was wanted is no success, and the next one may be", async () => {
  const game = games.find((one) => one.id === "fortress"), [scenario] = stepsOf(game);
  const going = await begun(page, game, scenario), end = going.step.script.find(([, one]) => one.verb !== going.step.wanted.verb)[1];
  await going.step.order(end);
  ok(!going.told.done && await finished(going));
});

await test("a lesson that forgets what was taken back, or never says that it is missed, is noticed", async () => {
  const lines = FILES.map((name) => `export * from "./${name}";`).join("\n");
  const game = games.find((one) => one.id === "fortress"), [scenario] = stepsOf(game);
  for (const [tries, ...mistake] of [
    [undone, "learn/lesson.ts", "if (last?.taken) this.script.splice(last.taken[0], 0, last.taken[1]);", ""],
    [(code) => tried(code, game, scenario, 400, luckOf(3)), "learn/lesson.ts", "this.missed = next[0] !== this.seat || verdict!.code !== Code.Ok;", "this.missed = verdict === undefined;"],
  ]) {
    const broken = await pageCode(lines, mistake);
    ok(await tries(broken, game, scenario).then(() => false, () => true), `${mistake[1]} was not missed`);
  }
});

finish();
process.exit(process.exitCode);
