// Small parts that several pages use.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS, t } from "./strings";

export const ruleHref = (game: string, rule: string) => `#/rules/${game}/${rule}`;

export function RuleRef({ game, rule }: { game: string; rule: string }) {
  return rule ? <a class="rule-ref" href={ruleHref(game, rule)}>{rule}</a> : null;
}

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
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

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("keys")} onClose={onClose}>
      <dl class="keys">{KEYS.map(([keys, what]) => <div key={keys}><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>)}</dl>
    </Dialog>
  );
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
