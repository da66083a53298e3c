// The games' tables, read once out of the module.
import {
  ArgColumn, ARGS_MAX, EVENT_ARGS_MAX, GameColumn, LETTERED_CELLS, OPTION_CHOICE, OptionColumn, Table,
} from "../generated/numbers";
import type { Exports } from "./module";
import type { Arg, Bot, Cited, EventKind, Game, Option, Piece, Verb } from "./types";

class Reader {
  constructor(private readonly w: Exports, private readonly game: number) {}

  text(table: Table, row: number, column = 0, item = 0): string | null {
    const at = this.w["text_at"]!(this.game, table, row, column, item);
    if (at === 0) return null;
    const bytes = new Uint8Array(this.w.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  number(table: Table, row: number, column = 0, item = 0): number {
    return this.w["number_at"]!(this.game, table, row, column, item);
  }

  /** One entry for each row, until column 0 has no text. */
  rows<T>(table: Table, read: (row: number, first: string) => T, from = 0): T[] {
    const list: T[] = [];
    for (let row = from; ; row++) {
      const first = this.text(table, row);
      if (first === null) return list;
      list.push(read(row, first));
    }
  }

  names(table: Table): string[] { return this.rows(table, (_, name) => name); }

  private choices(table: Table, row: number, item: number, limit: number): string[] {
    const list: string[] = [];
    for (let value = 0; limit === 0 || value < limit; value++) {
      const name = this.text(table, row, ArgColumn.Choice + value, item);
      if (name === null) break;
      list.push(name);
    }
    return list;
  }

  args(table: Table, row: number, most: number): Arg[] {
    const list: Arg[] = [];
    for (let item = 0; item < most; item++) {
      const type = this.number(table, row, ArgColumn.Type, item);
      if (type === 0) break;
      const limit = this.number(table, row, ArgColumn.Limit, item);
      list.push({
        name: this.text(table, row, ArgColumn.Name, item) ?? "", type, limit, choices: this.choices(table, row, item, limit),
        role: this.number(table, row, ArgColumn.Role, item),
      });
    }
    return list;
  }

  options(): Option[] {
    return this.rows(Table.Options, (row, key) => {
      const number = (column: OptionColumn) => this.number(Table.Options, row, column);
      const min = number(OptionColumn.Min), max = number(OptionColumn.Max);
      const choices: string[] = [];
      for (let i = 0; number(OptionColumn.HasChoices) && i <= max - min; i++) {
        choices.push(this.text(Table.Options, row, OPTION_CHOICE, i) ?? String(i));
      }
      return {
        key, title: this.text(Table.Options, row, 1) ?? key, help: this.text(Table.Options, row, 2) ?? "",
        min, max, preset: number(OptionColumn.Preset), choices,
      };
    });
  }

  verbs(): Verb[] {
    return this.rows(Table.Verbs, (row, name) => ({
      name, help: this.text(Table.Verbs, row, 1) ?? "", flags: this.number(Table.Verbs, row),
      args: this.args(Table.Verbs, row, ARGS_MAX),
    }));
  }

  events(): EventKind[] {
    return this.rows(Table.Events, (row, name) => ({
      name, text: this.text(Table.Events, row, 1) ?? "", rule: this.text(Table.Events, row, 2) ?? "",
      args: this.args(Table.Events, row, EVENT_ARGS_MAX),
    }));
  }

  /** Index 0 is never used. */
  cited(table: Table): Cited[] {
    return [{ rule: "", text: "" }, ...this.rows(table, (row, rule) => ({ rule, text: this.text(table, row, 1) ?? "" }), 1)];
  }

  /** A bot of this game goes before a general one of the same name. */
  bots(id: string): Bot[] {
    const all = this.rows(Table.Bots, (row, name) => (
      { name, game: this.text(Table.Bots, row, 1), summary: this.text(Table.Bots, row, 2) ?? "" }));
    const fit = all.filter((bot) => bot.game === null || bot.game === id);
    fit.sort((a, b) => Number(a.game === null) - Number(b.game === null));
    return fit.filter((bot, i) => fit.findIndex((other) => other.name === bot.name) === i)
      .map(({ name, summary }) => ({ name, summary }));
  }

  pieces(): Piece[] {
    const traits = this.names(Table.Traits), numbers = this.names(Table.Numbers);
    return this.rows(Table.Pieces, (row, name) => {
      const bits = this.number(Table.Pieces, row);
      return {
        name, title: this.text(Table.Pieces, row, 1) ?? name, text: this.text(Table.Pieces, row, 2) ?? "",
        rule: this.text(Table.Pieces, row, 3) ?? "", traits: traits.filter((_, i) => (bits >> i) & 1),
        numbers: Object.fromEntries(numbers.map((of, i) => [of, this.number(Table.Pieces, row, 1 + i)])),
      };
    });
  }

  private hash(): string {
    const hash = this.w["tables_hash"]!(this.game) as unknown as bigint;
    return BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
  }

  read(): Game {
    const fact = (column: GameColumn) => this.number(Table.Game, 0, column);
    const id = this.text(Table.Game, 0) ?? "";
    return {
      index: this.game, id, title: this.text(Table.Game, 0, 1) ?? id, summary: this.text(Table.Game, 0, 2) ?? "",
      rulesVersion: fact(GameColumn.RulesVersion), tables: this.hash(),
      seatsMin: fact(GameColumn.SeatsMin), seatsMax: fact(GameColumn.SeatsMax),
      seatsPreset: fact(GameColumn.SeatsPreset) || fact(GameColumn.SeatsMin), topology: fact(GameColumn.Topology),
      stateSize: fact(GameColumn.StateSize), viewSize: fact(GameColumn.ViewSize),
      legalMax: fact(GameColumn.LegalMax), eventsMax: fact(GameColumn.EventsMax),
      cells: {
        stride: fact(GameColumn.Stride), rows: fact(GameColumn.Rows), x0: fact(GameColumn.X0), y0: fact(GameColumn.Y0),
        letters: fact(GameColumn.CellStyle) === LETTERED_CELLS,
      },
      options: this.options(), verbs: this.verbs(), events: this.events(),
      refusals: this.cited(Table.Refusals), endings: this.cited(Table.Endings),
      seats: this.names(Table.Seats), terrain: this.names(Table.Terrain), tokens: this.names(Table.Tokens),
      moods: this.names(Table.Moods), counters: this.names(Table.Counters),
      marks: this.names(Table.Marks), steps: ["", ...this.names(Table.Steps)], pieces: this.pieces(), bots: this.bots(id),
    };
  }
}

export function readGames(w: Exports): Game[] {
  return Array.from({ length: w["game_count"]!() }, (_, index) => new Reader(w, index).read());
}
