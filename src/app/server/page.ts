/** The status page as HTML. */
import { readFileSync } from "node:fs";
import type { StateText, Tone } from "../../engine/states.ts";
import { stateText } from "../../entities/evidence.ts";
import { bySeverity, type Issue, issuesOf, subjectOf, verdictOf, worstOf } from "../../entities/issues.ts";
import { nodeStates } from "../../entities/node/state.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { flagsToWatch, maxRows, tablesOf, titleOf } from "../../entities/status-tables.ts";
import type { Row, Table } from "../../entities/words.ts";
import { capitalize, formatCount, joinList, sentence } from "../../lib/text.ts";
import { fixOf, isExpected } from "../../node-api/errors.ts";
import { limitFix } from "../plan.ts";
import type { Build } from "../self-metrics.ts";
import { paths } from "../server-address.ts";
import type { Target } from "../target.ts";

/** What the page shows about the program. */
export type Program = Build & {
  /** Milliseconds. */
  readonly at: number;
  readonly hasReloadFailed: boolean;
  readonly telemetryPath: string;
  readonly repository: string | undefined;
};
export type CollectorState = ReturnType<Target["collectorStates"]>[number];
export type NodeReport = { readonly status: StatusDocument; readonly collectors: readonly CollectorState[] };
type NodeView = NodeReport & { readonly issues: readonly Issue[]; readonly state: StateText };

/** HTML from template literals: inserted values are escaped, unless they are HTML themselves. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | number | Html | readonly Part[] | undefined | false;

const escapeText = (text: string) =>
  text.replaceAll("\0", "\ufffd").replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);

function write(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(write).join("") : escapeText(String(part));
}

/** Tag for template literals. Attributes must be quoted. */
const html = (strings: TemplateStringsArray, ...parts: readonly Part[]) =>
  new Html(strings.reduce((text, string, i) => text + write(parts[i - 1]) + string));

/** Inlined into the page, so that it loads nothing else. The content security policy allows it by its hash. */
export const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
export const reloadSeconds = 15;

const icons: Readonly<Record<Tone, string>> = { bad: "❌", warn: "⚠️", wait: "⏳", none: "➖", ok: "✅" };
const iconUrl = (tone: Tone) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text y="13" font-size="13">${icons[tone]}</text></svg>`)}`;

/** Isolates the direction of a text from outside. */
const isolate = (text: string) => html`<bdi>${text}</bdi>`;
/** The tone is a color and a symbol. */
const badge = ({ tone, text }: Pick<StateText, "tone" | "text">) => html`<span class="state ${tone}">${text}</span>`;
/** Formats text between backticks as code. */
const withCode = (text: string) => text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
const idOf = ({ status: { name } }: NodeReport) => (name === "" ? "node" : `node-${name}`);
const nameOf = ({ status: { name } }: NodeReport) => name || "Node";

/** Renders the page of these nodes, which it sorts by severity. */
export function render(program: Program, reports: readonly NodeReport[]): string {
  const { at, version, revision, telemetryPath, repository } = program;
  const now = at / 1000;
  const nodes = bySeverity(
    reports.map((report): NodeView => {
      const issues = issuesOf(report.status, now);
      return { ...report, issues, state: worstOf(issues) };
    }),
  );
  const worst = worstOf(nodes[0]?.issues ?? []);
  const time = new Date(at).toISOString();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${worst.text} · avalanche-exporter</title>
<link rel="icon" href="${iconUrl(worst.tone)}">
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>avalanche-exporter</h1>
<nav aria-label="Pages"><ul>
<li><a href=".${telemetryPath}">Metrics</a></li>
<li><a href=".${paths.status}">Status as JSON</a></li>
${nodes.some(({ status }) => status.name !== "") && html`<li><a href=".${paths.discovery}">Service discovery</a></li>`}
${repository !== undefined && html`<li><a href="${repository}">README</a></li> <li><a href="${repository}/blob/main/docs/troubleshooting.md">Troubleshooting</a></li>`}
</ul></nav>
</header>
<main>
<p class="verdict ${worst.tone}">${verdict(nodes, now)}</p>
${program.hasReloadFailed && html`<p class="outdated">The last configuration reload failed; the previous configuration is still active. See the log for details.</p>`}
${nodes.length > 1 && overview(nodes, now)}
${nodes.map((node) => section(node, now))}
</main>
<footer>
<p>As of <time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)} UTC</time>. Version ${version}${revision !== "unknown" && ` (${revision})`}.</p>
<p>The page reloads every ${reloadSeconds} seconds: <a href="./?reload=off">stop</a> or <a href="./">resume</a>.</p>
</footer>
</body>
</html>
`.text;
}

/** Returns the state of all nodes in sentences. */
function verdict(nodes: readonly NodeView[], now: number): string {
  const [first] = nodes;
  if (first && nodes.length === 1) return verdictOf(first.status, now);
  const groups = Map.groupBy(nodes, ({ issues: [worst], state }) =>
    worst?.entity ? `with ${worst.entity} ${state.text}` : state.text,
  );
  const counts = [...groups].map(([text, { length }]) => `${formatCount(length)} ${text}`);
  return `Of ${formatCount(nodes.length)} nodes: ${counts.join(", ")}.`;
}

const overview = (nodes: readonly NodeView[], now: number) => html`<table>
<caption>Nodes</caption>
<thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col">Summary</th></tr></thead>
<tbody>
${nodes.map((node) => html`<tr><th scope="row"><a href="#${idOf(node)}">${nameOf(node)}</a></th><td>${badge(node.state)}</td><td>${isolate(verdictOf(node.status, now))}</td></tr>\n`)}</tbody>
</table>`;

function section(node: NodeView, now: number) {
  const { name, url, node: facts } = node.status;
  const known = [facts.network, facts.version, facts.node_id].flatMap((fact) => fact || []);
  const flags = flagsToWatch(node.status);
  const problems = problemsOf(node.issues, node.collectors, url);
  return html`<section aria-labelledby="${idOf(node)}">
<h2 id="${idOf(node)}">${nameOf(node)}</h2>
<p>${badge(stateText(nodeStates, facts.state, facts.missing))} <code>${isolate(url)}</code>${known.map((fact) => html`, ${isolate(fact)}`)}${name !== "" && html`, <a href=".${paths.probe}?target=${encodeURIComponent(name)}">metrics</a>`}</p>
${problems.length > 0 && html`<h3>Problems</h3><ul>${problems.map(problemItem)}</ul>`}
${tablesOf(node.status, now).map((table) => table.rows.length > 0 && entityTable(table, name))}
${flags.length > 0 && html`<p>Nothing is watched. Watch a validator, an L1 or an L1 validator with these flags:</p><pre>${flags.join("\n")}</pre>`}
</section>
`;
}

/** Returns the problems of a collector: that it fails, or that the node lacks its data, and that it drops series. */
function collectorIssues({ collector, state, dropped }: CollectorState, url: string): readonly Issue[] {
  const issueOf = (tone: Tone, label: string, meaning: string, fix: string): Issue => ({
    entity: "collector",
    names: [collector],
    state: { tone, text: label, meaning },
    label,
    meaning,
    fix,
    steps: "",
    isOfCollectors: true,
  });
  const issues: Issue[] = [];
  if ((state.kind === "failed" || state.kind === "unavailable") && !isExpected(state.error.failure)) {
    const [tone, word] = state.kind === "failed" ? (["bad", "failing"] as const) : (["none", "unavailable"] as const);
    const { detail, failure } = state.error;
    issues.push(issueOf(tone, `${word}: ${state.reason}`, detail, sentence(fixOf(failure, url))));
  }
  if (dropped > 0)
    issues.push(issueOf("warn", "dropped: series_limit", `${formatCount(dropped)} series are dropped`, limitFix));
  return issues;
}

/** Returns the problems of a node, the worst first. Failures of collectors replace the state that they explain. Collectors with the same
 *  problem are one. */
function problemsOf(issues: readonly Issue[], collectors: readonly CollectorState[], url: string) {
  const isExplained = collectors.some(({ state }) => state.kind === "failed");
  const ofStates = issues.filter((one) => one.fix !== undefined && !(one.isOfCollectors && isExplained));
  const found = collectors.flatMap((one) => collectorIssues(one, url));
  const groups = [...Map.groupBy(found, ({ label, fix }) => `${label} ${fix}`).values()];
  const ofCollectors = groups.flatMap((same) => {
    const names = same.flatMap((one) => one.names);
    const meaning = joinList([...new Set(same.map((one) => one.meaning))]);
    return same.slice(0, 1).map((first) => ({ ...first, names, meaning }));
  });
  return bySeverity([...ofStates, ...ofCollectors]);
}

const problemItem = (issue: Issue) => html`<li>
<p>${badge({ ...issue.state, text: issue.label })} <b>${isolate(subjectOf(issue))}</b></p>
<p>${isolate(issue.meaning)}</p>
<p><b>Fix:</b> ${withCode(issue.fix ?? "")} ${isolate(issue.steps)}</p>
</li>
`;

function entityTable(table: Table, node: string) {
  const { entity, rows } = table;
  const more = rows.length - maxRows;
  const columns = [capitalize(entity), "State", ...Object.keys(rows[0]?.cells ?? {})];
  return html`<table>
<caption>${titleOf(table)}${node !== "" && ` of ${node}`}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.slice(0, maxRows).map(entityRow)}</tbody>
</table>
${more > 0 && html`<p>and ${formatCount(more)} more in better states</p>`}`;
}

function entityRow({ name, state, cells }: Row) {
  const values = Object.entries(cells).map(([column, cell]) => html`<td data-label="${column}">${isolate(cell)}</td>`);
  return html`<tr><th scope="row">${isolate(name)}</th><td>${badge(state)}</td>${values}</tr>
`;
}
