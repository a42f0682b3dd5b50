/** What befalls some validators in a scenario. All in Unix seconds. */
import { requiredUptime } from "./helicon.ts";
import type { L1s } from "./l1s.ts";
import { reconnect, type Validator } from "./stakers.ts";

/** Well-known nodes. */
export const offlineNode = 1;
export const leavingNode = 2;

/** Out of sight from now on, and by then seen too little for a reward. */
export function disconnect(validator: Validator, now: number, until: number, helicon: number) {
  const { start } = validator;
  reconnect(validator, false, now);
  validator.up = Math.min(Math.floor(requiredUptime(start, helicon) * (until - start)), now - start);
}

/** Seconds from now until the first and after the last balance is used up. */
const drained = { first: 180, last: 780 };

/** The balances of so large a share now last for minutes at the least price. Their order stays: `L1s` relies on it. */
export function drain({ validators, balance }: L1s, share: number, minPrice: bigint) {
  const active = validators.filter((validator) => balance(validator) > 0n);
  const inOrder = active.sort((left, right) => Number(balance(left) - balance(right)) || left.n - right.n);
  const draining = inOrder.slice(0, Math.ceil(share * active.length));
  const step = (drained.last - drained.first) / draining.length;
  for (const [i, validator] of draining.entries()) {
    const more = BigInt(Math.floor(drained.first + i * step)) * minPrice - balance(validator);
    validator.paidUntil += more;
    validator.initial += more;
  }
}
