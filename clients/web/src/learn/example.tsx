// The examples of a rulebook as pictures: how things stood, what was ordered, what came of it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../app";
import "../art/figures/heroes";
import { Board } from "../board/board";
import { standingTokens } from "../game/playback";
import { know } from "../rules/known";
import { fromHex, type GameRecord, type Json } from "../rules/record";
import { ArgType, SPECTATOR, type Action, type Game, type Scene } from "../rules/types";
import { actionText } from "../rules/words";
import { sceneCell } from "../game/menu";
import type { Begun } from "../sandbox/workshop";
import { skinOf } from "../skins";
import type { ExampleLink } from "../ui/markdown";
import { tl } from "../ui/later";
import { t } from "../ui/strings";

interface Picture { before: Scene; after: Scene | null; orders: [number, Action][]; refused: number; within: Set<number> | undefined }

const SMALL = 130; // cells: a board that is shown whole
const AROUND = 2; // cells shown around what matters on a larger one

const books = new Map<string, Promise<Record<string, Json[]>>>();

/** All examples of a game, fetched once. */
function bookOf(id: string): Promise<Record<string, Json[]>> {
  let book = books.get(id);
  if (!book) {
    book = fetch(`examples/${id}.json`).then((response) => response.json() as Promise<Record<string, Json[]>>);
    books.set(id, book);
  }
  return book;
}

const tokenKey = (token: Scene["tokens"][number]) => Object.values(token).join();

/** Cells that orders name, and those where something is another than before. */
function cellsThatMatter(game: Game, before: Scene, after: Scene | null, orders: [number, Action][]): Set<number> {
  const named = orders.flatMap(([, action]) => (game.verbs[action.verb]?.args ?? []).flatMap((arg, i) => (
    arg.type === ArgType.Cell ? [sceneCell(game, before, action.args[i] ?? 0)] : [])));
  const [old, now] = [before, after ?? before].map((scene) => new Set(scene.tokens.map(tokenKey)));
  const changed = [...before.tokens.filter((token) => !now!.has(tokenKey(token))),
    ...(after ?? before).tokens.filter((token) => !old!.has(tokenKey(token)))].map((token) => token.cell);
  const found = [...named, ...changed].filter((cell) => cell >= 0);
  return new Set(found.length > 0 ? found : before.tokens.filter((token) => token.owner > 0).map((token) => token.cell));
}

/** A large board is cut to what matters, with some land around. */
function cut(game: Game, before: Scene, after: Scene | null, orders: [number, Action][]): Set<number> | undefined {
  const cells = [...cellsThatMatter(game, before, after, orders)].map((cell) => before.cells[cell]!);
  if (before.cells.length <= SMALL || cells.length === 0) return undefined;
  const xs = cells.map((cell) => cell.x), ys = cells.map((cell) => cell.y);
  const near = (value: number, all: number[]) => value >= Math.min(...all) - AROUND && value <= Math.max(...all) + AROUND;
  return new Set(before.cells.flatMap((cell, i) => (near(cell.x, xs) && near(cell.y, ys) ? [i] : [])));
}

/** Plays the example by the rules. */
async function draw(app: App, game: Game, scenario: Json): Promise<Picture> {
  await know(app.aside, game);
  const answer = await app.aside.host({ op: "begin", scenario });
  if (answer["ok"] !== true) throw new Error(String(answer["why"]));
  const begun = answer as unknown as Begun;
  const rolls = scenario["rolls"];
  const record: GameRecord = {
    game: game.id, options: game.options.map((option) => option.preset), seed: String(scenario["seed"] ?? "0"),
    seats: Array.from({ length: begun.seats }, () => ({ who: "person" as const, name: "" })),
    begun: { state: fromHex(begun.state), drawn: BigInt(begun.drawn), options: begun.options },
    ...(Array.isArray(rolls) ? { rolls: rolls.map(Number) } : {}),
    orders: begun.orders.map(([seat, verb, a, b, c]) => [seat, { verb, args: [a, b, c] }]),
  };
  const replay = await app.aside.replayOpen(record);
  const sceneAt = async (stop: number) => (
    await app.aside.look(game.id, SPECTATOR, (await app.aside.replayAt(replay.id, stop, SPECTATOR, false)).view, false)).scene;
  const before = await sceneAt(0), after = record.orders.length > 0 ? await sceneAt(replay.info.turns.length - 1) : null;
  await app.aside.replayClose(replay.id);
  return { before, after, orders: record.orders, refused: begun.refused.length, within: cut(game, before, after, record.orders) };
}

/** Becomes true when the element comes into sight. */
function useSight(element: { current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    }, { rootMargin: "200px" });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

function Still({ game, scene, within, name }: { game: Game; scene: Scene; within: Set<number> | undefined; name: string }) {
  const skin = skinOf(game);
  const tokens = standingTokens(game, skin, scene).filter(({ token }) => within?.has(token.cell) ?? true);
  return <figure><Board game={game} skin={skin} scene={scene} tokens={tokens} within={within} name={name} /><figcaption>{name}</figcaption></figure>;
}

function Case({ app, game, scenario }: { app: App; game: Game; scenario: Json }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSight(place);
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let wanted = true;
    if (seen) void draw(app, game, scenario).then((drawn) => { if (wanted) setPicture(drawn); }, () => undefined);
    return () => { wanted = false; };
  }, [seen, scenario]);
  const board = picture !== null && picture.before.topology !== 0;
  return (
    <div class="case" ref={place}>
      {board ? (
        <div class="pair">
          <Still game={game} scene={picture.before} within={picture.within} name={tl("before")} />
          {picture.after ? <Still game={game} scene={picture.after} within={picture.within} name={tl("after")} /> : null}
        </div>
      ) : null}
      {picture && picture.orders.length > 0 ? (
        <ol>{picture.orders.map(([seat, action], i) => <li key={i}><b>{game.seats[seat]}</b> {actionText(game, action)}</li>)}</ol>
      ) : null}
      {picture && picture.refused > 0 ? <p class="help">{picture.refused} {tl("refusedHere")}</p> : null}
    </div>
  );
}

/** One example: a case, or several to go through. */
function Example({ app, game, link, first }: { app: App; game: Game; link: ExampleLink; first: boolean }) {
  const [open, setOpen] = useState(first);
  const [cases, setCases] = useState<Json[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (open) void bookOf(game.id).then((book) => setCases(book[link.file] ?? []), () => undefined);
  }, [open]);
  const scenario = cases[at];
  return (
    <details class="example" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{link.label}</summary>
      {open && scenario ? (
        <>
          <p class="row">
            {cases.length > 1 ? <>
              <button type="button" class="tool" disabled={at === 0} onClick={() => setAt(at - 1)} aria-label={tl("back")}>‹</button>
              <span>{at + 1} {t("of")} {cases.length}</span>
              <button type="button" class="tool" disabled={at + 1 === cases.length} onClick={() => setAt(at + 1)} aria-label={tl("lessonNext")}>›</button>
            </> : null}
            <span>{String(scenario["title"] ?? "")}</span>
            <button type="button" class="tool" onClick={() => {
              app.scenario = scenario;
              location.hash = `#/sandbox/${game.id}`;
            }}>{t("sandbox")}</button>
          </p>
          <Case app={app} game={game} scenario={scenario} />
        </>
      ) : null}
    </details>
  );
}

export function Examples({ app, game, list, first }: { app: App; game: Game; list: ExampleLink[]; first: boolean }) {
  return <div class="examples">{list.map((link, i) => <Example key={link.file} app={app} game={game} link={link} first={first && i === 0} />)}</div>;
}
