// What somebody is asked in the middle of a turn, where a game's scene says it: who asks, what, and what each answer does.
import { tokenName } from "../board/skin";
import { said } from "../rules/language";
import type { Game, Scene, Token } from "../rules/types";
import { capital, nameWords } from "../rules/words";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import type { Session } from "./session";

/** A sign of the scene: "asks CARD: question | answer: what it does | ...". */
const ASKS = /^asks (\w+): ([^|]+)/;
const EVERY_CELL = "cell"; // the answer that stands for all tiles

export interface Asked { who: Token | null; card: string; text: string; answers: Map<string, string> }

export function askedOf(game: Game, scene: Scene, seat: number): Asked | null {
  for (const mark of scene.marks) {
    const sign = game.marks[mark.name] ?? "", found = ASKS.exec(sign);
    if (!found || mark.owner !== seat + 1) continue;
    const answers = sign.split(" | ").slice(1).map((one): [string, string] => {
      const at = one.indexOf(": ");
      return [one.slice(0, at), said(game, one.slice(at + 2).trim())];
    });
    const who = scene.tokens.find((token) => token.cell === mark.to && token.owner === mark.owner && token.healthMax > 0) ?? null;
    return { who, card: nameWords(found[1]!.toLowerCase()), text: said(game, found[2]!.trim()), answers: new Map(answers) };
  }
  return null;
}

/** What an answer of this name does; "": nobody says. */
export const answerWords = (asked: Asked | null, name: string): string => asked?.answers.get(name) ?? "";

export function Question({ session }: { session: Session }) {
  const { game, look, seat, acting, playing } = session;
  const asked = look && acting && !playing ? askedOf(game, look.scene, seat) : null;
  if (!asked) return null;
  const cells = asked.answers.get(EVERY_CELL);
  return (
    <section class="question" role="status" aria-label={t("question")}>
      <h2>{asked.who ? capital(nameWords(tokenName(game, asked.who))) : ""} <small>{capital(asked.card)}</small></h2>
      <p>{asked.text}</p>
      {cells ? <p class="help">{tl("ringedTile")} {cells}.</p> : null}
    </section>
  );
}
