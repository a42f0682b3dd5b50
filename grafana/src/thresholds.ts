/** Where a state becomes a warning, and where it becomes critical: of dashboards, alerts and the chart's values alike. */
const day = 86_400;

export const thresholds = {
  /** Ratio by which the uptime is above the required one. */
  uptimeMarginWarning: 0.15,
  uptimeMarginCritical: 0.05,
  /** Seconds until an L1 validator's balance runs out at the current price. */
  exhaustionInfo: 30 * day,
  exhaustionWarning: 7 * day,
  exhaustionCritical: day,
  /** Seconds until a validation period ends. */
  endWarning: 7 * day,
  endCritical: day,
  /** Share of an L1's weight that is active. */
  activeWeightWarning: 0.8,
  activeWeightCritical: 0.67,
  /** Share of the primary network's weight that is connected. */
  connectedWeightWarning: 0.85,
  connectedWeightCritical: 0.8,
  /** Seconds by which the P-Chain's time is behind. */
  chainTimeWarning: 300,
  chainTimeCritical: 900,
  /** Rounds that may be missing before data is stale. */
  staleRounds: 5,
} as const;
