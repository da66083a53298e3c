// For moderators: what was reported with what was said, what was done about it, and the buttons to do it or to take it back.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Answer, Socket } from "../net/socket";
import { useRedraw } from "../ui/hooks";
import { languageCode, t } from "../ui/strings";
import { tl, type LaterWord } from "../ui/later";

interface Somebody { player?: string; name: string; account?: boolean; muted?: boolean; banned?: boolean; address?: boolean; moderator?: boolean }
interface Case {
  report: string; at: number; why: string; by: Somebody; player?: Somebody;
  match?: string; chat?: { name: string; text: string }[]; // of a report
  did?: string; address?: boolean; // of what was done
}
type Deed = "mute" | "unmute" | "ban" | "unban";

const DONE: Record<string, LaterWord> = {
  mute: "didMute", unmute: "didUnmute", ban: "didBan", unban: "didUnban", appoint: "didAppoint", dismiss: "didDismiss",
};
const when = (at: number) => new Date(at).toLocaleString(languageCode(), { dateStyle: "medium", timeStyle: "short" });

/** What can be done about somebody now; a reason is written down with it. */
function Deeds({ whom, onDo }: { whom: Somebody; onDo: (what: Deed, why: string, address: boolean) => void }) {
  const [why, setWhy] = useState("");
  const label = `${tl("reasonWhy")}: ${whom.name}`;
  const button = (what: Deed, word: LaterWord, address = false) =>
    <button type="button" onClick={() => onDo(what, why, address)}>{tl(word)}</button>;
  return (
    <div class="row">
      <input aria-label={label} placeholder={tl("reasonWhy")} maxLength={200} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
      {whom.muted ? button("unmute", "doUnmute") : button("mute", "doMute")}
      {whom.banned ? button("unban", "doUnban") : <>{button("ban", "doBan")}{button("ban", "doBanAddress", true)}</>}
    </div>
  );
}

function stateOf(whom: Somebody): string {
  const words = [whom.account ? "" : tl("isGuest"), whom.muted ? tl("isMuted") : "", whom.banned ? tl("isBanned") : "", whom.address ? tl("isAddress") : ""];
  return words.filter(Boolean).join(", ");
}

function Who({ whom }: { whom: Somebody }) {
  const state = stateOf(whom);
  return <bdi>{whom.player ? <a href={`#/player/${whom.player}`}>{whom.name}</a> : whom.name}{state ? ` (${state})` : ""}</bdi>;
}

function Report({ one, onDo }: { one: Case; onDo: (whom: Somebody, what: Deed, why: string, address: boolean) => void }) {
  const chat = one.chat ?? [], whom = one.player;
  return (
    <section class="case" aria-label={`${one.by.name}: ${one.why}`}>
      <p><small>{when(one.at)}</small> <Who whom={one.by} /> {tl("reports")} {whom ? <Who whom={whom} /> : tl("nobody")}: <b><bdi>{one.why}</bdi></b></p>
      {one.match ? <p><a href={`#/watch/${one.match}`}>{t("watch")}</a></p> : null}
      {chat.length > 0 ? (
        <details><summary>{tl("wasSaid")}</summary>
          <ul>{chat.map((line, i) => <li key={i}><b><bdi>{line.name}</bdi></b>: <bdi>{line.text}</bdi></li>)}</ul></details>
      ) : null}
      {whom?.player && !whom.moderator ? <Deeds whom={whom} onDo={(what, why, address) => onDo(whom, what, why, address)} /> : null}
    </section>
  );
}

function Done({ one }: { one: Case }) {
  return (
    <li><small>{when(one.at)}</small> {one.by.player ? <Who whom={one.by} /> : tl("theHost")} {tl(DONE[one.did ?? ""] ?? "didMute")}{" "}
      {one.player ? <Who whom={one.player} /> : null}{one.address ? ` ${tl("andAddress")}` : ""}{one.why ? <>: <bdi>{one.why}</bdi></> : null}</li>
  );
}

function Console({ socket }: { socket: Socket }) {
  const [cases, setCases] = useState<Case[]>([]);
  const [said, say] = useState("");
  const heard = (answer: Answer) => say(answer.ok ? "" : answer.why ?? answer.code ?? "");
  const look = async () => {
    const answer = await socket.command("reports");
    heard(answer);
    if (answer.ok) setCases(answer["reports"] as Case[]);
  };
  const act = async (whom: Somebody, what: Deed, why: string, address: boolean) => {
    const answer = await socket.command("sanction", { player: whom.player, what, why, ...(address ? { address } : {}) });
    if (answer.ok) await look();
    else heard(answer);
  };
  useEffect(() => void look(), [socket]);
  const reports = cases.filter((one) => !one.did), deeds = cases.filter((one) => one.did);
  return (
    <>
      {said ? <p class="warning" role="alert">{said}</p> : null}
      <p><button type="button" onClick={() => void look()}>{tl("lookAgain")}</button></p>
      <h2>{tl("reported")}</h2>
      {reports.length === 0 ? <p>{tl("noReports")}</p> : null}
      {reports.map((one) => <Report key={one.report} one={one} onDo={(whom, what, why, address) => void act(whom, what, why, address)} />)}
      <h2>{tl("done")}</h2>
      <ul>{deeds.map((one) => <Done key={one.report} one={one} />)}</ul>
    </>
  );
}

export function ModeratePage({ app }: { app: App }) {
  const socket = app.server.available ? app.server.socket() : null;
  useRedraw((tell) => socket?.onChange(tell) ?? (() => undefined), [socket]);
  return (
    <div class="page narrow">
      <nav><a href="#/account">{t("account")}</a></nav>
      <main>
        <h1>{tl("moderation")}</h1>
        {socket?.player?.moderator ? <Console socket={socket} /> : <p>{tl("onlyModerators")}</p>}
      </main>
    </div>
  );
}
