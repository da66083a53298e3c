// Who one is to the server: a guest by nature, an account if one wants to keep a name and a rating.
import { useState } from "preact/hooks";
import type { App } from "../app";
import { useRedraw } from "../ui/hooks";
import { t } from "../ui/strings";

function SignIn({ app }: { app: App }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const go = async (cmd: "register" | "login", event: Event) => {
    event.preventDefault();
    const answer = await app.server.socket().signIn(cmd, name, password);
    setProblem(answer.ok ? "" : answer.why ?? answer.code ?? "");
    if (answer.ok) setPassword("");
  };
  return (
    <form onSubmit={(event) => void go("login", event)}>
      <div class="field"><label for="name">{t("name")}</label>
        <input id="name" required maxLength={40} autocomplete="username" value={name} onInput={(event) => setName(event.currentTarget.value)} /></div>
      <div class="field"><label for="password">{t("password")}</label>
        <input id="password" type="password" required minLength={8} maxLength={128} autocomplete="current-password" value={password}
          onInput={(event) => setPassword(event.currentTarget.value)} />
        <small>{t("passwordHelp")}</small></div>
      {problem ? <p class="warning" role="alert">{problem}</p> : null}
      <div class="row">
        <button type="submit" class="primary">{t("logIn")}</button>
        <button type="button" onClick={(event) => void go("register", event)}>{t("register")}</button>
      </div>
    </form>
  );
}

function ChangePassword({ app }: { app: App }) {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [said, say] = useState("");
  const go = async (event: Event) => {
    event.preventDefault();
    const answer = await app.server.socket().command("password", { old, new: next });
    say(answer.ok ? t("passwordChanged") : answer.why ?? answer.code ?? "");
  };
  return (
    <form onSubmit={(event) => void go(event)}>
      <div class="field"><label for="old">{t("passwordOld")}</label>
        <input id="old" type="password" required autocomplete="current-password" value={old} onInput={(event) => setOld(event.currentTarget.value)} /></div>
      <div class="field"><label for="new">{t("passwordNew")}</label>
        <input id="new" type="password" required minLength={8} maxLength={128} autocomplete="new-password" value={next} onInput={(event) => setNext(event.currentTarget.value)} /></div>
      <p role="status" class="help">{said}</p>
      <button type="submit">{t("changePassword")}</button>
    </form>
  );
}

export function AccountPage({ app }: { app: App }) {
  const socket = app.server.available ? app.server.socket() : null;
  useRedraw((tell) => socket?.heed(tell) ?? (() => undefined), [socket]);
  const player = socket?.player;
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main>
        <h1>{t("account")}</h1>
        {socket === null ? <p>{t("noServer")}</p> : null}
        {player ? <p>{player.account ? t("youAre") : t("youAreGuest")} <b>{player.name}</b>. <a href={`#/player/${player.id}`}>{t("profile")}</a></p> : null}
        {player?.account ? (
          <>
            <ChangePassword app={app} />
            <p><button type="button" onClick={() => void socket?.signOut()}>{t("logOut")}</button></p>
          </>
        ) : socket ? <SignIn app={app} /> : null}
      </main>
    </div>
  );
}
