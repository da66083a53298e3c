// Who looks at a match in this browser: one person, or several in turn with a curtain between them.
import type { RulesClient } from "../rules/client";
import { LocalPlay, type Match } from "./match";
import { Session } from "./session";

export class Table {
  session: Session;
  next: number | null = null; // the seat that the curtain waits for
  onChange: () => void = () => undefined;
  private readonly sessions = new Map<number, Session>();

  constructor(private readonly rules: RulesClient, readonly match: Match, private readonly still: () => boolean) {
    this.session = new Session(rules, match, still);
    this.sessions.set(match.seat, this.session);
    if (!this.shared) return;
    const open = (match as LocalPlay).open;
    this.next = open ? null : match.seat;
    (match as LocalPlay).onHand = (seat) => {
      this.next = seat;
      if (open) void this.lift();
      else this.onChange();
    };
  }

  get shared(): boolean { return this.match instanceof LocalPlay && this.match.people.length > 1; }

  start(): Promise<void> { return this.session.start(); }

  /** The next person sits down: only now is that seat told what happened. */
  async lift(): Promise<void> {
    const seat = this.next;
    if (seat === null) return;
    const known = this.sessions.get(seat);
    this.session = known ?? new Session(this.rules, (this.match as LocalPlay).from(seat), this.still);
    this.sessions.set(seat, this.session);
    if (known) await (known.match as LocalPlay).show();
    else await this.session.start();
    await this.session.caughtUp();
    if (this.next !== seat) return; // somebody was quicker
    this.next = null;
    this.onChange();
  }

  close(): void { this.sessions.forEach((session) => session.close()); }
}
