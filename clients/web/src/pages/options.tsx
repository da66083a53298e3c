// A new game with options: the form follows from the game's option table.
import { useState } from "preact/hooks";
import type { App } from "../app";
import type { Game, Option } from "../rules/types";
import { t } from "../ui/strings";

function Field({ option, value, onChange }: { option: Option; value: number; onChange: (value: number) => void }) {
  const id = `option-${option.key}`;
  return (
    <div class="field">
      <label for={id}>{option.title}</label>
      {option.choices.length > 0 ? (
        <select id={id} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {option.choices.map((name, i) => <option key={name} value={option.min + i}>{name}</option>)}
        </select>
      ) : (
        <input id={id} type="number" min={option.min} max={option.max} value={value} required
          onInput={(event) => onChange(Number(event.currentTarget.value))} />
      )}
      <small>{option.help}{option.choices.length > 0 ? "" : ` ${option.min} to ${option.max}.`}</small>
    </div>
  );
}

const FRIEND = "@friend", ANYBODY = "@anybody"; // no bot has such a name

export function Options({ app, game }: { app: App; game: Game }) {
  const [values, setValues] = useState(game.options.map((option) => option.preset));
  const [count, setCount] = useState(game.seatsPreset);
  const [seat, setSeat] = useState(0);
  const [rival, setRival] = useState(game.bots[0]?.name ?? "random");
  const setSeats = (seats: number) => {
    setCount(seats);
    setSeat(Math.min(seat, seats - 1));
  };
  const start = (event: Event) => {
    event.preventDefault();
    const online = rival === FRIEND || rival === ANYBODY;
    const seats = Array.from({ length: count }, (_, i) => (i === seat ? "me" : online ? "open" : rival));
    if (online) void app.playOnline(game, values, seats, rival === ANYBODY);
    else void app.playLocal({ game: game.id, options: values, seats });
  };
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("back")}</a></nav>
      <main>
        <h1>{game.title}</h1>
        <p>{game.summary}</p>
        <form onSubmit={start}>
          {game.seatsMin < game.seatsMax ? (
            <div class="field">
              <label for="seats">{t("seats")}</label>
              <select id="seats" value={count} onChange={(event) => setSeats(Number(event.currentTarget.value))}>
                {Array.from({ length: game.seatsMax - game.seatsMin + 1 }, (_, i) => <option key={i}>{game.seatsMin + i}</option>)}
              </select>
            </div>
          ) : null}
          <div class="field">
            <label for="side">{t("side")}</label>
            <select id="side" value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
              {game.seats.slice(0, count).map((name, i) => <option key={name} value={i}>{name}</option>)}
            </select>
          </div>
          <div class="field">
            <label for="rival">{t("against")}</label>
            <select id="rival" value={rival} onChange={(event) => setRival(event.currentTarget.value)}>
              {game.bots.map((bot) => <option key={bot.name} value={bot.name}>{bot.name}</option>)}
              {app.server.available ? <><option value={FRIEND}>{t("friend")}</option><option value={ANYBODY}>{t("anybody")}</option></> : null}
            </select>
            <small>{game.bots.find((bot) => bot.name === rival)?.summary}</small>
          </div>
          {game.options.map((option, i) => (
            <Field key={option.key} option={option} value={values[i]!} onChange={(value) => setValues(values.map((old, at) => (at === i ? value : old)))} />
          ))}
          <button type="submit" class="primary big">{t("start")}</button>
        </form>
      </main>
    </div>
  );
}
