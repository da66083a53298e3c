// rules.wasm as objects. What each function of the module does is told in bindings/wasm/README.md of the sources.
const TABLE = { game: 0, options: 1, verbs: 2, refusals: 4, endings: 5, seats: 7, bots: 12 };
const SIZE = { setup: 0, luck: 1, action: 2, verdict: 3, outcome: 6, turns: 7 };
const FACT = { rulesVersion: 0, seatsMin: 1, seatsMax: 2, stateSize: 4, viewSize: 5, legalMax: 7, seatsPreset: 16 };
const ARG = 8, ARGS = 3, ACTION_BYTES = 8, PAGE = 65536, SPECTATOR = 7;
const REFUSED = ["ok", "bad_setup", "bad_map", "not_your_turn", "no_such_verb", "bad_arg", "against_rules", "game_over"];

export class Rules {
  static async from(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Rules(instance.exports);
  }

  constructor(exports) {
    this.w = exports;
    this.top = exports.memory_start();
    this.games = [];
    for (let index = 0; index < exports.game_count(); index++) this.games.push(this.describe(index));
  }

  /** Bytes of the module's memory that nobody else uses. */
  room(size) {
    const at = this.top;
    this.top += (size + 15) & ~15;
    const missing = this.top - this.w.memory.buffer.byteLength;
    if (missing > 0) this.w.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  text(pointer) {
    if (pointer === 0) return null;
    const bytes = new Uint8Array(this.w.memory.buffer, pointer);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  cell(index, table, row, column = 0, item = 0) { return this.text(this.w.text_at(index, table, row, column, item)); }
  number(index, table, row, column, item = 0) { return this.w.number_at(index, table, row, column, item); }

  rows(index, table, first, read) {
    const list = [];
    for (let row = first; this.cell(index, table, row) !== null; row++) list.push(read(row));
    return list;
  }

  describe(index) {
    const fact = (column) => this.number(index, TABLE.game, 0, column);
    const id = this.cell(index, TABLE.game, 0, 0);
    return {
      index, id, title: this.cell(index, TABLE.game, 0, 1), summary: this.cell(index, TABLE.game, 0, 2),
      rulesVersion: fact(FACT.rulesVersion), seatsMin: fact(FACT.seatsMin), seatsMax: fact(FACT.seatsMax),
      options: this.rows(index, TABLE.options, 0, (row) => this.option(index, row)),
      verbs: this.rows(index, TABLE.verbs, 0, (row) => this.verb(index, row)),
      seats: this.rows(index, TABLE.seats, 0, (row) => this.cell(index, TABLE.seats, row)),
      bots: this.rows(index, TABLE.bots, 0, (row) => ({ name: this.cell(index, TABLE.bots, row), game: this.cell(index, TABLE.bots, row, 1) }))
        .filter((bot) => bot.game === null || bot.game === id).map((bot) => bot.name),
    };
  }

  option(index, row) {
    const [min, max, preset, named] = [0, 1, 2, 3].map((column) => this.number(index, TABLE.options, row, column));
    const choices = named ? Array.from({ length: max - min + 1 }, (_, i) => this.cell(index, TABLE.options, row, ARG, i)) : null;
    return { key: this.cell(index, TABLE.options, row), help: this.cell(index, TABLE.options, row, 2), min, max, preset, choices };
  }

  verb(index, row) {
    const args = [];
    for (let i = 0; i < ARGS && this.number(index, TABLE.verbs, row, ARG + 1, i) !== 0; i++) args.push(this.cell(index, TABLE.verbs, row, ARG, i));
    return { name: this.cell(index, TABLE.verbs, row), help: this.cell(index, TABLE.verbs, row, 1), args };
  }

  game(id) {
    const found = this.games.find((game) => game.id === id);
    if (!found) throw new Error(`there is no game "${id}"; games are ${this.games.map((game) => game.id).join(", ")}`);
    return found;
  }

  begin(id, wish = {}) { return new Match(this, this.game(id), wish); }
}

export class Match {
  constructor(rules, game, { seats, options = {}, seed = 1 }) {
    const size = (what) => rules.room(rules.w.size_of(what));
    const fact = (column) => rules.number(game.index, TABLE.game, 0, column);
    Object.assign(this, { rules, game, w: rules.w, stateSize: fact(FACT.stateSize), viewSize: fact(FACT.viewSize), legalMax: fact(FACT.legalMax) });
    Object.assign(this, { luck: size(SIZE.luck), action: size(SIZE.action), verdict: size(SIZE.verdict), ending: size(SIZE.outcome), counted: size(SIZE.turns) });
    Object.assign(this, { state: rules.room(this.stateSize), seen: rules.room(this.viewSize), list: rules.room(this.legalMax * ACTION_BYTES), word: rules.room(64) });
    const setup = size(SIZE.setup);
    this.w.setup_presets(game.index, setup);
    this.seats = seats ?? (fact(FACT.seatsPreset) || game.seatsMin);
    this.w.setup_seats(setup, this.seats);
    for (const [key, value] of Object.entries(options)) this.setOption(setup, key, value);
    this.w.check_setup(game.index, setup, this.verdict);
    if (this.data.getUint16(this.verdict, true) !== 0) throw new Error(`${game.id} can't begin so: ${this.refusal().why}`);
    this.w.luck_from_key(this.luck, BigInt(seed), 0n);
    this.w.init(game.index, this.state, setup, this.luck);
  }

  get data() { return new DataView(this.w.memory.buffer); }

  setOption(setup, key, value) {
    const row = this.game.options.findIndex((option) => option.key === key);
    const option = this.game.options[row];
    if (!option) throw new Error(`${this.game.id} has no option "${key}"; options are ${this.game.options.map((one) => one.key).join(", ")}`);
    const number = typeof value === "string" && option.choices ? option.choices.indexOf(value) + option.min : Number(value);
    if (!Number.isInteger(number) || number < option.min || number > option.max) throw new Error(`${key}: ${value} is not from ${option.choices ?? `${option.min} to ${option.max}`}`);
    this.w.setup_option(setup, row, number);
  }

  refusal() {
    const why = this.data.getUint16(this.verdict + 2, true);
    const code = REFUSED[this.data.getUint16(this.verdict, true)];
    const cell = (column) => (why === 0 ? null : this.rules.cell(this.game.index, TABLE.refusals, why, column));
    return { code, rule: cell(0), why: cell(1) ?? code };
  }

  /** The seats that have to act now. */
  toAct() {
    const bits = this.w.to_act(this.game.index, this.state);
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => bits & (1 << seat));
  }

  readAction(at) {
    const data = this.data;
    const verb = this.game.verbs[data.getUint16(at, true)];
    return { verb: verb.name, args: verb.args.map((_, i) => data.getUint16(at + 2 + 2 * i, true)) };
  }

  writeAction(at, { verb, args = [] }) {
    const number = this.game.verbs.findIndex((one) => one.name === verb);
    if (number < 0) throw new Error(`${this.game.id} has no order "${verb}"`);
    const data = this.data;
    data.setUint16(at, number, true);
    for (let i = 0; i < ARGS; i++) data.setUint16(at + 2 + 2 * i, args[i] ?? 0, true);
  }

  legal(seat) {
    const count = this.w.legal(this.game.index, this.state, seat, this.list, this.legalMax);
    return Array.from({ length: count }, (_, i) => this.readAction(this.list + i * ACTION_BYTES));
  }

  /** null: it may be done. */
  judge(seat, action) {
    this.writeAction(this.action, action);
    return this.w.judge(this.game.index, this.state, seat, this.action, this.verdict) === 0 ? null : this.refusal();
  }

  apply(seat, action) {
    const refused = this.judge(seat, action);
    if (refused) throw new Error(`${action.verb}: ${refused.why}${refused.rule ? ` (${refused.rule})` : ""}`);
    this.w.apply(this.game.index, this.state, seat, this.action, this.luck, 0);
  }

  resign(seat) { this.w.resign(this.game.index, this.state, seat, 0); }

  /** What a bot would do; it sees only what its seat sees. */
  ask(bot, seat) {
    new Uint8Array(this.w.memory.buffer).set(new TextEncoder().encode(`${bot}\0`).slice(0, 64), this.word);
    const number = this.w.bot_find(this.game.index, this.word);
    if (number < 0) throw new Error(`${this.game.id} has no bot "${bot}"; there are ${this.game.bots.join(", ")}`);
    const count = this.w.legal(this.game.index, this.state, seat, this.list, this.legalMax);
    this.w.observe(this.game.index, this.state, seat, this.seen);
    const choice = this.w.bot_choose(number, this.game.index, this.seen, seat, this.list, count, this.luck);
    return this.readAction(this.list + choice * ACTION_BYTES);
  }

  /** The bytes of what a seat knows; without a seat, of what a spectator knows. */
  view(seat = SPECTATOR) {
    this.w.observe(this.game.index, this.state, seat, this.seen);
    return new Uint8Array(this.w.memory.buffer, this.seen, this.viewSize).slice();
  }

  /** null while it goes on. */
  outcome() {
    if (this.w.outcome(this.game.index, this.state, this.ending) === 0) return null;
    const data = this.data, row = data.getUint16(this.ending + 2, true);
    return {
      rule: this.rules.cell(this.game.index, TABLE.endings, row, 0), reason: this.rules.cell(this.game.index, TABLE.endings, row, 1),
      rank: Array.from({ length: this.seats }, (_, seat) => data.getUint8(this.ending + 4 + seat)),
    };
  }

  turn() {
    this.w.turns(this.game.index, this.state, this.counted);
    return this.data.getUint32(this.counted, true);
  }

  /** The fingerprint that replays keep, as 16 hexadecimal digits. */
  hash() { return BigInt.asUintN(64, this.w.hash(this.state, this.stateSize)).toString(16).padStart(16, "0"); }
}
