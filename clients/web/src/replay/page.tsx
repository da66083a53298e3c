// The replay of a game: any turn, through anybody's eyes, with its numbers over time.
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { App } from "../app";
import { Log, SoundSwitch } from "../game/log";
import { EndingText, winnerText } from "../game/end";
import { presetBot } from "../game/levels";
import { GameBoard } from "../game/screen";
import { Session } from "../game/session";
import { ToldShort } from "../game/told";
import { TopBar } from "../game/topbar";
import type { GameRecord } from "../rules/record";
import { know } from "../rules/known";
import type { ReplayInfo } from "../rules/replayed";
import { SPECTATOR, type Game } from "../rules/types";
import { useKeyDown } from "../ui/hooks";
import { KeysDialog } from "../ui/keys";
import { reducedMotion, saveFile } from "../ui/parts";
import { sentence } from "../rules/language";
import { botWord } from "../game/levels";
import { nameWords } from "../rules/words";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Chart } from "./chart";
import { writeReplay } from "./file";
import { ReplayPlay, type Place } from "./match";
import { addressOf, findReplay, onlyHere } from "./source";

interface Loaded { game: Game; record: GameRecord; id: number; info: ReplayInfo }

const BETWEEN_MS = 500;

/** The replay of this address; given back when the page is left. */
function useReplay(app: App, source: string): { loaded: Loaded | null; problem: string } {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let left = false, close = () => { /* nothing is open yet */ };
    const load = async () => {
      const record = await findReplay(app, source), game = await app.gameOf(record.game, record.rules), rules = app.rulesOf(game);
      await know(rules, game);
      const replay = await rules.replayOpen(record);
      close = () => void rules.replayClose(replay.id);
      if (left) close();
      else setLoaded({ game, record, id: replay.id, info: replay.info });
    };
    load().catch((error: Error) => setProblem(sentence(error.message)));
    return () => {
      left = true;
      close();
    };
  }, [source]);
  return { loaded, problem };
}

/** Shows the replay through somebody's eyes, and says when the screen must be drawn again. */
function useScreen(app: App, loaded: Loaded, eyes: number, place: Place): { session: Session; play: ReplayPlay } | null {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [screen, setScreen] = useState<{ session: Session; play: ReplayPlay } | null>(null);
  useEffect(() => {
    const rules = app.rulesOf(loaded.game);
    const play = new ReplayPlay(rules, loaded.game, loaded.id, loaded.info, eyes, place);
    const session = new Session(rules, play, reducedMotion);
    const off = session.subscribe(() => redraw(0));
    let wanted = true; // until other eyes are
    void session.start().then(async () => {
      if (wanted) setScreen({ session, play });
      await session.recall(await play.past(() => wanted));
    });
    return () => {
      wanted = false;
      off();
      session.close();
    };
  }, [loaded.id, eyes]);
  return screen;
}

class Player {
  constructor(readonly session: Session, readonly replay: ReplayPlay) {}

  async seek(stop: number): Promise<void> {
    this.session.playback.skip();
    this.session.forget();
    await this.replay.show(stop, false);
    await this.session.recall(await this.replay.past(() => this.replay.stop === stop));
  }

  /** The next turn as it happened. */
  async next(): Promise<void> {
    this.session.playback.skip();
    if (this.replay.stop < this.replay.last) await this.replay.show(this.replay.stop + 1, true);
  }
}

function useAutoplay(player: Player | null, playing: boolean, stopPlaying: () => void): void {
  const idle = player ? !player.session.playing : false;
  useEffect(() => {
    if (!player || !playing || !idle) return undefined;
    if (player.replay.stop >= player.replay.last) {
      stopPlaying();
      return undefined;
    }
    const timer = setTimeout(() => void player.next(), BETWEEN_MS / player.session.playback.speed);
    return () => clearTimeout(timer);
  }, [player, playing, idle, player?.replay.stop]);
}

function Bar({ player, playing, setPlaying }: { player: Player; playing: boolean; setPlaying: (on: boolean) => void }) {
  const { session, replay } = player;
  const seek = (stop: number) => {
    setPlaying(false);
    void player.seek(stop);
  };
  return (
    <div class="playback replay-bar" role="group" aria-label={t("replay")}>
      <button type="button" class="tool" onClick={() => seek(0)} aria-label={tl("toBegin")}>«</button>
      <button type="button" class="tool" disabled={replay.stop === 0} onClick={() => seek(replay.stop - 1)} aria-label={tl("turnBack")}>‹</button>
      <button type="button" class="primary" onClick={() => setPlaying(!playing)} aria-pressed={playing}>{playing ? t("pause") : tl("go")}</button>
      <button type="button" class="tool" disabled={replay.stop === replay.last} aria-label={tl("turnOn")}
        onClick={() => { setPlaying(false); void player.next(); }}>›</button>
      <button type="button" class="tool" onClick={() => seek(replay.last)} aria-label={tl("toEnd")}>»</button>
      <input type="range" class="seek" min={0} max={replay.last} value={replay.stop} aria-label={t("seek")}
        aria-valuetext={`${session.turnWord} ${replay.info.turns[replay.stop]}`} onInput={(event) => seek(Number(event.currentTarget.value))} />
      <button type="button" class="tool" onClick={() => session.playback.faster()} aria-label={`${t("speed")} ${session.playback.speed}`}>{session.playback.speed}×</button>
      <button type="button" class="tool" disabled={!session.playing} onClick={() => session.playback.step()}>{t("step")}</button>
      <button type="button" class="tool" disabled={!session.playback.canRepeat} onClick={() => session.playback.repeat()}>{tl("playAgain")}</button>
      <SoundSwitch />
    </div>
  );
}

function Eyes({ game, record, eyes, onChange }: { game: Game; record: GameRecord; eyes: number; onChange: (eyes: number) => void }) {
  return (
    <label class="eyes">{t("eyes")}{" "}
      <select value={eyes} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        <option value={SPECTATOR}>{tl("eyesAll")}</option>
        {record.seats.map((seat, i) => <option key={i} value={i}>{game.seats[i]} ({seat.who === "bot" ? botWord(seat.name) : seat.name})</option>)}
      </select>
    </label>
  );
}

const eyesWord = (eyes: number) => (eyes === SPECTATOR ? "all" : String(eyes));

function Actions({ app, loaded, source, replay, eyes }: { app: App; loaded: Loaded; source: string; replay: ReplayPlay; eyes: number }) {
  const [said, say] = useState("");
  const { game, record, id } = loaded, rules = app.rulesOf(game);
  const ofNow = record.rules === undefined; // what goes on does so by the rules of now
  const share = async () => {
    const address = onlyHere(source) ? await addressOf(game, record) : source;
    if (address === null) return say(tl("tooLong"));
    const link = new URL(`#/replay/${address}/${replay.stop}/${eyesWord(eyes)}`, location.href).href;
    await navigator.clipboard.writeText(link).then(() => say(tl("copied")), () => say(link));
  };
  const download = async () => {
    const bytes = await writeReplay(game, record, await rules.replaySheet(id), (key, data) => app.rules.siphash(key, data));
    saveFile(`${game.id}.rdr`, bytes);
  };
  const scenario = async () => {
    const { turnScenario } = await import("../sandbox/workshop");
    app.scenario = await turnScenario(app, game, record, id, replay.stop);
    location.hash = `#/sandbox/${game.id}`;
  };
  const fork = async () => app.playOn(forked(game, await app.rules.replayUntil(id, replay.stop), eyes));
  return (
    <div class="row">
      <button type="button" onClick={() => void share()}>{t("share")}</button>
      {ofNow ? <button type="button" onClick={() => void fork()}>{tl("fork")}</button> : null}
      {ofNow ? <button type="button" disabled={replay.last === 0} onClick={() => void scenario()}>{tl("asScenario")}</button> : null}
      <button type="button" onClick={() => void download()}>{tl("download")}</button>
      <span role="status" class="help said">{said}</span>
    </div>
  );
}

/** I take the seat through whose eyes I looked; bots have the others. */
function forked(game: Game, record: GameRecord, eyes: number): GameRecord {
  const me = eyes === SPECTATOR ? 0 : eyes;
  const seats = record.seats.map((seat, i): GameRecord["seats"][number] => {
    if (i === me) return { who: "person", name: t("player") };
    const known = seat.who === "bot" && game.bots.some((bot) => bot.name === seat.name);
    return { who: "bot", name: known ? seat.name : presetBot(game) };
  });
  return { ...record, seats };
}

/** At the end: who won and by which rule, and whether the rules came to the very state that was recorded. */
function Result({ game, record, info }: { game: Game; record: GameRecord; info: ReplayInfo }) {
  const { outcome, hash } = info;
  return (
    <div class="result">
      {outcome ? <p><b>{winnerText(game, outcome)}.</b> <EndingText game={game} outcome={outcome} /></p> : null}
      {record.hash === undefined ? null
        : record.hash === hash ? <p class="help">{tl("hashSame")} <code>{hash}</code></p>
          : <p class="warning" role="alert">{tl("hashOther")} <code>{record.hash}</code></p>}
    </div>
  );
}

function Screen({ app, loaded, source, first, firstEyes }: { app: App; loaded: Loaded; source: string; first: number; firstEyes: number }) {
  const [eyes, setEyes] = useState(firstEyes);
  const [playing, setPlaying] = useState(false);
  const [keys, setKeys] = useState(false);
  const { game, record, info } = loaded;
  const names = [...new Set(info.series.map((one) => one.name))];
  const [counter, setCounter] = useState(names[0] ?? "");
  const place = useRef<Place>({ stop: first });
  const screen = useScreen(app, loaded, eyes, place.current);
  const player = useMemo(() => (screen ? new Player(screen.session, screen.play) : null), [screen]);
  useAutoplay(player, playing, () => setPlaying(false));
  useKeyDown((event) => {
    if (!player || (event.target as HTMLElement).closest(".board")) return false;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => void player.seek(player.replay.stop - 1), ArrowRight: () => void player.next(),
      Home: () => void player.seek(0), End: () => void player.seek(player.replay.last),
      p: () => setPlaying((on) => !on), ".": () => player.session.playback.step(), x: () => player.session.playback.skip(), "?": () => setKeys(true),
    };
    const act = acts[event.key];
    act?.();
    return act !== undefined;
  }, [player]);
  if (!screen || !player) return <p class="loading">{t("loading")}</p>;
  const seek = (stop: number) => {
    setPlaying(false);
    void player.seek(stop);
  };
  return (
    <div class={`game game-${game.id} sheet-half`}>
      <TopBar session={screen.session} onKeys={() => setKeys(true)} />
      <main class="stage"><GameBoard session={screen.session} /></main>
      <Bar player={player} playing={playing} setPlaying={setPlaying} />
      <aside class="panel" aria-label={t("replay")}>
        <div class="panel-scroll">
          <Eyes game={game} record={record} eyes={eyes} onChange={setEyes} />
          <Actions app={app} loaded={loaded} source={source} replay={screen.play} eyes={eyes} />
          {info.problem ? <p class="warning" role="alert">{info.problem}</p> : null}
          {screen.play.stop === screen.play.last ? <Result game={game} record={record} info={info} /> : null}
          <label class="eyes">{tl("chart")}{" "}
            <select value={counter} onChange={(event) => setCounter(event.currentTarget.value)}>{names.map((name) => <option key={name} value={name}>{nameWords(name)}</option>)}</select>
          </label>
          <Chart game={game} name={counter} series={info.series} stops={info.turns} stop={screen.play.stop} onSeek={seek} />
        </div>
        <ToldShort session={screen.session} />
        <Log session={screen.session} />
      </aside>
      {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
    </div>
  );
}

export function ReplayPage({ app, source, stop, eyes }: { app: App; source: string; stop: string; eyes: string }) {
  const { loaded, problem } = useReplay(app, source);
  if (problem) return <div class="page narrow"><h1>{t("trouble")}</h1><p role="alert">{problem}</p><a href="#/">{t("home")}</a></div>;
  if (!loaded) return <p class="loading">{t("loading")}</p>;
  const seat = /^\d$/.test(eyes) && Number(eyes) < loaded.record.seats.length ? Number(eyes) : SPECTATOR;
  return <Screen app={app} loaded={loaded} source={source} first={Math.max(0, Math.min(loaded.info.turns.length - 1, Number(stop) || 0))} firstEyes={seat} />;
}
