/** Runs one collector on canned responses, without a network. */
import { exampleResults } from "../../docs/src/example-results.ts";
import { methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import type { Collector, MinimumInterval } from "../../src/collectors/collector.ts";
import type { Named, Settings } from "../../src/collectors/settings.ts";
import { defaultSettings } from "../../src/config/watch-schema.ts";
import { type CollectorClient, collect, type RunResult } from "../../src/exporter/collect.ts";
import { createLayout } from "../../src/exporter/layout.ts";
import type { Metric } from "../../src/exposition/metric.ts";
import { createPage } from "../../src/exposition/page.ts";
import type { NodeClient } from "../../src/rpc/client.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import type { UnavailableReason } from "../../src/rpc/failure-texts.ts";

/** Results as on the wire, checked like the node's; or the error of the call. */
export type Answers = {
  readonly [N in RpcMethodName]?:
    | object
    | string
    | NodeError
    | ((params: unknown, selector: string | undefined) => object | string | NodeError);
};
export const settings = (
  changes: {
    watch?: Partial<Settings["watch"]>;
    validators?: Partial<Settings["validators"]>;
    l1?: Settings["l1"];
  } = {},
) =>
  ({
    watch: { ...defaultSettings.watch, own: false, ...changes.watch },
    validators: { ...defaultSettings.validators, ...changes.validators },
    l1: changes.l1 ?? {},
  }) satisfies Settings as Settings;

/** Returns watched objects without aliases. */
export const named = (...ids: readonly string[]): readonly Named[] => ids.map((id) => ({ id, alias: "" }));

export const failedError = () => new NodeError("it broke", { kind: "rpc_error" });
export const unavailableError = (unavailable: UnavailableReason) =>
  new NodeError(`it is ${unavailable}`, { kind: "unavailable", reason: unavailable });

/** The queried node, as far as other collectors know it. */
type Identity = {
  readonly self?: string | null;
  readonly network?: string;
  readonly chains?: ReturnType<NonNullable<CollectorClient["chains"]>>;
  /** IDs of nodes, the same for each subnet. */
  readonly disconnected?: ReadonlySet<string>;
};
type Options = Identity & { readonly settings?: Settings; readonly limit?: number; readonly date?: number };

export function fakeClient(
  answers: Answers,
  { self = "NodeID-self", network, chains = [], disconnected = new Set() }: Identity = {},
): CollectorClient {
  const call = async (_options: unknown, name: RpcMethodName, params: unknown, selector?: string) => {
    const given = answers[name] ?? exampleResults[name];
    const answer = typeof given === "function" ? given(params, selector) : given;
    if (answer instanceof NodeError) throw answer;
    return methodOf(name).result.parse(answer);
  };
  return {
    call: call as NodeClient["call"],
    nodeId: () => self ?? undefined,
    network: async () => network,
    chains: () => chains,
    disconnected: () => disconnected,
  };
}

/** Returns the result of one run, and the exposition after it. */
export async function runOnce(
  collector: Collector,
  answers: Answers = {},
  options: Options = {},
): Promise<{ ended: RunResult; text: string }> {
  return createRuns(collector, options)(answers);
}

/** Returns a function that runs the collector again in the same session. */
export function createRuns(collector: Collector, options: Options = {}) {
  const session = collector.configure(options.settings ?? settings())?.createSession();
  if (!session) throw new Error(`${collector.name} has nothing to do`);
  const { signal } = new AbortController();
  const page = createPage({ layout: createLayout([collector]), now: () => 0 });
  const published = (item: string) => page.itemSeries(collector.name, item);
  const date = () => options.date ?? 0;
  const run = { signal, timeout: undefined, limit: options.limit ?? 50_000, published, date };
  return async (
    answers: Answers = {},
  ): Promise<{ ended: RunResult; text: string; minimumInterval: MinimumInterval | undefined }> => {
    const ended = await collect(session, fakeClient(answers, options), run);
    await page.publish(collector.name, ended.updates, 1, signal);
    return { ended, text: page.text(), minimumInterval: session.minimumInterval() };
  };
}

/** Returns the sample lines without comments. */
export const samples = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
/** Returns the sample lines of these metrics, in the order of the page. A test that selects the metrics that it is about does
 *  not depend on the others of the collector; golden.test.ts compares all of them. */
export const samplesOf = (text: string, ...metrics: readonly Pick<Metric, "name">[]) =>
  samples(text).filter((line) => metrics.some(({ name }) => /^\w+/.exec(line)?.[0] === name));
