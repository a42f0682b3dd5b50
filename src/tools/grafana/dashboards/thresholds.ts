/** Thresholds of the dashboards: those of alerts, and others. */
import { day, thresholds as ofAlerts } from "../../../alerts/thresholds.ts";
import { defaultQuorum, maxProposedLag } from "../../../protocol/consensus.ts";
import { haltedAfter, requiredUptimeBefore, requiredUptimeSince } from "../../../protocol/networks.ts";
import { endingWithin } from "../../../protocol/staking.ts";

export const thresholds = {
  ...ofAlerts,
  /** Required uptime if the node does not report one. */
  uptimeRequired: requiredUptimeBefore,
  /** Required of staking periods that began at or after the upgrade Helicon. */
  uptimeRequiredSinceHelicon: requiredUptimeSince,
  /** Share of the offline budget that is left. */
  budgetLow: 0.25,
  /** Share of the observers that are connected to a validator. */
  connectedObserversInfo: 0.99,
  /** Share of the stake that would vote for the queried node's reward. */
  rewardingStakeCritical: 0.8,
  /** Seconds until a validation period ends. */
  endInfo: 30 * day,
  endWarning: endingWithin,
  /** Share of an L1's weight that its largest validator has. */
  largestWeight: 0.2,
  /** Share of the primary network's weight that is connected. */
  connectedWeightWarning: 0.85,
  connectedWeightCritical: defaultQuorum.healthy,
  /** Age of the P-Chain's time in seconds. */
  chainTimeWarning: haltedAfter,
  chainTimeCritical: 900,
  /** Blocks by which a node is behind the highest node of its network. */
  blocksBehind: 20,
  /** Maximum blocks by which the proposed height of a healthy node lags behind its height. */
  proposedHeightLag: maxProposedLag,
  /** Maximum seconds since an item was ok with which it is ok now: a scrape interval, and the resolution of the query. */
  okNow: 120,
  /** Share of failed calls. */
  failureShare: 0.2,
  /** Share of failed calls from which a dashboard warns. */
  failureShareWarning: 0.01,
  /** Age in seconds of an undecided block from which the health check of its chain fails. */
  processingBlock: 30,
  /** Age in seconds of an undecided block with which a chain has stalled, and duration without a new block of the C-Chain. */
  undecidedBlock: 300,
  /** Seconds until the activation of a network upgrade. */
  upgradeInfo: 7 * day,
} as const;
