/** Options of the simulated chain. */
import type { NetworkName } from "./networks.ts";
import type { Subnet } from "./subnets.ts";

export type ChainOptions = {
  readonly seed: number;
  readonly network: NetworkName;
  readonly start: Date;
  readonly validators: number;
  /** Target average number of delegators per validator, before capacity limits. */
  readonly delegatorsEach: number;
  /** Number of L1 validators, and number of L1s. */
  readonly l1Validators: number;
  readonly l1s: number;
  /** Active validators of L1s that are not simulated: they count for the validator fee. */
  readonly elsewhere: number;
  /** Seconds from block to block: of the P-Chain on average and at the maximum, and of the X-Chain. */
  readonly blockEvery: number;
  readonly maxBlockGap: number;
  readonly xBlockEvery: number;
  /** Seconds after the start at which all chains stop accepting blocks. */
  readonly blocksFor: number;
  /** Seconds after the start at which the permissioned subnet becomes an L1. */
  readonly convertsAfter: number;
  /** Seconds after the start at which Helicon activates; negative for before. */
  readonly heliconAfter: number;
  /** Seconds after the start at which the uptime of node 1, which is disconnected, is too low for a reward. */
  readonly offlineFor: number;
  /** Whether node 1 is disconnected from minute 5 to minute 20. */
  readonly hasIncident: boolean;
  /** Seconds after the start at which the staking period of node 2 ends without renewal. */
  readonly leavesAfter: number;
  /** Whether node 2 is disconnected, so that its uptime is too low for a reward when its staking period ends. */
  readonly isLeaverOffline: boolean;
  /** Whether balances of L1 validators last from minutes to months, and some have run out; otherwise all last for months. */
  readonly hasShortBalances: boolean;
  /** Whether the first L1 validator is the node itself. */
  readonly ownsFirstL1: boolean;
  /** Whether its BLS key differs from the one registered for that validator. */
  readonly hasWrongL1Key: boolean;
  /** Share of the stake of the primary network that is disconnected all the time; without it, validators connect and disconnect. */
  readonly away: number;
  /** Share of the L1 validators whose balance lasts only minutes. */
  readonly draining: number;
  /** Kinds of subnets that exist. */
  readonly kinds: readonly Subnet["kind"][];
  /** Gas demand at a low price, as a share of the target. */
  readonly load: number;
  /** Initial excess of the validator fee. */
  readonly validatorExcess: bigint;
};
const day = 86_400;
export const chainDefaults: Omit<ChainOptions, "start"> = {
  seed: 1,
  network: "mainnet",
  validators: 20,
  delegatorsEach: 10,
  l1Validators: 10,
  l1s: 1,
  elsewhere: 600,
  blockEvery: 3,
  maxBlockGap: 30,
  xBlockEvery: 20,
  blocksFor: Number.POSITIVE_INFINITY,
  convertsAfter: Number.POSITIVE_INFINITY,
  heliconAfter: -60 * day,
  offlineFor: Number.POSITIVE_INFINITY,
  hasIncident: false,
  leavesAfter: Number.POSITIVE_INFINITY,
  isLeaverOffline: false,
  hasShortBalances: false,
  ownsFirstL1: false,
  hasWrongL1Key: false,
  away: 0,
  draining: 0,
  kinds: ["l1", "permissioned", "elastic"],
  load: 0.2,
  validatorExcess: 0n,
};
