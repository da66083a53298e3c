// What keeps an account safe, and what a player may ask of a server: recovery codes, a second factor, sessions, a copy of one's data, the end of it.
import { useEffect, useState } from "preact/hooks";
import type { Answer, Socket } from "../net/socket";
import type { Json } from "../rules/record";
import { refusedText } from "../rules/language";
import { Field } from "../ui/field";
import { Later } from "../ui/parts";
import { tl } from "../ui/later";
import { t } from "../ui/strings";

const why = (answer: Answer) => refusedText(answer.code, answer.why);

/** What the password has to confirm: a form that says what came of it. */
function Confirmed({ id, action, onGo }: { id: string; action: string; onGo: (password: string) => Promise<Answer> }) {
  const [password, setPassword] = useState("");
  const [said, say] = useState("");
  const go = async (event: Event) => {
    event.preventDefault();
    const answer = await onGo(password);
    setPassword("");
    say(answer.ok ? "" : why(answer));
  };
  return (
    <form onSubmit={(event) => void go(event)}>
      <Field id={id} label={tl("passwordOld")} value={password} onInput={setPassword} type="password" autocomplete="current-password" />
      {said ? <p class="warning" role="alert">{said}</p> : null}
      <button type="submit">{action}</button>
    </form>
  );
}

export function Codes({ socket, codes, onCodes }: { socket: Socket; codes: string[]; onCodes: (codes: string[]) => void }) {
  const renew = async (password: string) => {
    const answer = await socket.command("codes", { password });
    if (answer.ok) onCodes((answer["codes"] as unknown[]).map(String));
    return answer;
  };
  return (
    <>
      {codes.length > 0 ? (
        <section class="codes" aria-label={tl("recoveryCodes")}>
          <h2>{tl("recoveryCodes")}</h2>
          <p>{tl("codesHelp")}</p>
          <ul>{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
          <button type="button" onClick={() => onCodes([])}>{tl("codesKept")}</button>
        </section>
      ) : null}
      <details><summary>{tl("codesNew")}</summary><Confirmed id="codes-password" action={tl("codesNew")} onGo={renew} /></details>
    </>
  );
}

export function Factor({ socket, name }: { socket: Socket; name: string }) {
  const [secret, setSecret] = useState("");
  const [digits, setDigits] = useState("");
  const [said, say] = useState("");
  const change = async (on: boolean, password: string) => {
    const answer = await socket.command("second_factor", { on, password });
    if (answer.ok) {
      setSecret(String(answer["secret"] ?? ""));
      say(on ? "" : tl("factorOff"));
    }
    return answer;
  };
  const tryDigits = async (event: Event) => {
    event.preventDefault();
    const answer = await socket.command("second_factor", { digits });
    say(answer.ok ? tl("factorOn") : why(answer));
    if (answer.ok) setSecret("");
  };
  const address = `otpauth://totp/${encodeURIComponent(name)}?secret=${secret}&issuer=Redoubt`;
  return (
    <details>
      <summary>{tl("factor")}</summary>
      <p class="help">{tl("factorHelp")}</p>
      {secret ? (
        <form onSubmit={(event) => void tryDigits(event)}>
          <Later load={() => import("../ui/qrpicture").then((part) => part.QrPicture)} props={{ text: address }} />
          <p><code>{secret}</code></p>
          <Field id="first-digits" label={t("digits")} value={digits} onInput={setDigits} maxLength={6} inputMode="numeric" autocomplete="one-time-code" />
          <button type="submit" class="primary">{tl("factorTry")}</button>
        </form>
      ) : (
        <>
          <Confirmed id="factor-password" action={tl("factorStart")} onGo={(password) => change(true, password)} />
          <Confirmed id="factor-end-password" action={tl("factorEnd")} onGo={(password) => change(false, password)} />
        </>
      )}
      <p role="status" class="help">{said}</p>
    </details>
  );
}

interface Session { session: string; mine: boolean; connections: number; since?: number }

export function Sessions({ socket }: { socket: Socket }) {
  const [list, setList] = useState<Session[]>([]);
  const look = async () => {
    const answer = await socket.command("sessions");
    if (answer.ok) setList(answer["sessions"] as Session[]);
  };
  const end = async (session: string) => {
    await socket.command("end_session", { session });
    await look();
  };
  useEffect(() => void look(), [socket]);
  return (
    <section aria-label={t("sessions")}>
      <h2>{t("sessions")}</h2>
      <ul class="sessions">
        {list.map((one) => (
          <li key={one.session}>
            {one.since ? new Date(one.since).toLocaleString() : tl("sinceLong")} {one.mine ? <b>{tl("sessionMine")}</b>
              : <button type="button" class="tool" onClick={() => void end(one.session)}>{tl("sessionEnd")}</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function saved(data: Json): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  link.download = "redoubt-my-data.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** All of it: the server tells of so many matches at once. */
async function exported(socket: Socket): Promise<Json | null> {
  const first = await socket.command("export");
  if (!first.ok) return null;
  const matches = first["matches"] as Json[];
  for (let answer: Answer = first; answer["more"] === true;) {
    answer = await socket.command("export", { before: matches[matches.length - 1]!["match"] });
    if (!answer.ok) return null;
    matches.push(...(answer["matches"] as Json[]));
  }
  const { re: _id, ok: _fine, more: _more, ...data } = first;
  return { ...data, matches } as Json;
}

export function OwnData({ socket, account }: { socket: Socket; account: boolean }) {
  const [said, say] = useState("");
  const take = async () => {
    const data = await exported(socket);
    if (data) saved(data);
  };
  const forget = async (fields: Record<string, unknown>) => {
    const answer = await socket.command("forget", fields);
    if (answer.ok) socket.forgotten();
    else say(why(answer));
    return answer;
  };
  return (
    <section aria-label={tl("ownData")}>
      <h2>{tl("ownData")}</h2>
      <p><button type="button" onClick={() => void take()}>{tl("takeData")}</button></p>
      <details>
        <summary>{tl("forgetMe")}</summary>
        <p class="help">{tl("forgetHelp")}</p>
        {account ? <Confirmed id="forget-password" action={tl("forgetMe")} onGo={(password) => forget({ password })} />
          : <button type="button" onClick={() => void forget({})}>{tl("forgetMe")}</button>}
        <p role="status" class="help">{said}</p>
      </details>
    </section>
  );
}
