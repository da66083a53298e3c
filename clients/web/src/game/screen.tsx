// The game screen: board, panel, playback. The same for every game and for every kind of match.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import "../art/figures/heroes";
import { Board, type Arrow, type Flow, type Ghost, type Sign } from "../board/board";
import { isWay } from "../board/marks";
import { hasFog, overlaysOf, shadesOf, shadeWords, type Shade } from "../board/overlays";
import { tokenName, tokenWords } from "../board/skin";
import type { RulesClient } from "../rules/client";
import { ArgType, SPECTATOR, Topology, type SceneCell } from "../rules/types";
import { cellName, nameWords } from "../rules/words";
import { useKeyDown, useRedraw } from "../ui/hooks";
import { KeysDialog } from "../ui/keys";
import { Later, reducedMotion } from "../ui/parts";
import { keepPage, whenIdle } from "../ui/quiet";
import { settings } from "../ui/settings";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { TableTalk } from "./around";
import { Chat } from "./chat";
import { Draft } from "./draft";
import { ShopCard } from "./piececard";
import { StartCard } from "./startcard";
import { HeapOfCounters } from "./counters";
import { Log, Playback } from "./log";
import { useActor } from "./play/scene";
import { sceneCell } from "./menu";
import { OverlayBar, useOverlays } from "./overlaybar";
import { DoneBar, Message } from "./donebar";
import { Foreseen, Given, OrdersPanel } from "./panel";
import { TurnQueue } from "./queue";
import { rangeOf } from "./ranges";
import { Reach } from "./reachlayer";
import type { Session } from "./session";
import { isStep } from "./session/marches";
import { ToldShort } from "./told";
import { TopBar } from "./topbar";
import { Wheel } from "./wheel";

/** Orders with a place, drawn where they will happen. */
function ghostsOf(session: Session): Ghost[] {
  const { game, look } = session;
  if (!look) return [];
  const left = (at: number, after: number) => session.forecast.orders.slice(after + 1).some(({ action: { verb, args } }) => isStep(game, verb) && args[0] === at);
  return session.forecast.orders.flatMap(({ action, counts }, i) => {
    const verb = game.verbs[action.verb];
    const at = verb?.args.findIndex((arg) => arg.type === ArgType.Cell) ?? -1;
    if (!verb || at < 0 || !counts || left(action.args[at] ?? 0, i)) return []; // whoever came there has gone on
    const named = verb.args.flatMap((arg, i) => (arg.type === ArgType.Choice ? [arg.choices[action.args[i] ?? 0] ?? ""] : []));
    const kind = game.tokens.findIndex((token) => named.includes(token));
    const cell = sceneCell(game, look.scene, action.args[at] ?? 0);
    const there = look.scene.tokens.some((token) => token.cell === cell && token.kind === kind && token.owner === session.seat + 1);
    if (kind < 0 || cell < 0 || there) return [];
    return [{ cell, token: { cell, unit: 0xffff, kind, owner: session.seat + 1, mood: 0, health: 0, healthMax: 0, badge: -1 } }];
  });
}

/** What the scene's signs say, in words. */
function signWords(session: Session): Map<number, string[]> {
  const { game, look, skin } = session;
  const words = new Map<number, string[]>();
  for (const mark of look?.scene.marks ?? []) {
    const name = game.marks[mark.name] ?? "";
    if (mark.from === mark.to && skin.sign(name)) words.set(mark.to, [...(words.get(mark.to) ?? []), name]);
  }
  return words;
}

function cellLabel(session: Session, cell: number, { shades, signs }: { shades: Shade[]; signs: Map<number, string[]> }): string {
  const { game, skin, look } = session;
  const at = look?.scene.cells[cell];
  if (!look || !at) return "";
  const words = [cellName(game.cells, at.x, at.y), nameWords(game.terrain[at.terrain] ?? "")];
  for (const { token } of session.playback.tokens) if (token.cell === cell) words.push(tokenWords(game, skin, token, session.seat));
  if (session.aiming.aim && session.aiming.targets().has(cell)) words.push(tl("choosable"));
  words.push(...(signs.get(cell) ?? []).map(nameWords), ...shadeWords(shades, cell));
  return words.join(", ");
}

const UNDER_WAY_SHOWN = 3; // units

/** What the scene's signs say, cell by cell, and the turns after which units on a long way will have come so far. */
function signsOf(session: Session, eyed: (number | null)[]): Sign[] {
  const { game, look, skin } = session;
  const signs = new Map<number, Sign>();
  const write = (cell: number, text: string, owner: number) => {
    const old = signs.get(cell);
    signs.set(cell, { cell, text: (old?.text ?? "") + text, owner });
  };
  for (const mark of look?.scene.marks ?? []) {
    const text = mark.from === mark.to ? skin.sign(game.marks[mark.name] ?? "") : "";
    if (text) write(mark.to, text, mark.owner);
  }
  // Of many who are under way only those at whom one looks: numbers of all would be a riddle.
  const crowd = new Set(session.forecast.stops.map((stop) => stop.unit)).size > UNDER_WAY_SHOWN;
  const meant = new Set(look?.scene.tokens.flatMap((token) => (eyed.includes(token.cell) ? [token.unit] : [])));
  for (const stop of session.forecast.stops) {
    if (!signs.has(stop.cell) && (!crowd || meant.has(stop.unit))) write(stop.cell, String(stop.turn), session.seat + 1);
  }
  return [...signs.values()];
}

const SIGNPOSTS = 3; // one for so many cells of a lane
const isSignpost = (cell: SceneCell | undefined): boolean => cell !== undefined && (cell.x + cell.y) % SIGNPOSTS === 0;

const LINES: readonly string[] = ["move", "way", "attack", "ranged"];

/** Of a way only the last step has a tip. */
function withEnds(lines: Arrow[]): Arrow[] {
  const begun = new Set(lines.filter(isWay).map((one) => one.from));
  return lines.map((one) => (isWay(one) && begun.has(one.to) ? { ...one, ends: false } : one));
}

/** Ways of those at whom nobody looks stay in the background. */
function withFaint(lines: Arrow[], eyed: (number | null)[]): Arrow[] {
  const near = new Set(eyed);
  for (let more = true; more;) { // along each way, whose steps come in any order
    const size = near.size;
    for (const one of lines) if (isWay(one) && near.has(one.from)) near.add(one.to);
    more = near.size > size;
  }
  return lines.map((one) => (isWay(one) && !near.has(one.from) ? { ...one, faint: true } : one));
}

/** The scene's own marks: lines and lanes of mine, and what the cells at which one looks reach. */
function marksOf(session: Session, eyed: (number | null)[]): { lines: Arrow[]; flows: Flow[]; reach: Set<number> } {
  const { game, look, skin } = session;
  const lines: Arrow[] = [], flows: Flow[] = [], reach = new Set<number>();
  for (const mark of look?.scene.marks ?? []) {
    const name = game.marks[mark.name] ?? "";
    const shape = skin.mark(name);
    const meant = session.preview.choices.some((choice) => name.endsWith(` ${choice}`));
    if (shape === "reach") {
      if (eyed.includes(mark.from)) reach.add(mark.to);
    } else if (shape === "flow") {
      if (mark.owner === session.seat + 1 && (meant || isSignpost(look!.scene.cells[mark.from]))) flows.push({ from: mark.from, to: mark.to, owner: mark.owner, meant });
    } else if (LINES.includes(shape) && mark.from !== mark.to) lines.push({ from: mark.from, to: mark.to, look: shape as Arrow["look"] });
  }
  for (const march of session.marches.all) session.marches.way(march).forEach((cell, i, way) => { if (i > 0) lines.push({ from: way[i - 1]!, to: cell, look: "way" }); });
  return { lines: withFaint(withEnds(lines), eyed), flows, reach };
}

/** The overlays that there are here, and the cells of those that are on. */
function useShades(session: Session, on: string[]) {
  const { game, look, seat } = session;
  const scene = look?.scene;
  return useMemo(() => {
    const offered = scene && seat !== SPECTATOR ? overlaysOf(game, hasFog(scene)) : [];
    const shades = scene ? shadesOf(game, scene, offered.filter((one) => on.includes(one.id))) : [];
    return { offered, shades, signs: signWords(session) };
  }, [scene, seat, on.join()]);
}

export function GameBoard({ session }: { session: Session }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { on, toggle } = useOverlays();
  const laid = useShades(session, on);
  const layers = useActor(session);
  const { game, look, skin } = session;
  // The same things as long as nothing changes: so a thousand cells aren't drawn again for every step of the pointer.
  const drafts = session.aiming.targets();
  const targets = useMemo(() => new Set(drafts.keys()), [drafts]);
  const label = useMemo(() => (cell: number) => cellLabel(session, cell, laid), [look?.scene, session.playback.tokens, drafts, laid]);
  if (!look) return <p class="loading">{t("loading")}</p>;
  if (look.scene.topology === Topology.None) return <HeapOfCounters session={session} />;
  const point = (cell: number | null) => {
    setPointed(cell);
    session.point(cell);
  };
  const idle = new Set(session.acting && !session.playing ? session.idle().map((token) => token.cell) : []);
  const marks = marksOf(session, [session.aiming.selected, pointed]);
  const aim = session.aiming.named;
  if (aim && pointed !== null && drafts.has(pointed)) rangeOf(game, look.scene, aim, pointed).forEach((cell) => marks.reach.add(cell));
  const mine = look.scene.tokens.filter((token) => token.owner === session.seat + 1);
  const home = (mine.find((token) => tokenName(game, token) === skin.seat) ?? mine[0])?.cell;
  const insist = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>("[data-cell]")?.dataset["cell"];
    if (at !== undefined && session.insist(Number(at))) event.preventDefault();
  };
  return (
    <div onContextMenu={insist} class={`board-box ${session.playing && !reducedMotion() ? "acted" : ""}`}>
      <Board game={game} skin={skin} scene={session.playback.scene ?? look.scene} layers={layers} tokens={session.playback.tokens} name={tl("board")} begin={home} idle={idle}
        selected={session.aiming.selected} targets={targets} marks={session.playback.marks}
        ranges={marks.reach} flows={marks.flows} arrows={!session.playing ? [...marks.lines, ...(session.preview.foreseen?.arrows ?? [])] : session.playback.arrows} floats={session.playback.floats} reveal={session.reveal} ghosts={!session.playing ? ghostsOf(session) : []}
        shades={laid.shades} signs={!session.playing ? signsOf(session, [session.aiming.selected, pointed]) : []} label={label} onChoose={(cell) => session.choose(cell)} onPoint={point} />
      <div class="under-board">
        <p class="pointed" aria-hidden="true">{pointed !== null ? cellLabel(session, pointed, laid) : session.acting ? tl("chooseHint") : ""}</p>
        <OverlayBar offered={laid.offered} on={on} toggle={toggle} />
      </div>
    </div>
  );
}

/** The ringed tiles whose middle is out of the view: a finger would miss them. */
function targetsAway(cells: number[]): number[] {
  const frame = document.querySelector(".stage .board.live");
  if (!frame) return [];
  const board = frame.getBoundingClientRect(), bottom = board.bottom - (parseFloat(getComputedStyle(frame).scrollPaddingBottom) || 0);
  return cells.filter((cell) => {
    const at = document.querySelector(`.stage .board [data-cell="${cell}"]`)?.getBoundingClientRect();
    if (at === undefined) return false;
    const x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
    return x < board.left || x > board.right || y < board.top || y > bottom;
  });
}

/** Where tiles can be chosen that are not in view: how many, and a way to them. Where none is in view, the board goes to one. */
function TargetsAway({ session }: { session: Session }) {
  const [away, setAway] = useState<number[]>([]);
  const targets = session.aiming.named ? session.aiming.targets() : null;
  useEffect(() => {
    const cells = [...(targets?.keys() ?? [])];
    let sought = false; // once, and not while the view still moves
    const look = () => {
      const found = targetsAway(cells), rests = document.querySelector(".stage .board.live[data-rests]") !== null;
      setAway((old) => (old.join() === found.join() ? old : found));
      if (rests && !sought && found.length > 0 && found.length === cells.length) session.goTo(found[0]!);
      sought ||= rests;
    };
    look();
    const timer = cells.length > 0 ? setInterval(look, LOOK_MS) : undefined;
    return () => clearInterval(timer);
  }, [targets]);
  if (away.length === 0) return null;
  return <button type="button" class="targets-away" onClick={() => session.goTo(away[0]!)}>{tl("targetsAway").replace("{count}", String(away.length))}</button>;
}

/** What a newcomer is told. Its row is as high as long as such lines are still to come, so that the board keeps its size. */
function Coach({ session }: { session: Session }) {
  const [closed, setClosed] = useState(-1);
  const lines = session.skin.coach(), turn = session.playback.turn;
  const last = Math.max(-1, ...Object.keys(lines).map(Number));
  if (!settings().hints || turn > last || session.seat === SPECTATOR) return null;
  const line = closed === turn || session.playing || !session.acting ? undefined : lines[turn];
  return (
    <div class={`coach-row ${session.aiming.named ? "aims" : ""}`}>
      {line ? <p class="coach">{line} <button type="button" class="tool" onClick={() => setClosed(turn)} aria-label={t("close")}>×</button></p> : null}
    </div>
  );
}

function Invite({ link, listed }: { link: string; listed: boolean }) {
  const [copied, setCopied] = useState(false);
  return (
    <section class="endbox invite">
      <p>{tl(listed ? "inviteListed" : "invite")}</p>
      <input readOnly value={link} aria-label={tl("invite")} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="primary" onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}>
        {copied ? tl("copied") : tl("copy")}
      </button>
      <Later load={() => import("../ui/qrpicture").then((part) => part.QrPicture)} props={{ text: link }} />
    </section>
  );
}

/** The board's own keys, wherever the focus is. */
function zoomBoard({ key }: KeyboardEvent): boolean {
  const board = document.querySelector(".board.live");
  board?.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  return board !== null;
}

/** Tab goes through the units that wait while the board, or nothing, has the focus; after the last of them it leaves the board. */
function tabGoesOn(session: Session): boolean {
  const at = document.activeElement;
  if (at !== document.body && !at?.closest(".board")) return false;
  const cells = session.idle().map((unit) => unit.cell);
  return cells.length > 0 && cells.indexOf(session.aiming.selected ?? -1) < cells.length - 1;
}

const shownKey = (keys: string) => document.querySelector<HTMLElement>(`.panel .order[data-keys="${keys}"]:not(:disabled)`);

/** What a digit or a capital letter does: an order, or the first half of one. */
function orderKey(session: Session, key: string): (() => void) | null {
  if (!/^[1-9A-Z]$/i.test(key)) return null;
  const keys = session.openKey ? `${session.openKey} ${key.toUpperCase()}` : key;
  const found = shownKey(keys);
  if (found) return () => found.click();
  const group = document.querySelector(`.panel .order[data-keys^="${keys} "]:not(:disabled)`);
  return group ? () => session.open(keys) : null;
}

function useKeys(session: Session, showKeys: () => void): void {
  useKeyDown((event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const acts: Record<string, () => void> = {
      "?": showKeys, d: () => void session.done(), f: () => void session.done(), u: () => void session.undo(), r: () => void session.redo(),
      n: () => session.goToIdle(event.shiftKey ? -1 : 1), p: () => session.playback.pause(),
      ".": () => session.playback.step(), x: () => session.playback.skip(), Tab: () => session.goToIdle(1), Escape: () => session.choose(null),
      b: () => (document.querySelector('.board [tabindex="0"]') as HTMLElement | null)?.focus(),
      o: () => (document.querySelector(".order:not(:disabled)") as HTMLElement | null)?.focus(),
    };
    if (/^[-+0]$/.test(key)) return zoomBoard(event);
    if (key === "Tab" && (event.shiftKey || !tabGoesOn(session))) return false;
    const act = orderKey(session, event.key) ?? acts[key];
    act?.();
    return act !== undefined;
  }, [session]);
}

/** Fetched while somebody plays: it is there when it is needed, also without the server. */
const endBox = () => import("./end").then((part) => part.EndBox);

const LOOK_MS = 300; // whoever pans sees soon what is left out of view
const SHEETS = ["peek", "half", "full"] as const;
const SHEET_WORDS = { peek: "sheetPeek", half: "sheetHalf", full: "sheetFull" } as const;

export function GameScreen({ session, rules, shared, onAgain, onScenario, lesson, friend = false, story }: {
  session: Session; rules: RulesClient; shared: boolean; onAgain: (bot?: string) => void; onScenario: (() => void) | null;
  friend?: boolean; // could be invited to the next game
  story?: ComponentChildren; // of a game that is over
  lesson?: ComponentChildren; // in the place of first lines and of the end
}) {
  const [keys, setKeys] = useState(false);
  const [sheet, setSheet] = useState<(typeof SHEETS)[number]>("peek");
  useRedraw((tell) => session.subscribe(tell), [session]);
  useKeys(session, () => setKeys(true));
  const shown = session.look !== null;
  useEffect(() => { // what comes later is fetched when the board is there
    if (shown) whenIdle(() => void endBox().catch(() => undefined).then(keepPage));
  }, [shown]);
  useEffect(() => { // what is to be read then lies over the board
    if (session.over) setSheet("peek");
  }, [session.over]);
  const watching = session.seat === SPECTATOR;
  const link = session.update?.state === "open" && !watching && !session.match.around?.sharing ? session.match.link : null;
  const resign = () => {
    if (!settings().askResign || confirm(tl("resignSure"))) void session.match.resign();
  };
  return (
    <div class={`game game-${session.game.id} sheet-${sheet} ${session.over ? "is-over" : ""}`}>
      <TopBar session={session} onKeys={() => setKeys(true)} />
      <main class="stage">
        {lesson ?? null}
        <TurnQueue session={session} />
        <GameBoard session={session} />
        {lesson ? null : <Coach session={session} />}
        <Wheel session={session} />
        <TargetsAway session={session} />
        <Reach session={session} />
        <Foreseen session={session} />
        <ShopCard session={session} />
        <Draft session={session} />
        {lesson || session.over ? null : <StartCard session={session} />}
        {session.over && !lesson ? <Later load={endBox} props={{ session, shared, onAgain, friend, story }} /> : null}
        {link ? <Invite link={link} listed={session.match.listed === true} /> : null}
      </main>
      <Playback session={session} />
      <aside class="panel" aria-label={tl("orders")}>
        <button type="button" class="grip" aria-label={tl(SHEET_WORDS[sheet])} onClick={() => setSheet(SHEETS[(SHEETS.indexOf(sheet) + 1) % 3]!)} />
        <DoneBar session={session} />
        <Message session={session} />
        <div class="panel-scroll inspector">
          <ToldShort session={session} />
          <OrdersPanel session={session} rules={rules} />
          <TableTalk session={session} />
        </div>
        {session.update?.state === "running" && !watching ? <p class="resign">
          {onScenario ? <button type="button" class="tool" onClick={onScenario}>{tl("asScenario")}</button> : null}{lesson ? null : <button type="button" class="tool" onClick={resign}>{t("resign")}</button>}</p> : null}
        <Given session={session} />
        <Chat session={session} />
        <Log session={session} />
      </aside>
      {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
    </div>
  );
}
