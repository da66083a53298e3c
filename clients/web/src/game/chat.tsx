// Talk between those at the table: what was said, and what to do against those who talk too much.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Around } from "../net/around";
import { SPECTATOR } from "../rules/types";
import { Dialog } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import type { Session } from "./session";

type Say = (text: string) => void;

function ReportDialog({ session, seat, name, say, onClose }: { session: Session; seat: number; name: string; say: Say; onClose: () => void }) {
  const [why, setWhy] = useState("");
  const report = (event: Event) => {
    event.preventDefault();
    void session.match.talk!("report", { who: seat, why: why.trim() }).then((reason) => {
      say(reason?.text ?? t("reported"));
      onClose();
    });
  };
  return (
    <Dialog title={`${t("report")}: ${name}`} onClose={onClose}>
      <form onSubmit={report}>
        <div class="field"><label for="report-why">{tl("reportWhy")}</label>
          <input id="report-why" required maxLength={200} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          <small>{tl("reportHelp")}</small></div>
        <button type="submit" class="primary">{t("report")}</button>
      </form>
    </Dialog>
  );
}

/** The other people at the table: each may be muted or reported. */
function Others({ session, around, say }: { session: Session; around: Around; say: Say }) {
  const [reported, setReported] = useState<number | null>(null);
  const seats = session.update?.seats ?? [];
  const people = seats.flatMap((one, seat) => (one.who === "person" && seat !== session.seat ? [seat] : []));
  const nameOf = (seat: number) => seats[seat]?.name ?? session.game.seats[seat] ?? "";
  const mute = (seat: number) => {
    void session.match.talk!("mute", { who: seat, on: !around.muted.has(seat) }).then((reason) => say(reason?.text ?? ""));
  };
  if (session.seat === SPECTATOR) return null;
  return (
    <>
      {people.map((seat) => (
        <p key={seat} class="row person"><span>{nameOf(seat)}</span>
          <button type="button" class="tool" aria-pressed={around.muted.has(seat)} onClick={() => mute(seat)}>{around.muted.has(seat) ? t("unmute") : t("mute")}</button>
          <button type="button" class="tool" onClick={() => setReported(seat)}>{t("report")}</button>
        </p>
      ))}
      {reported === null ? null
        : <ReportDialog session={session} seat={reported} name={nameOf(reported)} say={say} onClose={() => setReported(null)} />}
    </>
  );
}

export function Chat({ session }: { session: Session }) {
  const [text, setText] = useState("");
  const [said, say] = useState("");
  const end = useRef<HTMLDivElement>(null);
  const { around } = session.match;
  const lines = (around?.chat ?? []).filter((line) => line.seat === null || !around?.muted.has(line.seat));
  const count = lines.length;
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [count]);
  if (!around || !session.match.talk) return null;
  const send = (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    void session.match.talk!("say", { text: text.trim() }).then((reason) => {
      say(reason?.text ?? "");
      if (!reason) setText("");
    });
  };
  return (
    <details class="chat">
      <summary>{t("chat")} {count > 0 ? <span class="count">{count}</span> : null}</summary>
      <div class="chat-lines" ref={end} tabIndex={0} role="log" aria-label={t("chat")}>
        {lines.map((line, i) => (
          <p key={i} class={line.seat === null ? "" : `side-${line.seat + 1}`}><b>{line.name}{line.watchers ? ` (${tl("watcher")})` : ""}:</b> {line.text}</p>
        ))}
      </div>
      <form class="say" onSubmit={send}>
        <input aria-label={tl("sayIt")} placeholder={tl("sayIt")} maxLength={400} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit">{tl("send")}</button>
      </form>
      <p class="help" role="status">{said}</p>
      <Others session={session} around={around} say={say} />
    </details>
  );
}
