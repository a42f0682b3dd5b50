/** The simulated chain: deterministic for a seed, driven only by the simulated clock. */
import { createBlocks } from "./blocks.ts";
import { type ChainOptions, chainDefaults } from "./chain-options.ts";
import { createConnectivity } from "./connectivity.ts";
import { createGas } from "./gas.ts";
import { createNames, type Names } from "./identities.ts";
import { createL1s } from "./l1s.ts";
import type { Accepted } from "./ledger/block-builders.ts";
import { type CreationTransactions, createCreationTransactions } from "./ledger/creation-transactions.ts";
import { historyOf } from "./ledger/history.ts";
import { initialTransactions } from "./ledger/initial-transactions.ts";
import { createLedger, type Ledger } from "./ledger/ledger.ts";
import { type BlockChanges, createStakerChanges, noChanges } from "./ledger/staker-changes.ts";
import { createStakes, elasticContext, type Stakes, type StakingContext } from "./ledger/staking-transactions.ts";
import { gasConfig, type Network, networks } from "./networks.ts";
import { createPeriodicChain } from "./periodic-chain.ts";
import { createRandom, type Random } from "./random.ts";
import { disconnect, drain, incident, outageOf } from "./scenario-events.ts";
import { leavingNode, offlineNode } from "./stakers.ts";
import { createStaking } from "./staking.ts";
import { createSubnets, l1NumbersOf, type Subnet } from "./subnets.ts";
import { createValidatorRows } from "./validator-rows.ts";

/** Seconds of simulated time before the start. */
const warmUpSeconds = 90;
const cBlockIntervalMs = 1600;
/** Seconds before the end of its staking period at which the uptime of node 2 becomes too low. */
const tooLowForSeconds = 60;
/** Number of validators of the elastic subnet, which also validate the primary network. */
const elasticValidators = 5;
const token = 10n ** 9n;
/** Parameters of the elastic subnet, which mints from a separate supply. */
const elasticTerms = {
  minStake: { validator: 500n * token, delegator: 5n * token },
  minDays: 7,
  supply: 240_000_000n * token,
};

/** Times in Unix seconds; `time` is the beginning of the chain. */
type ChainContext = {
  readonly stakes: Stakes;
  readonly history: ReturnType<typeof historyOf>;
  readonly options: ChainOptions;
  readonly network: Network;
  readonly names: Names;
  readonly time: number;
  readonly since: (secondsAfterStart: number) => number;
  readonly random: (of: string) => Random;
};

function createStakings({ options, network, time, since, random }: ChainContext, { asset }: CreationTransactions) {
  const stakers = random("stakers");
  const { minStake, minDays, avax, begin } = network;
  const { delegatorsEach } = options;
  const helicon = since(options.heliconAfter);
  const primary = createStaking({
    terms: { asset: avax, minStake, minDays, supply: begin.supply },
    count: options.validators,
    time,
    helicon,
    delegatorsEach,
    random: stakers,
    ...(options.hasIncident && { firstCycle: incident.firstCycle }),
    ...(Number.isFinite(options.leavesAfter) && { leaver: { node: leavingNode, end: since(options.leavesAfter) } }),
  });
  const elastic = createStaking({
    terms: { asset: asset.txID, ...elasticTerms },
    count: Math.min(elasticValidators, options.validators),
    // the nodes that can be queried run no chain of it
    firstNode: 2,
    time,
    helicon: Number.POSITIVE_INFINITY,
    delegatorsEach,
    random: random("elastic stakers"),
  });
  const validatorOf = (number: number) => primary.validators.find(({ node }) => node === number);
  /** Disconnects a node, so that its uptime is too low after so many seconds. */
  function loseSight(lost: number, seconds: number) {
    const validator = validatorOf(lost);
    if (validator && Number.isFinite(seconds)) disconnect(validator, time, since(seconds), helicon);
  }
  loseSight(offlineNode, options.offlineFor);
  if (options.isLeaverOffline) loseSight(leavingNode, options.leavesAfter - tooLowForSeconds);
  const outage = outageOf(() => (options.hasIncident ? validatorOf(offlineNode) : undefined), {
    from: since(incident.from),
    until: since(incident.until),
  });
  const connectivity = createConnectivity(primary.validators, { random: stakers, time, away: options.away });
  return { primary, elastic, connectivity, outage };
}

type Stakings = Pick<ReturnType<typeof createStakings>, "primary" | "elastic">;

function createL1sAndSubnets({ options, network, names, history, time, since, random }: ChainContext) {
  const l1Numbers = l1NumbersOf(options.l1s);
  const begun = { since: history.since };
  const l1s = createL1s({
    fee: network.validatorFee,
    count: l1Numbers.length > 0 ? options.l1Validators : 0,
    subnets: l1Numbers,
    elsewhere: options.elsewhere,
    excess: options.validatorExcess,
    hasShortBalances: options.hasShortBalances,
    time,
    ...begun,
    random: random("l1"),
  });
  if (options.draining > 0) drain(l1s, options.draining, network.validatorFee.minPrice);
  const convertsAt = since(options.convertsAfter);
  const origins = createCreationTransactions({ names, network, l1s, minting: elasticTerms });
  const subnets = createSubnets({ names, origins, l1s, l1Numbers, ...begun, convertsAt });
  const those = (some: readonly Subnet[]) => some.filter(({ kind }) => options.kinds.includes(kind));
  const all = () => those(subnets.all());
  const l1sNow = () => all().filter(({ kind }) => kind === "l1");
  const conversions = (now: number) => those(subnets.conversions(now));
  return { l1s, origins, subnets: { ...subnets, all, l1s: l1sNow, conversions } };
}

type WithSubnets = Pick<ReturnType<typeof createL1sAndSubnets>, "subnets">;
/** Returns a function for the staker changes and conversions of a block. */
function changesOf({ options, stakes, since }: ChainContext, parts: WithSubnets & Stakings) {
  const helicon = since(options.heliconAfter);
  const never = Number.POSITIVE_INFINITY;
  const onPrimary = createStakerChanges({ staking: parts.primary, place: () => stakes.primary, helicon });
  const onElastic = createStakerChanges({ staking: parts.elastic, place: () => elasticContext(parts), helicon: never });
  return function changes(time: number): BlockChanges {
    const [one, other, conversions] = [onPrimary(time), onElastic(time), parts.subnets.conversions(time)];
    const both = { starts: [...one.starts, ...other.starts], ends: [...one.ends, ...other.ends] };
    return both.starts.length + both.ends.length + conversions.length > 0 ? { ...both, conversions } : noChanges;
  };
}

function createParts(setting: ChainContext) {
  const { options, network, names, stakes, history, time, random } = setting;
  const { load, blockEvery, maxBlockGap, seed } = options;
  const { epochSeconds, begin } = network;
  const gas = createGas(gasConfig, random("gas"), load);
  const { l1s, origins, subnets } = createL1sAndSubnets(setting);
  const stakings = createStakings(setting, origins);
  const first = subnets.all();
  const timed = [stakings.primary, stakings.elastic, subnets];
  const timing = { time, height: begin.p, blockEvery, maxBlockGap, epochSeconds, random: random("blocks") };
  const until = options.start.getTime() + 1000 * options.blocksFor;
  const periodicChain = (name: string, height: number, every: number) =>
    createPeriodicChain({ seed: random(name).below(2 ** 31), begin: height, start: time * 1000, every, until });
  const x = periodicChain("X", begin.x, 1000 * options.xBlockEvery);
  const changes = changesOf(setting, { ...stakings, subnets });
  const onAccept = (block: Accepted) => ledger.accept(block);
  const blocks = createBlocks({ timed, l1s, gas, ...timing, changes, onAccept });
  const c = periodicChain("C", begin.c, cBlockIntervalMs);
  const opening = () => initialTransactions(origins, first);
  const past = { history: history.blocks, opening };
  const { expedite } = blocks;
  const ledger: Ledger = createLedger({ names, network, seed, time, x, stakes, origins, ...past, expedite });
  const rows = {
    primary: createValidatorRows({ names, stakes, place: () => stakes.primary }),
    elastic: createValidatorRows({
      names,
      stakes,
      place: () => elasticContext({ ...stakings, subnets }) as StakingContext,
    }),
  };
  return {
    rows,
    ...stakings,
    gas,
    l1s,
    origins,
    subnets,
    blocks,
    ledger,
    x: x.lastAccepted,
    c: c.lastAccepted,
    cAcceptedAt: c.acceptedAt,
  };
}

export function createChain(given: Pick<ChainOptions, "start"> & Partial<ChainOptions>) {
  const options = { ...chainDefaults, ...given };
  const network: Network = networks[options.network];
  const names = createNames(options.seed, network.hrp, options);
  const since = (seconds: number) => Math.floor(options.start.getTime() / 1000) + seconds;
  const random = (of: string) => createRandom(`${options.seed}/${of}`);
  const stakes = createStakes({ names, network });
  const time = since(-warmUpSeconds);
  const history = historyOf(network, time, stakes);
  const parts = createParts({ options, network, names, stakes, history, time, since, random });
  const { connectivity, outage, blocks } = parts;
  let now = blocks.acceptedAt();
  let nextStep = now + connectivity.untilStep();
  const last = options.start.getTime() + 1000 * options.blocksFor;
  const nextBlock = () => (blocks.nextAt() <= last ? blocks.nextAt() : Number.POSITIVE_INFINITY);

  /** Applies all events until then. Time never decreases. */
  function advance(to: Date) {
    now = Math.max(to.getTime(), now);
    while (Math.min(nextBlock(), nextStep, outage.nextAt()) <= now) {
      if (outage.nextAt() <= Math.min(nextBlock(), nextStep)) outage.step();
      else if (nextBlock() <= nextStep) blocks.accept();
      else {
        connectivity.step(Math.floor(nextStep / 1000));
        nextStep += connectivity.untilStep();
      }
    }
  }
  advance(options.start);

  return {
    ...parts,
    network,
    networkName: options.network,
    /** Unix seconds. */
    helicon: since(options.heliconAfter),
    names,
    /** Random generator for validator samples. */
    samples: random("samples"),
    /** Milliseconds. */
    now: () => now,
    advance(to: Date) {
      advance(to);
      parts.ledger.keepUp(now);
    },
  };
}
export type Chain = ReturnType<typeof createChain>;
