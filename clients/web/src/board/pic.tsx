// Figures as SVG: in lists, cards and rows, wherever the same piece is shown as on the board.
import { memo } from "preact/compat";
import { figureOf, hasFigure, type Look } from "../art/figures";
import { BOX, hasEdge } from "../art/paint";
import { CUT, INK } from "../art/sides";
import { device, type Stroke } from "../art/strokes";
import type { Game, Token } from "../rules/types";
import { CELL } from "./geometry";
import { lookOf, type Skin } from "./skin";

const Part = ({ d, fill, line, width, alpha }: Stroke) => (
  <path d={d} fill={fill ?? "none"} stroke={line ?? "none"} stroke-width={width} opacity={alpha < 1 ? alpha : undefined} />
);

/** In the box of figures. */
export const FigureShape = memo(function FigureShape(look: Look) {
  const { base, body, mirrored, box: [x, y, scale] } = figureOf(look);
  return (
    <g stroke-linejoin="round" stroke-linecap="round">
      {base.map((one, i) => <Part key={i} {...one} />)}
      <g transform={`${mirrored ? "translate(64 0) scale(-1 1) " : ""}translate(${x} ${y}) scale(${scale})`}>
        <g stroke={CUT} stroke-width="6.4">{body.filter(hasEdge).map(({ d, fill }, i) => <path key={i} d={d} fill={fill ? CUT : "none"} />)}</g>
        <g stroke={INK}>{body.map((one, i) => <Part key={i} {...one} />)}</g>
      </g>
    </g>
  );
});

/** The sign of a side by itself, in the colour of the text around it. */
export const Device = ({ owner }: { owner: number }) => (
  <svg class="device" viewBox="-12 -12 24 24" aria-hidden="true"><Part {...device(owner, 0, 0, 9, "currentcolor")} /></svg>
);

/** A picture of its own, so many CSS pixels high. It says nothing to those who don't see it: the words stand beside it. */
export function Pic({ height, ...look }: Look & { height: number }) {
  return (
    <svg class="pic" aria-hidden="true" width={(height * BOX.width) / BOX.height} height={height} viewBox={`${BOX.x} ${BOX.y} ${BOX.width} ${BOX.height}`}>
      <FigureShape {...look} />
    </svg>
  );
}

/** The picture of the first of these names that is a token's, as one side has it: its figure, or at least its glyph; else nothing. */
export function NamedPic({ game, skin, names, owner, height }: { game: Game; skin: Skin; names: string[]; owner: number; height: number }) {
  const name = names.find((one) => game.tokens.includes(one)) ?? "", glyph = skin.glyph(name);
  if (!name) return null;
  const token: Token = { cell: 0, unit: 0xffff, kind: game.tokens.indexOf(name), owner, mood: 0, health: 0, healthMax: 0, badge: -1 };
  const look = lookOf(game, skin, token);
  if (hasFigure(look.figure)) return <Pic {...look} left={false} height={height} />;
  return glyph ? <svg class="order-glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={glyph} fill-rule="evenodd" /></svg> : null;
}

const SMALL = 0.46;

/** A token around the middle of a cell, as one shape of an SVG. */
export function TokenShape({ game, skin, token }: { game: Game; skin: Skin; token: Token }) {
  return <g transform={`translate(0 ${CELL * 0.3}) scale(${SMALL}) translate(-32 -56)`}><FigureShape {...lookOf(game, skin, token)} /></g>;
}
