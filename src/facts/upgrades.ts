/** Network upgrades that change constants of the protocol.
 *  Source: ACP-267; AvalancheGo, upgrade/upgrade.go. Witness: test/e2e/helicon.test.ts. */

/** Activation times of upgrades, by the names that `info.upgrades` gives them. */
export type UpgradeTimes = Readonly<Record<string, Date>>;

/** Activation times by network, for nodes that do not report them. */
const knownTimes: Readonly<Record<string, UpgradeTimes>> = {
  mainnet: { helicon: new Date("2026-09-22T15:00:00Z") },
  fuji: { helicon: new Date("2026-07-28T15:00:00Z") },
};

/** Returns the activation times that are known of a network; undefined if none is. */
export const upgradeTimesOf = (network: string | undefined): UpgradeTimes | undefined => knownTimes[network ?? ""];

export const requiredUptimeBefore = 0.8;
export const requiredUptimeSince = 0.9;
/** Minimum uptimes for a reward, before and since Helicon. */
export const requiredUptimes: readonly number[] = [requiredUptimeBefore, requiredUptimeSince];

/** Returns the minimum uptime (0 to 1) for a reward of a staking period that began at `start`. It is higher for periods that start at
 *  or after Helicon (ACP-267). */
export const requiredUptime = (start: Date, { helicon }: UpgradeTimes): number =>
  helicon !== undefined && start >= helicon ? requiredUptimeSince : requiredUptimeBefore;

/** `since`: the upgrade that introduces the factor. */
type WeightFactor = { readonly since?: string; readonly factor: bigint };
/** Maximum weights of a validator with its delegations as multiples of its own stake, the oldest first. ACP-247 proposes 25, and is part
 *  of no upgrade. */
const maxWeightFactors: readonly WeightFactor[] = [{ factor: 5n }];

/** Returns the factor that is in effect at a time; undefined if it depends on unknown activation times. */
export function maxWeightFactor(times: UpgradeTimes | undefined, now: Date, factors = maxWeightFactors) {
  for (const { since, factor } of factors.toReversed()) {
    if (since === undefined) return factor;
    if (times === undefined) return undefined;
    const activation = times[since];
    if (activation !== undefined && activation <= now) return factor;
  }
  return undefined;
}
