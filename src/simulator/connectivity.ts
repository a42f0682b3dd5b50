/** Connectivity of the node to the other validators. */
import type { Random } from "./random.ts";
import { ownNode, reconnect, type Validator } from "./stakers.ts";

/** Mean seconds between disconnects: per validator of a large set, and in total for a small one. */
const disconnectEachSeconds = 3 * 86_400;
const disconnectAllSeconds = 900;
const disconnectedRatio = 0.02;
/** Validators with more than this part of the weight are not disconnected together: the node would be unhealthy. */
const maxDisconnectedPart = 5n;
const weightOf = (some: readonly Validator[]) =>
  some.reduce((sum, { weight, delegated }) => sum + weight + delegated, 0n);

export function createConnectivity(validators: readonly Validator[], random: Random, time: number) {
  const count = validators.length;
  const away: number[] = [];

  function exceedsMax(one: Validator): boolean {
    const lost = validators.filter(({ connected }) => !connected);
    return lost.length > 0 && maxDisconnectedPart * weightOf([...lost, one]) > weightOf(validators);
  }
  function reconnectFirst(now: number) {
    const node = away.shift();
    const back = validators.find((validator) => validator.node === node);
    if (back) reconnect(back, true, now);
  }

  /** Disconnects one validator, and reconnects the one disconnected for the longest time. */
  function step(now: number) {
    const one = validators[random.below(validators.length)];
    if (one && one.node !== ownNode && one.connected) {
      if (exceedsMax(one)) reconnectFirst(now);
      reconnect(one, false, now);
      away.push(one.node);
    }
    if (away.length > Math.max(1, disconnectedRatio * validators.length)) reconnectFirst(now);
  }
  for (let i = 0; i < disconnectedRatio * count; i++) step(time);

  return {
    /** Milliseconds until the next `step`. */
    untilStep: () =>
      1000 * (1 + random.wait(Math.min(disconnectEachSeconds / Math.max(count, 1), disconnectAllSeconds))),
    step,
  };
}
