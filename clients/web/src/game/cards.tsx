// Ability cards of one unit, where a game's scene tells them: what each does, its charges, and whether it can be used now.
import { tokenName } from "../board/skin";
import type { Action, Game, Look, Scene, Token } from "../rules/types";
import { said } from "../rules/language";
import { nameWords, verbWords, type Reason } from "../rules/words";
import { RuleRef } from "../ui/parts";
import { kindWords } from "./piececard";
import { t } from "../ui/strings";
import { inTurn } from "./queue";
import type { Session } from "./session";

/** Signs of the scene: "ability NAME (KIND, SLOTS)", with a sentence where no order of that name has one, then what belongs
    to it. */
const ABILITY = /^ability ([^:( ]+)(?: \(([^)]*)\))?(?:: (.+))?$/;

export interface Card {
  key: string; name: string; help: string;
  kind: string; // "active, A+C"
  verb: number; // the order that uses it; -1: it works by itself
  charges: number; most: number; usedUp: boolean;
  legal: boolean;
  tries: Action[]; // where it can't be used now: what to ask the rules about
}

function cardOf(game: Game, key: string, kind: string, help: string): Card {
  const verb = game.verbs.findIndex((one) => one.name === key), order = game.verbs[verb];
  return { key: `card:${key}`, name: order ? verbWords(order) : nameWords(key), help: order?.help ?? said(game, help), kind: kindWords(kind), verb,
    charges: 0, most: 0, usedUp: false, legal: false, tries: [] };
}

function cardsOf(game: Game, scene: Scene, token: Token): Card[] {
  const cards: Card[] = [];
  for (const mark of scene.marks) {
    if (mark.to !== token.cell || mark.owner !== token.owner) continue;
    const sign = game.marks[mark.name] ?? "", found = ABILITY.exec(sign), last = cards[cards.length - 1];
    if (found) cards.push(cardOf(game, found[1]!, found[2] ?? "", found[3] ?? ""));
    else if (last && sign === "charge") { last.charges++; last.most++; }
    else if (last && sign === "charge missing") last.most++;
    else if (last && sign === "used up") last.usedUp = true;
  }
  return cards;
}

/** Of the unit on the chosen cell, or else of the one whose turn it is. */
export function shownCards(session: Session, look: Look | null): { token: Token; cards: Card[] } | null {
  const { game, seat } = session;
  if (!look) return null;
  const active = inTurn(session)[0];
  const chosen = look.scene.tokens.find((token) => token.cell === session.aiming.selected && token.healthMax > 0);
  const token = chosen ?? active;
  const cards = token ? cardsOf(game, look.scene, token) : [];
  if (!token || cards.length === 0) return null;
  if (session.acting && !session.playing && token === active && token.owner === seat + 1) {
    for (const card of cards) {
      card.legal = look.legal.some((action) => action.verb === card.verb);
      if (card.verb >= 0 && !card.legal) card.tries = [{ verb: card.verb, args: [0, 0, 0] }];
    }
  }
  return { token, cards };
}

const stateWords = (card: Card) =>
  t(card.usedUp ? "cardUsedUp" : card.verb < 0 ? "cardByItself" : card.legal ? "cardNow" : "cardLater");

export function Cards({ session, token, cards, reasons }: {
  session: Session; token: Token; cards: Card[]; reasons: Map<string, Reason>;
}) {
  return (
    <section class="abilities" aria-label={t("abilities")}>
      <h2>{t("abilities")} <small>{nameWords(tokenName(session.game, token))}</small></h2>
      <ul>{cards.map((card) => {
        const reason = card.legal ? undefined : reasons.get(card.key);
        return (
          <li key={card.key} class={card.legal ? "now" : ""}>
            <h3>{card.name} {card.kind && <small>{card.kind}</small>}{card.most === 0 ? null : (
              <span class="charges"><span aria-hidden="true">{"●".repeat(card.charges)}{"○".repeat(card.most - card.charges)}</span> {t("charges")} {card.charges}/{card.most}</span>
            )}</h3>
            <p>{card.help}</p>
            <p class="reason">{reason ? <>{reason.text} <RuleRef game={session.game.id} rule={reason.rule} /></> : stateWords(card)}</p>
          </li>
        );
      })}</ul>
    </section>
  );
}
