// The lines of what has happened, turn by turn.
import type { Line } from "../playback";

export interface LogLine extends Line { turn: number; key: number }

export const LOG_MAX = 2000;

export class Log {
  private readonly all: LogLine[] = [];

  get lines(): readonly LogLine[] { return this.all; }
  get length(): number { return this.all.length; }
  get last(): LogLine | undefined { return this.all[this.all.length - 1]; }

  /** The oldest lines make room. */
  add(line: Line, turn: number): void {
    if (line.part) return;
    this.all.push({ ...line, turn, key: (this.last?.key ?? 0) + 1 });
    if (this.all.length > LOG_MAX) this.all.splice(0, this.all.length - LOG_MAX);
  }

  /** What happened before all that is here. */
  recall(lines: readonly { line: Line; turn: number }[]): void {
    const first = this.all[0]?.key ?? 1;
    const told = lines.filter(({ line }) => !line.part);
    this.all.unshift(...told.map(({ line, turn }, i) => ({ ...line, turn, key: first - told.length + i })));
    if (this.all.length > LOG_MAX) this.all.splice(0, this.all.length - LOG_MAX);
  }

  /** What came after the first so many lines has not happened. */
  cut(length: number): void { this.all.length = Math.min(this.all.length, length); }
}
