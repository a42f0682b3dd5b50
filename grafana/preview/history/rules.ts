/** Evaluates the rules for the whole time range: recorded series and alerts, as Prometheus would have stored them. */
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

function record({ name }: Rule, { metric, values }: Series, write: Write) {
  for (const [time, value] of values) write(name, metric, Number(value), 1000 * time);
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

/** Adds the results of rules of one type to the storage. */
async function writeSome(storage: string, files: readonly string[], block: string, isChosen: (rule: Rule) => boolean) {
  const texts = new Map<number, string[]>();
  const write: Write = (name, labels, value, at) => {
    const text = sample(name, labels, value, at);
    const those = texts.get(at);
    if (those) those.push(text);
    else texts.set(at, [text]);
  };
  const prometheus = await startPrometheus(storage, files);
  try {
    for (const rule of (await rulesOf(prometheus)).filter(isChosen)) {
      const add = { recording: record, alerting: alert }[rule.type];
      for (const series of await evaluate(prometheus, rule)) add(rule, series, write);
    }
  } finally {
    await prometheus.stop();
  }
  const blocks = createBlocks(storage, block);
  for (const [at, those] of [...texts].sort(([a], [b]) => a - b)) await blocks.write(those.join(""), at);
  await blocks.end();
}

/** Returns the names of recording rules in waves: each reads only those of earlier waves, or itself. */
function wavesOf(recordings: readonly Rule[]): readonly (readonly string[])[] {
  const waves: string[][] = [];
  for (let left = recordings; left.length > 0; ) {
    const isReady = ({ name, query }: Rule) => !left.some((other) => other.name !== name && query.includes(other.name));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`recording rules read each other: ${left.map(({ name }) => name)}`);
    waves.push(ready.map(({ name }) => name));
    left = left.filter((rule) => !ready.includes(rule));
  }
  return waves;
}
async function recordingsOf(storage: string, files: readonly string[]) {
  const prometheus = await startPrometheus(storage, files);
  try {
    return (await rulesOf(prometheus)).filter(({ type }) => type === "recording");
  } finally {
    await prometheus.stop();
  }
}

/** Evaluates recording rules first, in the order in which they read each other. */
export async function writeRules(storage: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  for (const [i, names] of wavesOf(await recordingsOf(storage, files)).entries())
    await writeSome(storage, files, `recording-${i}`, ({ name }) => names.includes(name));
  await writeSome(storage, files, "alerting", ({ type }) => type === "alerting");
}
