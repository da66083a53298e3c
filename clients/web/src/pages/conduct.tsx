// What is asked of those who play here: loaded by those who read it.
import { t } from "../ui/strings";
import { RULES } from "../words/conduct";

export function ConductPage() {
  const language = document.documentElement.lang === "de" ? "de" : "en";
  return (
    <div class="page narrow">
      <nav><a href="#/">{t("home")}</a></nav>
      <main>
        <h1>{t("conduct")}</h1>
        {RULES[language].map(({ title, lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul>
          </section>
        ))}
      </main>
    </div>
  );
}
