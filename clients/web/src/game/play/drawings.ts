// Small drawings for what flies and bursts, in ink with a pale edge like the pieces.
import type { Shape } from "./acts";

const SVG = "http://www.w3.org/2000/svg";

interface Line { path: string; fill?: string; stroke?: string; width?: number }

const INK = "#241a12", PALE = "#fbf3dd", GOLD = "#f0c45a", TEAL = "#3fb3ba", DUST = "#c9b894", GREEN = "#3f8450";

/** The picture in a box around the origin, `half` units to each side. */
function picture(kind: string, half: number, lines: Line[]): HTMLElement {
  const box = document.createElement("div"), svg = document.createElementNS(SVG, "svg");
  box.className = `play-thing ${kind}`;
  svg.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  svg.setAttribute("width", String(2 * half));
  svg.setAttribute("height", String(2 * half));
  for (const { path, fill = "none", stroke = INK, width = 1.4 } of lines) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    line.setAttribute("fill", fill);
    line.setAttribute("stroke", stroke);
    line.setAttribute("stroke-width", String(width));
    line.setAttribute("stroke-linejoin", "round");
    line.setAttribute("stroke-linecap", "round");
    svg.append(line);
  }
  box.append(svg);
  return box;
}

const FLAME = "M0 8C-6 8-7 2-4-2-3 0-2 0-2-1-3-5 0-9 3-11 2-7 7-4 6 2 6 6 3 8 0 8z";
const STAR = "M0-13 3-5 11-8 6 0 13 4 5 5 4 13 0 6-6 11-5 4-13 3-6-1-11-8-3-5z";
const RING = "M0-12A12 12 0 1 1-.1-12M0-7A7 7 0 1 1-.1-7";

const SHOTS: Partial<Record<Shape, Line[]>> = {
  arrow: [{ path: "M-12 0H9", stroke: PALE, width: 5 }, { path: "M-12 0H9", stroke: "#7a4d22", width: 2.2 }, { path: "M6-4 14 0 6 4z", fill: "#8f8f92" },
    { path: "M-9 0-13-4M-9 0-13 4", stroke: PALE, width: 2 }],
  bolt: [{ path: "M-10 0H10", stroke: PALE, width: 6 }, { path: "M-10 0H8", width: 2.6 }, { path: "M6-4 13 0 6 4z", fill: INK }],
  splash: [{ path: "M0-6A6 6 0 1 1-.1-6z", fill: "#3d3b35", stroke: PALE, width: 2 }],
  fire: [{ path: "M8 0A8 8 0 1 1 8-.1z", fill: "#e0701c", stroke: INK }, { path: "M4 0A4 4 0 1 1 4-.1z", fill: GOLD, stroke: "none" }, { path: "M-8-4-16-6M-9 0-18 0M-8 4-16 6", stroke: "#e0701c", width: 2.4 }],
  flame: [{ path: "M-14 0C-6-7 8-8 14 0 8 8-6 7-14 0z", fill: "#e0701c" }, { path: "M-6 0C0-4 7-4 10 0 7 4 0 4-6 0z", fill: GOLD, stroke: "none" }],
  heal: [{ path: "M0-7V7M-7 0H7", stroke: PALE, width: 7 }, { path: "M0-6V6M-6 0H6", stroke: GREEN, width: 3.6 }],
  dust: [{ path: "M-4 0A4 4 0 1 1-4-.1z", fill: DUST }, { path: "M6 1A3 3 0 1 1 6 .9z", fill: DUST }],
};

const EFFECTS: Partial<Record<Shape, Line[]>> = {
  fire: [{ path: RING, stroke: "#e0701c", width: 3 }, { path: FLAME, fill: "#e0701c" }],
  flame: [{ path: FLAME, fill: "#e0701c" }],
  lightning: [{ path: STAR, fill: "#cfeef0", stroke: TEAL }],
  splash: [{ path: RING, stroke: INK, width: 2.4 }],
  heal: [{ path: "M-8-4V4M-12 0H-4M6-9V-1M2-5H10", stroke: PALE, width: 5 }, { path: "M-8-4V4M-12 0H-4M6-9V-1M2-5H10", stroke: GREEN, width: 2.6 }],
  work: [{ path: "M-3 10 3-4", stroke: "#7a4d22", width: 3.4 }, { path: "M-5-9 9-3 7 2-7-4z", fill: "#d9c9a3" }],
  flag: [{ path: "M-6 13V-13", width: 2.4 }, { path: "M-6-12H9L5-7 9-2H-6z", fill: GOLD }],
  spark: [{ path: STAR, fill: GOLD }],
  crash: [{ path: "M-14 10-6-12 0-2 7-14 14 10z", fill: "#6d6a60" }, { path: FLAME, fill: "#e0701c" }, { path: "M-14 12H14", width: 3 }],
  coin: [{ path: "M9 0A9 9 0 1 1 9-.1z", fill: GOLD, width: 2 }, { path: "M0-4V4", width: 2 }],
  dust: [{ path: "M-7 4A5 5 0 1 1-7 3.900zM6 5A6 6 0 1 1 6 4.900zM13 0A4 4 0 1 1 13-.1z", fill: DUST, stroke: "#8f7d58" }],
  hide: [{ path: "M13 0A13 13 0 1 1 13-.1z", stroke: PALE, width: 4 }, { path: "M13 0A13 13 0 1 1 13-.1z", width: 1.6 }],
  reveal: [{ path: "M-5-6C-5-14 7-13 6-6 6-2 0-2 0 3M0 9V9.100", stroke: PALE, width: 7 }, { path: "M-5-6C-5-14 7-13 6-6 6-2 0-2 0 3M0 9V9.100", width: 3.2 }],
};

/** Something that flies, its head to the right; lightning reaches as far as it is told. */
export function shotOf(shape: Shape, dx: number, dy: number): HTMLElement {
  if (shape !== "lightning") return picture(`shot-${shape}`, 18, SHOTS[shape] ?? SHOTS.arrow!);
  const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part, i) => {
    const aside = i === 0 || i === 5 ? 0 : (i % 2 === 0 ? 5 : -5), far = Math.hypot(dx, dy) || 1;
    return `${dx * part - (dy / far) * aside} ${dy * part + (dx / far) * aside}`;
  });
  const path = `M${points.join("L")}`;
  return picture("shot-lightning", Math.max(20, Math.abs(dx) + 8, Math.abs(dy) + 8), [{ path, stroke: INK, width: 5 }, { path, stroke: "#cfeef0", width: 2.6 }]);
}

export const effectOf = (shape: Shape): HTMLElement => picture(`effect-${shape}`, 20, EFFECTS[shape] ?? EFFECTS.spark!);
export const burstOf = (): HTMLElement => picture("burst", 16, [{ path: STAR, fill: GOLD }]);

const PIPS: Record<number, string> = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" };

/** A die of bone: its pips in three rows of three; what has no such face is written. */
function die(value: number): HTMLElement {
  const element = document.createElement("span"), pips = PIPS[value];
  element.className = pips ? "play-die" : "play-die written";
  if (!pips) element.textContent = String(value);
  else {
    for (const place of pips) {
      const pip = document.createElement("i");
      pip.className = `pip p${place}`;
      element.append(pip);
    }
  }
  return element;
}

/** How much room so many dice take with their sum. */
export const diceWide = (count: number): number => 34 * count + 56;

/** What was rolled by whom, the sum and what for. */
export function diceOf(values: number[], why: string, owner: number): HTMLElement {
  const box = document.createElement("div"), sum = document.createElement("b"), words = document.createElement("span");
  box.className = `play-thing play-dice side-${owner}`;
  box.append(...values.map(die));
  if (values.length > 1) sum.textContent = String(values.reduce((all, one) => all + one, 0));
  words.className = "play-why";
  words.textContent = why;
  box.append(sum, words);
  return box;
}

export function verdictOf(text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "play-thing play-verdict";
  box.textContent = text;
  return box;
}
