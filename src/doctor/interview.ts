/** What is asked of one node: one call after the other, and the same one only once. */
import type { Watching } from "../collectors/settings.ts";
import type { AtArgs, Name, Params, ReadName, Result } from "../contract/contract.ts";
import { collect, type Run } from "../exporter/collect.ts";
import type { Job, Knobs } from "../exporter/plan.ts";
import { type CallEnd, createNodeClient, type NodeClient } from "../node/client.ts";
import { NodeError } from "../node/errors.ts";
import type { TransportOptions } from "../node/transport.ts";
import type { Change } from "./settings.ts";

/** Milliseconds: since 1970, and of a clock that only goes on. */
export type Clock = { readonly now: () => number; readonly monotonic: () => number };

/** What is known of a node before it is asked: what the configuration says. */
export type About = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly node: TransportOptions;
  /** Scheme, host and port: a path may hold a key. */
  readonly origin: string;
  readonly watch: Watching["watch"];
  readonly knobs: Readonly<Record<string, Knobs>>;
  readonly jobs: readonly Job[];
  /** What is to be typed or written to change a setting for this node. */
  readonly set: Change;
  /** A command of ours about this node. */
  readonly command: (words: string) => string;
  /** A key of the node's own section, as it is written in the file. */
  readonly key: (name: string) => string;
};

/** How one call went. */
export type Reply<T = unknown> = {
  /** From when it was asked to when the answer was there, in milliseconds since 1970. */
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

type Call = { readonly method: Name; readonly at: string | undefined; readonly reply: Reply };
/** One round of one collector. */
export type Round = {
  readonly job: Job;
  readonly calls: readonly Call[];
  /** undefined where the collector made no sense of the answers. */
  readonly ended: Run | undefined;
  readonly series: number;
};

/** This one's calls take longest, and what waits for them is lost when they take too long. */
export const fullSet = "p-validators";

const seriesOf = ({ outcome }: Run) =>
  [...outcome.values()].reduce((sum, samples) => sum + (samples === "keep" ? 0 : samples.length), 0);

/** Cheap ones first. */
const rank = ({ collector, heavy }: Job) => (collector.name === fullSet ? 2 : Number(heavy));

export function createInterview({ node, jobs }: About, clock: Clock, signal: AbortSignal) {
  const client = createNodeClient(node);
  const replies = new Map<string, Promise<Reply>>();
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = turn.then(task);
    turn = mine.catch(() => {});
    return mine;
  }

  async function send(by: NodeClient, name: ReadName, params: unknown, at: string | undefined, timeout?: number) {
    let end: Omit<CallEnd, "seconds"> = { nodeId: undefined };
    const onEnd = (of: CallEnd) => {
      end = of;
    };
    const sent = clock.now();
    const begin = clock.monotonic();
    const call = by.call as (...args: readonly unknown[]) => Promise<unknown>;
    const outcome = await call({ signal, timeout, onEnd }, name, params, at).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (error instanceof NodeError) return { error };
        throw error;
      },
    );
    const seconds = (clock.monotonic() - begin) / 1000;
    return { ...outcome, ...end, sent, received: clock.now(), seconds } as Reply;
  }

  function ask(name: ReadName, params: unknown, at: string | undefined, timeout?: number): Promise<Reply> {
    const key = JSON.stringify([name, params, at]);
    const reply = replies.get(key) ?? inTurn(() => send(client, name, params, at, timeout));
    replies.set(key, reply);
    return reply;
  }

  /** As the exporter would run it. */
  async function round(job: Job): Promise<Round> {
    const calls: Call[] = [];
    const asking = {
      async call({ onEnd }: Parameters<NodeClient["call"]>[0], method: ReadName, params: unknown, at?: string) {
        const reply = await ask(method, params, at, job.timeout);
        calls.push({ method, at, reply });
        onEnd?.(reply);
        if (reply.error) throw reply.error;
        return reply.value;
      },
      nodeId: client.nodeId,
    };
    const options = { signal, timeout: job.timeout, limit: job.limit };
    try {
      const ended = await collect(job.prepared.begin(), asking as Pick<NodeClient, "call" | "nodeId">, options);
      return { job, calls, ended, series: seriesOf(ended) };
    } catch {
      signal.throwIfAborted();
      return { job, calls, ended: undefined, series: 0 };
    }
  }

  const rounds = new Map<Job, Promise<Round>>();
  function roundOf(job: Job): Promise<Round> {
    const known = rounds.get(job) ?? round(job);
    rounds.set(job, known);
    return known;
  }
  async function roundsOf(some: readonly Job[]): Promise<readonly Round[]> {
    const all: Round[] = [];
    for (const job of some.toSorted((a, b) => rank(a) - rank(b))) all.push(await roundOf(job));
    return all;
  }

  return {
    ask: <N extends ReadName>(name: N, params: Params<N>, ...[at]: AtArgs<N>) =>
      ask(name, params, at) as Promise<Reply<Result<N>>>,
    /** Anew, on a connection of its own. */
    apart: <N extends ReadName>(name: N, params: Params<N>, ...[at]: AtArgs<N>) =>
      inTurn(async () => {
        const other = createNodeClient(node);
        try {
          return (await send(other, name, params, at)) as Reply<Result<N>>;
        } finally {
          await other.close();
        }
      }),
    /** One round of each collector that runs here, but for the full set of validators. */
    rounds: () => roundsOf(jobs.filter(({ collector }) => collector.name !== fullSet)),
    allRounds: () => roundsOf(jobs),
    close: () => client.close(),
  };
}
export type Interview = Omit<ReturnType<typeof createInterview>, "close">;
