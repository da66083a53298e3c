// The server that this page came from, if it is one.
import type { Drafts, Match } from "../game/match";
import { optionsJson, type Json } from "../rules/record";
import { SPECTATOR, type Action, type Game, type Update } from "../rules/types";
import { refusedText } from "../rules/language";
import { verdictReason, type Reason } from "../rules/words";
import { t } from "../ui/strings";
import { Around } from "./around";
import type { Luck } from "./luck";
import { orderNumbers, updateFrom, verdictFrom } from "./forms";
import { Pace } from "./pace";
import { Socket, type Answer, type Message } from "./socket";

export interface ListedMatch {
  match: string; game: string; state: string; mine?: number[]; turn: [number, number];
  seats: { name?: string; who: string }[];
  rated?: boolean; speed?: string; free?: number; clock?: Json | null; rank?: number[];
  at?: number; outcome?: { rank: number[] } | null; ended?: string;
}
export interface Filter { game?: string; free?: boolean; rated?: boolean; speed?: string }
/** What a match is played for and by, as the protocol's create has it. */
export interface Terms { public: boolean; rated?: boolean; sides?: string; clock?: Json | null; pace?: "together" | null }
export interface Profile {
  player: string; name: string; account: boolean;
  ratings: { game: string; seats: string; rating: number; deviation: number; games: number }[];
  matches: ListedMatch[];
}

export interface Ranked { player: string; name: string; rating: number; deviation: number; games: number }
/** The strongest, in matches of two seats and of more. */
export interface Ranking { "2": Ranked[]; more: Ranked[] }

const NAMES = ["Heron", "Badger", "Otter", "Falcon", "Marten", "Ibis", "Lynx", "Wren"];
const guestName = () => `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${Math.floor(Math.random() * 90 + 10)}`;

export class Server {
  available = false;
  private opened: Socket | null = null;
  gameOf: (id: string, version: number) => Promise<Game> = () => Promise.reject(new Error(t("otherTables")));

  async find(): Promise<void> {
    try {
      const health = await (await fetch("healthz")).json() as { ok?: boolean };
      this.available = health.ok === true;
    } catch {
      this.available = false; // a plain folder of files, or no network: the computer still plays
    }
  }

  socket(): Socket {
    if (!this.opened) {
      const url = new URL("v1/ws", location.href);
      url.protocol = url.protocol.replace("http", "ws");
      url.hash = "";
      this.opened = new Socket(url.href, guestName());
      this.opened.open();
    }
    return this.opened;
  }

  /** Public matches as they come and go, until the result is called. */
  lobby(filter: Filter, show: (matches: ListedMatch[]) => void): () => void {
    const socket = this.socket();
    let lines: ListedMatch[] = [];
    const ask = () => void socket.command("lobby", { ...filter }).then((answer) => {
      lines = answer.ok ? answer["matches"] as ListedMatch[] : [];
      show(lines);
    });
    const hear = (message: Message) => {
      if (message.type !== "lobby") return;
      const line = message["line"] as ListedMatch | undefined;
      const id = line?.match ?? message["gone"];
      lines = [...(line ? [line] : []), ...lines.filter((one) => one.match !== id)];
      show(lines);
    };
    socket.messages.add(hear);
    socket.hellos.add(ask);
    if (socket.connected) ask();
    return () => {
      socket.messages.delete(hear);
      socket.hellos.delete(ask);
      void socket.command("lobby", { on: false });
    };
  }

  async profile(id: string): Promise<Profile> {
    const response = await fetch(`v1/players/${encodeURIComponent(id)}`);
    if (!response.ok) throw new Error("There is no such player here.");
    return await response.json() as Profile;
  }

  async ranking(game: string): Promise<Ranking> {
    const response = await fetch(`v1/rankings/${encodeURIComponent(game)}`);
    if (!response.ok) throw new Error(response.statusText);
    return await response.json() as Ranking;
  }

  async list(): Promise<ListedMatch[]> {
    return (await this.socket().ask("list"))["matches"] as ListedMatch[];
  }

  /** Seats: "me", "open" or the name of a bot. */
  async create(game: Game, options: number[], seats: string[], terms: Terms): Promise<{ address: string }> {
    const answer = await this.socket().ask("create", {
      game: game.id, options: optionsJson(game, options, seats.length), ...terms, ...(seats.includes("me") ? await sealed() : {}),
      seats: seats.map((who) => (who === "me" || who === "open" ? who : { bot: who })),
    });
    return { address: String(answer["link"]).replace(/^\//, "") };
  }

  /** Sits down where a seat is free, goes back to one's own, or watches. */
  async join(id: string, secret: string | undefined): Promise<Match> {
    this.need();
    const socket = this.socket();
    let watched = await socket.command("watch", { match: id, ...FORM }); // from my seat, if I have one
    if (!watched.ok || watched["seat"] === "spectator") {
      const joined = await socket.command("join", { match: id, ...(secret ? { secret } : {}), ...await sealed() });
      if (joined.ok) watched = await socket.ask("watch", { match: id, seat: joined["seat"], ...FORM });
    }
    await openShare(socket, id, watched["seat"], watched["luck"], watched["commitment"]); // so that the board is the one that is played on
    return this.matchOf(id, watched, secret);
  }

  /** Only looks on. */
  async watch(id: string): Promise<Match> {
    this.need();
    return this.matchOf(id, await this.socket().command("watch", { match: id, seat: "spectator", ...FORM }), undefined);
  }

  private need(): void {
    if (!this.available) throw new Error("This address needs the server of the match, which can't be reached now.");
  }

  private async matchOf(id: string, watched: Answer, secret: string | undefined): Promise<Match> {
    if (!watched.ok) throw new Error(refusedText(watched.code, watched.why ?? "This match can't be watched."));
    const game = await this.gameOf(String(watched["game"]), Number(watched["rules_version"]));
    if (!sameTables(game, watched)) throw new Error(t("otherTables"));
    const seat = watched["seat"] === "spectator" ? SPECTATOR : Number(watched["seat"]);
    const link = secret ? new URL(`#/m/${id}/${secret}`, location.href).href : "";
    const play = new OnlinePlay(this.socket(), game, id, seat, link);
    play.around.synchronise(watched["time"]);
    play.agree(watched["terms"]);
    return play;
  }
}

/** A share of the luck for this match, as long as nobody knows it: see net/luck.ts. */
const sealed = async () => ({ seal: (await import("./luck")).sealed() });

/** Opens it when everybody has sealed theirs. */
async function openShare(socket: Socket, match: string, seat: unknown, told: unknown, commitment?: unknown): Promise<void> {
  if (!told || typeof seat !== "number") return;
  const luck = await import("./luck");
  if (typeof commitment === "string") luck.remember(match, commitment);
  const share = luck.toOpen(told as Luck, seat);
  if (share) await socket.command("share", { match, seat, share });
}

const PAST_MAX = 60; // messages that are sent again to whoever comes late; of more the server sends none
const FORM = { form: "numbers", frames: true }; // how we want to be told: see net/forms.ts

/** Whether the server's numbers mean what ours do. */
const sameTables = (game: Game, watched: Answer) => game.rulesVersion === watched["rules_version"] && game.tables === watched["tables"];

const SEATLESS = ["abort", "report"]; // commands of a player, whatever the seat

/** What the rules refused is told by our own tables, anything else in the server's words. */
function refusal(game: Game, answer: Answer): Reason | null {
  if (answer.ok) return null;
  if (answer.code === "other_tables") return { rule: "", text: t("otherTables") };
  const verdict = verdictFrom(game, answer["verdict"]);
  return verdict ? verdictReason(game, verdict) : { rule: answer.rule ?? "", text: refusedText(answer.code, answer.why) };
}

/** A match on the server, watched from one seat. */
class OnlinePlay implements Match {
  readonly around = new Around();
  pace: Pace | null = null;
  onConnection: (() => void) | null = null;
  onPast: ((past: Update[]) => void) | null = null;
  private past: Message[] | null = null; // those of before start() that have come so far; null: none are asked for
  private view: Uint8Array = new Uint8Array(0);
  private state = "open";
  private last = -1; // the number of the latest message; -1: none yet
  private listen: ((update: Update) => void) | null = null;
  private readonly early: Message[] = [];
  private readonly arrivals: { n: number; resolve: () => void }[] = [];

  constructor(
    private readonly socket: Socket, readonly game: Game, private readonly id: string,
    readonly seat: number, readonly link: string,
  ) {
    socket.messages.add(this.receive);
    socket.hellos.add(this.watch);
    socket.changes.add(this.tell);
    this.watch();
  }

  private readonly tell = (): void => this.onConnection?.();

  get replay(): string { return `#/replay/${this.id}`; }
  get connected(): boolean { return this.socket.connected; }

  private readonly watch = (): void => {
    const since = this.last >= 0 ? { since: this.last } : {};
    void this.socket.command("watch", { match: this.id, seat: this.seat === SPECTATOR ? "spectator" : this.seat, ...since, ...FORM })
      .then((answer) => {
        this.around.synchronise(answer["time"]);
        void openShare(this.socket, this.id, this.seat, answer["luck"], answer["commitment"]);
        if (answer.ok && !sameTables(this.game, answer)) this.fail(t("otherTables")); // a newer server came back
      });
  };

  listed = false; // among the open games, where anybody may join

  /** The terms of the match, before its first update is shown. */
  agree(terms: unknown): void {
    const told = terms as Json | undefined;
    this.listed = told?.["public"] === true;
    if (this.pace || told?.["pace"] !== "together") return;
    this.pace = new Pace((turn, step) => {
      if (this.seat !== SPECTATOR) void this.socket.command("ready", { match: this.id, seat: this.seat, turn, step });
    });
  }

  /** No message makes sense to this page any more: say so, and hear nothing else. */
  private fail(trouble: string): void {
    this.around.trouble = trouble;
    this.socket.messages.delete(this.receive);
    this.tell();
  }

  private readonly receive = (message: Message): void => {
    if (message.match === this.id && message.type === "presence") {
      this.around.take(message);
      this.tell();
    }
    if (message.type === "pace") this.paced(message);
    if (!["update", "snapshot", "note"].includes(message.type)) return;
    const seat = message.seat === "spectator" ? SPECTATOR : message.seat;
    if (message.match !== this.id || seat !== this.seat) return;
    const n = Number(message["n"]);
    if (n <= this.last) { // known already
      this.takePast(message, n);
      return;
    }
    if (!this.listen) {
      this.early.push(message);
      return;
    }
    this.last = n;
    this.around.take(message);
    this.noteLuck(message);
    let update: Update;
    try {
      update = updateFrom(this.game, message);
    } catch (error) {
      this.fail(`${(error as Error).message}. ${t("otherTables")}`);
      return;
    }
    if (message.type === "note") update.view = this.view; // nothing on the board has changed
    this.view = update.view;
    this.state = update.state;
    this.listen(update);
    this.arrivals.filter((one) => one.n <= n).forEach((one) => one.resolve());
  };

  private noteLuck(message: Message): void {
    const { luck, key } = message, seat = this.seat;
    if (!luck || seat === SPECTATOR) return;
    if (typeof key !== "string") {
      void openShare(this.socket, this.id, seat, luck);
      return;
    }
    void import("./luck").then((part) => {
      this.around.fair = (luck as Luck).seals[seat] ? part.isFair(this.id, key, luck as Luck, seat) : null;
      this.tell();
    });
  }

  private paced(message: Message): void {
    const seat = message.seat === "spectator" ? SPECTATOR : message.seat;
    if (message.match === this.id && seat === this.seat) this.pace?.take(message["turn"], message["step"]);
  }

  async start(listen: (update: Update) => void): Promise<Drafts | null> {
    this.listen = listen;
    this.early.splice(0).forEach((message) => this.receive(message));
    await this.arrived(0);
    if (this.last > 1) this.askPast();
    return null;
  }

  /** Whoever comes late is told the latest part of what happened. */
  private askPast(): void {
    this.past = [];
    void this.socket.command("watch", {
      match: this.id, seat: this.seat === SPECTATOR ? "spectator" : this.seat, since: Math.max(0, this.last - PAST_MAX), ...FORM,
    });
  }

  private takePast(message: Message, n: number): void {
    if (!this.past || message.type === "snapshot") return;
    this.past.push(message);
    if (n < this.last) return;
    const past = this.past.flatMap((one) => (one.type === "update" ? [updateFrom(this.game, one)] : []));
    this.past = null;
    this.onPast?.(past);
  }

  /** When update n has come. */
  private arrived(n: number): Promise<void> {
    if (this.last >= n) return Promise.resolve();
    return new Promise((resolve) => { this.arrivals.push({ n, resolve }); });
  }

  private async send(cmd: string, fields: Record<string, unknown> = {}): Promise<Reason | null> {
    const answer = await this.socket.command(cmd, { match: this.id, seat: this.seat, ...fields });
    if (answer.ok && typeof answer["n"] === "number") await this.arrived(answer["n"]);
    return refusal(this.game, answer);
  }

  order(action: Action): Promise<Reason | null> {
    return this.send("order", { order: orderNumbers(this.game, action), tables: this.game.tables });
  }

  undo(): Promise<Reason | null> { return this.send("undo"); }
  async resign(): Promise<void> { await this.send("resign"); }
  async again(): Promise<null> { return null; }

  /** offer, decline, resume, claim, abort, say, mute, report: see docs/protocol.md. */
  async talk(cmd: string, fields: Record<string, unknown> = {}): Promise<Reason | null> {
    const seat = this.seat === SPECTATOR || SEATLESS.includes(cmd) ? {} : { seat: this.seat };
    return refusal(this.game, await this.socket.command(cmd, { match: this.id, ...seat, ...fields }));
  }

  close(): void {
    this.listen = null;
    this.pace?.close();
    this.socket.messages.delete(this.receive);
    this.socket.hellos.delete(this.watch);
    this.socket.changes.delete(this.tell);
    // Leaving a match that hasn't begun would give the seat back.
    if (this.state !== "open" || this.seat === SPECTATOR) void this.socket.command("leave", { match: this.id });
  }
}
