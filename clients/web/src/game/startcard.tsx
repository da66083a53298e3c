// How a game is won and what a turn is, once in front of the board when a game of this kind is played for the first time.
import { useState } from "preact/hooks";
import { Painting } from "../board/painting";
import { SCENERY } from "../pages/scenery";
import { SPECTATOR } from "../rules/types";
import { startOf } from "../learn/starts";
import { tl } from "../ui/later";
import { settings } from "../ui/settings";
import { t } from "../ui/strings";
import type { Session } from "./session";

const KEPT = "redoubt.started"; // games whose card was seen, by name

function seen(): string[] {
  try {
    return (localStorage.getItem(KEPT) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

const isNew = (session: Session) => settings().startCards && session.seat !== SPECTATOR && !seen().includes(session.game.id);

export function StartCard({ session }: { session: Session }) {
  const { id, title } = session.game, start = startOf(id);
  const [open, setOpen] = useState(() => isNew(session));
  if (!start) return null;
  const close = () => {
    if (!seen().includes(id)) localStorage.setItem(KEPT, [...seen(), id].join(" "));
    setOpen(false);
  };
  if (!open) return <button type="button" class="tool goal" onClick={() => setOpen(true)}>{tl("startAgain")}</button>;
  return (
    <section class="endbox startcard" role="dialog" aria-label={title}>
      {SCENERY[id] ? <div class="miniature"><Painting scenery={SCENERY[id]} /></div> : null}
      <h2>{title}</h2>
      <dl>
        <dt>{tl("startGoal")}</dt><dd>{start.goal}</dd>
        <dt>{tl("startTurn")}</dt><dd>{start.turn}</dd>
        <dt>{tl("startTry")}</dt><dd><ol>{start.tries.map((one) => <li key={one}>{one}</li>)}</ol></dd>
      </dl>
      <div class="row">
        <button type="button" class="primary" onClick={close}>{tl("startPlay")}</button>
        <a class="button" href={`#/learn/${id}`} onClick={close}>{tl("startLesson")}</a>
        <a class="button" href={`#/rules/${id}`} onClick={close}>{t("rules")}</a>
      </div>
    </section>
  );
}
