// The last picture of a game: what the side that lost had, broken, and around it those who won.
import { hasFigure, isBuilt, isPerson, type Look } from "../art/figures";
import { FigureShape } from "../board/pic";
import { lookOf, paintOf, tokenName, type Skin } from "../board/skin";
import type { Game, Scene } from "../rules/types";
import type { Session } from "./session";

const MOST = 4; // victors
const WIDE = 330, HIGH = 104, FALLEN = 1.15, STANDING = 0.86;

/** The kinds of a side's figures that are there, the most frequent first; where none is seen, those that the game has. */
function kindsOf(game: Game, skin: Skin, scene: Scene, owner: number, wanted: (figure: string) => boolean): Look[] {
  const counts = new Map<string, number>(), name = (kind: string) => skin.figures[kind] ?? kind;
  for (const token of scene.tokens) {
    const { figure } = lookOf(game, skin, token);
    if (token.owner === owner && wanted(figure)) counts.set(figure, (counts.get(figure) ?? 0) + 1);
  }
  const seen = [...counts].sort((a, b) => b[1] - a[1]).map(([figure]) => figure);
  const known = game.tokens.filter((kind) => !skin.neutral.includes(kind)).map(name).filter(wanted);
  return (seen.length > 0 ? seen : [...new Set(known)]).map((figure) => ({ figure, owner: paintOf(game, owner) }));
}

/** What stood for a side: its seat, else something that it built, else somebody. */
function lostOf(game: Game, skin: Skin, scene: Scene, owner: number): Look | undefined {
  if (skin.seat) return { figure: skin.figures[skin.seat] ?? skin.seat, owner: paintOf(game, owner), worn: "fallen" };
  const [built] = kindsOf(game, skin, scene, owner, isBuilt);
  return built ? { ...built, worn: "fallen" } : kindsOf(game, skin, scene, owner, isPerson)[0];
}

const Standing = ({ look, x, size, down }: { look: Look; x: number; size: number; down?: boolean }) => (
  <g transform={`translate(${x} ${HIGH - 14}) scale(${size}) ${down ? "rotate(-84) translate(14 8)" : ""} translate(-32 -58)`}><FigureShape {...look} /></g>
);

/** Of those who lost: mine, if I am one of them. */
function loserOf(session: Session, best: number[]): number | undefined {
  const seats = session.update?.seats?.length ?? session.game.seatsPreset;
  const all = Array.from({ length: seats }, (_, seat) => seat), losers = best.length === 1 ? all.filter((seat) => !best.includes(seat)) : [];
  return losers.includes(session.seat) ? session.seat : losers[0];
}

/** Where the seat of a side that lost stands, or what is left of it. */
export function fallenCell(session: Session, best: number[]): number | undefined {
  const { game, skin, look } = session, lost = loserOf(session, best);
  const theirs = (look?.scene.tokens ?? []).filter((token) => lost !== undefined && token.owner === lost + 1);
  return (theirs.find((token) => tokenName(game, token) === skin.seat) ?? theirs[0])?.cell;
}

export function EndScene({ session, best }: { session: Session; best: number[] }) {
  const { game, skin, look } = session;
  const lost = loserOf(session, best);
  if (!look || lost === undefined) return null;
  const fallen = lostOf(game, skin, look.scene, lost + 1);
  const kinds = kindsOf(game, skin, look.scene, best[0]! + 1, isPerson).slice(0, MOST);
  if (!fallen || !hasFigure(fallen.figure) || kinds.length === 0) return null;
  const victors = kinds.length === 1 ? [kinds[0]!, kinds[0]!] : kinds; // one at each side at least
  return (
    <svg class="endscene" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
      <ellipse class="endscene-ground" cx={WIDE / 2} cy={HIGH - 14} rx={WIDE / 2 - 4} ry="13" />
      <Standing look={fallen} x={WIDE / 2} size={FALLEN} down={fallen.worn === undefined} />
      {victors.map((one, i) => <Standing key={i} look={{ ...one, left: i % 2 === 1 }} x={WIDE / 2 + (i % 2 === 0 ? -1 : 1) * (66 + 46 * Math.floor(i / 2))} size={STANDING} />)}
    </svg>
  );
}
