/** The page for people, as text: a pure function of what it shows. */
import { readFileSync } from "node:fs";
import { formatDuration } from "../../prometheus/duration.ts";
import { between, Html, html } from "./html.ts";
import { icon } from "./icon.ts";
import { chapterOf, remedies } from "./remedies.ts";
import type { CollectorView, NodeView, Problem, View } from "./view.ts";
import * as words from "./words.ts";

/** They stand in the page, so that it asks for nothing else; its policy allows them by their hashes. */
export const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
export const script = readFileSync(new URL("./refresh.js", import.meta.url), "utf8");

/** Seconds, where the script does not run. */
const reloadEvery = 30;

export const render = (view: View): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title(view)} · avalanche-exporter</title>
<link rel="icon" href="${icon(words.verdictNames[words.worstOf(view)].tone)}">
<noscript><meta http-equiv="refresh" content="${reloadEvery}"></noscript>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">To the state of the nodes</a>
<header>
<h1>avalanche-exporter</h1>
<nav aria-label="Pages"><ul>
<li><a href="${view.telemetryPath}">Metrics</a></li>
${words.hasNames(view) && html`<li><a href="/sd">Service discovery</a></li>`}
${view.readme && html`<li><a href="${view.readme}">README</a></li>`}
</ul></nav>
</header>
<main id="main" tabindex="-1">
${main(view)}
</main>
<footer>
<p>${program(view)}</p>
<p id="refresh" hidden>It refreshes itself. <button type="button">Pause</button></p>
<noscript><p>It is loaded anew every ${reloadEvery} seconds.</p></noscript>
</footer>
<script>${new Html(script)}</script>
</body>
</html>
`.text;

const program = ({ at, runningFor, version, revision, nodeVersion }: View) =>
  html`<span id="as-of">As of ${moment(at)}.</span> Version ${version}${revision !== "unknown" && ` (${revision})`} on Node.js ${nodeVersion}, running for <span id="running">${words.brief(runningFor)}</span>.`;

function moment(at: number) {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

const main = (view: View) => {
  const { nodes, isOutdated } = view;
  const { tone } = words.verdictNames[words.worstOf(view)];
  const outdated =
    "The configuration could not be read anew: the one before stays in effect. The log tells what is wrong with it.";
  return html`<p id="lost" class="banner bad" role="alert" hidden></p>
<p id="verdict" class="banner ${tone}" role="status">${words.summary(view)}</p>
${isOutdated && html`<p id="outdated" class="banner warn">${outdated}</p>`}
${nodes.length > 1 && overview(view)}
${nodes.length === 1 ? nodes.map((node) => single(view, node)) : nodes.map((node, i) => folded(view, node, i))}`;
};

const idOf = ({ name }: NodeView) => (name === "" ? "node" : `node-${name}`);
const outside = (text: string) => html`<bdi>${text}</bdi>`;
const badge = ({ tone, word }: words.Named) => html`<span class="state ${tone}">${word}</span>`;
const commas = (names: readonly string[]) => between(names.map(outside), ", ");

function overview({ nodes }: View) {
  return html`<section id="overview" aria-labelledby="nodes-heading">
<h2 id="nodes-heading">Nodes</h2>
<table class="overview">
<caption>The worst first; each leads to its collectors.</caption>
<thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col" class="wide">Version</th><th scope="col" class="wide number">Series</th></tr></thead>
<tbody>
${nodes.map(overviewRow)}
</tbody>
</table>
</section>`;
}

function overviewRow(node: NodeView) {
  const { verdict, problems, facts, series } = node;
  const reasons = new Set(problems.map(({ name }) => name).filter((name) => name !== verdict));
  return html`<tr id="row-${idOf(node)}"><th scope="row"><a href="#of-${idOf(node)}">${words.nameOf(node)}</a></th><td>${badge(words.verdictNames[verdict])} <span class="of">${[...reasons].join(", ")}</span></td><td class="wide">${outside(facts.version ?? "")}</td><td class="wide number">${words.count(series)}</td></tr>
`;
}

const single = (view: View, node: NodeView) =>
  html`<section id="${idOf(node)}" aria-labelledby="of-${idOf(node)}">
<h2 id="of-${idOf(node)}">${node.name === "" ? "The node" : node.name}</h2>
${about(view, node)}
</section>`;

const folded = (view: View, node: NodeView, i: number) =>
  html`<details id="${idOf(node)}"${words.isUnfolded(view, node, i) && html` open`}>
<summary><h2>${words.nameOf(node)}</h2> ${badge(words.verdictNames[node.verdict])}</summary>
<div id="of-${idOf(node)}">
<p>${words.sentence(node)}</p>
${about(view, node)}
</div>
</details>
`;

const about = (view: View, node: NodeView) => html`${facts(view, node)}
${node.problems.length > 0 && problems(view, node)}
${node.collectors.length > 0 && collectors(node)}`;

function facts({ telemetryPath }: View, { name, facts, series }: NodeView) {
  const { nodeId, version, network, bootstrapped } = facts;
  const path = name === "" ? telemetryPath : `/probe?target=${encodeURIComponent(name)}`;
  const all = [
    ["Version", version && outside(version)],
    ["Network", network && outside(network)],
    ["Bootstrapped", chainsOf(bootstrapped)],
    ["Series", words.count(series)],
    ["Metrics", html`<a href="${path}">${path}</a>`],
    ["Node ID", nodeId && html`<code>${outside(nodeId)}</code>`],
  ] as const;
  return html`<dl class="facts">
${all.map(([what, value]) => value && html`<div><dt>${what}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function chainsOf(bootstrapped: NodeView["facts"]["bootstrapped"]) {
  const chains = Object.entries(bootstrapped);
  const done = chains.flatMap(([chain, is]) => (is ? [chain] : []));
  const missing = chains.flatMap(([chain, is]) => (is ? [] : [chain]));
  return chains.length > 0 && [commas(done), missing.length > 0 && html` not ${commas(missing)}`];
}

const problems = (view: View, node: NodeView) => html`<h3>What is missing, and what to do</h3>
<ul class="problems">
${node.problems.map((problem) => problemItem(view, node, problem))}</ul>`;

const problemNames: Readonly<Record<Problem["kind"], words.Named>> = {
  failed: words.kindNames.failed,
  mixed: words.kindNames.mixed,
  unavailable: words.kindNames.unavailable,
  dropped: { tone: "warn", word: "left out" },
};
/** Of one reason. */
const mostTexts = 5;

function problemItem({ readme }: View, node: NodeView, { kind, name, collectors, texts }: Problem) {
  const isAll = collectors.length > 1 && collectors.length === node.collectors.length;
  const more = texts.length - mostTexts;
  const link = readme && html` <a href="${readme}#${chapterOf(name)}">README on <code>${name}</code></a>`;
  return html`<li>
<p>${badge(problemNames[kind])} <code>${name}</code> <span class="of">${isAll ? "all collectors" : commas(collectors)}</span></p>
${texts.slice(0, mostTexts).map((text) => html`<p class="text">${outside(text)}</p>\n`)}
${more > 0 && html`<p class="text">and ${words.count(more)} more</p>`}
<p><b>To do:</b> ${withCode(remedies[name])}.${link}</p>
</li>
`;
}

/** Code stands between backticks. */
const withCode = (text: string) => text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const collectors = (node: NodeView) => html`<table class="collectors">
<caption>Collectors${node.name !== "" && ` of ${node.name}`}</caption>
<thead><tr><th scope="col">Collector</th><th scope="col">State</th><th scope="col">Age of data</th><th scope="col">Interval</th><th scope="col">Series</th></tr></thead>
<tbody>
${node.collectors.map(collectorRow)}</tbody>
</table>`;

function collectorRow({ name, kind, reason, times = 1, age, interval, configured, series, dropped }: CollectorView) {
  const isStretched = Math.floor(interval / 1000) > Math.floor(configured / 1000);
  const why = [
    reason && html`: <code>${reason}</code>`,
    times > 1 && html` <small>${words.count(times)} times</small>`,
  ];
  const stretched = html` <small>stretched from ${formatDuration(configured)}</small>`;
  return html`<tr><th scope="row">${name}</th><td>${badge(words.kindNames[kind])}${why}</td><td>${age === undefined ? "–" : words.brief(age)}</td><td>${words.brief(interval)}${isStretched && stretched}</td><td>${words.count(series)}${dropped > 0 && html` <small>${words.count(dropped)} left out</small>`}</td></tr>
`;
}
