/** Limits calls to one in flight per chain lock. Calls that wait inside the node could not be cancelled. */
import type { Clock } from "./clock.ts";
import { NodeError } from "./errors.ts";

type Waiters = Set<PromiseWithResolvers<void>>;
type LockQueue = {
  /** `busy`: a call is in flight, or the first probe is due. `unresponsive`: the first probe timed out, calls are rejected. */
  state: "open" | "busy" | "unresponsive";
  readonly light: Waiters;
  readonly heavy: Waiters;
};
type Options = {
  readonly clock: Clock;
  /** Sends one cheap call that needs the lock. */
  readonly probe: (lock: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the probing. Calls that wait are rejected with its reason. */
  readonly stop: AbortSignal;
  /** Called when an unresponsive lock accepts calls again. */
  readonly onRecovered?: (() => void) | undefined;
};

const initialBackoffMs = 1000;
const maxBackoffMs = 60_000;

const isTimeout = (error: unknown) => error instanceof NodeError && error.reason === "timeout";
const unsentError = (lock: string) =>
  new NodeError(
    `chain ${lock} has not responded since a timeout: only its height is polled until it does, other calls are not sent`,
    { kind: "timeout", phase: "queue" },
  );

/** Returns a function that runs one call per lock at a time. After a timeout or an abort the node is still executing the
 *  call. Until a probe succeeds (exponential backoff), only the probe is sent. Waiting calls stay queued until the first
 *  probe fails; from then on calls are rejected. */
export function createLockQueues({ clock, probe, stop, onRecovered }: Options) {
  const locks = new Map<string, LockQueue>();

  /** Starts the next call; light calls go first. */
  function release(queue: LockQueue) {
    const waiters = queue.light.size > 0 ? queue.light : queue.heavy;
    const [waiting] = waiters;
    queue.state = waiting ? "busy" : "open";
    if (waiting) waiters.delete(waiting);
    waiting?.resolve();
  }

  function refuseAll(name: string, { light, heavy }: LockQueue) {
    for (const waiting of [...light, ...heavy]) waiting.reject(unsentError(name));
    light.clear();
    heavy.clear();
  }

  async function recover(name: string, queue: LockQueue) {
    for (let pauseMs = initialBackoffMs; ; pauseMs = Math.min(2 * pauseMs, maxBackoffMs)) {
      await clock.sleep(pauseMs, stop).catch(() => {});
      if (stop.aborted) return;
      const error = await probe(name, stop).catch((error: unknown) => error);
      if (!isTimeout(error)) break;
      queue.state = "unresponsive";
      refuseAll(name, queue);
    }
    const wasUnresponsive = queue.state === "unresponsive";
    release(queue);
    if (wasUnresponsive) onRecovered?.();
  }

  /** Resolves when the lock is free for this call. */
  async function acquire(name: string, heavy: boolean, signal: AbortSignal): Promise<LockQueue> {
    const queue: LockQueue = locks.get(name) ?? { state: "open", light: new Set(), heavy: new Set() };
    locks.set(name, queue);
    signal.throwIfAborted();
    stop.throwIfAborted();
    if (queue.state === "unresponsive") throw unsentError(name);
    if (queue.state === "open") {
      queue.state = "busy";
      return queue;
    }
    const waiters = heavy ? queue.heavy : queue.light;
    const ended = AbortSignal.any([signal, stop]);
    const waiting = Promise.withResolvers<void>();
    const leave = () => {
      waiters.delete(waiting);
      waiting.reject(ended.reason);
    };
    ended.addEventListener("abort", leave);
    waiters.add(waiting);
    await waiting.promise.finally(() => ended.removeEventListener("abort", leave));
    return queue;
  }

  /** Runs `task` while it holds the lock. A task that is aborted before it calls `onSend` needs no recovery. */
  return async function withLock<T>(
    name: string | undefined,
    { heavy, signal }: { heavy: boolean; signal: AbortSignal },
    task: (onSend: () => void) => Promise<T>,
  ): Promise<T> {
    let isSent = false;
    const onSend = () => {
      isSent = true;
    };
    if (name === undefined) return task(onSend);
    const queue = await acquire(name, heavy, signal);
    try {
      const value = await task(onSend);
      release(queue);
      return value;
    } catch (error) {
      if (isTimeout(error) || (isSent && signal.aborted)) void recover(name, queue);
      else release(queue);
      throw error;
    }
  };
}
