// One WebSocket that comes back by itself. Commands have ids of our own choice, so those without an
// answer are simply sent again after a reconnect: the server carries none out twice.
import { refusedText } from "../rules/language";
export interface Answer { re?: string; ok: boolean; code?: string; rule?: string; why?: string; [field: string]: unknown }
export interface Message {
  type: "update" | "snapshot" | "note" | "presence" | "pace" | "lobby";
  match: string; seat: number | "spectator"; [field: string]: unknown;
}
/** Who we are to the server. */
export interface Player { id: string; name: string; account: boolean; moderator: boolean }

interface Waiting { text: string; cmd: string; match: unknown; resolve: (answer: Answer) => void }

const PROTOCOL = 1;
const TOKEN = "redoubt.token";
// Of several servers another one plays on after two seconds at most: until then it is tried often.
const RETRY_MS = [200, 300, 300, 300, 300, 300, 300, 1000, 2000, 5000];

export class Refused extends Error {
  constructor(readonly answer: Answer) { super(refusedText(answer.code, answer.why)); }
}

export class Socket {
  connected = false;
  player: Player | null = null;
  readonly messages = new Set<(message: Message) => void>();
  /** After every (re)connect: what has to be watched again. */
  readonly hellos = new Set<() => void>();
  readonly changes = new Set<() => void>(); // of connection or player

  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly prefix = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  private next = 1;
  private tries = 0;
  private helloId = "";
  private match = ""; // one that another server plays: asked for when we connect
  private introduced = (): void => undefined; // the server has answered, or is gone

  constructor(private readonly url: string, private readonly name: string) {}

  open(): void {
    if (this.socket) return;
    const socket = new WebSocket(this.match ? `${this.url}?match=${encodeURIComponent(this.match)}` : this.url);
    this.socket = socket;
    socket.addEventListener("open", () => void this.introduce(socket));
    socket.addEventListener("message", (event) => this.receive(String(event.data)));
    socket.addEventListener("close", () => this.lost());
  }

  /** Tabs that are opened at once without a token would be as many guests: one says hello, the others wait for its token. */
  private async introduce(socket: WebSocket): Promise<void> {
    const locks = navigator.locks as LockManager | undefined; // browsers have them at https and localhost
    if (localStorage.getItem(TOKEN) || !locks) {
      this.hello(socket);
      return;
    }
    await locks.request(TOKEN, () => {
      if (socket !== this.socket) return undefined;
      this.hello(socket);
      return new Promise<void>((resolve) => { this.introduced = resolve; });
    });
  }

  private hello(socket: WebSocket): void {
    const token = localStorage.getItem(TOKEN);
    this.helloId = this.newId();
    const who = token ? { token } : { name: this.name };
    socket.send(JSON.stringify({ cmd: "hello", id: this.helloId, version: PROTOCOL, ...who }));
  }

  /** Tells of every change; the result stops it. */
  onChange(tell: () => void): () => void {
    this.changes.add(tell);
    return () => { this.changes.delete(tell); };
  }

  private newId(): string { return `${this.prefix}-${this.next++}`; }

  private lost(): void {
    this.socket = null;
    this.connected = false;
    this.introduced();
    this.changes.forEach((tell) => tell());
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]!;
    setTimeout(() => this.open(), wait);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Answer | Message;
    if ("type" in message && typeof message["type"] === "string") {
      this.messages.forEach((tell) => tell(message as Message));
      return;
    }
    const answer = message as Answer;
    if (answer.re === this.helloId) {
      this.greeted(answer);
      this.introduced();
    }
    const waiting = this.waiting.get(answer.re ?? "");
    // "storage": it may have been kept after all; asking again with the same id is safe.
    if (!waiting || answer.code === "no_hello") return;
    if (answer.code === "storage" || answer.code === "rate") {
      setTimeout(() => this.socket?.send(waiting.text), 1000);
      return;
    }
    if (answer.code === "elsewhere" && waiting.cmd !== "leave") { // sent again on the connection that is passed on to it
      this.match = String(waiting.match);
      this.tries = 0;
      this.socket?.close();
      return;
    }
    this.waiting.delete(answer.re ?? "");
    waiting.resolve(answer);
  }

  private greeted(answer: Answer): void {
    if (!answer.ok) {
      if (answer.code === "bad_token") { // another server than the one that knew us: be a new guest
        localStorage.removeItem(TOKEN);
        this.socket?.close();
      }
      if (answer.code === "busy" || answer.code === "storage") this.socket?.close(); // and come again
      return;
    }
    this.known(answer);
    this.tries = 0;
    this.connected = true;
    this.hellos.forEach((tell) => tell());
    this.waiting.forEach(({ text }) => this.socket?.send(text));
    this.changes.forEach((tell) => tell());
  }

  private known(answer: Answer): void {
    this.keep(answer);
    this.player = { id: String(answer["player"] ?? ""), name: String(answer["name"] ?? ""), account: answer["account"] === true, moderator: answer["moderator"] === true };
  }

  /** Makes this guest an account, or becomes another player who has one. */
  async signIn(cmd: "register" | "login" | "recover", name: string, password: string, more: Record<string, unknown> = {}): Promise<Answer> {
    const known = cmd === "register" ? {} : { version: PROTOCOL }, claim = cmd === "login" ? { claim: true } : {};
    const answer = await this.command(cmd, { name, password, ...known, ...claim, ...more });
    if (answer.ok) {
      this.known(answer);
      this.hellos.forEach((tell) => tell()); // what was watched as somebody else is watched no longer
      this.changes.forEach((tell) => tell());
    }
    return answer;
  }

  /** A new guest from now on. */
  async signOut(): Promise<void> {
    localStorage.removeItem(TOKEN);
    this.player = null;
    await Promise.race([this.command("logout"), new Promise((resolve) => { setTimeout(resolve, 1000); })]);
    this.forgotten();
  }

  /** Nobody knows us any more: likewise. */
  forgotten(): void {
    localStorage.removeItem(TOKEN);
    this.player = null;
    this.waiting.clear();
    this.socket?.close();
  }

  /** An answer may have another token. */
  keep(answer: Answer): void {
    if (typeof answer["token"] === "string") localStorage.setItem(TOKEN, answer["token"]);
  }

  /** Resolves with the answer, refusals included. */
  command(cmd: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.newId();
    const text = JSON.stringify({ cmd, id, ...fields });
    this.open();
    return new Promise((resolve) => {
      this.waiting.set(id, { text, cmd, match: fields["match"], resolve });
      if (this.connected) this.socket?.send(text);
    });
  }

  /** Throws where the server refuses. */
  async ask(cmd: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const answer = await this.command(cmd, fields);
    if (!answer.ok) throw new Refused(answer);
    return answer;
  }
}
