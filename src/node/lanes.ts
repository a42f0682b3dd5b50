/** One call in flight per chain lock: the node would make the others wait inside it, where they cannot be taken back. */
import { NodeError } from "./errors.ts";

type Waiting = { readonly go: () => void };
type Lane = { open: boolean; readonly light: Waiting[]; readonly heavy: Waiting[] };

const firstPause = 1000;
const longestPause = 60_000;

const timedOut = (error: unknown) => error instanceof NodeError && error.reason === "timeout";

/** `probe` sends one cheap call on the lane. After a time-out the node still works on the call that we gave up: nothing but
 *  the probe is sent, with growing pauses, until it ends in anything but a time-out. */
export function createLanes(probe: (lane: string, signal: AbortSignal) => Promise<unknown>, stop: AbortSignal) {
  const lanes = new Map<string, Lane>();

  function laneOf(name: string): Lane {
    let lane = lanes.get(name);
    if (!lane) {
      lane = { open: true, light: [], heavy: [] };
      lanes.set(name, lane);
    }
    return lane;
  }

  function next(lane: Lane) {
    const waiting = lane.light.shift() ?? lane.heavy.shift();
    if (waiting) waiting.go();
    else lane.open = true;
  }

  async function recover(name: string) {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      await sleep(pause, stop);
      try {
        await probe(name, stop);
        return;
      } catch (error) {
        if (!timedOut(error)) return;
      }
    }
  }

  /** Resolves when it is the caller's turn. */
  function turn(lane: Lane, heavy: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (lane.open) {
      lane.open = false;
      return Promise.resolve();
    }
    const queue = heavy ? lane.heavy : lane.light;
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        go: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
    });
  }

  /** Runs `task` when its lane is free; waiting light calls go before heavy ones. */
  return async function inLane<T>(
    name: string | undefined,
    { heavy, signal }: { heavy: boolean; signal: AbortSignal },
    task: () => Promise<T>,
  ): Promise<T> {
    if (name === undefined) return task();
    const lane = laneOf(name);
    await turn(lane, heavy, signal);
    try {
      const value = await task();
      next(lane);
      return value;
    } catch (error) {
      if (timedOut(error)) {
        recover(name).then(
          () => next(lane),
          () => {}, // stopped
        );
      } else next(lane);
      throw error;
    }
  };
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
