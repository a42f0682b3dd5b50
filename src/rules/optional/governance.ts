/** Optional alerts for those who govern an L1, or plan the keys of validators. */
import { primaryNetwork } from "../../api/ids.ts";
import { l1Name, longL1Name, median, perL1, perL1Validator } from "../expressions.ts";
import { longValidation, shortNode } from "../l1.ts";
import { toL1 } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";
import { controlAlerts } from "./l1-control.ts";

const notPrimary = `{subnet_id!="${primaryNetwork}"}`;

const left = alert({
  name: "AvaxL1ValidatorsLeft",
  tiers: { warning: { for: "15m", parameters: { share: 0.1 } } },
  keepFiringFor: "15m",
  expr: ({ share }) =>
    `max by (${perL1}) (1 - avax_validators${notPrimary} / max_over_time(avax_validators${notPrimary}[1d])) > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the validators of ${l1Name} left within a day`,
  description: `The L1 ${longL1Name} has {{ $value | humanizePercentage }} fewer validators than a day ago. Its validator manager, or the holder of its key, has removed them.`,
  dashboard: toL1,
});

const blocksMissing = alert({
  name: "AvaxL1BlocksMissing",
  tiers: { warning: { for: "5m", parameters: { seconds: 3600, chains: "none" } } },
  keepFiringFor: "15m",
  // name the chains of L1s that make blocks at a minimum rate: another one can be idle
  expr: ({ seconds, chains }) =>
    `time() - max by (network, chain, subnet_id) (
  last_over_time(avax_evm_timestamp_seconds{chain=~"${chains}",subnet_id!="${primaryNetwork}"}[10m])
) > ${seconds}`,
  summary: `L1 ${l1Name} made its last block {{ $value | humanizeDuration }} ago`,
  description: `The last block of the chain {{ $labels.chain }} of the L1 ${longL1Name} is {{ $value | humanizeDuration }} old on every monitored node. The chain is expected to make blocks at a minimum rate: its users cannot transact.`,
  dashboard: toL1,
});

const uptimeLow = alert({
  name: "AvaxL1ValidatorUptimeLow",
  tiers: { warning: { for: "30m", parameters: { below: thresholds.l1Uptime } } },
  keepFiringFor: "15m",
  expr: ({ below }) => `${median("avax_l1_validator_uptime_ratio", perL1Validator)} < ${below}`,
  summary: `Validator ${shortNode} of ${l1Name} has {{ $value | humanizePercentage }} uptime`,
  description: `Most monitored nodes have observed an uptime of {{ $value | humanizePercentage }} or less of ${longValidation}, as the virtual machine of its chain counts it. Validators do not sign a proof of a higher uptime, and an L1 that pays by uptime pays it nothing.`,
  dashboard: toL1,
});

export const governance: AlertGroup = {
  name: "avalanche-governance",
  alerts: [left, blocksMissing, uptimeLow, ...controlAlerts],
};
