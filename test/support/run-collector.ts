/** Runs one collector on canned responses, without a network. */
import { defaultSettings } from "../../src/app/config/watch-schema.ts";
import type { Collector, Named, Needs, Settings } from "../../src/collectors/collector.ts";
import type { RunningChain } from "../../src/collectors/kinds/chains.ts";
import { type CollectorClient, collect, type RunResult } from "../../src/engine/collect.ts";
import { createExposition } from "../../src/engine/exposition.ts";
import type { MinimumInterval } from "../../src/engine/job.ts";
import type { Metric } from "../../src/engine/metric.ts";
import { createStore, type Observations } from "../../src/engine/store.ts";
import { factItems, factsOf, familiesOf } from "../../src/entities/all.ts";
import { nothing, nothingWatched, remember } from "../../src/entities/observer.ts";
import type { NodeClient } from "../../src/node-api/client.ts";
import { contract, methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import type { UnavailableReason } from "../../src/node-api/errors.ts";
import { NodeError } from "../../src/node-api/errors.ts";
import { defaultQuorum } from "../../src/protocol/consensus.ts";
import { exampleResults } from "./example-results.ts";

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
    name?: string;
    watch?: Partial<Settings["watch"]>;
    validators?: Partial<Settings["validators"]>;
    l1?: Settings["l1"];
  } = {},
) =>
  ({
    name: changes.name ?? "",
    watch: { ...defaultSettings.watch, own: false, ...changes.watch },
    validators: { ...defaultSettings.validators, ...changes.validators },
    l1: changes.l1 ?? {},
  }) satisfies Settings as Settings;

/** Returns watched objects without aliases. */
export const named = (...ids: readonly string[]): readonly Named[] => ids.map((id) => ({ id, alias: "" }));

export const failedError = () => new NodeError("it broke", { code: "rpc_error" });
export const unavailableError = (unavailable: UnavailableReason) =>
  new NodeError(`it is ${unavailable}`, { code: unavailable });

const fees: Needs["fees"] = {
  state: contract["platform.getValidatorFeeState"].result.parse(exampleResults["platform.getValidatorFeeState"]),
  config: contract["platform.getValidatorFeeConfig"].result.parse(exampleResults["platform.getValidatorFeeConfig"]),
};
const upgrades = contract["info.upgrades"].result.parse(exampleResults["info.upgrades"]).times;

/** The queried node, as far as other collectors know it. The fee and the upgrades are those of the examples by default. */
type Identity = Partial<Pick<Needs, "network" | "fees" | "upgrades">> & {
  readonly self?: string | null;
  readonly chains?: readonly (Omit<RunningChain, "blockchain_id" | "disconnectedIds" | "quorum"> &
    Partial<RunningChain>)[];
};
type Options = Identity &
  Partial<Pick<Needs, "members">> & { readonly settings?: Settings; readonly limit?: number; readonly date?: number };

export function fakeClient(answers: Answers, { self = "NodeID-self" }: Identity = {}): CollectorClient {
  const call = async (_options: unknown, name: RpcMethodName, params: unknown, selector?: string) => {
    const given = answers[name] ?? exampleResults[name];
    const answer = typeof given === "function" ? given(params, selector) : given;
    if (answer instanceof NodeError) throw answer;
    return { method: name, nodeId: undefined, seconds: 0, bytes: 0, result: methodOf(name).result.parse(answer) };
  };
  return { call: call as NodeClient["call"], nodeId: () => self ?? undefined };
}

/** The result of one run, and the page after it: the observations, and the facts that follow from them alone. */
type RunOutcome = {
  readonly ended: RunResult;
  readonly text: string;
  readonly facts: string;
  readonly of: Observations;
};

/** Returns the result of one run, and the exposition after it. */
export async function runOnce(collector: Collector, answers: Answers = {}, options: Options = {}): Promise<RunOutcome> {
  return createRuns(collector, options)(answers);
}

/** Returns a function that runs the collector again in the same session. */
export function createRuns(collector: Collector, options: Options = {}) {
  const session = collector.configure(options.settings ?? settings())?.createSession();
  if (!session) throw new Error(`${collector.name} has nothing to do`);
  const { signal } = new AbortController();
  const { self = "NodeID-self", network, chains = [], date: at = 0 } = options;
  const nodeId = self ?? undefined;
  const store = createStore({ now: () => 0 });
  let remembered = nothing;
  const derive = () => {
    const known = { isReachable: true, awaitsChecks: false, awaitsIdentity: false, clockDifference: 0 };
    const given = { network, nodeId, now: at / 1000, watched: nothingWatched };
    return factItems(factsOf(store.of, { ...known, ...given, remembered }));
  };
  const now = () => 0;
  const metrics = familiesOf([collector]);
  const page = createExposition({ metrics, store });
  const pageOfFacts = createExposition({ metrics, store: createStore({ now }), derive });
  const published = (item: string) => store.itemSeries(collector.name, item);
  const needs = {
    network,
    fees,
    upgrades,
    members: [],
    ...options,
    get chains() {
      const unread = { disconnectedIds: new Set<string>(), quorum: defaultQuorum };
      return chains.map((one) => ({ blockchain_id: one.chain, ...unread, ...one }));
    },
  };
  const run = { signal, needs, timeout: undefined, limit: options.limit ?? 50_000, published, date: () => at };
  return async (
    answers: Answers = {},
  ): Promise<RunOutcome & { minimumInterval: MinimumInterval | undefined; isIncomplete: boolean }> => {
    const ended = await collect(session, fakeClient(answers, options), run);
    await store.publish(collector.name, ended.updates, 1, signal);
    remembered = remember(remembered, store.of, nodeId);
    return {
      ended,
      text: page.text(),
      facts: pageOfFacts.text(),
      of: store.of,
      minimumInterval: session.minimumInterval(),
      isIncomplete: session.isIncomplete(),
    };
  };
}

/** Returns the sample lines without comments. */
export const samples = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
/** Returns the sample lines of these metrics, in the order of the page. A test that selects the metrics that it is about does
 *  not depend on the others of the collector; golden.test.ts compares all of them. */
export const samplesOf = (text: string, ...metrics: readonly Pick<Metric, "name">[]) =>
  samples(text).filter((line) => metrics.some(({ name }) => /^\w+/.exec(line)?.[0] === name));
