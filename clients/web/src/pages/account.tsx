// Who one is to the server: a guest by nature, an account if one wants to keep a name and a rating.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Answer, Socket } from "../net/socket";
import { Field } from "../ui/field";
import { useRedraw } from "../ui/hooks";
import { refusedText } from "../rules/language";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Codes, Factor, OwnData, Sessions } from "./safety";

const why = (answer: Answer) => (answer.ok ? "" : refusedText(answer.code, answer.why));

type Way = "register" | "login" | "recover";

function SignIn({ socket, onCodes }: { socket: Socket; onCodes: (codes: string[]) => void }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [digits, setDigits] = useState("");
  const [code, setCode] = useState("");
  const [asked, ask] = useState<"digits" | "code" | null>(null); // what is wanted besides
  const [problem, setProblem] = useState("");
  const go = async (way: Way, event: Event) => {
    event.preventDefault();
    const more = way === "recover" ? { code } : way === "login" && asked === "digits" ? { digits } : {};
    const answer = await socket.signIn(way, name, password, more);
    if (answer.code === "needs_digits") ask("digits");
    setProblem(answer.code === "needs_digits" ? "" : why(answer));
    if (answer.ok) setPassword("");
    if (answer.ok && Array.isArray(answer["codes"])) onCodes(answer["codes"].map(String));
  };
  return (
    <form onSubmit={(event) => void go(asked === "code" ? "recover" : "login", event)}>
      <Field id="name" label={t("name")} value={name} onInput={setName} maxLength={40} autocomplete="username" />
      {asked === "code" ? <Field id="code" label={tl("recoveryCode")} value={code} onInput={setCode} maxLength={40} autocomplete="off" /> : null}
      <div class="field"><label for="password">{t(asked === "code" ? "passwordNew" : "password")}</label>
        <input id="password" type="password" required minLength={8} maxLength={128} autocomplete={asked === "code" ? "new-password" : "current-password"} value={password}
          onInput={(event) => setPassword(event.currentTarget.value)} />
        <small>{tl("passwordHelp")}</small></div>
      {asked === "digits" ? <Field id="digits" label={t("digits")} value={digits} onInput={setDigits} maxLength={6} inputMode="numeric" autocomplete="one-time-code" /> : null}
      {problem ? <p class="warning" role="alert">{problem}</p> : null}
      <div class="row">
        <button type="submit" class="primary">{t(asked === "code" ? "recover" : "logIn")}</button>
        {asked === "code" ? null : <button type="button" onClick={(event) => void go("register", event)}>{t("register")}</button>}
        <button type="button" class="tool" onClick={() => ask(asked === "code" ? null : "code")}>{t(asked === "code" ? "cancel" : "passwordLost")}</button>
      </div>
    </form>
  );
}

function ChangePassword({ socket }: { socket: Socket }) {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [said, say] = useState("");
  const go = async (event: Event) => {
    event.preventDefault();
    const answer = await socket.command("password", { old, new: next });
    socket.keep(answer);
    say(answer.ok ? tl("passwordChanged") : why(answer));
  };
  return (
    <form onSubmit={(event) => void go(event)}>
      <Field id="old" label={tl("passwordOld")} value={old} onInput={setOld} type="password" autocomplete="current-password" />
      <Field id="new" label={t("passwordNew")} value={next} onInput={setNext} type="password" minLength={8} maxLength={128} autocomplete="new-password" />
      <p role="status" class="help">{said}</p>
      <button type="submit">{tl("changePassword")}</button>
    </form>
  );
}

export function AccountPage({ app }: { app: App }) {
  const socket = app.server.available ? app.server.socket() : null;
  const [codes, setCodes] = useState<string[]>([]);
  useRedraw((tell) => socket?.onChange(tell) ?? (() => undefined), [socket]);
  const player = socket?.player;
  useEffect(() => { // shown once, to whom they belong
    if (player && !player.account) setCodes([]);
  }, [player?.account]);
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main>
        <h1>{t("account")}</h1>
        {socket === null ? <p>{tl("noServer")}</p> : null}
        {player ? <p>{player.account ? tl("youAre") : tl("youAreGuest")} <b>{player.name}</b>. <a href={`#/player/${player.id}`}>{tl("profile")}</a></p> : null}
        {socket && player?.account ? (
          <>
            <p><button type="button" onClick={() => void socket.signOut()}>{tl("logOut")}</button></p>
            <Codes socket={socket} codes={codes} onCodes={setCodes} />
            <ChangePassword socket={socket} />
            <Factor socket={socket} name={player.name} />
            <Sessions socket={socket} />
          </>
        ) : socket ? <SignIn socket={socket} onCodes={setCodes} /> : null}
        {socket && player ? <OwnData socket={socket} account={player.account} /> : null}
        {player?.moderator ? <p><a href="#/moderate">Moderation</a></p> : null}
        <p><a href="#/conduct">{t("conduct")}</a></p>
      </main>
    </div>
  );
}
