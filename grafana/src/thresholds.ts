/** Warning and critical thresholds shared by dashboards, alerts and chart values. */
const day = 86_400;

export const thresholds = {
  /** Margin of the uptime above the required one, as a ratio. */
  uptimeMarginWarning: 0.15,
  uptimeMarginCritical: 0.05,
  /** Upper limit of the required uptime plus the margin. */
  uptimeCeilingWarning: 0.95,
  uptimeCeilingCritical: 0.92,
  /** Required uptime if the node does not report one. */
  uptimeRequired: 0.8,
  /** Required of staking periods that began at or after the upgrade Helicon. */
  uptimeRequiredSinceHelicon: 0.9,
  /** Offline budget in seconds, below which a dashboard warns. */
  offlineBudget: day,
  /** Uptime of the queried node as observed by the network. */
  nodeUptimeWarning: 0.95,
  nodeUptimeCritical: 0.85,
  /** Share of the stake that would vote for the queried node's reward. */
  rewardingStakeWarning: 0.9,
  rewardingStakeCritical: 0.8,
  /** Seconds until an L1 validator's balance runs out at the current fee. */
  exhaustionInfo: 30 * day,
  exhaustionWarning: 7 * day,
  exhaustionCritical: day,
  /** The same if the number of L1 validators rises to its maximum now. */
  exhaustionWorst: day,
  /** Seconds until a validation period ends. */
  endInfo: 30 * day,
  endWarning: 7 * day,
  endCritical: day,
  /** Share of an L1's weight that is active. */
  activeWeightWarning: 0.8,
  activeWeightCritical: 0.67,
  /** Seconds until balances run out that leave less weight active than that. */
  haltWarning: 7 * day,
  haltCritical: day,
  /** Share of an L1's weight that its largest validator has. */
  largestWeight: 0.33,
  /** Share of the primary network's weight that is connected. */
  connectedWeightWarning: 0.85,
  connectedWeightCritical: 0.8,
  /** Age of the P-Chain's time in seconds. */
  chainTimeWarning: 300,
  chainTimeCritical: 900,
  /** Blocks by which a node is behind the highest node of its network. */
  blocksBehind: 20,
  /** Maximum blocks by which the proposed height of a healthy node lags behind its height. */
  proposedHeightLag: 64,
  /** Missed intervals of a collector from which a dashboard shows its data as late. */
  lateRounds: 2,
  /** Missed intervals from which data is stale. */
  staleRounds: 5,
  /** Share of the interval that a run takes, and share of failed calls. */
  durationShare: 0.8,
  failureShare: 0.2,
  /** Share of failed calls from which a dashboard warns. */
  failureShareWarning: 0.01,
  /** Duration without a new block or container. */
  pChainStall: "10m",
  xChainStall: "6h",
  indexStall: "1h",
  /** Range within which an index that is disabled now was available. */
  indexLookback: "1d",
  /** Names of networks that can be idle. */
  idleNetworks: "local|network-.*",
  /** L1 validator fee as a multiple of its minimum within the lookback. */
  validatorFeeMultiple: 4,
  validatorFeeLookback: "7d",
  /** Gas price as a multiple of its minimum. */
  gasPriceMultiple: 100,
  /** Remaining share of the P-Chain's gas capacity. */
  gasCapacityWarning: 0.1,
  gasCapacityGood: 0.5,
  /** Share by which the network's stake has fallen within a day. */
  stakeDrop: 0.05,
  /** Tolerated deviation of a price from its formula, as a share. */
  priceDrift: 0.01,
  /** Minimum unlocked balance of an address on the P-Chain, in AVAX. */
  addressBalance: 1,
  /** Scrape jobs of the exporter: only the job name identifies an exporter that has never responded. */
  jobs: ".*avalanche-exporter.*|avalanche-nodes",
} as const;
