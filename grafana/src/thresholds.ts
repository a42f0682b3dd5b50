/** Where a state becomes a warning, and where it becomes critical: of dashboards, alerts and the chart's values alike. */
const day = 86_400;

export const thresholds = {
  /** Ratio by which the uptime is above the required one. */
  uptimeMarginWarning: 0.15,
  uptimeMarginCritical: 0.05,
  /** No more is asked for than this, where so much is required that the margin is beyond it. */
  uptimeCeilingWarning: 0.95,
  uptimeCeilingCritical: 0.92,
  /** Taken as required where the node does not tell. */
  uptimeRequired: 0.8,
  /** Required of staking periods that began at or after the upgrade Helicon. */
  uptimeRequiredSinceHelicon: 0.9,
  /** Seconds that a validator may still be offline, below which a dashboard warns. */
  offlineBudget: day,
  /** This node's uptime, as others see it. */
  nodeUptimeWarning: 0.95,
  nodeUptimeCritical: 0.85,
  /** Share of the stake that has seen this node online for long enough. */
  rewardingStakeWarning: 0.9,
  rewardingStakeCritical: 0.8,
  /** Seconds until an L1 validator's balance runs out at the current price. */
  exhaustionInfo: 30 * day,
  exhaustionWarning: 7 * day,
  exhaustionCritical: day,
  /** The same if from now on there are as many L1 validators as can be. */
  exhaustionWorst: day,
  /** Seconds until a validation period ends. */
  endInfo: 30 * day,
  endWarning: 7 * day,
  endCritical: day,
  /** Share of an L1's weight that is active. */
  activeWeightWarning: 0.8,
  activeWeightCritical: 0.67,
  /** Seconds within which balances run out that hold so much of it. */
  haltWarning: 7 * day,
  haltCritical: day,
  /** Share of an L1's weight that one validator has. */
  largestWeight: 0.33,
  /** Share of the primary network's weight that is connected. */
  connectedWeightWarning: 0.85,
  connectedWeightCritical: 0.8,
  /** Seconds by which the P-Chain's time is behind. */
  chainTimeWarning: 300,
  chainTimeCritical: 900,
  /** Blocks by which a node is behind the highest one of its network. */
  blocksBehind: 20,
  /** Blocks by which the proposed height of a healthy node is behind its height at most. */
  proposedHeightLag: 64,
  /** Missing runs of a collector from which a dashboard calls its data late. */
  lateRounds: 2,
  /** Rounds that may be missing before data is stale. */
  staleRounds: 5,
  /** Share of its interval that a collector takes, and of calls that fail. */
  durationShare: 0.8,
  failureShare: 0.2,
  /** Share of failing calls from which a dashboard warns. */
  failureShareWarning: 0.01,
  /** Failing calls of one method per second from which a dashboard warns. */
  methodFailures: 0.001,
  /** Without a new block or container. */
  pChainStall: "10m",
  xChainStall: "6h",
  indexStall: "1h",
  /** Within which an index that is off now was on. */
  indexLookback: "1d",
  /** Networks, by name, that may stand still. */
  idleNetworks: "local|network-.*",
  /** Price of an L1 validator's second as a multiple of the lowest of so long. */
  validatorFeeMultiple: 4,
  validatorFeeLookback: "7d",
  /** Price of gas as a multiple of the lowest that can be. */
  gasPriceMultiple: 100,
  /** Share of the P-Chain's gas capacity that is left. */
  gasCapacityWarning: 0.1,
  gasCapacityGood: 0.5,
  /** Share of the network's stake that has gone since the day before. */
  stakeDrop: 0.05,
  /** Share of a price by which it may differ from its formula. */
  priceDrift: 0.01,
  /** AVAX that an address on the P-Chain should have to spend. */
  addressBalance: 1,
  /** Jobs of Prometheus that scrape the exporter: of an exporter that never answered nothing else is known. */
  jobs: ".*avalanche-exporter.*|avalanche-nodes",
} as const;
