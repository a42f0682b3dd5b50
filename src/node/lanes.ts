/** One call in flight per chain lock: further calls would wait inside the node, where they cannot be cancelled. */
import type { Clock } from "./clock.ts";
import { NodeError } from "./errors.ts";

type Queue = Set<PromiseWithResolvers<void>>;
type Lane = {
  /** `busy`: a call is in flight, or the first probe is due. `silent`: the first probe timed out, calls are refused. */
  state: "open" | "busy" | "silent";
  readonly light: Queue;
  readonly heavy: Queue;
};
type Options = {
  readonly clock: Clock;
  /** Sends one cheap call on the lane. */
  readonly probe: (lane: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the probing. Calls that wait are rejected with its reason. */
  readonly stop: AbortSignal;
  /** A lane that refused calls accepts them again. */
  readonly onRecovered?: (() => void) | undefined;
};

const minPauseMs = 1000;
const maxPauseMs = 60_000;

const timedOut = (error: unknown) => error instanceof NodeError && error.reason === "timeout";
const unsent = (lane: string) =>
  new NodeError(
    `chain ${lane} has not responded since a timeout: only its height is polled until it does, other calls are not sent`,
    {
      kind: "timeout",
      phase: "queue",
    },
  );

/** Returns a function that runs one call per lane at a time. When a call times out or its caller gives up, the node still
 *  works on it. Then the lane sends only probes, with growing pauses, until one ends in anything but a timeout. Calls wait
 *  for the first probe; if it times out too, they are refused until a later one does not. */
export function createLanes({ clock, probe, stop, onRecovered }: Options) {
  const lanes = new Map<string, Lane>();

  function laneOf(name: string): Lane {
    const lane: Lane = lanes.get(name) ?? { state: "open", light: new Set(), heavy: new Set() };
    lanes.set(name, lane);
    return lane;
  }

  /** Lets the next call go; light calls go first. */
  function release(lane: Lane) {
    const queue = lane.light.size > 0 ? lane.light : lane.heavy;
    const [waiting] = queue;
    lane.state = waiting ? "busy" : "open";
    if (waiting) queue.delete(waiting);
    waiting?.resolve();
  }

  function refuseAll(name: string, { light, heavy }: Lane) {
    for (const waiting of [...light, ...heavy]) waiting.reject(unsent(name));
    light.clear();
    heavy.clear();
  }

  const hasAnswer = (name: string) =>
    probe(name, stop).then(
      () => true,
      (error: unknown) => !timedOut(error),
    );

  async function recover(name: string, lane: Lane) {
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await clock.sleep(pauseMs, stop).catch(() => {});
      if (stop.aborted) return;
      if (await hasAnswer(name)) break;
      lane.state = "silent";
      refuseAll(name, lane);
    }
    const wasSilent = lane.state === "silent";
    release(lane);
    if (wasSilent) onRecovered?.();
  }

  /** Resolves when the lane belongs to the caller. */
  async function turn(name: string, heavy: boolean, signal: AbortSignal) {
    const lane = laneOf(name);
    signal.throwIfAborted();
    stop.throwIfAborted();
    if (lane.state === "silent") throw unsent(name);
    if (lane.state === "open") {
      lane.state = "busy";
      return;
    }
    const queue = heavy ? lane.heavy : lane.light;
    const ended = AbortSignal.any([signal, stop]);
    const waiting = Promise.withResolvers<void>();
    const leave = () => {
      queue.delete(waiting);
      waiting.reject(ended.reason);
    };
    ended.addEventListener("abort", leave);
    queue.add(waiting);
    await waiting.promise.finally(() => ended.removeEventListener("abort", leave));
  }

  /** Runs `task` when its lane is free. While `isSent` returns false the node does not know of the call. */
  return async function inLane<T>(
    name: string | undefined,
    { heavy, signal, isSent = () => true }: { heavy: boolean; signal: AbortSignal; isSent?: () => boolean },
    task: () => Promise<T>,
  ): Promise<T> {
    if (name === undefined) return task();
    await turn(name, heavy, signal);
    const lane = laneOf(name);
    try {
      const value = await task();
      release(lane);
      return value;
    } catch (error) {
      if (isSent() && (timedOut(error) || signal.aborted)) void recover(name, lane);
      else release(lane);
      throw error;
    }
  };
}
