/** Network upgrades that change constants of the protocol.
 *  Source: ACP-267; AvalancheGo, upgrade/upgrade.go. Witness: test/e2e/helicon.test.ts. */

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
