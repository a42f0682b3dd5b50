/** Thresholds that alerts share with dashboards, or with other alerts. */
import { formatDuration } from "../lib/duration.ts";
import { lowBalance } from "../protocol/balance.ts";
import { defaultQuorum, signingQuorum } from "../protocol/consensus.ts";
import { forecastSeconds } from "../protocol/l1.ts";
import { knownNetworks } from "../protocol/networks.ts";
import { provenUptime } from "../protocol/staking.ts";

export const day = 86_400;

/** Returns seconds as the parameter `duration` of an alert. */
export const durationOf = (seconds: number): string => formatDuration(1000 * seconds);

export const thresholds = {
  /** Share of the offline budget that is left. */
  budgetWarning: 0.5,
  budgetCritical: 0.25,
  /** Share of the observers and of the time for which they have to see a state. */
  majorityOfWindow: 0.5,
  /** Seconds until an L1 validator's balance runs out. */
  exhaustionWarning: forecastSeconds,
  exhaustionCritical: day,
  /** Share of an L1's weight that is active. With the default parameters its chains report unhealthy below the critical one. */
  activeWeightWarning: 0.9,
  activeWeightCritical: defaultQuorum.healthy,
  /** Share of an L1's weight that can sign messages. Below the critical one no message is signed. */
  signingWeightWarning: 0.75,
  signingWeightCritical: signingQuorum,
  /** Seconds until balances run out that leave less weight active than that. */
  haltWarning: forecastSeconds,
  haltCritical: day,
  /** Uptime that an L1 validator has to prove (ACP-77). */
  l1Uptime: provenUptime,
  /** Names that stand for one network, so that its nodes can be compared: several private networks can have the same name. */
  networks: Object.keys(knownNetworks).join("|"),
  /** Unlocked balance of an address on the P-Chain in AVAX, or of one on an EVM chain in its native token, below which a dashboard warns. */
  addressBalance: lowBalance,
  /** Share of polls that fail. */
  pollsWarning: 0.05,
  pollsCritical: 0.1,
  /** Seconds between the acceptance of a block and its execution. ACP-194 settles a block 5 seconds after its execution (tau): a node that
   *  needs longer to execute has to wait before it can verify the next blocks. */
  executionWait: 5,
} as const;
