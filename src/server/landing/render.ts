/** Renders the landing page as HTML. */
import { readFileSync } from "node:fs";
import { paths } from "../../config/paths.ts";
import { formatSpan } from "../../lib/span.ts";
import { formatCount } from "../../lib/text.ts";
import { phraseOf } from "../../model/issues.ts";
import { needsAttention } from "../../model/state-text.ts";
import { Html, html } from "./html.ts";
import { nameOf, summary, title, worstTone } from "./labels.ts";
import { nodeDetails } from "./node.ts";
import { badge, fact, idOf, isolate, timeElement } from "./parts.ts";
import type { NodeView, PageView, StateLabel } from "./view.ts";

/** Inlined into the page, so that it loads nothing else. The content security policy allows them by their hashes. */
export const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
export const script = readFileSync(new URL("./refresh.js", import.meta.url), "utf8");

/** Reload interval in seconds without the script. */
const reloadSeconds = 30;
/** Maximum number of expanded nodes. */
const maxExpanded = 3;
/** Maximum number of further states in the overview. */
const maxPhrases = 2;

const shapes: Readonly<Record<StateLabel["tone"], string>> = {
  ok: '<circle cx="8" cy="8" r="7" fill="#2da44e"/>',
  bad: '<path d="M3 3l10 10M13 3L3 13" stroke="#e5534b" stroke-width="4"/>',
  warn: '<path d="M8 1l7.5 14H.5z" fill="#d29922"/>',
  wait: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="#539bf5" stroke-width="3"/>',
  none: '<path d="M2 8h12" stroke="#768390" stroke-width="4"/>',
};
const icon = (tone: StateLabel["tone"]) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shapes[tone]}</svg>`)}`;

export const render = (view: PageView): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title(view)} · avalanche-exporter</title>
<link rel="icon" href="${icon(worstTone(view))}">
<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header>
<h1>avalanche-exporter</h1>
<nav aria-label="Pages"><ul>
<li><a href=".${view.telemetryPath}">Metrics</a></li>
<li><a href=".${paths.status}">Status as JSON</a></li>
${view.nodes.some(({ name }) => name !== "") && html`<li><a href=".${paths.discovery}">Service discovery</a></li>`}
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

const program = ({ at, runningFor, version, revision, nodeVersion }: PageView) =>
  html`<span id="as-of">As of ${timeElement(at)}.</span> Version ${version}${revision !== "unknown" && ` (${revision})`} on Node.js ${nodeVersion}, running for <span id="running">${formatSpan(Math.floor(runningFor / 1000))}</span>.`;

const main = (view: PageView) => {
  const { nodes, hasReloadFailed } = view;
  const outdated =
    "The last configuration reload failed; the previous configuration is still active. See the log for details.";
  return html`<p id="lost" class="banner bad" role="alert" hidden></p>
<p id="verdict" class="banner ${worstTone(view)}" role="status">${summary(view)}</p>
${hasReloadFailed && html`<p id="outdated" class="banner warn">${outdated}</p>`}
${nodes.length > 1 && overview(view)}
${nodes.length === 1 ? nodes.map((node) => singleNode(view, node)) : nodes.map((node, i) => collapsibleNode(view, node, i))}`;
};

function overview({ nodes }: PageView) {
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
  const { state, issues, status, series } = node;
  const [first, ...more] = issues;
  const phrases = [
    first?.entity && first.names.length === 1 && `${first.entity} ${first.names[0]}`,
    ...more.map(phraseOf),
  ];
  const shown = phrases.filter((phrase) => phrase !== undefined && phrase !== "" && phrase !== false);
  const rest = shown.length - maxPhrases;
  const texts = [...shown.slice(0, maxPhrases), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  return html`<tr id="row-${idOf(node)}"><th scope="row"><a href="#of-${idOf(node)}">${nameOf(node)}</a></th><td>${badge(state)} <span class="of">${isolate(texts)}</span></td><td class="wide">${fact(status.node.version)}</td><td class="wide number">${formatCount(series)}</td></tr>
`;
}

const singleNode = (view: PageView, node: NodeView) =>
  html`<section id="${idOf(node)}" aria-labelledby="of-${idOf(node)}">
<h2 id="of-${idOf(node)}">${node.name === "" ? "Node" : node.name}</h2>
${nodeDetails(view, node)}
</section>`;

const isExpanded = ({ nodes }: PageView, { state }: NodeView, i: number) =>
  nodes.length <= maxExpanded || (i < maxExpanded && needsAttention(state));

const collapsibleNode = (view: PageView, node: NodeView, i: number) =>
  html`<details id="${idOf(node)}"${isExpanded(view, node, i) && html` open`}>
<summary><h2>${nameOf(node)}</h2> ${badge(node.state)}</summary>
<div id="of-${idOf(node)}">
${nodeDetails(view, node)}
</div>
</details>
`;
