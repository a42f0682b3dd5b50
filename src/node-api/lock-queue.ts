/** Limits calls to one in flight per chain lock. Calls that wait inside the node could not be canceled. */
import { addAbortListener } from "node:events";
import type { Clock } from "../lib/clock.ts";
import { NodeError } from "./errors.ts";

type Waiter = PromiseWithResolvers<void> & { readonly isHeavy: boolean };
type LockQueue = {
  /** `busy`: a call is in flight, or the first probe is due. `unresponsive`: the first probe timed out, calls are rejected. */
  state: "open" | "busy" | "unresponsive";
  readonly waiting: Set<Waiter>;
};
type Options = {
  readonly clock: Clock;
  /** Sends one cheap call that needs the lock. */
  readonly probe: (lock: string, signal: AbortSignal) => Promise<unknown>;
  /** Ends the probing. Calls that wait are rejected with its reason. */
  readonly stop: AbortSignal;
};

const initialBackoffMs = 1000;
const maxBackoffMs = 60_000;

const isTimeout = (error: unknown) => error instanceof NodeError && error.reason === "timeout";
const unsent = (text: string) => new NodeError(text, { code: "unsent" });
const notSent = (name: string) =>
  unsent(
    `chain ${name} has not responded since a timeout: only its height is polled until it does, other calls are not sent`,
  );
const notSentToVm = (path: string) =>
  unsent(`${path} has not responded to an earlier call: the calls that waited for it are not sent`);

/** Returns a function that runs one call per lock at a time. After a timeout or an abort the node is still executing the
 *  call. Until a probe succeeds (exponential backoff), only the probe is sent. Waiting calls stay queued until the first
 *  probe fails; from then on calls are rejected. */
export function createLockQueues({ clock, probe, stop }: Options) {
  const locks = new Map<string, LockQueue>();

  /** Starts the next call; light calls go first. */
  function release(queue: LockQueue) {
    const [first] = queue.waiting;
    const next = queue.waiting.values().find(({ isHeavy }) => !isHeavy) ?? first;
    queue.state = next ? "busy" : "open";
    if (next) queue.waiting.delete(next);
    next?.resolve();
  }

  function rejectAll({ waiting }: LockQueue, error: NodeError) {
    for (const waiter of waiting) waiter.reject(error);
    waiting.clear();
  }

  async function recover(name: string, queue: LockQueue) {
    for (let pauseMs = initialBackoffMs; ; pauseMs = Math.min(2 * pauseMs, maxBackoffMs)) {
      await clock.sleep(pauseMs, stop).catch(() => {});
      if (stop.aborted) return;
      const error = await probe(name, stop).catch((error: unknown) => error);
      if (!isTimeout(error)) break;
      queue.state = "unresponsive";
      rejectAll(queue, notSent(name));
    }
    release(queue);
  }

  /** Resolves when the lock is free for this call. */
  async function acquire(name: string, isHeavy: boolean, signal: AbortSignal): Promise<LockQueue> {
    const queue: LockQueue = locks.get(name) ?? { state: "open", waiting: new Set() };
    locks.set(name, queue);
    signal.throwIfAborted();
    stop.throwIfAborted();
    if (queue.state === "unresponsive") throw notSent(name);
    if (queue.state === "open") {
      queue.state = "busy";
      return queue;
    }
    const waiter = { ...Promise.withResolvers<void>(), isHeavy };
    const leave = ({ reason }: AbortSignal) => {
      queue.waiting.delete(waiter);
      waiter.reject(reason);
    };
    // both signals outlive the call: a listener that stays would be a leak
    using _onAbort = addAbortListener(signal, () => leave(signal));
    using _onStop = addAbortListener(stop, () => leave(stop));
    queue.waiting.add(waiter);
    await waiter.promise;
    return queue;
  }

  /** Runs `task` while it holds the lock. After a timeout of a virtual machine, the waiting calls are rejected, and the next one is sent. */
  return async function withLock<T>(
    name: string | undefined,
    { isHeavy, isOfVm = false, signal }: { isHeavy: boolean; isOfVm?: boolean; signal: AbortSignal },
    task: () => Promise<T>,
  ): Promise<T> {
    if (name === undefined) return task();
    const queue = await acquire(name, isHeavy, signal);
    try {
      const value = await task();
      release(queue);
      return value;
    } catch (error) {
      if (isOfVm && isTimeout(error)) rejectAll(queue, notSentToVm(name));
      if (!isOfVm && (isTimeout(error) || signal.aborted)) void recover(name, queue);
      else release(queue);
      throw error;
    }
  };
}
