/** Sequential, memoized calls to one node. */
import type { Params, PathSelectorArgs, ReadMethodName, Result } from "../api/contract.ts";
import type { CollectorName } from "../collectors/all.ts";
import type { Settings } from "../collectors/settings.ts";
import { needsOf } from "../collectors/shared/chains.ts";
import { type CollectorClient, collect, type RunResult, resultOfBug } from "../exporter/collect.ts";
import type { CollectorOptions, Job } from "../exporter/plan.ts";
import type { Kind } from "../exposition/metric.ts";
import { countSeries, type Entry, type Observations, type Observed } from "../exposition/store.ts";
import { clockDifference, maxClockDifference } from "../facts/clock.ts";
import { joinList } from "../lib/text.ts";
import { type CallOptions, createNodeClient, type NodeClient } from "../rpc/client.ts";
import { type Attempt, attempt } from "../rpc/errors.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import type { UnavailableReason } from "../rpc/failure-texts.ts";
import type { TransportOptions } from "../rpc/transport.ts";
import type { FormatSetting } from "./format.ts";

/** The configuration of one node, and the texts of commands and settings for it. */
export type NodeContext = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly node: TransportOptions;
  /** The URL of the node, without what can be a key. */
  readonly url: string;
  readonly watch: Settings["watch"];
  readonly collectorOptions: Readonly<Record<string, CollectorOptions>>;
  readonly jobs: readonly Job[];
  /** Returns the flag, or the line of the file, that changes a setting for this node. */
  readonly formatSetting: FormatSetting;
  /** Returns the command line of this program for this node. */
  readonly commandLine: (words: string) => string;
  /** Returns the full name of a key of the node's section of the file. */
  readonly keyName: (name: string) => string;
};

export type CallResult<T = unknown> = {
  readonly selector: string | undefined;
  /** Milliseconds since 1970. */
  readonly sent: number;
  readonly received: number;
} & CallRecord &
  Attempt<T>;

export type CollectorRun = {
  readonly job: Job;
  readonly calls: readonly CallResult[];
  readonly collected: RunResult;
  readonly series: number;
};

export const namesOf = (runs: readonly CollectorRun[]): string => joinList(runs.map(({ job }) => job.collector.name));

/** Returns whether no item of the run is available, for the given reason if there is one. A run without an item lacks nothing. */
export const hasNoData = ({ collected: { items, unavailable } }: CollectorRun, reason?: UnavailableReason): boolean =>
  items > 0 &&
  unavailable.length === items &&
  unavailable.every((error) => reason === undefined || error.unavailable === reason);

/** The collector with the longest calls: other calls to the same chain wait for them and can time out. */
export const fullSetCollector: CollectorName = "p-validators";

/** Returns the header Date of a response. */
export const headerOf = ({ response }: CallResult): string | undefined => response?.headers["date"]?.toString();

/** Returns the time of a response in milliseconds since 1970: by the clock of this machine, or by that of the node if they differ too
 *  much. */
export function timeOf(reply: CallResult): number {
  const difference = clockDifference({ ...reply, date: headerOf(reply) }) ?? 0;
  return reply.received + (Math.abs(difference) > maxClockDifference ? 1000 * difference : 0);
}

const entriesOf = ({ updates }: RunResult): readonly Entry[] =>
  [...updates.values()].flatMap((entry) => (entry === "keep" ? [] : entry));

/** Returns the observations of these runs. */
export const observationsOf =
  (runs: readonly CollectorRun[]): Observations =>
  <T>(kind: Kind<T>) =>
    runs.flatMap(({ collected }) =>
      entriesOf(collected).flatMap(({ readAt, observations }) =>
        observations.flatMap(({ observation: { kind: found, value } }) =>
          found === kind ? [{ value, readAt } as Observed<T>] : [],
        ),
      ),
    );

const seriesOf = (result: RunResult) => entriesOf(result).reduce((sum, entry) => sum + countSeries(entry), 0);

type Call = readonly [
  name: ReadMethodName,
  params: unknown,
  selector: string | undefined,
  timeout?: number | undefined,
];
/** Creates a client that sends one call at a time, and each distinct call once. The caller closes it. */
function createReplies(node: TransportOptions, now: () => number, signal: AbortSignal) {
  const client = createNodeClient(node);
  const replies = new Map<string, Promise<CallResult>>();
  let queue: Promise<unknown> = Promise.resolve();

  async function send(by: NodeClient, ...[name, params, selector, timeout]: Call) {
    let record: CallRecord | undefined;
    const onEnd = (of: CallRecord) => {
      record = of;
    };
    const sent = now();
    const call = by.call as (...args: readonly unknown[]) => Promise<unknown>;
    const outcome = await attempt(call({ signal, timeout, onEnd }, name, params, selector));
    const received = now();
    const seconds = (received - sent) / 1000;
    return { method: name, selector, ...record, ...outcome, sent, received, seconds } as CallResult;
  }

  /** Sends the call after all others, unless it is known. */
  function reply(...call: Call): Promise<CallResult> {
    const key = JSON.stringify(call.slice(0, 3));
    let known = replies.get(key);
    if (!known) {
      known = queue.then(() => send(client, ...call));
      queue = known.catch(() => {});
      replies.set(key, known);
    }
    return known;
  }

  return {
    client,
    send,
    reply,
    call: <N extends ReadMethodName>(name: N, params: Params<N>, ...[selector]: PathSelectorArgs<N>) =>
      reply(name, params, selector) as Promise<CallResult<Result<N>>>,
  };
}

/** Creates the queries to one node. `now` returns milliseconds since 1970. The caller closes them. */
export function createNodeQueries(context: NodeContext, now: () => number, signal: AbortSignal) {
  const { node, jobs } = context;
  const { client, send, reply, call } = createReplies(node, now, signal);
  /** Runs of the collectors that provide the facts that others need. */
  const providers: CollectorRun[] = [];

  /** Runs a collector as the exporter does. A bug of the collector is a failed run. */
  async function run(job: Job): Promise<CollectorRun> {
    const { timeout, limit } = job;
    const calls: CallResult[] = [];
    const recordingClient = {
      async call({ onEnd }: CallOptions, method: ReadMethodName, params: unknown, selector?: string) {
        const answer = await reply(method, params, selector, timeout);
        calls.push(answer);
        onEnd?.(answer);
        if (answer.error) throw answer.error;
        return answer.value;
      },
      nodeId: client.nodeId,
    } as CollectorClient;
    const date = () => {
      const last = calls.at(-1);
      return last ? timeOf(last) : 0;
    };
    const network = (await call("info.getNetworkName", {})).value?.networkName;
    const options = { signal, needs: needsOf(observationsOf(providers), network), timeout, limit, date };
    const collecting = collect(job.configured.createSession(), recordingClient, options);
    const collected = await collecting.catch((cause) => {
      signal.throwIfAborted();
      return resultOfBug(job.collector.name, cause);
    });
    const finished = { job, calls, collected, series: seriesOf(collected) };
    if (job.collector.provides) providers.push(finished);
    return finished;
  }

  /** Runs these collectors. Results are memoized, so that only the first run of a collector calls the node. */
  const runAll = (some: readonly Job[]) => Array.fromAsync(some, run);
  const rank = ({ collector, isHeavy }: Job) =>
    collector.name === fullSetCollector ? 2 : collector.provides ? -1 : Number(isHeavy);
  const cheapFirst = jobs.toSorted((a, b) => rank(a) - rank(b));

  return {
    ...context,
    call,
    /** Returns the ID of the node that a new connection reaches, if it has one. */
    async idOnNewConnection() {
      const other = createNodeClient(node);
      try {
        return (await send(other, "info.getNodeID", {}, undefined)).nodeId;
      } finally {
        await other.close();
      }
    },
    /** Returns undefined if the info API is disabled. */
    networkID: async () => (await call("info.getNetworkID", {})).value?.networkID,
    /** Returns one run of each collector, except for the full validator set. */
    runs: () => runAll(cheapFirst.filter(({ collector }) => collector.name !== fullSetCollector)),
    allRuns: () => runAll(cheapFirst),
    isOn: (collector: CollectorName) => jobs.some((job) => job.collector.name === collector),
    close: () => client.close(),
  };
}
export type NodeQueries = Omit<ReturnType<typeof createNodeQueries>, "close">;
