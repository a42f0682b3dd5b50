/** Connectivity of the node to the other validators. */
import type { Random } from "./random.ts";
import { reconnect, steadyNodes, type Validator } from "./stakers.ts";

/** Mean seconds between disconnects: per validator of a large set, and in total for a small one. */
const disconnectEachSeconds = 3 * 86_400;
const disconnectAllSeconds = 900;
const disconnectedRatio = 0.02;
/** Without a validator of more than this part of the weight, the node is unhealthy. */
const maxDisconnectedPart = 5n;

const weightOf = ({ weight, delegated }: Validator) => weight + delegated;

/** Returns the connected validators without which the node is healthy; all connected ones if there is none. */
function candidatesOf(validators: readonly Validator[]): readonly Validator[] {
  const total = validators.reduce((sum, validator) => sum + weightOf(validator), 0n);
  const connected = validators.filter(({ node, connected }) => !steadyNodes.includes(node) && connected);
  const light = connected.filter((validator) => maxDisconnectedPart * weightOf(validator) < total);
  return light.length > 0 ? light : connected;
}

export function createConnectivity(validators: readonly Validator[], random: Random, time: number) {
  const count = validators.length;
  const away: number[] = [];

  /** Disconnects one validator, and reconnects the one disconnected for the longest time. */
  function step(now: number) {
    const candidates = candidatesOf(validators);
    const one = candidates[random.below(candidates.length)];
    if (one) {
      reconnect(one, false, now);
      away.push(one.node);
    }
    const node = away.length > Math.max(1, disconnectedRatio * validators.length) ? away.shift() : undefined;
    const back = validators.find((validator) => validator.node === node);
    if (back) reconnect(back, true, now);
  }
  for (let i = 0; i < disconnectedRatio * count; i++) step(time);

  return {
    /** Milliseconds until the next `step`. */
    untilStep: () =>
      1000 * (1 + random.wait(Math.min(disconnectEachSeconds / Math.max(count, 1), disconnectAllSeconds))),
    step,
  };
}
