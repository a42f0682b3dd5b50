/** Calls to one node for the checks. */
import type { WatchSettings } from "../collectors/settings.ts";
import type { Params, PathSelectorArgs, ReadMethodName, Result, RpcMethodName } from "../contract/contract.ts";
import { type Collected, collect } from "../exporter/collect.ts";
import type { CollectorOptions, Job } from "../exporter/plan.ts";
import { type CallEnd, createNodeClient, type NodeClient } from "../node/client.ts";
import { NodeError, type UnavailableReason } from "../node/errors.ts";
import type { TransportOptions } from "../node/transport.ts";
import type { Change } from "./settings.ts";

/** The configuration of one node. */
export type About = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly node: TransportOptions;
  /** Scheme, host and port: a path may hold a key. */
  readonly origin: string;
  readonly watch: WatchSettings["watch"];
  readonly collectorOptions: Readonly<Record<string, CollectorOptions>>;
  readonly jobs: readonly Job[];
  /** Returns the flag, or the line of the file, that changes a setting for this node. */
  readonly set: Change;
  /** Returns the command line of this program for this node. */
  readonly command: (words: string) => string;
  /** Returns the full name of a key of the node's section of the file. */
  readonly key: (name: string) => string;
};

/** The outcome of one call. */
export type Reply<T = unknown> = {
  /** Milliseconds since 1970. */
  readonly sent: number;
  readonly received: number;
} & CallEnd &
  ({ readonly value: T; readonly error?: undefined } | { readonly value?: undefined; readonly error: NodeError });

/** Returns a header of the response, the first of several. */
export const headerOf = ({ response }: Pick<Reply, "response">, name: string): string | undefined =>
  [response?.headers[name]].flat()[0];

/** Returns the time of the response by the clock of the server, in whole seconds. */
export function dateOf(reply: Pick<Reply, "response">): Date | undefined {
  const date = new Date(headerOf(reply, "date") ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

type Call = { readonly method: RpcMethodName; readonly at: string | undefined; readonly reply: Reply };
/** One round of one collector. */
export type Round = {
  readonly job: Job;
  readonly calls: readonly Call[];
  /** undefined if the collector failed on the answers. */
  readonly ended: Collected | undefined;
  readonly series: number;
};

/** Returns whether the node offers nothing for this round, for the given reason if there is one. */
export const isIdle = ({ ended }: Round, why?: UnavailableReason): boolean =>
  ended !== undefined &&
  ended.unavailable.length === ended.items &&
  ended.unavailable.every(({ unavailable }) => why === undefined || unavailable === why);

/** The collector with the longest calls: calls on the same chain wait for them and can time out. */
export const fullSet = "p-validators";

const seriesOf = ({ outcome }: Collected) =>
  [...outcome.values()].reduce((sum, samples) => sum + (samples === "keep" ? 0 : samples.length), 0);

/** Creates the calls to one node: one at a time, and the same one only once. `now` returns milliseconds since 1970. The
 *  caller closes it. */
export function createInterview(about: About, now: () => number, signal: AbortSignal) {
  const { node, jobs } = about;
  const client = createNodeClient(node);
  const replies = new Map<string, Promise<Reply>>();
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = turn.then(task);
    turn = mine.catch(() => {});
    return mine;
  }

  async function send(by: NodeClient, name: ReadMethodName, params: unknown, at: string | undefined, timeout?: number) {
    let end: Omit<CallEnd, "seconds"> = { nodeId: undefined };
    const onEnd = (of: CallEnd) => {
      end = of;
    };
    const sent = now();
    const call = by.call as (...args: readonly unknown[]) => Promise<unknown>;
    const outcome = await call({ signal, timeout, onEnd }, name, params, at).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (error instanceof NodeError) return { error };
        throw error;
      },
    );
    const received = now();
    return { ...outcome, ...end, sent, received, seconds: (received - sent) / 1000 } as Reply;
  }

  function reply(name: ReadMethodName, params: unknown, at: string | undefined, timeout?: number): Promise<Reply> {
    const key = JSON.stringify([name, params, at]);
    const known = replies.get(key) ?? inTurn(() => send(client, name, params, at, timeout));
    replies.set(key, known);
    return known;
  }

  const ask = <N extends ReadMethodName>(name: N, params: Params<N>, ...[at]: PathSelectorArgs<N>) =>
    reply(name, params, at) as Promise<Reply<Result<N>>>;

  /** Runs a round as the exporter would. */
  async function round(job: Job): Promise<Round> {
    const calls: Call[] = [];
    const asking = {
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
      const ended = await collect(job.prepared.createSession(), asking as Pick<NodeClient, "call" | "nodeId">, options);
      return { job, calls, ended, series: seriesOf(ended) };
    } catch {
      signal.throwIfAborted();
      return { job, calls, ended: undefined, series: 0 };
    }
  }

  /** Replies are kept, so that only the first round of a collector calls the node. */
  async function roundsOf(some: readonly Job[]): Promise<readonly Round[]> {
    const all: Round[] = [];
    for (const job of some) all.push(await round(job));
    return all;
  }
  const rank = ({ collector, heavy }: Job) => (collector.name === fullSet ? 2 : Number(heavy));
  const cheapFirst = jobs.toSorted((a, b) => rank(a) - rank(b));

  return {
    ...about,
    ask,
    /** Sends the call again, on a connection of its own. */
    async askApart<N extends ReadMethodName>(name: N, params: Params<N>, ...[at]: PathSelectorArgs<N>) {
      const other = createNodeClient(node);
      try {
        return (await inTurn(() => send(other, name, params, at))) as Reply<Result<N>>;
      } finally {
        await other.close();
      }
    },
    /** Returns undefined if the info API is off. */
    networkID: async () => (await ask("info.getNetworkID", {})).value?.networkID,
    /** Returns one round of each collector of the node, without the full set of validators. */
    rounds: () => roundsOf(cheapFirst.filter(({ collector }) => collector.name !== fullSet)),
    /** Returns one round of each collector of the node. */
    allRounds: () => roundsOf(cheapFirst),
    isOn: (collector: string) => jobs.some((job) => job.collector.name === collector),
    close: () => client.close(),
  };
}
export type Interview = Omit<ReturnType<typeof createInterview>, "close">;
