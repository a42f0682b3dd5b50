/** Parses and checks /metrics responses. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { chainHeightAge } from "../../../src/collectors/kinds/chains.ts";
import { factMetrics } from "../../../src/entities/all.ts";
import { ofPrometheus } from "../../../src/tools/packaging/programs.ts";
import { type Family, metricsAboutNode, parseExposition } from "../../support/exposition.ts";
import type { Asked } from "../support/avalanche-node.ts";
import { expectedSeries, type Watched } from "../support/expected.ts";

/** Values by series. */
export type Values = ReadonlyMap<string, number>;
export type Page = { readonly bytes: Buffer; readonly data: Values; readonly own: Values };

const own = /^avax_(up$|node_reachable|exporter_)|^(process|nodejs)_/;
/** Families that no single response of a node has, and the identity, which stays while the node does not respond. */
const observed: ReadonlySet<string> = new Set([...factMetrics, chainHeightAge].map(({ name }) => name));
/** Returns the series without the labels `network` and `node_id` of the queried node. */
const seriesOf = ({ samples }: Family) =>
  samples.map(({ name, labels: { network: _, ...labels }, value }) => {
    const given = Object.entries(labels).filter(([label]) => !(label === "node_id" && metricsAboutNode.has(name)));
    const pairs = given.map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return [pairs.length > 0 ? `${name}{${pairs}}` : name, Number(value)] as const;
  });

/** Reads the samples of the collectors and of the exporter itself from a /metrics response. Throws if it is incomplete or the strict parser rejects it. */
export async function readPage(url: string): Promise<Page> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const families = [...parseExposition(bytes).values()].filter(({ name }) => !observed.has(name));
  const all = families.flatMap(seriesOf);
  return {
    bytes,
    data: new Map(all.filter(([series]) => !own.test(series))),
    own: new Map(all.filter(([series]) => own.test(series))),
  };
}

/** Returns the values of the node's own responses that a page is compared with. */
export async function expectedValues(node: Asked, watched: Watched): Promise<Values> {
  const all = await expectedSeries(node, watched);
  return new Map([...all].filter(([series]) => !observed.has(series.split("{")[0] ?? "")));
}

/** Returns promtool's error for a response that it cannot parse; ignores its advice on names. */
export async function rejection({ bytes }: Page): Promise<string | undefined> {
  const promtool = spawn(ofPrometheus("promtool"), ["check", "metrics"], { stdio: ["pipe", "ignore", "pipe"] });
  promtool.stdin.on("error", () => {}).end(bytes);
  const [output] = await Promise.all([text(promtool.stderr), once(promtool, "exit")]);
  return /error while linting/.test(output) ? output : undefined;
}

/** Compares values up to the rounding of percentages. */
const isSame = (one: number, other: number) => Math.abs(one - other) <= 1e-12 * Math.abs(other);
const short = (series: string) => (series.length > 160 ? `${series.slice(0, 160)}…` : series);

/** Returns a description of a value that is in none of `truths`. */
export function falsehood(data: Values, truths: readonly Values[]): string | undefined {
  for (const [series, value] of data) {
    const known = truths.flatMap((truth) => truth.get(series) ?? []);
    if (!known.some((one) => isSame(value, one)))
      return `${short(series)} is ${value}, not ${known.join(" or ") || "there"}`;
  }
  return undefined;
}

/** Returns a description of a missing or unexpected series, or of a wrong value. */
export function difference(data: Values, expected: Values): string | undefined {
  const missing = [...expected.keys()].find((series) => !data.has(series));
  return missing === undefined ? falsehood(data, [expected]) : `${short(missing)} is missing`;
}
