/** Whom of the validators the node sees: now and then it loses sight of one. */
import type { Random } from "./random.ts";
import { ownNode, reconnect, type Validator } from "./stakers.ts";

/** Seconds between two times that the node loses sight of somebody, for one of many and for all of a few. */
const disconnectEachSeconds = 3 * 86_400;
const disconnectAllSeconds = 900;
const disconnectedRatio = 0.02;

export function createConnectivity(validators: readonly Validator[], random: Random, time: number) {
  const count = validators.length;
  const away: number[] = [];

  /** It loses sight of one, and sees again who was away for longest. */
  function step(now: number) {
    const one = validators[random.below(validators.length)];
    if (one && one.node !== ownNode && one.connected) {
      reconnect(one, false, now);
      away.push(one.node);
    }
    const node = away.length > Math.max(1, disconnectedRatio * validators.length) ? away.shift() : undefined;
    const back = validators.find((validator) => validator.node === node);
    if (back) reconnect(back, true, now);
  }
  for (let i = 0; i < disconnectedRatio * count; i++) step(time);

  return {
    /** Milliseconds until `look` is due again. */
    untilStep: () =>
      1000 * (1 + random.wait(Math.min(disconnectEachSeconds / Math.max(count, 1), disconnectAllSeconds))),
    step,
  };
}
