/** Network upgrades that change constants of the protocol. */

/** Activation time of Helicon by network, for nodes that do not report it. */
const heliconTimes: Readonly<Record<string, Date>> = {
  mainnet: new Date("2026-09-22T15:00:00Z"),
  fuji: new Date("2026-07-28T15:00:00Z"),
};

/** Returns the activation time of Helicon on a network; undefined if it is not known. */
export const heliconTimeOf = (network: string | undefined): Date | undefined => heliconTimes[network ?? ""];

export const requiredUptimeBefore = 0.8;
export const requiredUptimeSince = 0.9;
/** Minimum uptimes for a reward, before and since Helicon. */
export const requiredUptimes: readonly number[] = [requiredUptimeBefore, requiredUptimeSince];

/** Returns the minimum uptime (0 to 1) for a reward of a staking period that began at `start`. It is higher for periods that start at
 *  or after Helicon (ACP-267). */
export const requiredUptime = (start: Date, helicon: Date | "none"): number =>
  helicon !== "none" && start >= helicon ? requiredUptimeSince : requiredUptimeBefore;
