// A new game with options: the form follows from the game's option table.
import { useState } from "preact/hooks";
import type { App } from "../app";
import { Painting } from "../board/painting";
import { BotOptions, presetBot } from "../game/levels";
import { said, sentence } from "../rules/language";
import type { Game, Option } from "../rules/types";
import type { Json } from "../rules/record";
import { useRedraw } from "../ui/hooks";
import { tl } from "../ui/later";
import { ANY, SCENERY } from "./scenery";
import { t, type Word } from "../ui/strings";

/** Off and on, by whatever names. */
const isSwitch = ({ min, max, choices }: Option) => min === 0 && max === 1 && (choices.length === 0 || [...choices].sort().join() === "off,on");

function Switch({ game, option, value, onChange }: { game: Game; option: Option; value: number; onChange: (value: number) => void }) {
  const id = `option-${option.key}`, on = option.choices.length === 0 ? 1 : option.choices.indexOf("on");
  return (
    <div class="field switch">
      <label for={id}>{said(game, option.title)}</label>
      <input id={id} type="checkbox" role="switch" checked={value === on} onChange={(event) => onChange(event.currentTarget.checked ? on : 1 - on)} />
      <small>{said(game, option.help)}</small>
    </div>
  );
}

function Field({ game, option, value, onChange }: { game: Game; option: Option; value: number; onChange: (value: number) => void }) {
  const id = `option-${option.key}`;
  if (isSwitch(option)) return <Switch game={game} option={option} value={value} onChange={onChange} />;
  return (
    <div class="field">
      <label for={id}>{said(game, option.title)}</label>
      {option.choices.length > 0 ? (
        <select id={id} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {option.choices.map((name, i) => <option key={name} value={option.min + i}>{said(game, name)}</option>)}
        </select>
      ) : (
        <input id={id} type="number" min={option.min} max={option.max} value={value} required
          onInput={(event) => onChange(Number(event.currentTarget.value))} />
      )}
      <small>{said(game, option.help)}{option.choices.length > 0 ? "" : ` ${option.min} – ${option.max}.`}</small>
    </div>
  );
}

/** Clocks to choose from, as the protocol writes them. */
const CLOCKS: [word: Word, clock: Json | null][] = [
  ["clockNone", null], ["clockFast", { bank: 300, increment: 5 }], ["clockSlow", { bank: 1200, increment: 15 }],
  ["clockTurn", { turn: 60 }], ["clockDay", { days: 1 }], ["clockDays", { days: 3 }],
];

function OnlineTerms({ app, clock, rated, together, onClock, onRated, onTogether }: {
  app: App; clock: number; rated: boolean; onClock: (clock: number) => void; onRated: (rated: boolean) => void;
  together: boolean; onTogether: (together: boolean) => void;
}) {
  const socket = app.server.socket();
  useRedraw((tell) => socket.onChange(tell), [socket]); // who one is may come later than this form
  const account = socket.player?.account === true;
  return (
    <>
      <div class="field">
        <label for="clock">{t("clock")}</label>
        <select id="clock" value={clock} onChange={(event) => onClock(Number(event.currentTarget.value))}>
          {CLOCKS.map(([word], i) => <option key={word} value={i}>{t(word)}</option>)}
        </select>
      </div>
      <div class="field">
        <label for="rated">{t("rated")}</label>
        <input id="rated" type="checkbox" disabled={!account} checked={rated && account} onChange={(event) => onRated(event.currentTarget.checked)} />
        <small>{account ? tl("ratedHelp") : tl("ratedNeeds")}</small>
      </div>
      <div class="field">
        <label for="together">{t("together")}</label>
        <input id="together" type="checkbox" checked={together} onChange={(event) => onTogether(event.currentTarget.checked)} />
        <small>{tl("togetherHelp")}</small>
      </div>
    </>
  );
}

const plural = (choice: string, title: string) => `${choice.slice(0, 1).toUpperCase()}${choice.slice(1)} ${title.toLowerCase()}s: `;

/** "Procedural maps: ...": help that begins so is for those who chose that map. */
function applies(game: Game, option: Option, values: number[]): boolean {
  return game.options.every((other, i) => other.choices.every((choice, at) =>
    !option.help.startsWith(plural(choice, other.title)) || values[i] === other.min + at));
}

const OPTIONS_SHOWN = 4; // the first ones matter most

const FRIEND = "@friend", ANYBODY = "@anybody", DEVICE = "@device", EACH = "@each"; // no bot has such a name

/** Who sits where, in words that app.playLocal and app.playOnline know. */
function seatsOf(count: number, seat: number, rival: string, each: string[]): string[] {
  const online = rival === FRIEND || rival === ANYBODY;
  return Array.from({ length: count }, (_, i) => {
    if (rival === EACH) return each[i] ?? "me";
    return i === seat || rival === DEVICE ? "me" : online ? "open" : rival;
  });
}

function EachSeat({ app, game, count, each, onChange }: { app: App; game: Game; count: number; each: string[]; onChange: (each: string[]) => void }) {
  return <>{game.seats.slice(0, count).map((name, i) => (
    <div key={name} class="field">
      <label for={`seat-${i}`}>{name}</label>
      <select id={`seat-${i}`} value={each[i]} onChange={(event) => onChange(each.map((old, at) => (at === i ? event.currentTarget.value : old)))}>
        <optgroup label={t("people")}>
          <option value="me">{tl("here1")}</option>
          {app.server.available ? <option value="open">{tl("openSeat")}</option> : null}
        </optgroup>
        <BotOptions game={game} />
      </select>
    </div>
  ))}</>;
}

function Rival({ app, game, count, rival, onChange }: { app: App; game: Game; count: number; rival: string; onChange: (rival: string) => void }) {
  return (
    <div class="field">
      <label for="rival">{t("against")}</label>
      <select id="rival" value={rival} onChange={(event) => onChange(event.currentTarget.value)}>
        <BotOptions game={game} />
        <optgroup label={t("people")}>
          <option value={DEVICE}>{tl("sameDevice")}</option>
          {app.server.available ? <><option value={FRIEND}>{t("friend")}</option><option value={ANYBODY}>{tl("anybody")}</option></> : null}
          {count > 2 ? <option value={EACH}>{tl("eachSeat")}</option> : null}
        </optgroup>
      </select>
      <small>{said(game, game.bots.find((one) => one.name === rival)?.summary ?? "")}</small>
    </div>
  );
}

function Seats({ game, count, seat, sides, onCount, onSeat }: {
  game: Game; count: number; seat: number; sides: boolean; onCount: (count: number) => void; onSeat: (seat: number) => void;
}) {
  return (
    <>
      {game.seatsMin < game.seatsMax ? (
        <div class="field">
          <label for="seats">{t("seats")}</label>
          <select id="seats" value={count} onChange={(event) => onCount(Number(event.currentTarget.value))}>
            {Array.from({ length: game.seatsMax - game.seatsMin + 1 }, (_, i) => <option key={i}>{game.seatsMin + i}</option>)}
          </select>
        </div>
      ) : null}
      {sides ? (
        <div class="field">
          <label for="side">{t("side")}</label>
          <select id="side" value={seat} onChange={(event) => onSeat(Number(event.currentTarget.value))}>
            {game.seats.slice(0, count).map((name, i) => <option key={name} value={i}>{name}</option>)}
          </select>
        </div>
      ) : null}
    </>
  );
}

/** A game without friends may be played on the server all the same. */
function OnServer({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div class="field">
      <label for="on-server">{tl("onServer")}</label>
      <input id="on-server" type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <small>{tl("onServerHelp")}</small>
    </div>
  );
}

/** `friend`: one is meant to come; `device`: and to sit here. */
export function Options({ app, game, friend, device }: { app: App; game: Game; friend: boolean; device: boolean }) {
  const bot = presetBot(game);
  const [values, setValues] = useState(game.options.map((option) => option.preset));
  const [count, setCount] = useState(game.seatsPreset);
  const [seat, setSeat] = useState(0);
  const [rival, setRival] = useState(friend && app.server.available ? FRIEND : device ? DEVICE : bot);
  const [each, setEach] = useState(game.seats.map((_, i) => (i === 0 ? "me" : bot)));
  const [clock, setClock] = useState(0);
  const [rated, setRated] = useState(false);
  const [together, setTogether] = useState(false);
  const [onServer, setOnServer] = useState(false);
  const [problem, setProblem] = useState("");
  const seats = seatsOf(count, seat, rival, each);
  const friends = seats.includes("open");
  const online = friends || (onServer && rival !== DEVICE);
  const crowded = online && seats.filter((who) => who === "me").length > 1;
  const setSeats = (wanted: number) => {
    setCount(wanted);
    setSeat(Math.min(seat, wanted - 1));
  };
  const start = (event: Event) => {
    event.preventDefault();
    const terms = { public: rival === ANYBODY, clock: CLOCKS[clock]![1], ...(rated ? { rated } : {}), ...(together ? { pace: "together" as const } : {}) };
    const options = game.options.map((option, i) => (applies(game, option, values) ? values[i]! : option.preset));
    const begun = online ? app.playOnline(game, options, seats, terms) : app.playLocal({ game: game.id, options, seats });
    begun.catch((error: Error) => setProblem(sentence(error.message)));
  };
  const fields = game.options.flatMap((option, i) => (!applies(game, option, values) ? [] :
    <Field key={option.key} game={game} option={option} value={values[i]!} onChange={(value) => setValues(values.map((old, at) => (at === i ? value : old)))} />
  ));
  return (
    <div class="page narrow">
      <nav><a href="#/">{tl("back")}</a></nav>
      <main>
        <header class="titled">
          <div><h1>{game.title}</h1><p>{said(game, game.summary)}</p></div>
          <div class="miniature"><Painting scenery={SCENERY[game.id] ?? ANY} /></div>
        </header>
        <form onSubmit={start}>
          <Seats game={game} count={count} seat={seat} sides={rival !== DEVICE && rival !== EACH} onCount={setSeats} onSeat={setSeat} />
          <Rival app={app} game={game} count={count} rival={rival} onChange={setRival} />
          {rival === EACH ? <EachSeat app={app} game={game} count={count} each={each} onChange={setEach} /> : null}
          {app.server.available && !friends && rival !== DEVICE ? <OnServer on={onServer} onChange={setOnServer} /> : null}
          {online ? <OnlineTerms app={app} clock={clock} rated={rated} together={together} onClock={setClock} onRated={setRated} onTogether={setTogether} /> : null}
          {crowded ? <p class="warning">{tl("oneSeat")}</p> : null}
          {fields.slice(0, OPTIONS_SHOWN)}
          {fields.length > OPTIONS_SHOWN ? <details><summary>{tl("moreOptions")}</summary>{fields.slice(OPTIONS_SHOWN)}</details> : null}
          {problem ? <p class="warning" role="alert">{problem}</p> : null}
          <button type="submit" class="primary big" disabled={crowded}>{tl("start")}</button>
        </form>
      </main>
    </div>
  );
}
