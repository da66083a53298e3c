// Where the discs of the wheel lie: away from the nearest foe, so that targets stay free, and where the board has room for them.
const RADIUS = 92, RADIUS_MOST = 290, WIDER = 14; // pixels
const DISC = 46, APART = DISC + 2; // css/game.css draws discs so wide
const GAP = Math.PI / 2; // left open towards the foe
const LOOSE = 1.25; // of the room that discs need: they lie a little apart
const PARTS = 72; // of a circle, when room is looked for

/** From one angle on, so many radians of a circle so wide. */
export interface Arc { from: number; span: number; far: number }
interface Room { x: number; y: number; wide: number; high: number } // of the middle of the wheel in a box

/** The longest part of a circle on which a disc is whole in the box. */
function freeArc({ x, y, wide, high }: Room, far: number): { from: number; span: number } {
  const half = DISC / 2 + 3, part = (2 * Math.PI) / PARTS;
  const fits = (i: number) => {
    const u = x + far * Math.cos(i * part), v = y + far * Math.sin(i * part);
    return u > half && v > half && u < wide - half && v < high - half;
  };
  let best = 0, from = 0, run = 0;
  for (let i = 0; i < 2 * PARTS && run < PARTS; i++) {
    run = fits(i) ? run + 1 : 0;
    if (run > best) [best, from] = [run, i - run + 1];
  }
  return { from: from * part, span: best === PARTS ? 2 * Math.PI : Math.max(0, best - 1) * part };
}

/** Around the unit, open towards the foe; near an edge of the board on the side where there is room, on a wider circle where it has to be. */
export function arcOf(count: number, room: Room, foe: number): Arc {
  for (let far = RADIUS; ; far += WIDER) {
    const free = freeArc(room, far), round = free.span >= 2 * Math.PI;
    const most = round ? 2 * Math.PI - GAP : free.span + APART / far, need = (count * APART) / far;
    if (need > most && far < RADIUS_MOST) continue;
    const span = Math.min(most, need * LOOSE);
    const middle = round ? foe + Math.PI : free.from + free.span / 2;
    return { from: middle - span / 2, span, far };
  }
}
