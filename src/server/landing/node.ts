/** The details of a node on the landing page. */
import { paths } from "../../config/paths.ts";
import * as states from "../../facts/states.ts";
import { formatCount } from "../../lib/text.ts";
import { stateText } from "../../model/state-text.ts";
import { chainName } from "../../model/status-tables.ts";
import { collectors, lackingCollectors } from "./collectors.ts";
import { entityTables, nothingWatched, problems } from "./entities.ts";
import { html } from "./html.ts";
import { badge, commas, fact, isolate, timeElement } from "./parts.ts";
import type { NodeView, PageView } from "./view.ts";

export const nodeDetails = (view: PageView, node: NodeView) => html`${facts(view, node)}
${problems(view, node)}
${entityTables(node)}
${isUnwatched(node) && nothingWatched}
${node.states.length > 0 && collectors(node)}
${node.lacking.length > 0 && lackingCollectors(node)}`;

const isUnwatched = ({ status: { up, watching, validators, l1s, l1_validators: l1Validators } }: NodeView) =>
  up && !watching && validators.length + l1s.length + l1Validators.length === 0;

function facts({ at }: PageView, { name, status, details, series }: NodeView) {
  const { node, url } = status;
  const path = name !== "" && `${paths.probe}?target=${encodeURIComponent(name)}`; // the heading of the page links the others
  const id = fact(node.node_id);
  const upgrade = details.upgrades.find(({ time }) => time.getTime() > at);
  const all = [
    ["URL", html`<code>${isolate(url)}</code>`],
    ["State", node.state !== null && badge(stateText(states.nodeStates, node.state))],
    ["Version", fact(node.version)],
    ["Network", fact(node.network)],
    ["Bootstrapped", chainsOf(status, details)],
    ["Next upgrade", upgrade && html`${fact(upgrade.upgrade)}, ${timeElement(upgrade.time.getTime())}`],
    ["Versions by stake", versionsOf(details)],
    ["Series", formatCount(series)],
    ["Metrics", path && html`<a href=".${path}">${path}</a>`],
    ["Node ID", id && html`<code>${id}</code>`],
  ] as const;
  return html`<dl class="facts">
${all.map(([what, value]) => value && html`<div><dt>${what}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function versionsOf({ stakeByVersion }: NodeView["details"]) {
  const shares = stakeByVersion.map(({ version, share }) => html`${Math.round(100 * share)} % ${fact(version)}`);
  return shares.length > 0 && shares.map((share, i) => [i > 0 && ", ", share]);
}

function chainsOf(status: NodeView["status"], { bootstrapped }: NodeView["details"]) {
  const namesOf = (isDone: boolean) =>
    bootstrapped.flatMap(({ chain, isBootstrapped }) => (isBootstrapped === isDone ? chainName(status, chain) : []));
  const [done, missing] = [namesOf(true), namesOf(false)];
  return bootstrapped.length > 0 && [commas(done), missing.length > 0 && html` not ${commas(missing)}`];
}
