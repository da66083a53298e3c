// The sandbox: set up a position on the board or as text, hear what is wrong with it, play it, keep it.
import { NamedPic } from "../board/pic";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import type { App } from "../app";
import { BotOptions } from "../game/levels";
import "../art/figures/heroes";
import { Board } from "../board/board";
import { sideOf, tokenWords } from "../board/skin";
import { gameCell } from "../game/menu";
import { standingTokens } from "../game/playback";
import type { Json } from "../rules/record";
import { SPECTATOR, Topology, type Game } from "../rules/types";
import { cellName, nameWords } from "../rules/words";
import { skinOf } from "../skins";
import { saveFile } from "../ui/parts";
import { sentence } from "../rules/language";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Workshop, type Edit } from "./workshop";

/** What a click on the board does. */
interface Brush { kind: "put" | "clear" | "terrain"; name: string; owner: number; amount: number }

function useWorkshop(app: App, game: Game): Workshop {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const shop = useMemo(() => {
    const given = app.scenario?.["game"] === game.id ? app.scenario : null;
    app.scenario = null;
    return new Workshop(app, game, given);
  }, [game.id]);
  useEffect(() => {
    shop.onChange = () => redraw(0);
    void shop.start();
    return () => { shop.onChange = () => undefined; };
  }, [shop]);
  return shop;
}

function Palette({ game, brush, onChange }: { game: Game; brush: Brush; onChange: (brush: Brush) => void }) {
  const skin = skinOf(game);
  const chosen = (kind: Brush["kind"], name: string) => brush.kind === kind && brush.name === name;
  const button = (kind: Brush["kind"], name: string, label: string) => (
    <button key={`${kind} ${name}`} type="button" class={`order ${chosen(kind, name) ? "aimed" : ""}`} aria-pressed={chosen(kind, name)}
      onClick={() => onChange({ ...brush, kind, name })}>
      {kind === "put" ? <NamedPic game={game} skin={skin} names={[name]} owner={1} height={34} /> : null}
      <span>{label}</span>
    </button>
  );
  return (
    <section class="menu" aria-label={tl("brush")}>
      <h2>{tl("brush")}</h2>
      <div class="choices">{game.tokens.map((name) => button("put", name, nameWords(name)))}{button("clear", "", t("clear"))}</div>
      <h3>{tl("land")}</h3>
      <div class="choices">{game.terrain.map((name) => button("terrain", name, nameWords(name)))}</div>
      <div class="field">
        <label for="owner">{tl("side2")}</label>
        <select id="owner" value={brush.owner} onChange={(event) => onChange({ ...brush, owner: Number(event.currentTarget.value) })}>
          {game.seats.map((name, i) => <option key={name} value={i}>{name}</option>)}
        </select>
      </div>
      <div class="field">
        <label for="amount">{tl("healthAmount")}</label>
        <input id="amount" type="number" min={0} value={brush.amount} onInput={(event) => onChange({ ...brush, amount: Number(event.currentTarget.value) })} />
      </div>
    </section>
  );
}

/** The game's numbers; those that can't be changed say so when one tries. */
function Numbers({ shop }: { shop: Workshop }) {
  const { game } = shop;
  const shown = shop.counters.filter((one) => !/ price\b| left$/.test(game.counters[one.name] ?? ""));
  return (
    <details class="numbers">
      <summary>{t("numbers")}</summary>
      {shown.map((one) => {
        const name = game.counters[one.name] ?? "", owner = one.owner ? game.seats[one.owner - 1] ?? "" : "";
        const edit: Edit = { kind: "counter", name, ...(one.owner ? { owner: one.owner - 1 } : {}) };
        return (
          <div key={`${name}/${one.owner}`} class="field">
            <label for={`n-${one.name}-${one.owner}`}>{owner} {nameWords(name)}</label>
            <input id={`n-${one.name}-${one.owner}`} type="number" value={one.value}
              onChange={(event) => void shop.edit({ ...edit, amount: Number(event.currentTarget.value) })} />
          </div>
        );
      })}
    </details>
  );
}

function AsText({ shop }: { shop: Workshop }) {
  const [text, setText] = useState<string | null>(null);
  const [bad, setBad] = useState("");
  const take = async () => {
    try {
      const written = JSON.parse(text ?? shop.text()) as Json;
      const done = await shop.replace(() => written);
      if (done) setText(null);
      setBad("");
    } catch (error) {
      setBad(sentence((error as Error).message));
    }
  };
  return (
    <details class="as-text">
      <summary>{tl("asText")}</summary>
      <textarea aria-label={tl("asText")} rows={14} spellcheck={false} value={text ?? shop.text()} onInput={(event) => setText(event.currentTarget.value)} />
      {bad ? <p class="warning" role="alert">{bad}</p> : null}
      <button type="button" disabled={text === null} onClick={() => void take()}>{tl("takeText")}</button>
    </details>
  );
}

function Luck({ shop }: { shop: Workshop }) {
  const rolls = Array.isArray(shop.scenario["rolls"]) ? shop.scenario["rolls"] as number[] : [];
  const set = (text: string) => {
    const list = text.split(/[\s,]+/).filter(Boolean).map(Number).filter(Number.isFinite);
    void shop.replace(({ rolls: _old, ...rest }) => (list.length > 0 ? { ...rest, rolls: list } : rest));
  };
  return (
    <>
      <div class="field">
        <label for="rolls">{t("rolls")}</label>
        <input id="rolls" value={rolls.join(", ")} placeholder="4, 2, 6" onChange={(event) => set(event.currentTarget.value)} />
        <small>{tl("rollsHelp")}</small>
      </div>
      <div class="field">
        <label for="seed">{t("seed")}</label>
        <input id="seed" value={String(shop.scenario["seed"] ?? "0")} onChange={({ currentTarget }) => void shop.replace((old) => ({ ...old, seed: currentTarget.value }))} />
      </div>
    </>
  );
}

function OpenFile({ app, shop }: { app: App; shop: Workshop }) {
  const [list, setList] = useState<Json[]>([]);
  const [bad, setBad] = useState("");
  const take = (scenario: Json) => {
    const { expect: _expect, show: _show, ...plain } = scenario;
    if (plain["game"] === shop.game.id) void shop.replace(() => plain);
    else {
      app.scenario = plain;
      location.hash = `#/sandbox/${String(plain["game"])}`;
    }
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      const all = [JSON.parse(await file.text()) as Json | Json[]].flat();
      setList(all);
      setBad("");
      if (all[0]) take(all[0]);
    } catch (error) {
      setBad(sentence((error as Error).message));
    }
  };
  return (
    <>
      <label class="button file">{tl("openScenario")}<input type="file" accept=".json" onChange={(event) => void open(event.currentTarget.files?.[0])} /></label>
      {list.length > 1 ? (
        <select aria-label={tl("openScenario")} onChange={(event) => take(list[Number(event.currentTarget.value)]!)}>
          {list.map((one, i) => <option key={i} value={i}>{String(one["title"] ?? one["id"] ?? i + 1)}</option>)}
        </select>
      ) : null}
      {bad ? <p class="warning" role="alert">{bad}</p> : null}
    </>
  );
}

function Play({ app, shop }: { app: App; shop: Workshop }) {
  const [bot, setBot] = useState("");
  const [me, setMe] = useState(0);
  return (
    <section class="menu">
      <h2>{tl("playIt")}</h2>
      <div class="field">
        <label for="who">{t("against")}</label>
        <select id="who" value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
          <option value="">{tl("bothSides")}</option>
          <BotOptions game={shop.game} />
        </select>
      </div>
      {bot === "" ? null : (
        <div class="field">
          <label for="me">{t("side")}</label>
          <select id="me" value={me} onChange={(event) => setMe(Number(event.currentTarget.value))}>
            {shop.game.seats.slice(0, shop.begun?.seats).map((name, i) => <option key={name} value={i}>{name}</option>)}
          </select>
        </div>
      )}
      <button type="button" class="primary" disabled={!shop.begun} onClick={() => void app.playOn(shop.record(bot, me))}>{tl("playIt")}</button>
    </section>
  );
}

function SandboxBoard({ shop, brush }: { shop: Workshop; brush: Brush }) {
  const { game, scene } = shop;
  const skin = skinOf(game);
  const [selected, setSelected] = useState<number | null>(null);
  if (!scene) return <p class="loading">{t("loading")}</p>;
  if (scene.topology === Topology.None) return <p class="loading">{tl("noBoard")}</p>;
  // Cells that are nothing at all can still become something.
  const bare = { ...skin, blank: [] };
  const label = (cell: number) => {
    const at = scene.cells[cell]!;
    const tokens = scene.tokens.filter((token) => token.cell === cell).map((token) => tokenWords(game, skin, token, -1));
    return [cellName(game.cells, at.x, at.y), nameWords(game.terrain[at.terrain] ?? ""), ...tokens].join(", ");
  };
  const choose = (cell: number) => {
    setSelected(cell);
    const { kind, name, owner, amount } = brush;
    void shop.edit({ kind, cell: gameCell(game, scene, cell), ...(kind === "clear" ? {} : { name }), ...(kind === "put" ? { owner, amount } : {}) });
  };
  return (
    <div class="board-box">
      <Board game={game} skin={bare} scene={scene} tokens={standingTokens(game, skin, scene)} name={tl("board")} selected={selected} label={label} onChoose={choose} />
    </div>
  );
}

function Sandbox({ app, game }: { app: App; game: Game }) {
  const shop = useWorkshop(app, game);
  const [chosen, setBrush] = useState<Brush>({ kind: "put", name: "", owner: 0, amount: 0 });
  const brush = chosen.kind === "put" && chosen.name === "" ? { ...chosen, name: game.tokens[0] ?? "" } : chosen; // names come with the rules
  const steps = Array.isArray(shop.scenario["steps"]) ? shop.scenario["steps"].length : 0;
  return (
    <div class={`game game-${game.id} sheet-half sandbox`} aria-busy={shop.busy}>
      <header class="topbar">
        <a class="home" href="#/">{t("home")}</a>
        <h1>{t("sandbox")}</h1>
        <select aria-label={t("games")} value={game.id} onChange={(event) => { location.hash = `#/sandbox/${event.currentTarget.value}`; }}>
          {app.games.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
        </select>
        <select aria-label={t("eyes")} value={shop.eyes} onChange={(event) => void shop.see(Number(event.currentTarget.value))}>
          <option value={SPECTATOR}>{tl("eyesAll")}</option>
          {game.seats.slice(0, shop.begun?.seats).map((name, i) => <option key={name} value={i}>{name} {sideOf(game, i + 1).letter}</option>)}
        </select>
        <span class="tools"><a class="tool" href={`#/rules/${game.id}`}>{t("rules")}</a></span>
      </header>
      <main class="stage"><SandboxBoard shop={shop} brush={brush} /></main>
      <div class="playback">
        <button type="button" class="tool" disabled={!shop.canUndo} onClick={() => void shop.undo()}>{t("undo")}</button>
        <button type="button" class="tool" disabled={!shop.canRedo} onClick={() => void shop.redo()}>{tl("redo")}</button>
        <span class={`caption ${shop.problem ? "minus" : "plus"}`} role="status">{shop.problem || tl("positionFine")}</span>
      </div>
      <aside class="panel" aria-label={t("sandbox")}>
        <div class="panel-scroll">
          {shop.problem ? <p class="refusal" role="alert">{shop.problem}</p> : null}
          {steps > 0 ? <p class="help">{steps} {tl("stepsKept")}{shop.begun?.refused.length ? ` ${shop.begun.refused.length} ${tl("stepsRefused")}` : ""}</p> : null}
          {shop.begun && !shop.begun.editable ? <p class="help">{tl("textOnly")}</p> : null}
          <Palette game={game} brush={brush} onChange={setBrush} />
          <Numbers shop={shop} />
          <Play app={app} shop={shop} />
          <Luck shop={shop} />
          <section class="menu row">
            <button type="button" onClick={() => saveFile(`${game.id}-scenario.json`, shop.text())}>{tl("saveScenario")}</button>
            <OpenFile app={app} shop={shop} />
          </section>
          <AsText shop={shop} />
        </div>
      </aside>
    </div>
  );
}

export function SandboxPage({ app, id }: { app: App; id: string }) {
  const game = app.game(id) ?? app.games.find((one) => one.topology !== Topology.None) ?? app.games[0]!;
  return <Sandbox key={game.id} app={app} game={game} />;
}
