// What a visitor has chosen for this browser.
import { useState } from "preact/hooks";
import { sound } from "../game/play/sound";
import { setSetting, settings, type Settings } from "../ui/settings";
import { KeyList } from "../ui/keys";
import { tl, type LaterWord } from "../ui/later";
import { chooseLanguage, LANGUAGE_NAMES, languageCode, t } from "../ui/strings";

type Switches = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings];
const SWITCHES: [key: Switches, word: LaterWord][] = [
  ["labels", "setLabels"], ["wheel", "setWheel"], ["hints", "setHints"], ["startCards", "setStart"], ["passEmpty", "setPass"],
  ["askIdle", "setAskIdle"], ["askResign", "setAskResign"],
];

function Choice<Value extends string | number>({ id, word, value, choices, onChange }: {
  id: string; word: LaterWord; value: Value; choices: [Value, string][]; onChange: (value: Value) => void;
}) {
  return (
    <div class="field">
      <label for={id}>{tl(word)}</label>
      <select id={id} value={value} onChange={(event) => {
        const found = choices.find(([one]) => String(one) === event.currentTarget.value);
        if (found) onChange(found[0]);
      }}>{choices.map(([one, name]) => <option key={one} value={one}>{name}</option>)}</select>
    </div>
  );
}

function Switch({ id, word, on, onChange }: { id: string; word: LaterWord; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div class="field switch">
      <label for={id}>{tl(word)}</label>
      <input id={id} type="checkbox" role="switch" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
    </div>
  );
}

export function SettingsPage() {
  const [now, setNow] = useState({ ...settings(), sound: sound.on });
  const set = <Key extends keyof Settings>(key: Key, value: Settings[Key]) => {
    setSetting(key, value);
    setNow({ ...settings(), sound: sound.on });
  };
  const hear = (on: boolean) => {
    sound.turn(on);
    setNow({ ...settings(), sound: on });
  };
  const asSystem: [Settings["theme"] & Settings["motion"], string] = ["system", tl("setMotionSystem")];
  return (
    <div class="page narrow settings">
      <nav><a href="#/">{t("home")}</a></nav>
      <main>
        <h1>{t("settings")}</h1>
        <p class="help">{tl("settingsHelp")}</p>
        <form onSubmit={(event) => event.preventDefault()}>
          <Choice id="set-language" word="setLanguage" value={languageCode()} choices={LANGUAGE_NAMES} onChange={chooseLanguage} />
          <Choice id="set-theme" word="setTheme" value={now.theme} onChange={(value) => set("theme", value)}
            choices={[asSystem, ["light", tl("setThemeLight")], ["dark", tl("setThemeDark")]]} />
          <Choice id="set-motion" word="setMotion" value={now.motion} onChange={(value) => set("motion", value)}
            choices={[asSystem, ["on", tl("setOn")], ["off", tl("setOff")]]} />
          <Choice id="set-speed" word="setSpeed" value={now.speed} onChange={(value) => set("speed", value)} choices={[[1, "1×"], [2, "2×"], [4, "4×"]]} />
          <Switch id="set-sound" word="setSound" on={now.sound} onChange={hear} />
          {SWITCHES.map(([key, word]) => <Switch key={key} id={`set-${key}`} word={word} on={now[key]} onChange={(on) => set(key, on)} />)}
        </form>
        <h2>{tl("setKeys")}</h2>
        <p class="help">{tl("setKeysHelp")}</p>
        <KeyList />
      </main>
    </div>
  );
}
