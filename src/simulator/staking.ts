/** Stakers of the primary network or an elastic subnet: they start, end, and are replaced or auto-renew. */
import { createHeap } from "./heap.ts";
import { firstRenewing, nextCycle, renews, requiredUptime, stopping } from "./helicon.ts";
import type { Random } from "./random.ts";
import {
  createStakerGenerator,
  type Delegator,
  maxDays,
  ownNode,
  type RenewalTerms,
  type Stake,
  type StakingParams,
  steadyNodes,
  uptimeOf,
  type Validator,
} from "./stakers.ts";

/** `time` and `helicon` in Unix seconds. */
type Options = {
  /** Seconds until the first cycle ends. */
  readonly firstCycle?: number;
  readonly terms: StakingParams;
  readonly count: number;
  /** Number of the first node: 0 unless given. */
  readonly firstNode?: number;
  readonly time: number;
  readonly helicon: number;
  /** Target average number of delegators per validator, before capacity limits. */
  readonly delegatorsEach: number;
  /** A node that validates until `end` and does not stake again. */
  readonly leaver?: { readonly node: number; readonly end: number };
  readonly random: Random;
};
type Period = { readonly start: number; readonly end: number; readonly renewal?: RenewalTerms };
/** Weight of a node during a staking period. */
type StakePeriod = Pick<Stake, "start" | "end" | "weight"> & { readonly node: number };
type Ending = { readonly end: number; readonly n: number; readonly of: Validator | Delegator };

/** Probabilities per block. */
const joinProbability = 0.3;
const delegateProbability = 0.02;
const delegateProbabilityEach = 3e-7;
/** Probability that an ended validator stakes again with the same node. */
const restakeProbability = 0.7;
const day = 86_400;
/** Seconds until the first cycle ends, by default. */
const defaultFirstCycle = 900;

export function createStaking({
  terms,
  count,
  time,
  helicon,
  delegatorsEach,
  leaver,
  random,
  firstNode = 0,
  ...options
}: Options) {
  const { firstCycle = defaultFirstCycle } = options;
  const draws = createStakerGenerator(random, terms, { count, helicon });
  const validators: Validator[] = [];
  const stakes: StakePeriod[] = [];
  const leavers: number[] = [];
  const wanted = delegatorsEach * count;
  const delegating = Math.max(delegateProbability, delegateProbabilityEach * wanted);
  const endings = createHeap<Ending>((left, right) => left.end - right.end || right.n - left.n); // delegators first
  let { supply } = terms;
  let total = 0n;
  let delegatorCount = 0;
  let nodes = firstNode;

  function settle(staker: Validator | Delegator) {
    const { start, end, n, weight } = staker;
    endings.push({ end, n, of: staker });
    stakes.push({ start, end, weight, node: "to" in staker ? staker.to.node : staker.node });
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
  function addValidator(node: number, { start, end, renewal }: Period): Validator {
    const validator = draws.validator(node, start, end, supply, renewal);
    validators.push(validator);
    settle(validator);
    return validator;
  }

  function periodFrom(node: number, start: number): Period {
    if (!renews(node, start, helicon)) return { start, end: start + draws.period() };
    const period = draws.cycle();
    return { start, end: start + period, renewal: draws.renewal(period) };
  }
  function earlierPeriod(node: number): Period {
    if (!renews(node, time, helicon)) {
      const isSteady = steadyNodes.includes(node);
      const period = isSteady ? maxDays * day : draws.period();
      const start = time - Math.floor((random.next() * period) / (isSteady ? 2 : 1));
      return node === leaver?.node ? { start: leaver.end - period, end: leaver.end } : { start, end: start + period };
    }
    const period = draws.cycle();
    const left = node === firstRenewing ? firstCycle : 1 + random.below(period);
    const start = Math.max(time + left - period, helicon);
    return { start, end: start + period, renewal: draws.renewal(node === stopping ? 0 : period) };
  }
  /** Adds a validator that started before the simulation. */
  function addEarlier() {
    const node = nodes++;
    const validator = addValidator(node, earlierPeriod(node));
    const { start } = validator;
    validator.up = Math.floor(draws.pastUptime(node) * (time - start));
    validator.seen = time;
    const most = Math.floor(random.wait(delegatorsEach));
    for (let i = 0; i < most; i++) {
      const seconds = draws.delegation();
      const since = Math.max(start, time - Math.floor(random.next() * seconds));
      const end = since + seconds;
      if (end > time) addDelegator(validator, since, end);
    }
  }

  const isRewarded = (validator: Validator, end: number) =>
    uptimeOf(validator, end) >= requiredUptime(validator.start, helicon);

  /** Returns whether the owner of an ended validator stakes again. That of one that was to renew does not expect an end. */
  const returns = ({ node, renewal }: Validator) =>
    node === ownNode || (node !== leaver?.node && !renewal?.nextPeriod && random.chance(restakeProbability));

  function endDelegator({ to, weight, reward, end }: Delegator, staker: Delegator) {
    to.delegators.delete(staker);
    to.delegated -= weight;
    delegatorCount--;
    if (isRewarded(to, end)) to.accrued += (reward * BigInt(to.fee)) / 1_000_000n;
    else supply -= reward;
  }
  function endValidator(validator: Validator) {
    const rewarded = isRewarded(validator, validator.end);
    if (!rewarded) supply -= validator.reward;
    const next = rewarded ? nextCycle(validator, supply, helicon) : undefined;
    validators.splice(validators.indexOf(validator), 1, ...(next ? [next] : []));
    if (next) settle(next);
    else leavers.push(returns(validator) ? validator.node : nodes++);
  }

  for (let i = 0; i < count; i++) addEarlier();

  return {
    terms,
    validators: validators as readonly Validator[],
    /** All stakes, including ended ones. */
    stakes: stakes as readonly StakePeriod[],
    supply: () => supply,
    total: () => total,
    delegatorCount: () => delegatorCount,
    /** End of the first stake to end, in Unix seconds. */
    due: () => endings.peek()?.end ?? Number.POSITIVE_INFINITY,

    /** Applies the changes of a block at this time. */
    accept(now: number) {
      for (let next = endings.peek(); next && next.end <= now; next = endings.peek()) {
        endings.pop();
        total -= next.of.weight;
        if ("to" in next.of) endDelegator(next.of, next.of);
        else endValidator(next.of);
      }
      if (leavers.length > 0 && random.chance(joinProbability)) {
        const node = leavers.shift() as number;
        addValidator(node, periodFrom(node, now));
      }
      if (validators.length > 0 && random.chance(delegating) && delegatorCount < 1.2 * wanted) {
        const to = validators[random.below(validators.length)] as Validator;
        addDelegator(to, now, now + draws.delegation());
      }
    },
  };
}
export type Staking = ReturnType<typeof createStaking>;
