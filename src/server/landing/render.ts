/** Renders the landing page as HTML. */
import { readFileSync } from "node:fs";
import { formatDuration } from "../../lib/duration.ts";
import { formatCount } from "../../lib/format-count.ts";
import { cutText } from "../../lib/redaction.ts";
import { Html, html } from "./html.ts";
import { nameOf, sentence, shortDuration, summary, title, worstStatus } from "./labels.ts";
import {
  type CollectorState,
  causeOf,
  collectorStatuses,
  documentFor,
  type NodeView,
  nodeStatuses,
  type Problem,
  type StatusLabel,
  type View,
} from "./view.ts";

/** Inlined into the page, so that it loads nothing else. The content security policy allows them by their hashes. */
export const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
export const script = readFileSync(new URL("./refresh.js", import.meta.url), "utf8");

/** Reload interval in seconds without the script. */
const reloadSeconds = 30;
/** Maximum number of expanded nodes. */
const maxExpanded = 3;
/** Maximum number of error messages per problem. */
const maxMessages = 5;
/** Maximum length of a value of the node, such as its version. */
const maxFactLength = 100;

const shapes: Readonly<Record<StatusLabel["tone"], string>> = {
  ok: '<circle cx="8" cy="8" r="7" fill="#2da44e"/>',
  bad: '<path d="M3 3l10 10M13 3L3 13" stroke="#e5534b" stroke-width="4"/>',
  warn: '<path d="M8 1l7.5 14H.5z" fill="#d29922"/>',
  wait: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="#539bf5" stroke-width="3"/>',
  none: '<path d="M2 8h12" stroke="#768390" stroke-width="4"/>',
};
const icon = ({ tone }: StatusLabel) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shapes[tone]}</svg>`)}`;

/** Isolates the direction of a text from outside. */
const isolate = (text: string) => html`<bdi>${text}</bdi>`;
const fact = (text: string | undefined) => text && isolate(cutText(text, maxFactLength));
const badge = ({ tone, text }: StatusLabel) => html`<span class="state ${tone}">${text}</span>`;
const commas = (names: readonly string[]) => names.map((name, i) => [i > 0 && ", ", isolate(name)]);
const idOf = ({ name }: NodeView) => (name === "" ? "node" : `node-${name}`);

export const render = (view: View): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title(view)} · avalanche-exporter</title>
<link rel="icon" href="${icon(nodeStatuses[worstStatus(view)])}">
<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header>
<h1>avalanche-exporter</h1>
<nav aria-label="Pages"><ul>
<li><a href="${view.telemetryPath}">Metrics</a></li>
${view.nodes.some(({ name }) => name !== "") && html`<li><a href="/sd">Service discovery</a></li>`}
${view.readme && html`<li><a href="${view.readme}">README</a></li>`}
</ul></nav>
</header>
<main id="main" tabindex="-1">
${main(view)}
</main>
<footer>
<p>${program(view)}</p>
<p id="refresh" hidden>Auto-refresh is on. <button type="button">Pause</button></p>
<noscript><p>This page reloads every ${reloadSeconds} seconds.</p></noscript>
</footer>
<script>${new Html(script)}</script>
</body>
</html>
`.text;

const program = ({ at, runningFor, version, revision, nodeVersion }: View) =>
  html`<span id="as-of">As of ${timeElement(at)}.</span> Version ${version}${revision !== "unknown" && ` (${revision})`} on Node.js ${nodeVersion}, running for <span id="running">${shortDuration(runningFor)}</span>.`;

function timeElement(at: number) {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

const main = (view: View) => {
  const { nodes, hasReloadFailed } = view;
  const { tone } = nodeStatuses[worstStatus(view)];
  const outdated =
    "The last configuration reload failed; the previous configuration is still active. See the log for details.";
  return html`<p id="lost" class="banner bad" role="alert" hidden></p>
<p id="verdict" class="banner ${tone}" role="status">${summary(view)}</p>
${hasReloadFailed && html`<p id="outdated" class="banner warn">${outdated}</p>`}
${nodes.length > 1 && overview(view)}
${nodes.length === 1 ? nodes.map((node) => singleNode(view, node)) : nodes.map((node, i) => collapsibleNode(view, node, i))}`;
};

function overview({ nodes }: View) {
  return html`<section id="overview" aria-labelledby="nodes-heading">
<h2 id="nodes-heading">Nodes</h2>
<table class="overview">
<caption>Sorted by severity. Select a node to see its collectors.</caption>
<thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col" class="wide">Version</th><th scope="col" class="wide number">Series</th></tr></thead>
<tbody>
${nodes.map(overviewRow)}
</tbody>
</table>
</section>`;
}

function overviewRow(node: NodeView) {
  const { status, problems, facts, series } = node;
  const reasons = new Set(problems.map(({ name }) => name).filter((name) => name !== status));
  return html`<tr id="row-${idOf(node)}"><th scope="row"><a href="#of-${idOf(node)}">${nameOf(node)}</a></th><td>${badge(nodeStatuses[status])} <span class="of">${[...reasons].join(", ")}</span></td><td class="wide">${fact(facts.version)}</td><td class="wide number">${formatCount(series)}</td></tr>
`;
}

const singleNode = (view: View, node: NodeView) =>
  html`<section id="${idOf(node)}" aria-labelledby="of-${idOf(node)}">
<h2 id="of-${idOf(node)}">${node.name === "" ? "Node" : node.name}</h2>
${nodeDetails(view, node)}
</section>`;

const isExpanded = ({ nodes }: View, { status }: NodeView, i: number) =>
  nodes.length <= maxExpanded || (i < maxExpanded && ["bad", "warn"].includes(nodeStatuses[status].tone));

const collapsibleNode = (view: View, node: NodeView, i: number) =>
  html`<details id="${idOf(node)}"${isExpanded(view, node, i) && html` open`}>
<summary><h2>${nameOf(node)}</h2> ${badge(nodeStatuses[node.status])}</summary>
<div id="of-${idOf(node)}">
<p>${sentence(node)}</p>
${nodeDetails(view, node)}
</div>
</details>
`;

const nodeDetails = (view: View, node: NodeView) => html`${facts(view, node)}
${node.problems.length > 0 && problems(view, node)}
${node.states.length > 0 && collectors(node)}`;

function facts({ at }: View, { name, url, nodeId, facts, series }: NodeView) {
  const path = name !== "" && `/probe?target=${encodeURIComponent(name)}`; // the heading of the page links the others
  const id = fact(nodeId ?? facts.nodeId);
  const upgrade = facts.upgrades.find((one) => one.at > at);
  const all = [
    ["URL", html`<code>${isolate(url)}</code>`],
    ["Version", fact(facts.version)],
    ["Network", fact(facts.network)],
    ["Bootstrapped", chainsOf(facts.bootstrapped)],
    ["Next upgrade", upgrade && html`${fact(upgrade.name)}, ${timeElement(upgrade.at)}`],
    ["Connected stake", versionsOf(facts)],
    ["Series", formatCount(series)],
    ["Metrics", path && html`<a href="${path}">${path}</a>`],
    ["Node ID", id && html`<code>${id}</code>`],
  ] as const;
  return html`<dl class="facts">
${all.map(([what, value]) => value && html`<div><dt>${what}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function versionsOf({ stakeByVersion }: NodeView["facts"]) {
  const shares = stakeByVersion.map(({ version, share }) => html`${Math.round(100 * share)} % ${fact(version)}`);
  return shares.length > 0 && shares.map((share, i) => [i > 0 && ", ", share]);
}

function chainsOf(bootstrapped: NodeView["facts"]["bootstrapped"]) {
  const chains = Object.entries(bootstrapped);
  const done = chains.flatMap(([chain, is]) => (is ? [chain] : []));
  const missing = chains.flatMap(([chain, is]) => (is ? [] : [chain]));
  return chains.length > 0 && [commas(done), missing.length > 0 && html` not ${commas(missing)}`];
}

const problems = (view: View, node: NodeView) => html`<h3>Problems</h3>
<ul class="problems">
${node.problems.map((problem) => problemItem(view, node, problem))}</ul>`;

function problemItem({ readme }: View, node: NodeView, { kind, name, collectors, texts, fix }: Problem) {
  const isAll = collectors.length > 1 && collectors.length === node.states.length;
  const more = texts.length - maxMessages;
  const link =
    readme && html` <a href="${readme}/blob/main/${documentFor(name)}">documentation of <code>${name}</code></a>`;
  return html`<li>
<p>${badge(collectorStatuses[kind])} <code>${name}</code> <span class="of">${isAll ? "all collectors" : commas(collectors)}</span></p>
${texts.slice(0, maxMessages).map((text) => html`<p class="text">${isolate(text)}</p>\n`)}
${more > 0 && html`<p class="text">and ${formatCount(more)} more</p>`}
<p><b>Fix:</b> ${withCode(fix)}.${link}</p>
</li>
`;
}

/** Formats text between backticks as code. */
const withCode = (text: string) => text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const collectors = (node: NodeView) => html`<table class="collectors">
<caption>Collectors${node.name !== "" && ` of ${node.name}`}</caption>
<thead><tr><th scope="col">Collector</th><th scope="col">State</th><th scope="col">Age of data</th><th scope="col">Interval</th><th scope="col">Series</th></tr></thead>
<tbody>
${node.states.map(collectorRow)}</tbody>
</table>`;

function collectorRow({ collector, state, age, interval, configured, series, dropped }: CollectorState) {
  const cause = causeOf(state);
  const times = state.kind === "failed" ? state.consecutiveFailures : 1;
  const isIncreased = Math.floor(interval / 1000) > Math.floor(configured / 1000);
  const why = [cause && html`: <code>${cause}</code>`, times > 1 && html` <small>${formatCount(times)} times</small>`];
  const increased = isIncreased && html` <small>increased from ${formatDuration(configured)}</small>`;
  const droppedText = dropped > 0 && html` <small>${formatCount(dropped)} dropped</small>`;
  return html`<tr><th scope="row">${collector}</th><td>${badge(collectorStatuses[state.kind])}${why}</td><td>${age === undefined ? "–" : shortDuration(age)}</td><td>${shortDuration(interval)}${increased}</td><td>${formatCount(series)}${droppedText}</td></tr>
`;
}
