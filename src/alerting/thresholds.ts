/** Thresholds that dashboards and alerts share, or that several alerts do. */
import { defaultQuorum, maxProposedLag, signingQuorum } from "../entities/protocol/consensus.ts";
import { forecastSeconds } from "../entities/protocol/l1.ts";
import {
  haltedAfter,
  knownNetworks,
  requiredUptimeBefore,
  requiredUptimeSince,
} from "../entities/protocol/networks.ts";
import { endingWithin } from "../entities/protocol/staking.ts";
import { provenUptime } from "../entities/protocol/uptime.ts";

export const day = 86_400;

export const thresholds = {
  /** Required uptime if the node does not report one. */
  uptimeRequired: requiredUptimeBefore,
  /** Required of staking periods that began at or after the upgrade Helicon. */
  uptimeRequiredSinceHelicon: requiredUptimeSince,
  /** Share of the offline budget that is left. */
  budgetWarning: 0.5,
  budgetLow: 0.25,
  /** Share of the observers that are connected to a validator. */
  connectedObserversInfo: 0.99,
  /** Share of the observers and of the time for which they have to see a state. */
  majorityOfWindow: 0.5,
  /** Share of the stake that would vote for the queried node's reward. */
  rewardingStakeWarning: 0.9,
  rewardingStakeCritical: 0.8,
  /** Seconds until an L1 validator's balance runs out. */
  exhaustionWarning: forecastSeconds,
  exhaustionCritical: day,
  /** Seconds until a validation period ends. */
  endInfo: 30 * day,
  endWarning: endingWithin,
  /** Share of an L1's weight that is active. With the default parameters its chains report unhealthy below the critical one. */
  activeWeightWarning: 0.9,
  activeWeightCritical: defaultQuorum.healthy,
  /** Share of an L1's weight that can sign messages. Below the critical one no message is signed. */
  signingWeightWarning: 0.75,
  signingWeightCritical: signingQuorum,
  /** Seconds until balances run out that leave less weight active than that. */
  haltWarning: forecastSeconds,
  haltCritical: day,
  /** Share of an L1's weight that its largest validator has. */
  largestWeight: 0.2,
  /** Uptime that an L1 validator has to prove (ACP-77). */
  l1Uptime: provenUptime,
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
  /** Share of failed calls. */
  failureShare: 0.2,
  /** Share of failed calls from which a dashboard warns. */
  failureShareWarning: 0.01,
  /** Age in seconds of an undecided block from which the health check of its chain fails. */
  processingBlock: 30,
  /** Age in seconds of an undecided block with which a chain has stalled, and duration without a new block of the C-Chain. */
  undecidedBlock: 300,
  /** Names that stand for one network, so that its nodes can be compared: several private networks can have the same name. */
  networks: Object.keys(knownNetworks).join("|"),
  /** Unlocked balance of an address on the P-Chain in AVAX, or of one on an EVM chain in its native token, below which a dashboard warns. */
  addressBalance: 1,
  /** Seconds until the activation of a network upgrade. */
  upgradeInfo: 7 * day,
  /** Share of polls that fail. */
  pollsWarning: 0.05,
  pollsCritical: 0.1,
  /** Seconds between the acceptance of a block and its execution. ACP-194 settles a block 5 seconds after its execution (tau): a node that
   *  needs longer to execute has to wait before it can verify the next blocks. */
  executionWait: 5,
} as const;
