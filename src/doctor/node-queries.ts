/** Sequential, memoized calls to one node. */
import type { WatchSettings } from "../collectors/settings.ts";
import type { Params, PathSelectorArgs, ReadMethodName, Result, RpcMethodName } from "../contract/contract.ts";
import { versionIn } from "../contract/version.ts";
import { type Collected, collect } from "../exporter/collect.ts";
import type { CollectorOptions, Job } from "../exporter/plan.ts";
import { type CallRecord, createNodeClient, type NodeClient } from "../node/client.ts";
import { type Attempt, attempt, type UnavailableReason } from "../node/errors.ts";
import type { TransportOptions } from "../node/transport.ts";
import type { FormatSetting } from "./setting-hint.ts";

/** The configuration of one node, and the texts of commands and settings for it. */
export type NodeContext = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly node: TransportOptions;
  /** Scheme, host and port: a path can contain a key. */
  readonly origin: string;
  readonly watch: WatchSettings["watch"];
  readonly collectorOptions: Readonly<Record<string, CollectorOptions>>;
  readonly jobs: readonly Job[];
  /** Returns the flag, or the line of the file, that changes a setting for this node. */
  readonly set: FormatSetting;
  /** Returns the command line of this program for this node. */
  readonly command: (words: string) => string;
  /** Returns the full name of a key of the node's section of the file. */
  readonly key: (name: string) => string;
};

export type CallResult<T = unknown> = {
  /** Milliseconds since 1970. */
  readonly sent: number;
  readonly received: number;
} & CallRecord &
  Attempt<T>;

/** Returns a header of the response, the first of several. */
export const headerOf = ({ response }: Pick<CallResult, "response">, name: string): string | undefined =>
  [response?.headers[name]].flat()[0];

/** Returns the time of the response by the clock of the server, in whole seconds; undefined without a Date header. */
export function dateOf(reply: Pick<CallResult, "response">): Date | undefined {
  const date = new Date(headerOf(reply, "date") ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

type Call = { readonly method: RpcMethodName; readonly at: string | undefined; readonly reply: CallResult };
export type CollectorRun = {
  readonly job: Job;
  readonly calls: readonly Call[];
  /** undefined if the collector threw an error. */
  readonly collected: Collected | undefined;
  readonly series: number;
};

/** Returns whether no item of the run is available, for the given reason if there is one. */
export const hasNoData = ({ collected }: CollectorRun, why?: UnavailableReason): boolean =>
  collected !== undefined &&
  collected.unavailable.length === collected.items &&
  collected.unavailable.every(({ unavailable }) => why === undefined || unavailable === why);

/** The collector with the longest calls: other calls to the same chain wait for them and can time out. */
export const fullSetCollector = "p-validators";

const seriesOf = ({ outcome }: Collected) =>
  [...outcome.values()].reduce((sum, samples) => sum + (samples === "keep" ? 0 : samples.length), 0);

/** Creates the client of one node, which sends one call at a time and each distinct call once. `now` returns milliseconds
 *  since 1970. The caller closes it. */
export function createNodeQueries(about: NodeContext, now: () => number, signal: AbortSignal) {
  const { node, jobs } = about;
  const client = createNodeClient(node);
  const replies = new Map<string, Promise<CallResult>>();
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const mine = queue.then(task);
    queue = mine.catch(() => {});
    return mine;
  }

  async function send(by: NodeClient, name: ReadMethodName, params: unknown, at: string | undefined, timeout?: number) {
    let record: CallRecord | undefined;
    const onEnd = (of: CallRecord) => {
      record = of;
    };
    const sent = now();
    const call = by.call as (...args: readonly unknown[]) => Promise<unknown>;
    const outcome = await attempt(call({ signal, timeout, onEnd }, name, params, at));
    const received = now();
    return { ...record, ...outcome, sent, received, seconds: (received - sent) / 1000 } as CallResult;
  }

  function reply(name: ReadMethodName, params: unknown, at: string | undefined, timeout?: number): Promise<CallResult> {
    const key = JSON.stringify([name, params, at]);
    const known = replies.get(key) ?? enqueue(() => send(client, name, params, at, timeout));
    replies.set(key, known);
    return known;
  }

  const call = <N extends ReadMethodName>(name: N, params: Params<N>, ...[at]: PathSelectorArgs<N>) =>
    reply(name, params, at) as Promise<CallResult<Result<N>>>;

  /** Runs a collector as the exporter does. */
  async function run(job: Job): Promise<CollectorRun> {
    const calls: Call[] = [];
    const recordingClient = {
      async call({ onEnd }: Parameters<NodeClient["call"]>[0], method: ReadMethodName, params: unknown, at?: string) {
        const answer = await reply(method, params, at, job.timeout);
        calls.push({ method, at, reply: answer });
        onEnd?.(answer);
        if (answer.error) throw answer.error;
        return answer.value;
      },
      nodeId: client.nodeId,
    };
    const options = { signal, timeout: job.timeout, limit: job.limit };
    try {
      const collected = await collect(
        job.prepared.createSession(),
        recordingClient as Pick<NodeClient, "call" | "nodeId">,
        options,
      );
      return { job, calls, collected, series: seriesOf(collected) };
    } catch {
      signal.throwIfAborted();
      return { job, calls, collected: undefined, series: 0 };
    }
  }

  /** Runs these collectors. Results are memoized, so that only the first run of a collector calls the node. */
  async function runAll(some: readonly Job[]): Promise<readonly CollectorRun[]> {
    const all: CollectorRun[] = [];
    for (const job of some) all.push(await run(job));
    return all;
  }
  const rank = ({ collector, heavy }: Job) => (collector.name === fullSetCollector ? 2 : Number(heavy));
  const cheapFirst = jobs.toSorted((a, b) => rank(a) - rank(b));

  return {
    ...about,
    call,
    async callOnNewConnection<N extends ReadMethodName>(name: N, params: Params<N>, ...[at]: PathSelectorArgs<N>) {
      const other = createNodeClient(node);
      try {
        return (await enqueue(() => send(other, name, params, at))) as CallResult<Result<N>>;
      } finally {
        await other.close();
      }
    },
    /** Returns undefined if the info API is disabled. */
    networkID: async () => (await call("info.getNetworkID", {})).value?.networkID,
    /** Returns the version, such as 1.14.0; undefined if it is unknown. */
    version: async () => versionIn((await call("info.getNodeVersion", {})).value?.version ?? ""),
    /** Returns one run of each collector, except for the full validator set. */
    runs: () => runAll(cheapFirst.filter(({ collector }) => collector.name !== fullSetCollector)),
    allRuns: () => runAll(cheapFirst),
    isOn: (collector: string) => jobs.some((job) => job.collector.name === collector),
    close: () => client.close(),
  };
}
export type NodeQueries = Omit<ReturnType<typeof createNodeQueries>, "close">;
