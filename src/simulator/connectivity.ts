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

/** Returns validators whose stake together is nearest to this share of all stake, as far as a simple search finds them. */
function validatorsWith(share: number, validators: readonly Validator[]): readonly Validator[] {
  const weight = (one: Validator) => Number(weightOf(one));
  const wanted = share * validators.reduce((sum, one) => sum + weight(one), 0);
  const candidates = validators.filter(({ node }) => !steadyNodes.includes(node));
  const descending = candidates.toSorted((left, right) => weight(right) - weight(left));
  let best: { readonly chosen: readonly Validator[]; readonly missing: number } = { chosen: [], missing: wanted };
  for (let first = 0; first < descending.length; first++) {
    const chosen: Validator[] = [];
    let missing = wanted;
    for (const one of descending.slice(first)) {
      if (Math.abs(missing - weight(one)) >= missing) continue;
      chosen.push(one);
      missing -= weight(one);
    }
    if (Math.abs(missing) < Math.abs(best.missing)) best = { chosen, missing };
  }
  return best.chosen;
}

type Options = {
  readonly random: Random;
  /** Unix seconds. */
  readonly time: number;
  /** Share of the stake that is disconnected all the time. */
  readonly away: number;
};

export function createConnectivity(validators: readonly Validator[], { random, time, away: awayShare }: Options) {
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
  if (awayShare > 0) for (const one of validatorsWith(awayShare, validators)) reconnect(one, false, time);
  else for (let i = 0; i < disconnectedRatio * count; i++) step(time);
  const noStep = { untilStep: () => Number.POSITIVE_INFINITY, step };
  if (awayShare > 0) return noStep;

  return {
    /** Milliseconds until the next `step`. */
    untilStep: () =>
      1000 * (1 + random.wait(Math.min(disconnectEachSeconds / Math.max(count, 1), disconnectAllSeconds))),
    step,
  };
}
