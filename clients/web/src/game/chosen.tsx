// Who is on the chosen tile: whoever matters most with a portrait, health and the numbers of a fight; the others with a line each.
import { hasFigure } from "../art/figures";
import { Pic } from "../board/pic";
import { lookOf, tokenName, tokenWords } from "../board/skin";
import { pieceName, said } from "../rules/language";
import type { Game, Token } from "../rules/types";
import { cellName, nameWords } from "../rules/words";
import { pieceOf } from "./piececard";
import { inTurn } from "./queue";
import type { Session } from "./session";

const PORTRAIT = 92; // pixels
/** Numbers of a piece's card that somebody wants at a glance, the first of them first. */
const STATS = ["melee", "ranged", "damage", "move", "range", "reach", "sight", "cooldown", "income", "blessing", "splash", "hides from"];
const STATS_MOST = 4;

/** Somebody before something, mine before others. */
function mainOf({ game, skin, seat }: Session, tokens: Token[]): Token | undefined {
  const weight = (token: Token) => 2 * Number(!skin.flat.includes(tokenName(game, token))) + Number(token.owner === seat + 1);
  const drawn = tokens.filter((token) => hasFigure(lookOf(game, skin, token).figure) && !skin.tracks[tokenName(game, token)]);
  return drawn.sort((a, b) => weight(b) - weight(a))[0];
}

function Health({ token: { health, healthMax } }: { token: Token }) {
  if (healthMax <= 0) return null;
  const part = Math.max(0, Math.min(1, health / healthMax)), tone = part > 0.5 ? "well" : part > 0.25 ? "hurt" : "poor";
  return <div class={`health ${tone}`} aria-hidden="true"><i class="health-left" style={{ width: `${100 * part}%` }} /></div>;
}

function Stats({ game, token }: { game: Game; token: Token }) {
  const numbers = pieceOf(game, tokenName(game, token))?.numbers ?? {};
  const shown = STATS.filter((name) => (numbers[name] ?? 0) !== 0).slice(0, STATS_MOST);
  if (shown.length === 0) return null;
  return <dl class="stats">{shown.map((name) => <div key={name}><dt>{pieceName(said(game, name))}</dt><dd>{numbers[name]}</dd></div>)}</dl>;
}

/** Of the chosen tile; where none is, of the unit whose turn it is. */
export function Chosen({ session }: { session: Session }) {
  const { look, game, skin } = session, place = session.aiming.selected ?? (session.acting ? inTurn(session)[0]?.cell : undefined);
  const cell = place === undefined ? undefined : look?.scene.cells[place];
  if (!look || !cell) return null;
  const tokens = look.scene.tokens.filter((token) => token.cell === place), main = mainOf(session, tokens);
  const words = (token: Token) => tokenWords(game, skin, token, session.seat);
  return (
    <section class="chosen">
      {main ? <div class="portrait" aria-hidden="true"><Pic {...lookOf(game, skin, main)} left={false} height={PORTRAIT} /></div> : null}
      <h2>{main ? `${nameWords(tokenName(game, main))} ` : ""}<small>{cellName(game.cells, cell.x, cell.y)} {nameWords(game.terrain[cell.terrain] ?? "")}</small></h2>
      {main ? <p>{words(main)}</p> : null}
      {main ? <Health token={main} /> : null}
      {main ? <Stats game={game} token={main} /> : null}
      {tokens.filter((token) => token !== main).map((token, i) => <p key={i} class="beside">{words(token)}</p>)}
    </section>
  );
}
