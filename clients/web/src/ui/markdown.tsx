// The subset of Markdown that rulebooks use, as elements: nothing of the text can become markup.
import type { ComponentChildren, VNode } from "preact";
import { tl } from "./later";

const INLINE = /(`[^`]+`)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)|\b(R\d+(?:\.\d+)?)\b/g;

/** Where the paragraph of a rule is on the page. */
export type RuleLink = (rule: string) => string;

export function inline(text: string, link: RuleLink | null): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, bold, italic, label, , rule] = found;
    parts.push(text.slice(from, found.index));
    if (code) parts.push(<code>{code.slice(1, -1)}</code>);
    else if (bold) parts.push(<strong>{inline(bold, null)}</strong>);
    else if (italic) parts.push(<em>{inline(italic, link)}</em>);
    else if (label) parts.push(<span class="example">{label}</span>);
    else if (rule) parts.push(link ? <a href={link(rule)}>{rule}</a> : rule);
    else parts.push(whole);
    from = (found.index ?? 0) + whole.length;
  }
  parts.push(text.slice(from));
  return parts;
}

const cellsOf = (line: string) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

function table(lines: string[], link: RuleLink): VNode {
  const [head, , ...rows] = lines;
  return (
    <div class="table" role="region" aria-label={tl("table")} tabIndex={0}><table>
      <thead><tr>{cellsOf(head ?? "").map((cell) => <th scope="col">{inline(cell, link)}</th>)}</tr></thead>
      <tbody>{rows.map((row) => <tr>{cellsOf(row).map((cell) => <td>{inline(cell, link)}</td>)}</tr>)}</tbody>
    </table></div>
  );
}

function list(lines: string[], link: RuleLink): VNode {
  const ordered = /^\s*\d/.test(lines[0] ?? "");
  const items: string[] = [];
  for (const line of lines) {
    const start = /^\s*(?:[*-]|\d+\.)\s+(.*)$/.exec(line);
    if (start) items.push(start[1] ?? "");
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const children = items.map((item) => <li>{inline(item, link)}</li>);
  return ordered ? <ol>{children}</ol> : <ul>{children}</ul>;
}

const EXAMPLE = /\[([^\]]+)\]\(examples\/([^)\s]+)\.json\)/g;

export interface ExampleLink { label: string; file: string }
/** What stands below a paragraph that has examples. */
export type ShowExamples = (list: ExampleLink[]) => VNode;

function paragraph(text: string, link: RuleLink, show: ShowExamples | undefined): VNode {
  const list = [...text.matchAll(EXAMPLE)].map(([, label = "", file = ""]) => ({ label, file }));
  if (!show || list.length === 0) return plainParagraph(text, link);
  const rest = text.replace(EXAMPLE, "").trim();
  return <>{rest ? plainParagraph(rest, link) : null}{show(list)}</>;
}

/** Without pictures, examples stand on lines of their own below a paragraph: small print. */
function plainParagraph(text: string, link: RuleLink): VNode {
  const rule = /^\*\*(R\d+\.\d+)\*\*/.exec(text)?.[1];
  if (rule) {
    return (
      <p id={rule} class="rule" tabIndex={-1}>
        <a class="number" href={link(rule)}>{rule}</a>{inline(text.slice(rule.length + 4), link)}
      </p>
    );
  }
  return <p class={text.startsWith("[") ? "examples" : undefined}>{inline(text, link)}</p>;
}

function heading(line: string): VNode {
  const level = /^#+/.exec(line)?.[0].length ?? 1;
  const text = line.replace(/^#+\s*/, "");
  const id = /^(R\d+)\b/.exec(text)?.[1];
  const attributes = id ? { id, tabIndex: -1 } : {};
  return level === 1 ? <h1 {...attributes}>{text}</h1> : level === 2 ? <h2 {...attributes}>{text}</h2> : <h3 {...attributes}>{text}</h3>;
}

const isItem = (line: string) => /^\s*(?:[*-]|\d+\.)\s/.test(line);
const isIndented = (line: string) => /^ {4}/.test(line);

export function markdown(source: string, link: RuleLink, show?: ShowExamples): VNode[] {
  const blocks: VNode[] = [];
  const lines = source.split("\n");
  let at = 0;
  const take = (fits: (line: string) => boolean) => {
    const from = at++;
    while (at < lines.length && fits(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === "") at++;
    else if (line.startsWith("#")) blocks.push(heading(lines[at++]!));
    else if (isIndented(line)) {
      const text = take((next) => isIndented(next) || (next.trim() === "" && isIndented(lines[at + 1] ?? "")));
      blocks.push(<pre tabIndex={0}>{text.map((one) => one.slice(4)).join("\n").trimEnd()}</pre>);
    } else if (line.startsWith("|")) blocks.push(table(take((next) => next.startsWith("|")), link));
    else if (isItem(line)) blocks.push(list(take((next) => next.trim() !== "" && !next.startsWith("|")), link));
    else {
      const text = take((next) => next.trim() !== "" && !next.startsWith("|") && !isItem(next) && !next.startsWith("["));
      blocks.push(paragraph(text.join(" "), link, show));
    }
  }
  return blocks;
}
