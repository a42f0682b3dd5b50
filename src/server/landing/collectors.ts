/** The collectors of a node on the landing page: those that run, and those without data. */
import { formatDuration } from "../../lib/duration.ts";
import { formatSpan } from "../../lib/span.ts";
import { formatCount, pluralize } from "../../lib/text.ts";
import { html } from "./html.ts";
import { badge, idOf, isolate, withCode } from "./parts.ts";
import { type CollectorState, causeOf, collectorLabels, type NodeView } from "./view.ts";

/** Returns the table of collectors, folded while they have no problem. */
export const collectors = (
  node: NodeView,
) => html`<details id="collectors-${idOf(node)}" class="folded"${node.problems.length > 0 && html` open`}>
<summary>Collectors: ${countsOf(node.states)}</summary>
<table class="cards collectors">
<caption>Collectors${node.name !== "" && ` of ${node.name}`}</caption>
<thead><tr><th scope="col">Collector</th><th scope="col">State</th><th scope="col">Age of data</th><th scope="col">Interval</th><th scope="col">Series</th></tr></thead>
<tbody>
${node.states.map(collectorRow)}</tbody>
</table>
</details>`;

const labelOf = ({ isIdle, state }: CollectorState) => collectorLabels[isIdle ? "idle" : state.kind];

/** Returns the number of collectors in each state, such as "18 ok, 3 idle". */
const countsOf = (states: readonly CollectorState[]) =>
  [...Map.groupBy(states, (state) => labelOf(state).text)]
    .map(([text, { length }]) => `${formatCount(length)} ${text}`)
    .join(", ");

function collectorRow(row: CollectorState) {
  const { collector, state, age, interval, configured, series, dropped } = row;
  const cause = causeOf(state);
  const times = state.kind === "failed" ? state.consecutiveFailures : 1;
  const nextTry = state.kind === "failed" && state.error.nextTry;
  const seconds = Math.floor(interval / 1000);
  const isIncreased = seconds > Math.floor(configured / 1000);
  const why = [
    cause && html`: <code>${cause}</code>`,
    times > 1 && html` <small>${formatCount(times)} times</small>`,
    nextTry && html` <small>next try ${nextTry}</small>`,
  ];
  const increased = isIncreased && html` <small>increased from ${formatDuration(configured)}</small>`;
  const droppedText = dropped > 0 && html` <small>${formatCount(dropped)} dropped</small>`;
  return html`<tr><th scope="row">${collector}</th><td>${badge(labelOf(row))}${why}</td><td data-label="age">${age === undefined ? "–" : formatSpan(Math.floor(age / 1000))}</td><td data-label="every">${formatDuration(1000 * seconds)}${increased}</td><td data-label="series">${formatCount(series)}${droppedText}</td></tr>
`;
}

/** Returns the collectors that have no data, although nothing is wrong, folded. */
export function lackingCollectors(node: NodeView) {
  const { length } = node.lacking;
  const items = node.lacking.map(
    ({ collector, message, advice }) =>
      html`<div><dt><code>${collector}</code></dt><dd>${message !== undefined && isolate(message)} ${withCode(advice)}</dd></div>
`,
  );
  return html`<details id="lacking-${idOf(node)}" class="lacking">
<summary>${pluralize(length, "collector")} without data: idle, disabled, or not provided by the node</summary>
<dl>
${items}</dl>
</details>`;
}
