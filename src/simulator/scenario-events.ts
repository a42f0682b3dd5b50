/** Validator events used by scenarios. Times in Unix seconds. */
import { requiredUptime } from "./helicon.ts";
import type { L1s } from "./l1s.ts";
import { reconnect, type Validator } from "./stakers.ts";

/** Disconnects a validator, with an uptime that is too low for a reward at `until`. */
export function disconnect(validator: Validator, now: number, until: number, helicon: number) {
  const { start } = validator;
  reconnect(validator, false, now);
  validator.up = Math.min(Math.floor(requiredUptime(start, helicon) * (until - start)), now - start);
}

const minute = 60;
/** Seconds after the start at which the offline node disconnects and connects again, and until its staking period ends. */
export const incident = { from: 5 * minute, until: 20 * minute, firstCycle: 360 * minute };

/** Returns the connection changes of a validator as events: each has a time in milliseconds, the first is the next. `find`
 *  returns the validator at the time of an event, because a renewal replaces it. */
export function outageOf(find: () => Validator | undefined, { from, until }: Pick<typeof incident, "from" | "until">) {
  const changes = [
    { at: 1000 * from, connected: false },
    { at: 1000 * until, connected: true },
  ];
  return {
    nextAt: () => changes[0]?.at ?? Number.POSITIVE_INFINITY,
    step() {
      const change = changes.shift();
      const validator = find();
      if (validator && change) reconnect(validator, change.connected, change.at / 1000);
    },
  };
}

/** Seconds from now until the first and after the last balance is used up. */
const drained = { first: 180, last: 780 };

/** Reduces the balances of a share of validators to minutes at the minimum price. Keeps their order, since `L1s` needs it. */
export function drain({ validators, balance }: L1s, share: number, minPrice: bigint, { first, last } = drained) {
  const active = validators.filter((validator) => balance(validator) > 0n);
  const inOrder = active.sort((left, right) => Number(balance(left) - balance(right)) || left.n - right.n);
  const draining = inOrder.slice(0, Math.ceil(share * active.length));
  const step = (last - first) / draining.length;
  for (const [i, validator] of draining.entries()) {
    const more = BigInt(Math.floor(first + i * step)) * minPrice - balance(validator);
    validator.paidUntil += more;
    validator.initial += more;
  }
}
