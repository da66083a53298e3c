// The page as a whole: where we are (the part of the address after #), and the game that is played.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { LocalPlay, newRecord, type LocalSetup, type Match } from "./game/match";
import { Curtain } from "./game/curtain";
import { presetBot, quickOptions } from "./game/levels";
import type { Table } from "./game/table";
import { Server, type Terms } from "./net/server";
import { Home } from "./pages/home";
import type { RulesClient } from "./rules/client";
import { fromHex, type Begun, type GameRecord, type Json } from "./rules/record";
import { gameKept, know } from "./rules/known";
import { Topology, type Game } from "./rules/types";
import { Later, reducedMotion } from "./ui/parts";
import { sentence } from "./rules/language";
import { t } from "./ui/strings";

const tablePart = () => import("./game/table"), screenPart = () => import("./game/screen");

/** What a game needs besides its rules, fetched all at once while those begin; the page names what the parts are made of. */
function fetchGameParts(): void {
  const named = document.getElementById("game-parts") as HTMLTemplateElement | null;
  if (named) document.head.append(named.content);
  void Promise.all([tablePart(), screenPart()]).catch(() => undefined); // it is said where they are used
}

export class App {
  table: Table | null = null;
  opened: GameRecord | null = null; // a replay file
  scenario: Json | null = null; // on its way to the sandbox
  private at = ""; // the address where it is played
  onChange: () => void = () => undefined;

  private other: RulesClient | null = null;
  private wishes = 0; // games that were asked for
  private readonly kept = new Map<number, RulesClient>(); // by version: rules that matches of before go on by

  constructor(private readonly startRules: (kept?: string) => RulesClient, readonly rules: RulesClient, readonly games: Game[], readonly server: Server) {
    server.gameOf = (id, version) => this.gameOf(id, version);
  }

  /** The rules that this game is played by. */
  rulesOf(game: Game): RulesClient {
    if (this.games.includes(game)) return this.rules;
    const known = this.kept.get(game.rulesVersion) ?? this.startRules(`#${game.rulesVersion}`);
    this.kept.set(game.rulesVersion, known);
    return known;
  }

  /** A game in this version of its rules, which is that of now or one that is kept. */
  async gameOf(id: string, version?: number): Promise<Game> {
    const now = this.game(id);
    if (!now) throw new Error(`This page doesn't know the game ${id}.`);
    if (version === undefined || version === now.rulesVersion) return now;
    const rules = this.rulesOf({ ...now, rulesVersion: version });
    return gameKept(rules, id).catch(() => { throw new Error(t("otherTables")); });
  }

  /** Rules for what happens beside the game: nobody who plays waits for its pictures, nor they for a bot that thinks. */
  get aside(): RulesClient {
    this.other ??= this.startRules();
    return this.other;
  }

  /** What is there to play: the heap without a board is for tests. */
  get shown(): Game[] { return this.games.filter((game) => game.topology !== Topology.None); }

  game(id: string | undefined): Game | undefined { return this.games.find((game) => game.id === id); }

  /** `from`: where this was asked for. Who has gone elsewhere meanwhile is left there. */
  async open(match: Match, address: string, from: string): Promise<void> {
    const { Table } = await tablePart(); // the first page needs none
    this.table?.close();
    const table = new Table(this.rulesOf(match.game), match, reducedMotion);
    table.onChange = () => this.onChange();
    this.table = table;
    this.at = address;
    await table.start();
    if (this.table !== table) return; // another one was wanted meanwhile
    if (location.hash === from) location.hash = address;
    this.onChange();
  }

  async playLocal(setup: LocalSetup): Promise<void> { await this.playOn(newRecord(setup)); }

  /** Plays on, in this browser, where the record ends. Of several that are asked for at once the last one is played. */
  async playOn(record: GameRecord): Promise<void> {
    const from = location.hash, wish = ++this.wishes;
    fetchGameParts();
    const match = await LocalPlay.begin(this.rules, this.games, record);
    if (wish === this.wishes) await this.open(match, `#/play/${match.kept}`, from);
    else match.close();
  }

  playNow(game: Game, bot = presetBot(game)): Promise<void> {
    const seats = Array.from({ length: game.seatsPreset }, (_, i) => (i === 0 ? "me" : bot));
    return this.playLocal({ game: game.id, options: quickOptions(game), seats });
  }

  /** The match of this address: rules may be read in between. */
  tableAt(address: string): Table | null { return address === this.at ? this.table : null; }
  get playingAt(): string | null { return this.table ? this.at : null; }

  async playOnline(game: Game, options: number[], seats: string[], terms: Terms): Promise<void> {
    const created = await this.server.create(game, options, seats, terms);
    location.hash = created.address;
  }

  /** The turn that is played, or the last one, as a scenario. */
  async turnToSandbox(): Promise<void> {
    const record = await this.table?.match.record?.();
    const game = this.game(record?.game);
    if (!record || !game) return;
    const { turnScenario } = await import("./sandbox/workshop");
    const replay = await this.rules.replayOpen(record);
    this.scenario = await turnScenario(this, game, record, replay.id, replay.info.turns.length - 1);
    await this.rules.replayClose(replay.id);
    location.hash = `#/sandbox/${game.id}`;
  }

  /** The same game again, perhaps against a stronger computer. */
  async again(bot?: string): Promise<void> {
    const match = await this.table?.match.again(bot);
    const at = match instanceof LocalPlay ? `#/play/${match.kept}` : this.at;
    if (match) await this.open(match, at, this.at);
    else location.hash = "#/";
  }

  /** A position or a map of somebody's own, as the host's readers understand it. */
  async beginning(header: Json): Promise<Begun> {
    const { game, options, seed, position } = header;
    const answer = await this.rules.host({ op: "begin", scenario: { game, options, seed, ...(position === undefined ? {} : { position }) } });
    if (answer["ok"] !== true) throw new Error(String(answer["why"]));
    const drawn = position === undefined ? String(answer["drawn"]) : String(header["drawn"] ?? 0);
    return { state: fromHex(String(answer["state"])), drawn: BigInt(drawn), options: options as Json, ...(position === undefined ? {} : { position }) };
  }

  /** A game of this browser, or the latest one, goes on. */
  async resume(address: string, id?: string): Promise<void> {
    if (this.tableAt(address)) return;
    const match = await LocalPlay.resume(this.rules, this.games, id);
    if (match) await this.open(match, address, address);
    else location.hash = "#/";
  }

  private async openOnline(match: Match, address: string): Promise<void> {
    await know(this.rules, match.game);
    await this.open(match, address, address);
  }

  async join(id: string, secret: string | undefined): Promise<void> {
    const address = `#/m/${id}${secret ? `/${secret}` : ""}`;
    if (!this.tableAt(address)) await this.openOnline(await this.server.join(id, secret), address);
  }

  async watch(id: string): Promise<void> {
    const address = `#/watch/${id}`;
    if (!this.tableAt(address)) await this.openOnline(await this.server.watch(id), address);
  }
}

function Playing({ app, address, begin }: { app: App; address: string; begin: () => Promise<void> }) {
  const [problem, setProblem] = useState("");
  useEffect(() => {
    begin().catch((error: Error) => setProblem(sentence(error.message)));
  }, []);
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  const table = app.tableAt(address);
  if (!table) return <p class="loading">{t("loading")}</p>;
  if (table.next !== null) return <Curtain table={table} />;
  return <Later key={table.session.seat} load={() => screenPart().then((part) => part.GameScreen)}
    props={{ session: table.session, shared: table.shared, rules: app.rulesOf(table.match.game), onAgain: (bot) => void app.again(bot),
      onScenario: table.match.record ? () => void app.turnToSandbox() : null, friend: app.server.available,
      story: <StoryOf app={app} table={table} /> }} />;
}

/** How the game that is over went. */
function StoryOf({ app, table }: { app: App; table: Table }) {
  const { game, replay } = table.match;
  if (replay === null) return null;
  const source = replay.replace("#/replay/", "");
  const played = table.match.record ? () => table.match.record!() : null;
  return <Later load={() => import("./replay/story").then((part) => part.Story)} props={{ app, game, seat: table.match.seat, source, played }} />;
}

function page(app: App, path: string[]) {
  const [where, id, more, last] = path;
  const game = app.game(id);
  if (where === "new" && game) {
    return <Later key={path.join("/")} load={() => import("./pages/options").then((part) => part.Options)} props={{ app, game, friend: more === "friend", device: more === "device" }} />;
  }
  if (where === "settings") return <Later key="settings" load={() => import("./pages/settings").then((part) => part.SettingsPage)} props={{}} />;
  if (where === "rules" && game) {
    return <Later key={`rules ${id}`} load={() => import("./pages/rules").then((part) => part.RulesPage)} props={{ app, game, rule: more ?? null }} />;
  }
  if (where === "games") return <Later key="games" load={() => import("./pages/mygames").then((part) => part.MyGamesPage)} props={{ app }} />;
  if (where === "replays") {
    return <Later key="replays" load={() => import("./pages/replays").then((part) => part.ReplaysPage)} props={{ app }} />;
  }
  if (where === "account") {
    return <Later key="account" load={() => import("./pages/account").then((part) => part.AccountPage)} props={{ app }} />;
  }
  if (where === "moderate") return <Later key="moderate" load={() => import("./pages/moderate").then((part) => part.ModeratePage)} props={{ app }} />;
  if (where === "conduct") return <Later key="conduct" load={() => import("./pages/conduct").then((part) => part.ConductPage)} props={{}} />;
  if (where === "player" && id) {
    return <Later key={`player ${id}`} load={() => import("./pages/player").then((part) => part.PlayerPage)} props={{ app, id }} />;
  }
  if (where === "ranking" && game) {
    return <Later key={`ranking ${id}`} load={() => import("./pages/ranking").then((part) => part.RankingPage)} props={{ app, game }} />;
  }
  if (where === "sandbox") {
    return <Later key={`sandbox ${id}`} load={() => import("./sandbox/page").then((part) => part.SandboxPage)} props={{ app, id: id ?? "" }} />;
  }
  if (where === "replay" && id) {
    return <Later key={id} load={() => import("./replay/page").then((part) => part.ReplayPage)}
      props={{ app, source: id, stop: more ?? "", eyes: last ?? "" }} />;
  }
  if (where === "puzzle" && game) {
    return <Later key={`puzzle ${id}`} load={() => import("./learn/puzzlepage").then((part) => part.PuzzlePage)} props={{ app, game }} />;
  }
  if (where === "learn" && game) {
    const at = Number(more ?? 1) - 1;
    return <Later key={`learn ${id} ${at}`} load={() => import("./learn/page").then((part) => part.LearnPage)} props={{ app, game, at }} />;
  }
  if (where === "play") {
    const address = `#/${path.join("/")}`;
    return <Playing key={address} app={app} address={address} begin={() => app.resume(address, id)} />;
  }
  if (where === "m" && id) return <Playing key={path.join("/")} app={app} address={`#/${path.join("/")}`} begin={() => app.join(id, more)} />;
  if (where === "watch" && id) return <Playing key={path.join("/")} app={app} address={`#/watch/${id}`} begin={() => app.watch(id)} />;
  return <Home app={app} />;
}

export function Root({ app }: { app: App }) {
  const [, redraw] = useState(0);
  useLayoutEffect(() => { // with the drawing: whoever is faster than an effect is heard too
    const change = () => redraw((n) => n + 1);
    const move = () => {
      scrollTo(0, 0);
      change();
    };
    app.onChange = change;
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);
  const path = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  return page(app, path);
}
