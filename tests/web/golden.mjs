// The golden games of one game once more, by the module that the page has of it. This function runs within the browser.
// It draws as laws/playout.c does: options, then seats and orders, each from its own luck.
// `orders`: after how many the golden game of each seed was looked at.
export async function goldenHashes([id, orders]) {
  const bytes = await (await fetch(`rules-${id}.wasm`)).arrayBuffer();
  const w = (await WebAssembly.instantiate(await WebAssembly.compile(bytes), {})).exports;
  const GAME = 0, OPTIONS = 1;
  let top = w.memory_start();
  const room = (size) => {
    const at = top;
    top += (size + 15) & ~15;
    while (top > w.memory.buffer.byteLength) w.memory.grow(1);
    return at;
  };
  const text = (at) => {
    const all = new Uint8Array(w.memory.buffer, at);
    return new TextDecoder().decode(all.slice(0, all.indexOf(0)));
  };
  const setup = room(w.size_of(0)), luck = room(w.size_of(1)), chooser = room(w.size_of(1)), verdict = room(w.size_of(3));
  const name = room(16);
  new Uint8Array(w.memory.buffer).set(new TextEncoder().encode("random\0"), name);

  function drawOption(game, row, from) {
    const number = (column) => w.number_at(game, OPTIONS, row, column, 0);
    const how = w.luck_range(from, 0, 3);
    return how === 0 ? number(0) : how === 1 ? number(2) : how === 2 ? number(1) : w.luck_range(from, number(0), number(1));
  }
  function drawSetup(game, seed) {
    w.luck_from_key(luck, seed, 1n);
    for (let tries = 0; tries < 1000; tries++) {
      w.setup_presets(game, setup);
      w.setup_seats(setup, w.luck_range(luck, w.number_at(game, GAME, 0, 1, 0), w.number_at(game, GAME, 0, 2, 0)));
      for (let row = 0; w.text_at(game, OPTIONS, row, 0, 0) !== 0; row++) w.setup_option(setup, row, drawOption(game, row, luck));
      w.check_setup(game, setup, verdict);
      if (new Uint16Array(w.memory.buffer, verdict, 1)[0] === 0) return;
    }
  }
  function drawSeat(acting, seats) {
    const eligible = w.luck_range(chooser, 1, 8) === 1 ? (1 << seats) - 1 : acting;
    const among = [0, 1, 2, 3, 4, 5, 6].filter((seat) => eligible & (1 << seat));
    return among[w.luck_range(chooser, 0, among.length - 1)];
  }
  function play(game, seed, state, legal, legalMax, most) {
    drawSetup(game, seed);
    const seats = new Uint8Array(w.memory.buffer, setup, 1)[0];
    const bot = w.bot_find(game, name);
    w.luck_from_key(luck, seed, 0n);
    w.luck_from_key(chooser, seed, 2n);
    w.init(game, state, setup, luck);
    let steps = 0;
    for (let acting = w.to_act(game, state); acting !== 0 && steps < most; acting = w.to_act(game, state)) {
      const seat = drawSeat(acting, seats);
      const count = w.legal(game, state, seat, legal, legalMax);
      if (count === 0) continue;
      w.apply(game, state, seat, legal + 8 * w.bot_choose(bot, game, 0, seat, legal, count, chooser), luck, 0);
      steps++;
    }
    return steps;
  }

  const lines = [];
  for (let game = 0; game < w.game_count(); game++) {
    const size = w.number_at(game, GAME, 0, 4, 0), legalMax = w.number_at(game, GAME, 0, 7, 0);
    const state = room(size), legal = room(8 * legalMax);
    for (let seed = 1; seed <= orders.length; seed++) {
      const steps = play(game, BigInt(seed), state, legal, legalMax, orders[seed - 1]);
      const hash = BigInt.asUintN(64, w.hash(state, size)).toString(16).padStart(16, "0");
      lines.push(`${text(w.text_at(game, GAME, 0, 0, 0))} ${w.number_at(game, GAME, 0, 0, 0)} ${seed} ${steps} ${hash}`);
    }
  }
  return lines;
}
