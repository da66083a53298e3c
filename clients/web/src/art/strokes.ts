// A figure as strokes. Tables of figures have a line for each part: what kind of part, its material, numbers, and a path in
// a box of 64 x 64 with the feet at y = 56.
import { CREAM, GOLD, INK, MATERIALS, sideOfOwner } from "./sides";

/** One path to fill or to stroke. */
export interface Stroke { d: string; fill: string | null; line: string | null; width: number; alpha: number }

const OUTLINE = 2, CASING = 2.6;
const COUNTER = 25; // half as wide as a figure that is no more than its side
const num = (value: number) => String(Math.round(value * 10) / 10);
const circle = (x: number, y: number, r: number) => `M${num(x - r)} ${num(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const filled = (d: string, fill: string, width = OUTLINE): Stroke => ({ d, fill, line: INK, width, alpha: 1 });
const flat = (d: string, fill: string, alpha = 1): Stroke => ({ d, fill, line: null, width: 0, alpha });
const open = (d: string, line: string, width: number): Stroke => ({ d, fill: null, line, width, alpha: 1 });
const cased = (d: string, line: string, width: number): Stroke[] => [open(d, INK, width + CASING), open(d, line, width)];

function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5, far = i % 2 ? r * 0.44 : r;
    return `${num(x + far * Math.cos(angle))} ${num(y + far * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

const trefoil = (x: number, y: number, r: number) => [[0, -0.5], [-0.52, 0.34], [0.52, 0.34]]
  .map(([dx, dy]) => circle(x + dx! * r, y + dy! * r, num2(r * 0.46))).join("");
const num2 = (value: number) => Math.round(value * 100) / 100;

function crescent(x: number, y: number, r: number): string {
  const top = `${num(x + r * 0.5)} ${num(y - r * 0.85)}`, foot = `${num(x + r * 0.5)} ${num(y + r * 0.85)}`;
  return `M${top}A${r} ${r} 0 1 0 ${foot}A${num(r * 0.8)} ${num(r * 0.8)} 0 1 1 ${top}Z`;
}

/** The sign of a side: star, saltire, trefoil, crescent; claws for nobody's. */
export function device(owner: number, x: number, y: number, r: number, colour: string): Stroke {
  const kind = owner === 0 ? 0 : ((owner - 1) % 4) + 1, k = r * 0.8;
  if (kind === 1) return flat(star(x, y, r), colour);
  if (kind === 2) return open(`M${num(x - k)} ${num(y - k)}L${num(x + k)} ${num(y + k)}M${num(x + k)} ${num(y - k)}L${num(x - k)} ${num(y + k)}`, colour, r * 0.6);
  if (kind === 3) return flat(trefoil(x, y, r), colour);
  if (kind === 4) return flat(crescent(x, y, r), colour);
  return open([-0.7, 0, 0.7].map((dx) => `M${num(x + dx * r)} ${num(y - r * 0.8)}l${num(dx === 0 ? 0 : -dx * 0.4 * r)} ${num(r * 1.6)}`).join(""), colour, r * 0.36);
}

function shieldPath(owner: number, x: number, y: number, r: number): string {
  const kind = owner === 0 ? 1 : ((owner - 1) % 4) + 1, at = (dx: number, dy: number) => `${num(x + dx * r)} ${num(y + dy * r)}`;
  if (kind === 1) return circle(x, y, num2(r));
  if (kind === 2) return `M${at(-0.92, -1)}L${at(0.92, -1)}L${at(0.92, 0.25)}Q${at(0.8, 1)} ${at(0, 1.25)}Q${at(-0.8, 1)} ${at(-0.92, 0.25)}Z`;
  if (kind === 3) return `M${at(0, -1.2)}L${at(1, 0)}L${at(0, 1.2)}L${at(-1, 0)}Z`;
  return `M${at(-0.6, -1)}L${at(0.6, -1)}L${at(1, 0)}L${at(0.6, 1)}L${at(-0.6, 1)}L${at(-1, 0)}Z`;
}

function shield(owner: number, x: number, y: number, r: number): Stroke[] {
  const { side, light, changed } = sideOfOwner(owner);
  return [
    filled(shieldPath(owner, x, y, r), changed ? CREAM : side), open(shieldPath(owner, x, y, r * 0.82), changed ? side : light, 1.3),
    device(owner, x, y, r * 0.6, changed ? side : CREAM),
  ];
}

const CLOTHS = [
  "h15l-4 4.500l4 4.500h-15Z", "h13v9h-13Z", "l15 4.500l-15 4.500Z", "h12v11l-6 -4l-6 4Z",
] as const;

function flag(owner: number, x: number, y: number, height: number): Stroke[] {
  const cloth = CLOTHS[owner === 0 ? 0 : (owner - 1) % 4]!, top = y - height;
  return [...cased(`M${x} ${y}V${top}`, MATERIALS["bark"]!, 1.4), filled(`M${x + 0.8} ${top}${cloth}`, sideOfOwner(owner).side, 1.5),
    device(owner, x + 6, top + 4.5, 2.8, CREAM)];
}

/** The cloth of a standard that somebody carries. */
function standard(owner: number, x: number, y: number): Stroke[] {
  const cut = sideOfOwner(owner).changed ? "h22v18h-22Z" : "h22l-6 9l6 9h-22Z";
  return [filled(`M${x} ${y}${cut}`, sideOfOwner(owner).side), device(owner, x + 9, y + 9, 5.2, CREAM)];
}

function merlons(x: number, y: number, width: number, count: number, colour: string): Stroke {
  const step = num2(width / (2 * count - 1));
  const teeth = Array.from({ length: count }, (_, i) => `v-4h${step}v4${i < count - 1 ? `h${step}` : ""}`).join("");
  return filled(`M${x} ${y}${teeth}v3h${-width}Z`, colour);
}

/** Colours by name: materials, those of the side, those that the caller gives, or a colour itself. */
function colourOf(name: string, owner: number, own: Record<string, string>): string {
  if (name.startsWith("#")) return name;
  const side = sideOfOwner(owner);
  const known: Record<string, string> = { ...MATERIALS, side: side.side, dark: side.dark, light: side.light, ...own };
  return known[name] ?? INK;
}

type Part = (words: string[], colour: (name: string) => string, owner: number) => Stroke[];
const numbers = (words: string[]) => words.map(Number) as [number, number, number, number];
const rest = (words: string[], from: number) => words.slice(from).join(" ");

/** By the first word of a line. */
const PARTS: Record<string, Part> = {
  fill: (w, c) => [filled(rest(w, 1), c(w[0]!))],
  flat: (w, c) => [flat(rest(w, 1), c(w[0]!))],
  shade: (w, c) => [flat(rest(w, 2), c(w[0]!), Number(w[1]))],
  thin: (w, c) => [filled(rest(w, 2), c(w[0]!), Number(w[1]))],
  open: (w, c) => [open(rest(w, 2), c(w[0]!), Number(w[1]))],
  line: (w, c) => cased(rest(w, 2), c(w[0]!), Number(w[1])),
  disc: (w, c) => { const [x, y, r] = numbers(w.slice(1)); return [filled(circle(x, y, r), c(w[0]!))]; },
  spot: (w, c) => { const [x, y, r] = numbers(w.slice(1)); return [flat(circle(x, y, r), c(w[0]!))]; },
  device: (w, c, owner) => { const [x, y, r] = numbers(w.slice(1)); return [device(owner, x, y, r, c(w[0]!))]; },
  shield: (w, _, owner) => { const [x, y, r] = numbers(w); return shield(owner, x, y, r); },
  flag: (w, _, owner) => { const [x, y, h] = numbers(w); return owner === 0 ? [] : flag(owner, x, y, h); },
  standard: (w, _, owner) => { const [x, y] = numbers(w); return standard(owner, x, y); },
  merlons: (w, c) => { const [x, y, width, count] = numbers(w.slice(1)); return [merlons(x, y, width, count, c(w[0]!))]; },
};

/** The strokes of a table's lines, from back to front. */
export function strokesOf(table: string, owner: number, own: Record<string, string> = {}): Stroke[] {
  const colour = (name: string) => colourOf(name, owner, own);
  return table.trim().split("\n").flatMap((line) => {
    const [part, ...words] = line.split(" ");
    return PARTS[part!]?.(words, colour, owner) ?? [];
  });
}

function plinthPath(owner: number, w: number, y: number): string {
  const kind = owner === 0 ? 0 : ((owner - 1) % 4) + 1, h = w * 0.36, at = (dx: number, dy: number) => `${num(32 + dx)} ${num(y + dy)}`;
  if (kind === 1) return `M${at(-w, 0)}a${num(w)} ${num(h)} 0 1 0 ${num(2 * w)} 0a${num(w)} ${num(h)} 0 1 0 ${num(-2 * w)} 0Z`;
  if (kind === 2) return `M${at(-w * 0.82, -h * 0.9)}L${at(w * 0.82, -h * 0.9)}L${at(w, h)}L${at(-w, h)}Z`;
  if (kind === 3) return `M${at(0, -h * 1.3)}L${at(w * 1.1, 0)}L${at(0, h * 1.3)}L${at(-w * 1.1, 0)}Z`;
  return `M${at(-w * 0.55, -h)}L${at(w * 0.55, -h)}L${at(w, 0)}L${at(w * 0.55, h)}L${at(-w * 0.55, h)}L${at(-w, 0)}Z`;
}

const HOUSE = "M10 58V22h9v7h8v-7h10v7h8v-7h9v36Z";

/** What is left of a figure that is hardly to be seen: the shape of its side with the device, and walls for what is built. */
export function counter(owner: number, built: boolean): Stroke[] {
  const { side, changed } = sideOfOwner(owner), [x, y] = built ? [32, 44] : [32, 34];
  const shape = built ? HOUSE : shieldPath(owner, x, y, COUNTER);
  return [
    filled(shape, changed ? CREAM : side, 3), ...(changed ? [open(shape, side, 5)] : []), ...(changed ? [open(shape, INK, 2)] : []),
    device(owner, x, y, built ? 10 : COUNTER * 0.56, changed ? side : CREAM),
  ];
}

/** The base on which a figure stands: its shape tells the side; a hero's has a gold rim and a crown. */
export function plinth(owner: number, width: number, hero: boolean): Stroke[] {
  const { side, dark, light, changed } = sideOfOwner(owner);
  const rim = hero ? GOLD : owner === 0 ? "#b7ae98" : changed ? side : light;
  return [
    filled(plinthPath(owner, width, 60), hero ? "#b5811a" : dark), filled(plinthPath(owner, width, 56), changed ? "#fdebd6" : side),
    open(plinthPath(owner, width * 0.84, 56), rim, hero ? 3 : changed ? 2.8 : 1.4),
    ...(hero ? [filled("M26 67.5v-6l3 2.5l3-4l3 4l3-2.5v6z", GOLD, 1.4)] : []),
  ];
}
