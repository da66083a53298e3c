// Puzzles: each has one best turn, as a new search says, and who ends the turn without it is told so; in node, TAP.
// usage: node puzzles_test.mjs DIST [COUNT]
import { ok, strictEqual } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist, count = "2"] = process.argv.slice(2);
const worker = await startWorker(dist, true);
const { startRules, know, PuzzleMatch, CLOSE, searched } = await load("rules/client", "rules/known", "learn/puzzle", "learn/search");
const rules = startRules(worker);
const fileOf = (game) => join(dist, "puzzles", `${game.id}.json`);
const puzzlesOf = (game) => JSON.parse(readFileSync(fileOf(game), "utf8"));
const games = (await rules.games()).filter((game) => existsSync(fileOf(game)));
ok(games.length >= 5, `puzzles of ${games.length} games: those that people play have some`);

/** Plays these orders and ends the turn; what the page makes of it. */
async function played(game, scenario, orders) {
  const match = await PuzzleMatch.begin(rules, game, scenario);
  const told = { update: null, value: null };
  const judged = new Promise((resolve) => { match.onDone = resolve; });
  await match.start((update) => { told.update = update; });
  for (const order of orders(match)) await match.order(order);
  const { legal } = await rules.look(game.id, match.seat, told.update.view, told.update.act);
  const end = legal.find((action) => game.verbs[action.verb].flags & 2 && game.verbs[action.verb].args.length === 0);
  if (end) await match.order(end);
  const value = await judged, best = await match.bestValue();
  match.close();
  return { solved: value >= best - CLOSE, value, best };
}

for (const game of games) {
  await test(`${game.id}: a search finds one best turn in each puzzle`, async () => {
    await know(rules, game);
    const all = puzzlesOf(game);
    ok(all.length >= 7, `${all.length} puzzles: one for each day of a week are wanted`);
    for (const scenario of all.slice(0, Number(count))) {
      const match = await PuzzleMatch.begin(rules, game, scenario);
      const best = await searched(rules, game, match.begin, match.seat);
      ok(best, `${scenario.title}: no turn is best by far`);
      ok(await rules.turnValue(game.id, match.begin, match.seat, best) - await match.bestValue() <= CLOSE, `${scenario.title}: there is a better turn`);
      match.close();
    }
  });

  await test(`${game.id}: the best turn solves a puzzle, an empty one does not`, async () => {
    for (const scenario of puzzlesOf(game).slice(0, Number(count))) {
      strictEqual((await played(game, scenario, (match) => match.best)).solved, true, scenario.title);
      strictEqual((await played(game, scenario, () => [])).solved, false, scenario.title);
    }
  });
}

finish();
process.exit(process.exitCode);
