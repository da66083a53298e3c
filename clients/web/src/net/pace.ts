// A match whose seats watch each turn together: which of its steps may be shown now. docs/protocol.md says how.
import type { Update } from "../rules/types";

/** Every step has this long, whatever is to be seen in it: so nobody learns from the wait how much others see. */
export const STEP_MS = 800;

export class Pace {
  onChange: () => void = () => undefined;
  private turn = -1;
  private row = 0; // of the table of steps; 0: all may be shown
  private holding = false; // somebody has stopped the playback
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `say`: that this step has been shown, null: all of them. */
  constructor(private readonly say: (turn: number, step: number | null) => void) {}

  take(turn: unknown, step: unknown): void {
    this.turn = Number(turn);
    this.row = step === null ? 0 : Number(step);
    this.wait();
    this.onChange();
  }

  /** May what came with this update be shown up to this step? 0: to its end. */
  mayShow(update: Update, row: number): boolean {
    if (update.turn[0] !== this.turn) return update.turn[0] < this.turn; // of a later turn the server will speak at once
    return this.row === 0 || (row !== 0 && row <= this.row);
  }

  hold(on: boolean): void {
    this.holding = on;
    this.wait();
  }

  /** Whoever skips has seen enough of all. */
  skip(): void {
    if (this.row !== 0) this.say(this.turn, null);
    this.stop();
  }

  close(): void { this.stop(); }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private wait(): void {
    this.stop();
    if (this.row !== 0 && !this.holding) this.timer = setTimeout(() => this.say(this.turn, this.row), STEP_MS);
  }
}
