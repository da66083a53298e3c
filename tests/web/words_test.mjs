// Every sentence that a player reads, over random turns of each game, in every language: no number of a unit, no name of a table, no
// decimal, nothing untranslated; in node, TAP. With the mistakes that it is there to find.
// usage: node words_test.mjs DIST [TURNS]
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, pageCode, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist, turns = "30"] = process.argv.slice(2);
const worker = await startWorker(dist, true);
const FILES = ["rules/client", "rules/language", "rules/known", "game/playback", "game/play/summary", "game/orderwords", "skins", "board/skin", "rules/words"];
const page = await load(...FILES);
const rules = page.startRules(worker);
const games = (await rules.games()).filter((one) => one.id !== "null");
const LANGUAGES = { en: null, de: JSON.parse(readFileSync(new URL("../../clients/web/src/words/de.json", import.meta.url), "utf8")) };
const BOTS = ["random", "greedy"], SEEDS = 3, ORDERS_READ = 60, EVERY = 4; // turns: openings are all alike

/** Updates of all turns of games between quick bots, as each seat and a watcher are told them. */
async function* told(game) {
  for (let seed = 1, left = Number(turns); left > 0; seed++) {
    const seats = Array.from({ length: game.seatsPreset }, () => ({ who: "bot", name: BOTS[seed % BOTS.length] }));
    const id = await rules.begin({ game: game.id, options: game.options.map((one) => one.preset), seats, seed: String(seed), orders: [] });
    await rules.advance(id, EVERY * Math.ceil(Number(turns) / SEEDS));
    const record = await rules.record(id);
    await rules.end(id);
    const replay = await rules.replayOpen(record);
    for (const seat of [0, 1, 7]) {
      for (let stop = EVERY; stop < replay.info.turns.length; stop += EVERY) {
        if (seat === 0) left--;
        const { scene: before } = await rules.look(game.id, seat, (await rules.replayAt(replay.id, stop - 1, seat, false)).view, false);
        const update = await rules.replayAt(replay.id, stop, seat, true);
        const { scene, legal } = await rules.look(game.id, seat, update.view, seat !== 7);
        const every = Math.ceil(legal.length / ORDERS_READ), orders = legal.filter((_, i) => i % every === 0);
        yield { before, scene, events: update.events, seat, orders };
      }
    }
    await rules.replayClose(replay.id);
  }
}

const WRONG = [/\bP[1-4]\b/, /\d\.\d/, /_/, /\bP\d-/, /\b[mdt]\d+\b/, /\{|\}/, /\b(?:archer|soldier|scout|miner|builder|phalanx|cavalry|wizard|dragon|tower|mercenary|demon) \d+(?![,\d])/, /undefined|null|NaN/];
/** What English has besides: "a archer", "1 steps", a tile that is said twice. */
const WRONG_ENGLISH = [/\bthe [NESW] side\b/, /\b([a-z]+) \1\b/i, /\bby \w+ed\b(?! by)/, /\b[Aa] [aeio]/, /\b1 (?:steps|turns|cells|units|points|tiles|mercenaries|workers|demons|armies|places|wait)\b/, /\bat (\S+?) .*\bat \1\b(?!.*\bat )/, /(?<![\d,])-\d+ (?:left|health)/];

/** Lines of the log with what "Why?" shows, the turn told short, orders, and what is read of the pieces. */
function linesOf(code, game, { before, scene, events, seat, orders = [] }) {
  const skin = code.skinOf(game), beats = code.makeBeats(game, skin, before, [{ name: "", row: 0, after: scene, events }], seat);
  return [
    ...beats.flatMap((beat) => beat.lines.flatMap((line) => [line.text, ...line.facts.map((fact) => fact.join(" "))])),
    ...code.sumUp(game, skin, seat, before, beats).map((sum) => sum.text), ...orders.map((order) => code.orderWords(game, scene, order)),
    ...scene.tokens.map((token) => code.tokenWords(game, skin, token, seat)),
  ];
}

/** What is wrong with the sentences of these turns. */
function faults(code, game, all, wrong = [...WRONG, ...WRONG_ENGLISH]) {
  const found = new Set();
  for (const one of all) {
    for (const text of linesOf(code, game, one)) if (wrong.some((bad) => bad.test(text))) found.add(text);
  }
  return [...found].slice(0, 5);
}

const tables = new Map(), stories = new Map();
for (const game of games) {
  Object.assign(game, await rules.tables(game.id));
  tables.set(game.id, structuredClone(game));
  const all = [];
  for await (const one of told(game)) all.push(one);
  stories.set(game.id, all);
}

/** A wound of 1.234, which quick games may lack. */
const [hurt] = [games.find((one) => one.id === "classic")].map((game) => {
  const kind = game.events.findIndex((one) => one.name === "hurt"), [first] = stories.get("classic");
  const unit = first.before.tokens.find((token) => token.unit !== 0xffff)?.unit ?? 0;
  return { ...first, scene: first.before, events: [{ kind, cause: 0, args: [unit, 1234, 50, 0, 0, 0] }] };
});
stories.get("classic").push(hurt);

/** An army that stays, whose sentence begins with "A". */
const [stayed] = [games.find((one) => one.id === "civ")].map((game) => {
  const kind = game.events.findIndex((one) => one.name === "stayed"), [first] = stories.get("civ");
  const what = game.events[kind].args.find((one) => one.choices.length > 0).choices.indexOf("army");
  return { ...first, scene: first.before, events: [{ kind, cause: 0, args: [0, what, 0, 0, 0, 0] }] };
});
stories.get("civ").push(stayed);

for (const [code, language] of Object.entries(LANGUAGES)) {
  for (const game of games) {
    await test(`${game.id}, ${code}: names instead of numbers, whole numbers, no names of tables`, () => {
      page.speak(language);
      const all = stories.get(game.id), said = page.inWords(tables.get(game.id));
      console.log(`# ${all.length} turns, ${all.reduce((sum, one) => sum + one.events.length, 0)} sentences`);
      deepStrictEqual(faults(page, said, all, language ? WRONG : undefined), []);
      const cited = [...said.refusals, ...said.endings, ...said.pieces].map((one) => one.text).filter((text) => /\bP[1-4]\b/.test(text));
      deepStrictEqual(cited, []);
      page.speak(null);
    });
  }
}

/** The steps of a game's lessons. */
const lessonOf = (id) => JSON.parse(readFileSync(join(dist, "lessons", `${id}.json`), "utf8"));

const plain = (name) => name.replace(/_/g, " ");
/** What a sign of the scene says: a question with its answers, the kind of an ability and what it does, or its name. */
function signOf(mark) {
  if (mark.startsWith("asks ")) return mark.split(" | ").map((one) => one.slice(one.indexOf(": ") + 2).trim());
  const [, kind, text] = /^ability \w+ \((\w+)[^)]*\)(?:: (.+))?$/.exec(mark) ?? [];
  return kind ? [kind, text ?? ""] : [mark];
}
const titlesOf = (id) => [...readFileSync(join(dist, "rules", `${id}.md`), "utf8").matchAll(/^## R\d+ (.+)$/gm)].map((found) => found[1]);

/** All that is said in this game: sentences, reasons, helps, and the names in them. */
function saidIn(game) {
  const once = (text) => text.replace(/(\{(?:who|tower)\}) \(\{type\}\)(?: of \{seat\})?/, "$1");
  const choices = game.events.flatMap((kind) => kind.args.flatMap((arg) => arg.choices))
    .filter((name) => !/^P\d-|^[A-I]\d$|^[mdt]$/.test(name)).map((name) => name.replace(/_/g, " "));
  return [...game.events.map((one) => once(one.text)), ...game.refusals.map((one) => one.text), ...game.endings.map((one) => one.text),
    ...game.verbs.flatMap((one) => [one.help, one.name.replace(/_/g, " ")]), ...choices, ...game.tokens, ...game.terrain, ...game.moods.slice(1),
    game.summary, ...game.bots.map((one) => one.summary), ...game.options.flatMap((one) => [one.title, one.help, ...one.choices]),
    ...game.counters.filter((one) => !/ price\b/.test(one)), ...game.steps.slice(1).map(plain), ...game.events.flatMap((one) => one.args.map((arg) => plain(arg.name))),
    ...game.marks.flatMap(signOf), ...titlesOf(game.id), ...lessonOf(game.id).flatMap((one) => [...one.title.split(": "), one.note]),
    ...game.pieces.flatMap((one) => [one.title, one.text, ...one.traits, ...Object.keys(one.numbers)])];
}

for (const [code, language] of Object.entries(LANGUAGES)) {
  if (!language) continue;
  const translated = games.filter((game) => language.texts[game.id]);
  await test(`${code}: games that people play are translated`, () => ok(translated.length >= 5, translated.map((game) => game.id).join())); // a new one need not be
  for (const game of translated) {
    await test(`${game.id}, ${code}: nothing is untranslated`, () => {
      page.speak(language);
      const missing = [...new Set(saidIn(tables.get(game.id)).filter((text) => !page.isSaid(game, text) && !/^[A-Z]\w+$/.test(text)))];
      page.speak(null);
      deepStrictEqual(missing, []);
    });
    await test(`${game.id}, ${code}: a translation has the facts of its sentence`, () => {
      const facts = (text) => (text.match(/\{\w+/g) ?? []).sort().join();
      const other = Object.entries(language.texts[game.id]).filter(([from, to]) => facts(from) !== facts(to));
      deepStrictEqual(other, []);
    });
  }
}

await test("a mistake of each kind is found", async () => {
  const lines = FILES.map((name) => `export * from "./${name}";`).join("\n");
  for (const [game, ...mistake] of [
    ["classic", "rules/words.ts", "String(Math.round(value / arg.limit))", "String(value / arg.limit)"],
    ["fortress", "game/play/stage.ts", "if (token) return this.piece(", "if (token) return `${tokenName(this.game, token)} ${value}` || this.piece("],
    ["apoca", "rules/words.ts", "arg.role === Role.Health ? Math.max(0, value) : value", "value"],
    ["civ", "rules/language.ts", 'text.replace(/\\b([Aa]) (?=[aeio])/g, "$1n ")', "text"],
    ["classic", "game/play/stage.ts", " && !this.tells(kind, facts, token.cell)", ""],
    ["classic", "game/play/summary.ts", 'called(tokenName(this.game, token), "some", "a")', '`a ${tokenName(this.game, token)}`'],
    ["fate", "game/play/stage.ts", "if (arg.type !== ArgType.Unit && arg.type !== ArgType.Choice) return null;", "if (arg.type !== ArgType.Unit) return null;"],
  ]) {
    const broken = await pageCode(lines, mistake);
    ok(faults(broken, games.find((one) => one.id === game), stories.get(game)).length > 0, `${mistake[2]} was not missed`);
  }
  page.speak({ ...LANGUAGES.de, texts: {} });
  strictEqual(page.isSaid(games[0], games[0].events[0].text), false);
  page.speak(null);
});

finish();
process.exit(process.exitCode);
