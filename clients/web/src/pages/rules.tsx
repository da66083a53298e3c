// The rulebook of a game, with an anchor for every paragraph, pictures of its examples, and search.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { App } from "../app";
import type { Game } from "../rules/types";
import { markdown, type ExampleLink } from "../ui/markdown";
import { Later, ruleHref } from "../ui/parts";
import { said } from "../rules/language";
import { tl } from "../ui/later";
import { languageCode, t } from "../ui/strings";

/** "## R7 The turn" */
const TITLE = /^(#+ (?:R\d+ )?)(.+)$/gm;

/** The text with its examples; the first one of every chapter is open. */
function pagesOf(app: App, game: Game, source: string) {
  const chapters = new Set<string>();
  const show = (list: ExampleLink[]) => {
    const chapter = /^R\d+/.exec(list[0]?.file ?? "")?.[0] ?? "";
    const first = !chapters.has(chapter);
    chapters.add(chapter);
    return <Later load={() => import("../learn/example").then((part) => part.Examples)} props={{ app, game, list, first }} />;
  };
  return markdown(source.replace(TITLE, (_, mark: string, title: string) => mark + said(game, title)), (to) => ruleHref(game.id, to), show);
}

const SEARCHED_MIN = 2; // letters: one is everywhere

/** Goes from place to place where the words stand. */
function Search() {
  const [wanted, setWanted] = useState("");
  const [found, setFound] = useState<{ at: number; count: number } | null>(null);
  /** Enter goes on to the next place; typing begins again with the first. */
  const find = (text: string, on: boolean) => {
    const words = text.trim().toLowerCase();
    const hits = words.length < SEARCHED_MIN ? [] : [...document.querySelectorAll<HTMLElement>(".rulebook p, .rulebook li, .rulebook td, .rulebook h2, .rulebook summary")]
      .filter((one) => one.textContent?.toLowerCase().includes(words));
    document.querySelectorAll(".rulebook .hit").forEach((one) => one.classList.remove("hit"));
    const at = on && found && found.count === hits.length ? (found.at + 1) % Math.max(1, hits.length) : 0;
    hits[at]?.classList.add("hit");
    hits[at]?.scrollIntoView({ block: "center" });
    setFound(words.length < SEARCHED_MIN ? null : { at, count: hits.length });
  };
  return (
    <form class="search" role="search" onSubmit={(event) => {
      event.preventDefault();
      find(wanted, true);
    }}>
      <input type="search" aria-label={t("searchRules")} placeholder={t("searchRules")} value={wanted} onInput={(event) => {
        setWanted(event.currentTarget.value);
        find(event.currentTarget.value, false);
      }} />
      <span role="status" class="help">{found === null ? "" : found.count === 0 ? t("notFound") : `${found.at + 1} ${t("of")} ${found.count}`}</span>
    </form>
  );
}

export function RulesPage({ app, game, rule }: { app: App; game: Game; rule: string | null }) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    void fetch(`rules/${game.id}.md`).then((response) => (response.ok ? response.text() : Promise.reject(new Error())))
      .then(setSource, () => setSource(`# ${game.title}\n\n${game.summary}`));
  }, [game.id]);
  const blocks = useMemo(() => (source === null ? [] : pagesOf(app, game, source)), [source]);
  useEffect(() => {
    const at = rule ? document.getElementById(rule) : null;
    at?.scrollIntoView({ block: "center" });
    at?.focus({ preventScroll: true });
  }, [rule, blocks]);
  return (
    <div class="page narrow">
      <nav class="row">
        <a href="#/">{t("home")}</a>
        {app.playingAt ? <a href={app.playingAt}>{t("resume")}</a> : null}
        <Search />
      </nav>
      {languageCode() === "en" ? null : <p class="help">{tl("rulesEnglish")}</p>}
      <main class="rulebook">{blocks}</main>
    </div>
  );
}
