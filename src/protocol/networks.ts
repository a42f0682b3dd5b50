/** Networks that are known, and which of their chains always advance.
 *  Source: AvalancheGo, utils/constants/network_ids.go (NetworkName). Witness: test/fixtures/avalanchego-1.14.0/info.getNetworkName.json. */

/** Age in seconds of the last block at which a chain that always advances has halted, and at which the view of a node is outdated. */
export const haltedAfter = 300;

type Pacemaker = "P" | "C";
type Advancing = {
  readonly chain: Pacemaker;
  /** Usual time between two blocks in seconds. */
  readonly gap: number;
};
type KnownNetwork = {
  /** Network ID. */
  readonly id: number;
  /** Chains that accept a block every few seconds, so that an old last block is a problem. The first one shows whether a node
   *  follows the network. */
  readonly advancing: readonly [Advancing, ...Advancing[]];
  /** Usual time between two blocks of the P-Chain in seconds, if it can be idle. */
  readonly idleGap?: number;
};

const p: Advancing = { chain: "P", gap: 6 };
const c: Advancing = { chain: "C", gap: 2 };
/** By the name that `info.getNetworkName` returns. On all other networks every chain can be idle. The simulated network has the
 *  parameters of mainnet. Gaps are averages of published heights. */
export const knownNetworks: Readonly<Record<string, KnownNetwork>> = {
  mainnet: { id: 1, advancing: [p, c] },
  fuji: { id: 5, advancing: [c], idleGap: 500 },
  simulated: { id: 1, advancing: [p, c] },
};

const advancingOn = (network: string | undefined): readonly Advancing[] =>
  knownNetworks[network ?? ""]?.advancing ?? [];

/** Returns the names of the networks on which a chain always advances. */
export const networksOf = (chain: Pacemaker): readonly string[] =>
  Object.keys(knownNetworks).filter((name) => alwaysAdvances(name, chain));

/** Returns whether a chain that accepts no block for minutes has a problem. */
export const alwaysAdvances = (network: string | undefined, chain: string): boolean =>
  advancingOn(network).some((one) => one.chain === chain);

/** Number of usual gaps without a block after which a chain that can be idle has halted. */
const maxIdleGaps = 50;
/** Returns the age of the last block in seconds above which a chain has halted: Infinity for a chain that can be idle for any time,
 *  undefined if that depends on the unknown network. */
export function maxBlockAge(network: string | undefined, chain: string): number | undefined {
  if (network === undefined && (chain === "P" || chain === "C")) return undefined;
  if (alwaysAdvances(network, chain)) return haltedAfter;
  const { idleGap } = knownNetworks[network ?? ""] ?? {};
  return chain === "P" && idleGap !== undefined ? maxIdleGaps * idleGap : Number.POSITIVE_INFINITY;
}

/** Returns the chain whose last block shows whether a node follows the network; undefined if all chains can be idle. */
export const pacemakerOf = (network: string | undefined): Pacemaker | undefined => advancingOn(network)[0]?.chain;

/** Network ID of the network `local`. */
const localId = 12_345;
/** Returns the name of a network by its ID, as AvalancheGo names it. */
export const networkNameOf = (id: number): string =>
  id === localId
    ? "local"
    : (Object.keys(knownNetworks).find((name) => knownNetworks[name]?.id === id) ?? `network-${id}`);

// Network upgrades that change constants of the protocol. Source: ACP-267; AvalancheGo, upgrade/upgrade.go. Witness:
// test/e2e/helicon.test.ts.

/** Activation times of upgrades, by the names that `info.upgrades` gives them. */
export type UpgradeTimes = Readonly<Record<string, Date>>;

/** Activation times by network, for nodes that do not report them. */
const knownTimes: Readonly<Record<string, UpgradeTimes>> = {
  mainnet: { helicon: new Date("2026-09-22T15:00:00Z") },
  fuji: { helicon: new Date("2026-07-28T15:00:00Z") },
};

/** Returns the activation times of upgrades: the reported ones, and those that are known of the network; undefined if none is known. */
export function upgradeTimesOf(network: string | undefined, reported?: UpgradeTimes): UpgradeTimes | undefined {
  const known = knownTimes[network ?? ""];
  return reported ? { ...known, ...reported } : known;
}

export const requiredUptimeBefore = 0.8;
export const requiredUptimeSince = 0.9;
/** Minimum uptimes for a reward, before and since Helicon. */
export const requiredUptimes: readonly number[] = [requiredUptimeBefore, requiredUptimeSince];

/** Returns the minimum uptime (0 to 1) for a reward of a staking period that began at `start`. It is higher for periods that start at
 *  or after Helicon (ACP-267). */
export const requiredUptime = (start: Date, { helicon }: UpgradeTimes): number =>
  helicon !== undefined && start >= helicon ? requiredUptimeSince : requiredUptimeBefore;
