// A piece on the board: a copy of its figure, its health, and what it has in mind.
import { memo } from "preact/compat";
import { hasFigure, type Look } from "../art/figures";
import type { Game, Token } from "../rules/types";
import type { Point } from "./geometry";
import { Mind } from "./minds";
import { FEET, isFar, Sprite } from "./sprite";
import { cssName, lookOf, tokenName, type Skin } from "./skin";

/** Notches of a quarter; only where something is missing, or it is asked for. */
function Health({ token, lower }: { token: Token; lower: number }) {
  const part = Math.max(0, Math.min(1, token.health / token.healthMax));
  const tone = part > 0.5 ? "well" : part > 0.25 ? "hurt" : "poor";
  return <div class={`health ${tone}`} style={{ top: `${lower}px` }}><i class="health-left" style={{ width: `${100 * part}%` }} /></div>;
}

export interface PieceProps {
  game: Game; skin: Skin; token: Token; id: string; at: Point; state: string; pixels: number;
  slot: readonly [x: number, y: number, scale: number]; idle: boolean; queued: boolean; chosen: boolean; after: boolean;
}

const figureLook = (look: Look, pixels: number): Look =>
  ({ ...look, figure: hasFigure(look.figure) ? look.figure : "pawn", far: isFar(pixels) });

export const Piece = memo(function Piece(props: PieceProps) {
  const { game, skin, token, at, slot: [dx, dy, scale] } = props;
  const name = tokenName(game, token), look = figureLook(lookOf(game, skin, token), props.pixels), size = skin.sizes[name] ?? 1;
  const x = at.x + dx, y = at.y + FEET + dy;
  const shows = token.healthMax > 0 && (token.health < token.healthMax || props.chosen);
  const mood = cssName(game.moods[token.mood] ?? "none");
  // Most pieces have no transform: each is one more part for the browser to sort at every frame.
  const style = { left: `${x}px`, top: `${y}px`, transform: scale === 1 ? "none" : `scale(${scale})`, zIndex: String(Math.round(10 * y) + (skin.flat.includes(name) ? 0 : 60)) };
  return (
    <div class={`piece ${props.state} mood-${mood} kind-${cssName(name)}`} data-token={props.id} style={style}>
      <div class="body">
        <Sprite look={look} size={size} pixels={props.pixels * scale} />
        <Mind game={game} skin={skin} token={token} name={name} idle={props.idle} queued={props.queued} after={props.after} size={size} pixels={props.pixels * scale} />
        {shows ? <Health token={token} lower={FEET * 0.42 * Math.max(1, size)} /> : null}
      </div>
    </div>
  );
}, (a, b) => (Object.keys(a) as (keyof PieceProps)[]).every((key) => a[key] === b[key] || (
  key === "at" ? a.at.x === b.at.x && a.at.y === b.at.y : key === "token" && sameToken(a.token, b.token))));

const sameToken = (a: Token, b: Token) => (Object.keys(a) as (keyof Token)[]).every((key) => a[key] === b[key]);
