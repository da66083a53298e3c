// A card for a piece, a terrain or an order: what it does, its numbers, what it is good against, its paragraph. Out of the rules' own tables.
import { NamedPic } from "../board/pic";
import { pieceName, said } from "../rules/language";
import type { Game, Piece } from "../rules/types";
import { capital, nameWords, verbWords } from "../rules/words";
import type { Skin } from "../board/skin";
import { RuleRef } from "../ui/parts";
import { tl, type LaterWord } from "../ui/later";
import type { Session } from "./session";

export const pieceOf = (game: Game, name: string): Piece | undefined => game.pieces.find((one) => one.name === name || one.title === name);

/** "Pillion (active, M): ride with an ally": the name of an ability, its kind, slots and charges, and what it does. */
const ABILITY = /^([^:()]+) \(([^)]+)\): (.+)$/u;

const SLOTS: Record<string, LaterWord> = { M: "slotM", A: "slotA", C: "slotC", S: "slotS" };
const CHARGES = ["{price}", "{most}", "{first}", "{gain}"];

/** "active, A+C, 2/2/0/1" in words: what it spends, and how its charges come and go. */
export const kindWords = (kind: string): string => kind.split(", ").map((part) => {
  if (/^[MACS](\+[MACS])*$/.test(part)) return tl("slotsSpent").replace("{slots}", part.split("+").map((slot) => tl(SLOTS[slot]!)).join(" + "));
  const numbers = /(\d+)\/(\d+)\/(\d+)\/(\d+)$/.exec(part);
  return numbers ? nameWords(part.slice(0, numbers.index).trim()) + (numbers.index > 0 ? " " : "") + CHARGES.reduce((text, gap, i) => text.replace(gap, numbers[i + 1]!), tl("chargesTold")) : nameWords(part);
}).join(", ");

function Sentences({ text }: { text: string }) {
  const parts = text.split(/(?<=[.!]) (?=\p{Lu})/u).reduce<string[]>((all, part) => { // what follows an ability belongs to it
    const last = all[all.length - 1];
    if (last !== undefined && !ABILITY.test(part) && !ABILITY.test(last)) all[all.length - 1] = `${last} ${part}`;
    else all.push(part);
    return all;
  }, []);
  return <>{parts.map((part) => {
    const found = ABILITY.exec(part);
    return found ? <p key={part} class="ability"><b>{found[1]}</b> <small>{kindWords(found[2]!)}</small><br />{capital(found[3]!)}</p> : <p key={part}>{part}</p>;
  })}</>;
}

export function PieceCard({ game, skin, piece, owner }: { game: Game; skin: Skin; piece: Piece; owner: number }) {
  const numbers = Object.entries(piece.numbers).filter(([, value]) => value !== 0);
  return (
    <article class="piece-card" aria-label={nameWords(piece.title)}>
      <h3><NamedPic game={game} skin={skin} names={[piece.name]} owner={owner} height={40} /> {capital(nameWords(piece.title))} <RuleRef game={game.id} rule={piece.rule} /></h3>
      <Sentences text={said(game, piece.text)} />
      {numbers.length > 0 ? <dl>{numbers.map(([name, value]) => <div key={name}><dt>{pieceName(said(game, name))}</dt><dd>{value}</dd></div>)}</dl> : null}
      {piece.traits.length > 0 ? <p class="traits">{piece.traits.map((one) => pieceName(said(game, one))).join(", ")}</p> : null}
    </article>
  );
}

/** Of the order that is pointed at: its piece, or what the order does; over the board, so that nothing moves. */
export function ShopCard({ session }: { session: Session }) {
  const { game, skin, seat } = session, { choices, verb } = session.preview;
  const piece = choices.map((name) => pieceOf(game, name)).find((one) => one !== undefined);
  const order = verb === null ? undefined : game.verbs[verb];
  if (!piece && !order) return null;
  return (
    <aside class="shop-card" role="status" aria-label={tl("cardOf")}>
      {piece ? <PieceCard game={game} skin={skin} piece={piece} owner={seat + 1} />
        : <article class="piece-card"><h3>{capital(verbWords(order!))}</h3><p>{said(game, order!.help)}</p></article>}
    </aside>
  );
}
