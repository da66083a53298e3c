// Where a game lets players choose their team first: a card for each fighter, and a way to have the rest chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Action, Look } from "../rules/types";
import { tl } from "../ui/later";
import { capital, verbWords } from "../rules/words";
import { choiceWords } from "./orderwords";
import { PieceCard, pieceOf } from "./piececard";
import type { Session } from "./session";

const DRAFTS = ["pick", "ban"]; // orders that choose a fighter by name

const draftsOf = ({ game, look, acting, playing }: Session): Action[] =>
  (look && acting && !playing ? look.legal.filter((action) => DRAFTS.includes(game.verbs[action.verb]?.name ?? "")) : []);

export function Draft({ session }: { session: Session }) {
  const [rest, setRest] = useState(false);
  const answered = useRef<Look | null>(null);
  const { game, skin, seat } = session, drafts = draftsOf(session);
  useEffect(() => {
    if (!rest || drafts.length === 0 || answered.current === session.look) return;
    answered.current = session.look; // one answer to each question that is shown
    void session.give(drafts[Math.floor(Math.random() * drafts.length)]!);
  }, [rest, session.look, session.playing]);
  if (drafts.length === 0 || rest) return null;
  return (
    <section class="draft" aria-label={tl("draft")}>
      <h2>{tl("draft")} <button type="button" class="primary" onClick={() => setRest(true)}>{tl("quickDraft")}</button></h2>
      <p class="help">{tl("draftHelp")}</p>
      <ul>{drafts.map((action) => {
        const verb = game.verbs[action.verb]!, name = verb.args[0]?.choices[action.args[0]] ?? "", piece = pieceOf(game, name);
        return (
          <li key={name}>
            {piece ? <PieceCard game={game} skin={skin} piece={piece} owner={seat + 1} /> : null}
            <button type="button" onClick={() => void session.give(action)}>{tl("draftTake").replace("{verb}", verbWords(verb)).replace("{name}", capital(choiceWords(name)))}</button>
          </li>
        );
      })}</ul>
    </section>
  );
}
