/** Evaluates the alerts for the whole time range, as Prometheus would have stored them. */
import { type Prometheus, startPrometheus } from "../prometheus.ts";
import { createBlocks } from "./blocks.ts";
import { type Labels, sample } from "./openmetrics.ts";
import { begin, end, scrapeEvery } from "./scene.ts";

/** Rule as in /api/v1/rules; durations in seconds. */
type Rule = {
  readonly type: "recording" | "alerting";
  readonly name: string;
  readonly query: string;
  readonly labels?: Labels;
  readonly duration?: number;
  readonly keepFiringFor?: number;
};
type Series = { readonly metric: Labels; readonly values: readonly (readonly [time: number, value: string])[] };
type Write = (name: string, labels: Labels, value: number, at: number) => void;

async function ask<T>({ url }: Prometheus, path: string, params: Readonly<Record<string, string>> = {}): Promise<T> {
  const answer = await (await fetch(`${url}/api/v1/${path}?${new URLSearchParams(params)}`)).json();
  const { status, data, error } = answer as { status: string; data: T; error?: string };
  if (status !== "success") throw new Error(`${params["query"] ?? path}: ${error}`);
  return data;
}
async function rulesOf(prometheus: Prometheus) {
  const { groups } = await ask<{ groups: { rules: Rule[] }[] }>(prometheus, "rules");
  return groups.flatMap(({ rules }) => rules);
}
const seconds = (ms: number) => String(ms / 1000);
async function evaluate(prometheus: Prometheus, { query, labels }: Rule): Promise<readonly Series[]> {
  const span = { start: seconds(begin), end: seconds(end), step: seconds(scrapeEvery) };
  const { result } = await ask<{ result: Series[] }>(prometheus, "query_range", { query, ...span });
  return result.map(({ metric: { __name__: _, ...own }, values }) => ({ metric: { ...own, ...labels }, values }));
}

/** Returns the alert states of one series: pending while active, then firing, and kept firing for a while afterwards. */
function alert({ name, duration = 0, keepFiringFor = 0 }: Rule, { metric, values }: Series, write: Write) {
  const labels = { alertname: name, ...metric };
  const active = new Set(values.map(([time]) => 1000 * time));
  let since: number | undefined;
  let last = 0;
  for (let at = begin; at <= end; at += scrapeEvery) {
    if (active.has(at)) {
      since ??= at;
      last = at;
    }
    if (since === undefined) continue;
    const hasFired = last - since >= 1000 * duration;
    if (at === last || (hasFired && at - last < 1000 * keepFiringFor)) {
      write("ALERTS", { ...labels, alertstate: hasFired ? "firing" : "pending" }, 1, at);
      write("ALERTS_FOR_STATE", labels, since / 1000, at);
    } else since = undefined;
  }
}

/** Adds the alerts to the storage. */
export async function writeAlerts(storage: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const texts = new Map<number, string[]>();
  const write: Write = (name, labels, value, at) => {
    const text = sample(name, labels, value, at);
    const those = texts.get(at);
    if (those) those.push(text);
    else texts.set(at, [text]);
  };
  const prometheus = await startPrometheus(storage, files);
  try {
    for (const rule of (await rulesOf(prometheus)).filter(({ type }) => type === "alerting"))
      for (const series of await evaluate(prometheus, rule)) alert(rule, series, write);
  } finally {
    await prometheus.stop();
  }
  const blocks = createBlocks(storage, "alerts");
  for (const [at, those] of [...texts].sort(([a], [b]) => a - b)) await blocks.write(those.join(""), at);
  await blocks.end();
}
