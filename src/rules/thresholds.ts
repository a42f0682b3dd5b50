/** Warning and critical thresholds shared by dashboards, alerts and chart values. */
import { defaultQuorum, maxProposedLag, signingQuorum } from "../facts/consensus.ts";
import { forecastSeconds } from "../facts/l1.ts";
import { provenUptime } from "../facts/l1-uptime.ts";
import { haltedAfter, knownNetworks } from "../facts/networks.ts";
import { endingWithin, unrewardedFor } from "../facts/staking-period.ts";
import { requiredUptimeBefore, requiredUptimeSince } from "../facts/upgrades.ts";

const day = 86_400;

export const thresholds = {
  /** Required uptime if the node does not report one. */
  uptimeRequired: requiredUptimeBefore,
  /** Required of staking periods that began at or after the upgrade Helicon. */
  uptimeRequiredSinceHelicon: requiredUptimeSince,
  /** Share of the offline budget that is left. */
  budgetUsed: 0.9,
  budgetWarning: 0.5,
  budgetLow: 0.25,
  /** Seconds until the reward is lost at the present rate. */
  budgetCritical: 2 * day,
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
  /** Largest weight of an L1 within a day as a multiple of the smallest one. */
  weightMultiple: 1.5,
  /** Uptime that an L1 validator has to prove (ACP-77). */
  l1Uptime: provenUptime,
  /** Share of the primary network's weight that is connected. */
  connectedWeightWarning: 0.85,
  connectedWeightCritical: defaultQuorum.healthy,
  /** Seconds between the clocks of a node and its exporter. AvalancheGo refuses blocks from more than 10 seconds ahead
   *  (vms/proposervm/block.go, maxSkew). */
  clockDifference: 10,
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
  /** Seconds by which the latest block of an EVM chain is older than on another node. Runs and scrapes can each be a minute apart. */
  chainLag: 180,
  /** Duration without a new container. */
  indexStall: "1h",
  /** Range within which an index that is disabled now was available. */
  indexLookback: "1d",
  /** Time in seconds without a block after which a chain has halted on one node, if it advances on another. */
  chainAge: haltedAfter,
  /** Time in seconds without a block after which an EVM chain of an L1, which makes blocks at a minimum rate, has halted. */
  blockInterval: 3600,
  /** Names that stand for one network, so that its nodes can be compared: several private networks can have the same name. */
  networks: Object.keys(knownNetworks).join("|"),
  /** L1 validator fee as a multiple of its minimum within the lookback. */
  validatorFeeMultiple: 4,
  validatorFeeLookback: "7d",
  /** Unlocked balance of an address on the P-Chain in AVAX, or of one on an EVM chain in its native token, below which a dashboard warns. */
  addressBalance: 1,
  /** Scrape jobs of the exporter: only the job name identifies an exporter that has never responded. */
  jobs: ".*avalanche-exporter.*",
  /** Share of the scrapes of the last hour that succeed. */
  scrapesSucceeding: 0.8,
  /** Changes of the reachability of a node in an hour. */
  flappingChanges: 6,
  /** Share of an hour for which a validator that comes and goes was offline. */
  flappingOffline: 0.1,
  /** Share of an L1's validators that left within a day. */
  validatorsLeft: 0.1,
  /** Seconds until the activation of a network upgrade. */
  upgradeInfo: 7 * day,
  upgradeCritical: 3 * day,
  /** Seconds after a staking period without a reward. */
  unrewarded: unrewardedFor,
  /** Share of polls that fail. */
  pollsWarning: 0.05,
  pollsCritical: 0.1,
  pollsWindow: "15m",
  /** Seconds between the acceptance of a block and its execution. ACP-194 settles a block 5 seconds after its execution (tau): a node that
   *  needs longer to execute has to wait before it can verify the next blocks. */
  executionWait: 5,
  /** Seconds until the disk is full, at the rate of the window. */
  diskWarning: 3 * day,
  diskCritical: day / 2,
  /** Available space in bytes below which a prediction counts. */
  diskFloorWarning: 200e9,
  diskFloorCritical: 50e9,
  /** Share of the disk that is available. AvalancheGo reports unhealthy below 0.1, and stops below 0.03. */
  diskShareWarning: 0.1,
  diskShareCritical: 0.05,
  /** Share of the connected stake that runs a higher version. */
  higherVersionStake: 0.5,
  /** Share of the usual number of peers, which is the median of the lookback. */
  peersShare: 0.5,
} as const;
