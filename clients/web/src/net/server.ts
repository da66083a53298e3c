// The server that this page came from, if it is one.
import type { Drafts, Match } from "../game/match";
import { optionsJson } from "../rules/record";
import { SPECTATOR, type Action, type Game, type Update } from "../rules/types";
import type { Reason } from "../rules/words";
import { orderJson, updateFrom } from "./forms";
import { Socket, type Answer, type Message } from "./socket";

export interface ListedMatch {
  match: string; game: string; state: string; mine: number[];
  seats: { name?: string; who: string }[];
}

const NAMES = ["Heron", "Badger", "Otter", "Falcon", "Marten", "Ibis", "Lynx", "Wren"];
const guestName = () => `${NAMES[Math.floor(Math.random() * NAMES.length)]} ${Math.floor(Math.random() * 90 + 10)}`;

export class Server {
  available = false;
  private opened: Socket | null = null;

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

  async list(): Promise<ListedMatch[]> {
    return (await this.socket().ask("list"))["matches"] as ListedMatch[];
  }

  /** Seats: "me", "open" or the name of a bot. */
  async create(game: Game, options: number[], seats: string[], open: boolean): Promise<{ address: string }> {
    const answer = await this.socket().ask("create", {
      game: game.id, options: optionsJson(game, options, seats.length), public: open,
      seats: seats.map((who) => (who === "me" || who === "open" ? who : { bot: who })),
    });
    return { address: String(answer["link"]).replace(/^\//, "") };
  }

  /** Sits down where a seat is free, goes back to one's own, or watches. */
  async join(games: Game[], id: string, secret: string | undefined): Promise<Match> {
    this.need();
    const socket = this.socket();
    let watched = await socket.command("watch", { match: id }); // from my seat, if I have one
    if (!watched.ok || watched["seat"] === "spectator") {
      const joined = await socket.command("join", { match: id, ...(secret ? { secret } : {}) });
      if (joined.ok) watched = await socket.ask("watch", { match: id, seat: joined["seat"] });
    }
    return this.matchOf(games, id, watched, secret);
  }

  /** Only looks on. */
  async watch(games: Game[], id: string): Promise<Match> {
    this.need();
    return this.matchOf(games, id, await this.socket().command("watch", { match: id, seat: "spectator" }), undefined);
  }

  private need(): void {
    if (!this.available) throw new Error("This address needs the server of the match, which can't be reached now.");
  }

  private matchOf(games: Game[], id: string, watched: Answer, secret: string | undefined): Match {
    if (!watched.ok) throw new Error(watched.why ?? "This match can't be watched.");
    const game = games.find((one) => one.id === watched["game"]);
    if (!game) throw new Error(`This page doesn't know the game ${String(watched["game"])}.`);
    if (game.rulesVersion !== watched["rules_version"]) throw new Error("The server plays by newer rules: load the page again.");
    const seat = watched["seat"] === "spectator" ? SPECTATOR : Number(watched["seat"]);
    const link = secret ? new URL(`#/m/${id}/${secret}`, location.href).href : "";
    return new OnlinePlay(this.socket(), game, id, seat, link);
  }
}

const refusal = (answer: Answer): Reason | null =>
  (answer.ok ? null : { rule: answer.rule ?? "", text: answer.why ?? answer.code ?? "refused" });

/** A match on the server, watched from one seat. */
class OnlinePlay implements Match {
  onConnection: (() => void) | null = null;
  private last = -1; // the number of the latest message; -1: none yet
  private listen: ((update: Update) => void) | null = null;
  private readonly early: Message[] = [];
  private readonly arrivals: { n: number; resolve: () => void }[] = [];

  constructor(
    private readonly socket: Socket, readonly game: Game, private readonly id: string,
    readonly seat: number, readonly link: string,
  ) {
    socket.onMessage = (message) => this.receive(message);
    socket.onHello = () => this.watch();
    socket.onConnection = () => this.onConnection?.();
    this.watch();
  }

  get replay(): string { return `#/replay/${this.id}`; }
  get connected(): boolean { return this.socket.connected; }

  private watch(): void {
    const since = this.last >= 0 ? { since: this.last } : {};
    void this.socket.command("watch", { match: this.id, seat: this.seat === SPECTATOR ? "spectator" : this.seat, ...since });
  }

  private receive(message: Message): void {
    const seat = message.seat === "spectator" ? SPECTATOR : message.seat;
    if (message.match !== this.id || seat !== this.seat) return;
    const n = Number(message["n"]);
    if (n <= this.last) return; // known already
    if (!this.listen) {
      this.early.push(message);
      return;
    }
    this.last = n;
    this.listen(updateFrom(this.game, message));
    this.arrivals.filter((one) => one.n <= n).forEach((one) => one.resolve());
  }

  async start(listen: (update: Update) => void): Promise<Drafts | null> {
    this.listen = listen;
    this.early.splice(0).forEach((message) => this.receive(message));
    await this.arrived(0);
    return null;
  }

  /** When update n has come. */
  private arrived(n: number): Promise<void> {
    if (this.last >= n) return Promise.resolve();
    return new Promise((resolve) => { this.arrivals.push({ n, resolve }); });
  }

  private async send(cmd: string, fields: Record<string, unknown> = {}): Promise<Reason | null> {
    const answer = await this.socket.command(cmd, { match: this.id, seat: this.seat, ...fields });
    if (answer.ok && typeof answer["n"] === "number") await this.arrived(answer["n"]);
    return refusal(answer);
  }

  order(action: Action): Promise<Reason | null> { return this.send("order", { order: orderJson(this.game, action) }); }
  undo(): Promise<Reason | null> { return this.send("undo"); }
  async resign(): Promise<void> { await this.send("resign"); }
  async again(): Promise<null> { return null; }

  close(): void {
    this.listen = null;
    this.socket.onMessage = () => undefined;
    this.socket.onHello = () => undefined;
  }
}
