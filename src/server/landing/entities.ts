/** The chains and the watched entities of a node on the landing page, and what is not ok. */
import { capitalize, formatCount } from "../../lib/text.ts";
import { type Issue, subjectOf } from "../../model/issues.ts";
import type { Row, Table } from "../../model/status-tables.ts";
import { html } from "./html.ts";
import { badge, commas, isolate, withCode } from "./parts.ts";
import { collectorLabels, documentFor, type NodeView, type PageView, type Problem } from "./view.ts";

/** Maximum number of rows of a table. */
const maxRows = 30;
/** Maximum number of error messages per problem. */
const maxMessages = 5;

/** Returns the tables of a node. */
export const entityTables = (node: NodeView) =>
  node.tables.map(
    (table) =>
      table.rows.length > 0 && entityTable({ ...table, title: `${table.title}${node.name && ` of ${node.name}`}` }),
  );

function entityTable({ title, columns, rows, entity }: Table) {
  const more = rows.length - maxRows;
  return html`<table class="cards entities">
<caption>${title}</caption>
<thead><tr><th scope="col">${capitalize(entity)}</th><th scope="col">State</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.slice(0, maxRows).map((row) => entityRow(row, columns))}</tbody>
</table>
${more > 0 && html`<p class="of">and ${formatCount(more)} more in better states</p>`}`;
}

function entityRow({ name, id, state, cells }: Row, columns: readonly string[]) {
  const values = cells.map((cell, i) => html`<td data-label="${columns[i]?.toLowerCase()}">${isolate(cell)}</td>`);
  return html`<tr><th scope="row" title="${id}">${isolate(name)}</th><td>${badge(state)}</td>${values}</tr>
`;
}

/** The lines that watch something. */
export const nothingWatched = html`<div class="hint">
<p>Nothing is watched. Watch a validator, an L1 or an L1 validator with these flags:</p>
<pre><code>--watch.node-id NodeID-…
--watch.subnet-id ID
--watch.validation-id ID</code></pre>
</div>`;

/** Returns what is not ok: first states, then problems of collectors. Problems that explain a state replace it. */
export function problems(view: PageView, node: NodeView) {
  const hasFailure = node.problems.some(({ kind }) => kind === "failed" || kind === "multipleNodes");
  const issues = node.issues.filter(({ isOfCollectors, fix }) => fix !== undefined && !(isOfCollectors && hasFailure));
  if (issues.length + node.problems.length === 0) return undefined;
  return html`<h3>Problems</h3>
<ul class="problems">
${issues.map(issueItem)}${node.problems.map((problem) => problemItem(view, node, problem))}</ul>`;
}

const issueItem = (issue: Issue) => html`<li>
<p>${badge({ ...issue.state, text: issue.label })} <b>${isolate(subjectOf(issue))}</b></p>
<p class="text">${isolate(issue.meaning)}</p>
<p><b>Fix:</b> ${withCode(issue.fix ?? "")}</p>
${issue.steps !== "" && html`<p class="text">${isolate(issue.steps)}</p>\n`}</li>
`;

function problemItem({ readme }: PageView, node: NodeView, { kind, name, collectors, texts, fix }: Problem) {
  const isAll = collectors.length > 1 && collectors.length === node.states.length;
  const more = texts.length - maxMessages;
  const link =
    readme && html` <a href="${readme}/blob/main/${documentFor(name)}">documentation of <code>${name}</code></a>`;
  return html`<li>
<p>${badge(collectorLabels[kind])} <code>${name}</code> <span class="of">${isAll ? "all collectors" : commas(collectors)}</span></p>
${texts.slice(0, maxMessages).map((text) => html`<p class="text">${isolate(text)}</p>\n`)}
${more > 0 && html`<p class="text">and ${formatCount(more)} more</p>`}
<p><b>Fix:</b> ${withCode(fix)}.${link}</p>
</li>
`;
}
