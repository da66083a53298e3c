// One token: a shape that tells the side, a silhouette that tells the kind, health around it.
import { CELL } from "./geometry";
import { cssName, sideOf, tokenName, type Skin } from "./skin";
import type { Game, Token } from "../rules/types";

const R = CELL * 0.38;
const ARC = R + 2.6;

const SHAPES = {
  round: `M${-R} 0a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0 ${-2 * R} 0z`,
  square: `M${-R * 0.9} ${-R * 0.9}h${R * 1.8}v${R * 1.8}h${-R * 1.8}z`,
  diamond: `M0 ${-R * 1.15}L${R * 1.15} 0 0 ${R * 1.15} ${-R * 1.15} 0z`,
  hexagon: `M${-R} 0L${-R / 2} ${-R * 0.87}H${R / 2}L${R} 0 ${R / 2} ${R * 0.87}H${-R / 2}z`,
  horned: `M${-R} ${-R * 1.05}Q${-R * 0.7} ${-R * 0.6} ${-R * 0.35} ${-R * 0.75}Q0 ${-R * 0.85} ${R * 0.35} ${-R * 0.75}` +
    `Q${R * 0.7} ${-R * 0.6} ${R} ${-R * 1.05}Q${R * 1.15} ${R * 0.9} 0 ${R}Q${-R * 1.15} ${R * 0.9} ${-R} ${-R * 1.05}z`,
};

function HealthArc({ token }: { token: Token }) {
  const part = Math.max(0, Math.min(1, token.health / token.healthMax));
  const length = 2 * Math.PI * ARC;
  return (
    <g class="health">
      <circle r={ARC} class="health-lost" />
      <circle r={ARC} class="health-left" transform="rotate(-90)" stroke-dasharray={`${part * length} ${length}`} />
    </g>
  );
}

function Glyph({ path, name }: { path: string | null; name: string }) {
  if (!path) return <text class="glyph-text" y="5">{name.slice(0, 2)}</text>;
  return <path class="glyph" d={path} fill-rule="evenodd" transform={`scale(${(R * 1.45) / 24}) translate(-12 -12)`} />;
}

function Badge({ value }: { value: number }) {
  const wide = value > 9 ? 15 : 11;
  return (
    <g class="badge" transform={`translate(${R * 0.82} ${R * 0.82})`}>
      <rect x={-wide / 2} y="-6" width={wide} height="12" rx="5" />
      <text y="3.6">{value}</text>
    </g>
  );
}

export function TokenShape({ game, skin, token }: { game: Game; skin: Skin; token: Token }) {
  const name = tokenName(game, token);
  const neutral = skin.neutral.includes(name);
  const owner = sideOf(game, token.owner);
  const side = neutral ? sideOf(game, 0) : owner;
  const flat = skin.flat.includes(name);
  return (
    <g class={`token ${side.tone} ${flat ? "flat" : ""} kind-${name} mood-${cssName(game.moods[token.mood] ?? "none")}`}>
      {flat && neutral ? null : <path class="shape" d={SHAPES[side.shape]} />}
      <Glyph path={skin.glyph(name)} name={name} />
      {neutral && token.owner > 0 ? <path class={`after ${owner.tone}`} d={`M${-R} ${R * 0.4}v${R * 0.75}h${R * 0.75}z`} /> : null}
      {token.healthMax > 0 ? <HealthArc token={token} /> : null}
      {side.letter ? <text class={`letter ${side.letter.length > 1 ? "two" : ""}`} x={-R * 0.92} y={-R * 0.62}>{side.letter}</text> : null}
      {token.badge > skin.badgeAbove ? <Badge value={token.badge} /> : null}
    </g>
  );
}
