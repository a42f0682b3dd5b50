/** The primary network's stakers: they start, end and are replaced; the node sees them come and go. */
import { createHeap } from "./heap.ts";
import type { Network } from "./networks.ts";
import type { Random } from "./random.ts";
import { createDraws, type Delegator, ownNode, reconnect, uptimeOf, type Validator } from "./stakers.ts";

type Options = { readonly network: Network; readonly count: number; readonly time: number; readonly random: Random };
type Ending = { readonly end: number; readonly n: number; readonly of: Validator | Delegator };

const rewardedUptime = 0.8;
const delegatorsEach = 10;
/** Chances in one block. */
const joins = 0.3;
const delegates = 0.02;
/** Chance that who ends stakes again with the same node. */
const stays = 0.7;
/** Seconds between two times that the node loses sight of somebody, for one of many and for all of a few. */
const lostEach = 3 * 86_400;
const lostAll = 900;
const awayShare = 0.02;

export function createPrimary({ network, count, time, random }: Options) {
  const draws = createDraws(random, network, count);
  const validators: Validator[] = [];
  const away: Validator[] = [];
  const leavers: number[] = [];
  const endings = createHeap<Ending>((left, right) => left.end - right.end || right.n - left.n); // delegators first
  let { supply } = network.begin;
  let total = 0n;
  let delegatorCount = 0;
  let nodes = 0;

  function settle(staker: Validator | Delegator) {
    endings.push({ end: staker.end, n: staker.n, of: staker });
    supply += staker.reward;
    total += staker.weight;
  }
  function addDelegator(to: Validator, start: number, end: number) {
    const delegator = draws.delegator(to, start, Math.min(end, to.end), supply);
    if (!delegator) return;
    to.delegators.add(delegator);
    to.delegated += delegator.weight;
    delegatorCount++;
    settle(delegator);
  }
  function addValidator(node: number, start: number, end: number): Validator {
    const validator = draws.validator(node, start, end, supply);
    validators.push(validator);
    settle(validator);
    return validator;
  }

  /** One who has been staking for a while. */
  function addEarlier() {
    const period = draws.period();
    const start = time - Math.floor(random.next() * period);
    const validator = addValidator(nodes++, start, start + period);
    validator.up = Math.floor(draws.pastUptime(validator.node) * (time - start));
    validator.seen = time;
    const most = Math.floor(random.wait(delegatorsEach));
    for (let i = 0; i < most; i++) {
      const seconds = draws.delegation();
      const since = Math.max(start, time - Math.floor(random.next() * seconds));
      const end = since + seconds;
      if (end > time) addDelegator(validator, since, end);
    }
  }

  function endDelegator({ to, weight, reward, ...delegator }: Delegator, staker: Delegator) {
    to.delegators.delete(staker);
    to.delegated -= weight;
    delegatorCount--;
    if (uptimeOf(to, delegator.end) < rewardedUptime) supply -= reward;
    else to.accrued += (reward * BigInt(to.fee)) / 1_000_000n;
  }
  function endValidator(validator: Validator) {
    validators.splice(validators.indexOf(validator), 1);
    if (uptimeOf(validator, validator.end) < rewardedUptime) supply -= validator.reward;
    leavers.push(validator.node === ownNode || random.chance(stays) ? validator.node : nodes++);
  }

  /** The node loses sight of one, and sees again who was away for longest. */
  function look(now: number) {
    const one = validators[random.below(validators.length)];
    if (one && one.node !== ownNode && one.connected) {
      reconnect(one, false, now);
      away.push(one);
    }
    const back = away.length > Math.max(1, awayShare * validators.length) ? away.shift() : undefined;
    if (back) reconnect(back, true, now);
  }

  for (let i = 0; i < count; i++) addEarlier();
  for (let i = 0; i < awayShare * count; i++) look(time);

  return {
    validators: validators as readonly Validator[],
    supply: () => supply,
    total: () => total,
    delegatorCount: () => delegatorCount,
    /** When the first of all stakers ends. */
    nextEnd: () => endings.peek()?.end ?? Number.POSITIVE_INFINITY,

    /** What a block at this time changes. */
    accept(now: number) {
      for (let next = endings.peek(); next && next.end <= now; next = endings.peek()) {
        endings.pop();
        total -= next.of.weight;
        if ("to" in next.of) endDelegator(next.of, next.of);
        else endValidator(next.of);
      }
      if (leavers.length > 0 && random.chance(joins)) {
        addValidator(leavers.shift() as number, now, now + draws.period());
      }
      if (validators.length > 0 && random.chance(delegates) && delegatorCount < 1.2 * delegatorsEach * count) {
        const to = validators[random.below(validators.length)] as Validator;
        addDelegator(to, now, now + draws.delegation());
      }
    },

    /** Milliseconds until `look` is due again. */
    untilLook: () => 1000 * (1 + random.wait(Math.min(lostEach / Math.max(count, 1), lostAll))),
    look,
  };
}
export type Primary = ReturnType<typeof createPrimary>;
