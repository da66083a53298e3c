// What a visitor has chosen for this browser; the page for it is pages/settings.tsx.

export interface Settings {
  askIdle: boolean; // Done asks once when units wait for orders
  askResign: boolean;
  motion: "system" | "on" | "off";
  theme: "system" | "light" | "dark";
  speed: 1 | 2 | 4; // of the playback
  labels: boolean; // names of tiles below the board
  wheel: boolean; // orders around the chosen unit
  hints: boolean; // first lines for newcomers
  startCards: boolean; // the goal of a game, before the first one of its kind
  passEmpty: boolean; // opening rounds in which nothing can be ordered end by themselves
}

const KEPT = "redoubt.settings";
const PRESET: Settings = { askIdle: true, askResign: true, motion: "system", theme: "system", speed: 1, labels: true, wheel: true, hints: true, startCards: true, passEmpty: true };

let now: Settings | null = null;

export function settings(): Settings {
  if (!now) {
    let kept: Partial<Settings> = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Settings>;
    } catch {
      // Whoever keeps nothing has the presets.
    }
    now = { ...PRESET, ...kept };
  }
  return now;
}

export function setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  now = { ...settings(), [key]: value };
  localStorage.setItem(KEPT, JSON.stringify(now));
  applySettings();
}

/** What the style sheets ask for. */
export function applySettings(): void {
  const { theme, motion } = settings();
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (motion === "system") delete root.dataset["motion"];
  else root.dataset["motion"] = motion;
}
