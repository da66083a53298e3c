// The rulebook of a game, with an anchor for every paragraph.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Game } from "../rules/types";
import { markdown } from "../ui/markdown";
import { ruleHref } from "../ui/parts";
import { t } from "../ui/strings";

export function RulesPage({ game, rule, playing }: { game: Game; rule: string | null; playing: string | null }) {
  const [source, setSource] = useState<string | null>(null);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    void fetch(`rules/${game.id}.md`).then((response) => (response.ok ? response.text() : Promise.reject(new Error())))
      .then(setSource, () => setSource(`# ${game.title}\n\n${game.summary}`));
  }, [game.id]);
  const blocks = useMemo(() => (source === null ? [] : markdown(source, (to) => ruleHref(game.id, to))), [source]);
  useEffect(() => {
    const at = rule ? document.getElementById(rule) : null;
    at?.scrollIntoView({ block: "center" });
    at?.focus({ preventScroll: true });
  }, [rule, blocks]);
  const find = (event: Event) => {
    event.preventDefault();
    const hits = [...document.querySelectorAll<HTMLElement>(".rulebook p, .rulebook li, .rulebook td")]
      .filter((one) => one.textContent?.toLowerCase().includes(wanted.toLowerCase()));
    const next = hits.find((one) => one.getBoundingClientRect().top > innerHeight * 0.6) ?? hits[0];
    next?.scrollIntoView({ block: "center" });
  };
  return (
    <div class="page narrow">
      <nav class="row">
        <a href="#/">{t("home")}</a>
        {playing ? <a href={playing}>{t("resume")}</a> : null}
        <form class="search" role="search" onSubmit={find}>
          <input type="search" aria-label={t("searchRules")} placeholder={t("searchRules")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </form>
      </nav>
      <main class="rulebook">{blocks}</main>
    </div>
  );
}
