/** The page for people: what runs, and how each collector does. */

import type { State } from "../exporter/schedule.ts";
import type { Build } from "../exporter/self-metrics.ts";
import type { Target } from "../exporter/target.ts";
import { formatDuration } from "../prometheus/duration.ts";

type PageOptions = {
  readonly build: Build;
  readonly targets: readonly Pick<Target, "name" | "states">[];
  readonly telemetryPath: string;
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char);

const inWords = (state: State): string => {
  switch (state.kind) {
    case "failed":
      return `failed: ${state.reason}`;
    case "unavailable":
      return `not offered by the node: ${state.what}`;
    case "mixed":
      return "several nodes answered in turn: a load balancer?";
    default:
      return state.kind;
  }
};

function section({ name, states }: Pick<Target, "name" | "states">): string {
  const rows = states()
    .map(({ collector, state, interval }) => [collector, inWords(state), formatDuration(interval)])
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`);
  const heading = name === "" ? "" : `<h2><a href="/probe?target=${escapeHtml(name)}">${escapeHtml(name)}</a></h2>\n`;
  return `${heading}<table>
<tr><th>Collector</th><th>State</th><th>Interval</th></tr>
${rows.join("\n")}
</table>`;
}

export function landingPage({ build, targets, telemetryPath }: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>avalanche-exporter</title>
<style>:root { color-scheme: light dark; font-family: sans-serif } td, th { text-align: left; padding: 0.2em 1em 0.2em 0 }</style>
</head>
<body>
<h1>avalanche-exporter ${escapeHtml(build.version)}</h1>
<p><a href="${escapeHtml(telemetryPath)}">Metrics</a></p>
${targets.map(section).join("\n")}
</body>
</html>
`;
}
