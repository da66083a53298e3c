// What is said and agreed around the board: clocks, offers, chat, who is there, ratings. The same for every game.
import type { Json } from "../rules/record";
import type { Luck } from "./luck";
import type { Message } from "./socket";

export interface ChatLine { seat: number | null; name: string; text: string; at: number; watchers: boolean }
export interface Rating { rating: number; deviation: number; before: number }
interface ClockState { at: number; left: (number | null)[]; runs: boolean[] }

const CHAT_MAX = 300;

const numbers = (json: unknown): number[] => (Array.isArray(json) ? json.map(Number) : []);
const objects = (json: unknown): Json[] => (Array.isArray(json) ? (json as Json[]) : []);

function chatLine(json: Json): ChatLine {
  return {
    seat: typeof json["seat"] === "number" ? json["seat"] : null, name: String(json["name"] ?? ""), text: String(json["text"] ?? ""),
    at: Number(json["at"] ?? 0), watchers: json["room"] === "watchers",
  };
}

export class Around {
  chat: ChatLine[] = [];
  offers: Record<string, number[]> = {}; // what is on offer, and by which seats
  paused = false;
  held = false; // paused by the host, who alone resumes it
  ended: string | null = null; // why it is over, if not by the rules
  rematch: string | null = null; // the id of the new match
  trouble: string | null = null; // why this page can't follow the match any more
  ratings: Rating[] = [];
  sharing = false; // everybody sits, and opens what they add to the luck
  fair: boolean | null = null; // of a match that is over: whether the luck was what all had sealed; null: nothing is known of it
  here: boolean[] = [];
  late: number[] = [];
  muted: ReadonlySet<number> = new Set(); // seats whose words are not wanted, as the server tells
  private clock: ClockState | null = null;
  private claims: (number | null)[] = [];
  private claimsAt = 0;
  private offset = 0; // the server's time less our own

  private now(): number { return performance.now(); }

  /** The answer to watch has the server's time. */
  synchronise(time: unknown): void {
    if (typeof time === "number") this.offset = time - this.now();
  }

  get timed(): boolean { return this.clock !== null; }

  /** Milliseconds that a seat has left; null: no limit. */
  left(seat: number): number | null {
    const left = this.clock?.left[seat];
    if (!this.clock || left === null || left === undefined) return null;
    const gone = this.clock.runs[seat] && !this.paused ? this.now() + this.offset - this.clock.at : 0;
    return Math.max(0, left - Math.max(0, gone));
  }

  runs(seat: number): boolean { return this.clock?.runs[seat] === true && !this.paused; }

  /** Milliseconds until this seat may be claimed against; null: not foreseeable. */
  claimIn(seat: number): number | null {
    const left = this.claims[seat];
    return left === null || left === undefined ? null : Math.max(0, left - (this.now() - this.claimsAt));
  }

  take(message: Message): void {
    if (message.type === "presence") {
      this.here = Array.isArray(message["here"]) ? message["here"].map(Boolean) : [];
      this.claims = Array.isArray(message["claim"]) ? message["claim"].map((one) => (typeof one === "number" ? one : null)) : [];
      this.claimsAt = this.now();
      return;
    }
    const fresh = message.type === "snapshot";
    const lines = objects(message["chat"]).map(chatLine);
    this.chat = (fresh && lines.length > 0 ? lines : [...this.chat, ...lines]).slice(-CHAT_MAX);
    if (message["clock"]) this.clock = message["clock"] as unknown as ClockState;
    if (message["offers"] || fresh) this.offers = this.offersFrom(message["offers"]);
    if (message["muted"] || fresh) this.muted = new Set(numbers(message["muted"]));
    const wanted = (message["luck"] as Luck | undefined)?.wanted;
    if (wanted) this.sharing = wanted.length > 0;
    this.paused = message["paused"] === true;
    this.held = message["held"] === true;
    if (typeof message["ended"] === "string") this.ended = message["ended"];
    if (typeof message["rematch"] === "string") this.rematch = message["rematch"];
    if (message["ratings"]) this.ratings = message["ratings"] as Rating[];
    this.late = numbers(message["late"]);
  }

  private offersFrom(json: unknown): Record<string, number[]> {
    return Object.fromEntries(Object.entries((json ?? {}) as Json).map(([what, seats]) => [what, numbers(seats)]));
  }
}

/** "4:05", and days where there are any. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000), days = Math.floor(seconds / 86400);
  if (days > 1) return `${days} d`;
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  const rest = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}
