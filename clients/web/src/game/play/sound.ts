// What a turn sounds like: everything is made here, no file is fetched. Off until somebody switches it on; never the only sign of anything.
import type { Act, Shape } from "./acts";

export type Noise = "select" | "order" | "undo" | "done" | "step" | "melee" | "bow" | "fire" | "lightning" | "cannon" | "heal" | "build" |
  "dice" | "gold" | "fall" | "reveal" | "turn" | "victory" | "defeat";

/** A tone that slides from one pitch to another, or noise in a band; from when on, for how long, how loud. */
interface Part { wave: OscillatorType | "noise"; from: number; to?: number; at?: number; ms: number; loud?: number; detune?: number }

const again = (part: Part, times: number, each: number): Part[] => Array.from({ length: times }, (_, i) => ({ ...part, at: (part.at ?? 0) + i * each }));

const NOISES: Record<Noise, Part[]> = {
  select: [{ wave: "noise", from: 1800, ms: 30, loud: 0.7 }],
  order: [{ wave: "noise", from: 3200, to: 2400, ms: 90, loud: 0.35 }],
  undo: [{ wave: "noise", from: 2400, to: 3200, ms: 90, loud: 0.35 }],
  done: [{ wave: "sine", from: 60, ms: 160 }, { wave: "noise", from: 500, ms: 70, loud: 0.4 }],
  step: [{ wave: "noise", from: 420, ms: 40, loud: 0.4 }],
  melee: [{ wave: "triangle", from: 1250, to: 1100, ms: 180, loud: 0.4 }, { wave: "triangle", from: 1250, to: 1100, ms: 160, detune: 38, loud: 0.4 }],
  bow: [{ wave: "triangle", from: 220, to: 140, ms: 120, loud: 0.7 }, { wave: "noise", from: 240, at: 150, ms: 70, loud: 0.6 }],
  fire: [{ wave: "noise", from: 300, to: 1900, ms: 340, loud: 0.6 }],
  lightning: again({ wave: "noise", from: 4200, ms: 35, loud: 0.6 }, 4, 55),
  cannon: [{ wave: "sine", from: 50, ms: 320 }, { wave: "noise", from: 180, ms: 160, loud: 0.5 }],
  heal: [{ wave: "sine", from: 440, ms: 180, loud: 0.35 }, { wave: "sine", from: 660, ms: 180, loud: 0.35 }, { wave: "sine", from: 554, at: 170, ms: 200, loud: 0.3 }, { wave: "sine", from: 831, at: 170, ms: 200, loud: 0.3 }],
  build: again({ wave: "noise", from: 900, ms: 45, loud: 0.7 }, 2, 130),
  dice: [...again({ wave: "noise", from: 1500, ms: 22, loud: 0.5 }, 6, 52), { wave: "noise", from: 800, at: 350, ms: 40, loud: 0.8 }],
  gold: [{ wave: "sine", from: 1760, ms: 90, loud: 0.35 }, { wave: "sine", from: 2349, at: 80, ms: 140, loud: 0.35 }],
  fall: [{ wave: "sine", from: 110, to: 55, ms: 260, loud: 0.9 }],
  reveal: [{ wave: "noise", from: 900, to: 2600, ms: 240, loud: 0.25 }],
  turn: [{ wave: "sine", from: 82, to: 70, ms: 220, loud: 0.8 }],
  victory: [{ wave: "sawtooth", from: 294, ms: 150, loud: 0.3 }, { wave: "sawtooth", from: 392, at: 130, ms: 150, loud: 0.3 }, { wave: "sawtooth", from: 494, at: 260, ms: 140, loud: 0.35 }],
  defeat: [{ wave: "sawtooth", from: 494, ms: 150, loud: 0.3 }, { wave: "sawtooth", from: 392, at: 130, ms: 150, loud: 0.3 }, { wave: "sawtooth", from: 294, at: 260, ms: 140, loud: 0.35 }],
};

const SHAPES: Partial<Record<Shape, Noise>> = {
  arrow: "bow", bolt: "bow", splash: "cannon", fire: "fire", flame: "fire", lightning: "lightning", heal: "heal", work: "build", flag: "gold",
  coin: "gold", crash: "cannon", dust: "fall", hide: "reveal", reveal: "reveal", spark: "reveal",
};

/** What an act sounds like; nothing: it is silent. */
export function noiseOf(act: Act): Noise | undefined {
  switch (act.what) {
    case "walk": case "march": return "step";
    case "swing": return "melee";
    case "shot": case "effect": return SHAPES[act.shape];
    case "heal": return "heal";
    case "fall": return "fall";
    case "rise": return "turn";
    case "dice": return "dice";
    default: return undefined;
  }
}

const MASTER = 10 ** (-12 / 20); // -12 dB
const KEPT = "redoubt.sound";
const TOGETHER = 4; // noises at once: more would be one noise

export class Sound {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;

  /** Whether somebody has switched it on. */
  get on(): boolean { return localStorage.getItem(KEPT) === "on"; }

  turn(on: boolean): void {
    localStorage.setItem(KEPT, on ? "on" : "off");
    if (on) this.play("select");
    else void this.context?.suspend();
  }

  /** What begins with a beat. */
  acts(acts: readonly Act[]): void {
    const noises = new Set(acts.map(noiseOf).filter((one) => one !== undefined));
    [...noises].slice(0, TOGETHER).forEach((one) => this.play(one));
  }

  play(noise: Noise): void {
    if (!this.on || typeof AudioContext === "undefined") return;
    const context = this.ready();
    for (const part of NOISES[noise]) this.part(context, part);
  }

  private ready(): AudioContext {
    if (!this.context) {
      this.context = new AudioContext();
      this.master = this.context.createGain();
      this.master.gain.value = MASTER;
      this.master.connect(this.context.destination);
    }
    if (this.context.state === "suspended") void this.context.resume();
    return this.context;
  }

  /** Half a second of noise, made once. */
  private grain(context: AudioContext): AudioBuffer {
    if (!this.noise) {
      this.noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = this.noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    return this.noise;
  }

  private part(context: AudioContext, { wave, from, to = from, at = 0, ms, loud = 1, detune = 0 }: Part): void {
    const begin = context.currentTime + at / 1000, end = begin + ms / 1000, gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(this.master!);
    const slide = (pitch: AudioParam) => {
      pitch.setValueAtTime(from, begin);
      pitch.exponentialRampToValueAtTime(to, end);
    };
    let source: AudioScheduledSourceNode;
    if (wave === "noise") {
      const grain = context.createBufferSource(), band = context.createBiquadFilter();
      grain.buffer = this.grain(context);
      band.type = "bandpass";
      band.Q.value = 2.5;
      slide(band.frequency);
      grain.connect(band).connect(gain);
      source = grain;
    } else {
      const tone = context.createOscillator();
      tone.type = wave;
      tone.detune.value = detune;
      slide(tone.frequency);
      tone.connect(gain);
      source = tone;
    }
    source.start(begin);
    source.stop(end);
    source.onended = () => gain.disconnect();
  }
}

export const sound = new Sound();
/** The longest of all noises, in milliseconds. */
export const longestNoise = (): number => Math.max(...Object.values(NOISES).flat().map((part) => (part.at ?? 0) + part.ms));
