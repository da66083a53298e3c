// Small parts that several pages use.
import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { settings } from "./settings";
import { t } from "./strings";

export const ruleHref = (game: string, rule: string) => `#/rules/${game}/${rule}`;

export function RuleRef({ game, rule }: { game: string; rule: string }) {
  return rule ? <a class="rule-ref" href={ruleHref(game, rule)}>{rule}</a> : null;
}

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} aria-label={title} onClose={onClose} onClick={(event) => {
      if (event.target === ref.current) ref.current?.close();
    }}>
      <div class="dialog-body">
        <h2>{title}</h2>
        {children}
        <button type="button" class="quiet" onClick={() => ref.current?.close()}>{t("close")}</button>
      </div>
    </dialog>
  );
}

/** As it was chosen here, or else as the system says. */
export const reducedMotion = () => {
  const { motion } = settings();
  return motion === "system" ? matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "off";
};

/** Hands bytes to the browser as a file to keep. */
export function saveFile(name: string, bytes: Uint8Array | string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A part of the page that is fetched when it is first needed. */
export function Later<Props extends object>({ load, props }: { load: () => Promise<FunctionComponent<Props>>; props: Props }) {
  const [Part, setPart] = useState<FunctionComponent<Props> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => { load().then((part) => setPart(() => part), () => setFailed(true)); }, []);
  if (failed) return <p class="loading" role="alert">{t("cantLoad")} <button type="button" onClick={() => location.reload()}>{t("again")}</button></p>;
  return Part ? <Part {...props} /> : <p class="loading">{t("loading")}</p>;
}
