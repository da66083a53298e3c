// The story of the game in sentences, and the controls of the playback.
import { useEffect, useRef, useState } from "preact/hooks";
import { RuleRef, ruleHref } from "../ui/parts";
import { capital, nameWords } from "../rules/words";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { sound } from "./play/sound";
import type { Line } from "./playback";
import type { Session } from "./session";

const CAUSES_MAX = 24;
const LINES_SHOWN = 120; // more are shown when somebody asks: a long game would fill the page

/** The facts behind a sentence, and what led to it. */
function Why({ session, line }: { session: Session; line: Line }) {
  const causes: Line[] = [];
  for (let at = line.cause; at && causes.length < CAUSES_MAX; at = at.cause) causes.push(at);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="why" ref={box}>
      {line.facts.length > 0 ? <dl>{line.facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl> : null}
      {causes.length > 0 ? <p>{tl("because")}</p> : null}
      {causes.length > 0 ? <ol>{causes.reverse().map((cause, i) => <li key={i}>{cause.text} <RuleRef game={session.game.id} rule={cause.rule} /></li>)}</ol> : null}
      {line.rule ? <p><a href={ruleHref(session.game.id, line.rule)}>{tl("readRule")} {line.rule}</a></p> : null}
    </div>
  );
}

export function Log({ session }: { session: Session }) {
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const [most, setMost] = useState(LINES_SHOWN);
  const whole = session.log.lines.filter((line) => all || !line.quiet), lines = whole.slice(-most);
  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [lines.length]);
  return (
    <section class="log" aria-label={t("log")}>
      <h2>{t("log")}
        <label class="filter"><input type="checkbox" checked={all} onChange={() => setAll(!all)} /> {tl("movements")}</label>
      </h2>
      <div class="log-lines" ref={end} tabIndex={0} role="log" aria-live="polite">
        {lines.length === 0 ? <p class="help">{tl("logEmpty")}</p> : null}
        {whole.length > most ? <button type="button" class="tool" onClick={() => setMost(most + LINES_SHOWN)}>{tl("earlier")}</button> : null}
        {lines.map((line, i) => (
          <div key={line.key}>
            {lines[i - 1]?.turn === line.turn ? null : <h3>{session.turnWord} {line.turn}</h3>}
            <p class={line.mine ? "mine" : ""}>{line.text} <RuleRef game={session.game.id} rule={line.rule} />
              <button type="button" class="why-button" aria-expanded={asked === line.key} aria-label={`${t("why")}: ${line.text}`}
                onClick={() => setAsked(asked === line.key ? null : line.key)}>{t("why")}</button>
            </p>
            {asked === line.key ? <Why session={session} line={line} /> : null}
          </div>
        ))}
      </div>
    </section>
  );
}

/** In plain sight, and off until it is pressed. */
export function SoundSwitch() {
  const [on, setOn] = useState(sound.on);
  const turn = () => {
    sound.turn(!on);
    setOn(!on);
  };
  return <button type="button" class="tool sound" aria-pressed={on} title={t(on ? "soundOn" : "soundOff")} onClick={turn}>{tl("sound")}</button>;
}

export function Playback({ session }: { session: Session }) {
  const { playback } = session, running = session.playing;
  const line = session.log.last;
  return (
    <div class={`playback ${running || playback.paused || playback.held ? "plays" : ""}`}>
      <div class="playback-keys" role="group" aria-label={tl("playing")}>
        <button type="button" class="tool" onClick={() => session.playback.pause()} aria-pressed={session.playback.paused}>{session.playback.paused ? tl("go") : t("pause")}</button>
        <button type="button" class="tool" disabled={!running} onClick={() => session.playback.step()}>{t("step")}</button>
        <button type="button" class="tool" onClick={() => session.playback.faster()} aria-label={`${t("speed")} ${session.playback.speed}`}>{session.playback.speed}×</button>
        <button type="button" class="tool" disabled={!running} onClick={() => session.playback.skip()}>{tl("skip")}</button>
      </div>
      <div class="playback-more">
        <button type="button" class="tool" disabled={!playback.canRepeat} onClick={() => playback.repeat()}>{tl("playAgain")}</button>
        <SoundSwitch />
      </div>
      <span class="caption">{playback.held ? tl("othersWatch") : line && running ? `${playback.stepName ? `${capital(nameWords(playback.stepName))}: ` : ""}${line.text}` : ""}</span>
    </div>
  );
}
