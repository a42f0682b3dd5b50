/** One call in flight per chain lock: the node would make the others wait inside it, where they cannot be taken back. */
import { NodeError } from "./errors.ts";

type Waiting = { readonly go: () => void; readonly refuse: (error: NodeError) => void };
type Lane = { state: "open" | "busy" | "silent"; readonly light: Waiting[]; readonly heavy: Waiting[] };
type Options = {
  /** Sends one cheap call on the lane. */
  readonly probe: (lane: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the probing, and the waiting with its reason. */
  readonly stop: AbortSignal;
  readonly onRecovered?: (() => void) | undefined;
};

const firstPause = 1000;
const longestPause = 60_000;

const timedOut = (error: unknown) => error instanceof NodeError && error.reason === "timeout";
const unsent = (lane: string) =>
  new NodeError(`chain ${lane} has not answered yet: nothing but its height is asked for until it does`, {
    kind: "timeout",
    phase: "queue",
  });

/** After a time-out, or when its caller has lost interest, the node still works on the call that was given up: nothing but the probe is sent, with growing pauses,
 *  until it ends in anything but a time-out. Its first one decides: while it is under way the other calls wait; when it has
 *  no answer either, they are refused until one has. */
export function createLanes({ probe, stop, onRecovered }: Options) {
  const lanes = new Map<string, Lane>();

  function laneOf(name: string): Lane {
    let lane = lanes.get(name);
    if (!lane) {
      lane = { state: "open", light: [], heavy: [] };
      lanes.set(name, lane);
    }
    return lane;
  }

  function next(lane: Lane) {
    const waiting = lane.light.shift() ?? lane.heavy.shift();
    lane.state = waiting ? "busy" : "open";
    waiting?.go();
  }

  async function recover(name: string, lane: Lane) {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      await sleep(pause, stop);
      if (stop.aborted) return;
      if (await answers(name)) break;
      lane.state = "silent";
      for (const { refuse } of [...lane.light.splice(0), ...lane.heavy.splice(0)]) refuse(unsent(name));
    }
    const wasSilent = lane.state === "silent";
    next(lane);
    if (wasSilent) onRecovered?.();
  }

  const answers = (name: string) =>
    probe(name, stop).then(
      () => true,
      (error: unknown) => !timedOut(error),
    );

  /** Resolves when it is the caller's turn. */
  function turn(name: string, heavy: boolean, signal: AbortSignal): Promise<void> {
    const lane = laneOf(name);
    signal.throwIfAborted();
    stop.throwIfAborted();
    if (lane.state === "silent") throw unsent(name);
    if (lane.state === "open") {
      lane.state = "busy";
      return Promise.resolve();
    }
    const queue = heavy ? lane.heavy : lane.light;
    const ended = AbortSignal.any([signal, stop]);
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(ended.reason);
      };
      const end = <A>(then: (value: A) => void) => {
        return (value: A) => {
          ended.removeEventListener("abort", leave);
          then(value);
        };
      };
      const waiting: Waiting = { go: end<void>(resolve), refuse: end<NodeError>(reject) };
      ended.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
    });
  }

  /** Runs `task` when its lane is free; waiting light calls go before heavy ones. While `isSent` returns false the node does
   *  not know of the call. */
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
      next(lane);
      return value;
    } catch (error) {
      if (isSent() && (timedOut(error) || signal.aborted)) void recover(name, lane);
      else next(lane);
      throw error;
    }
  };
}

/** Ends at once when the signal does. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done, { once: true });
  });
