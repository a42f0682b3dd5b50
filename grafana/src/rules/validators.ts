/** Alerts about watched validators: one per validator, however many nodes observe it. */
import * as m from "../../../src/metrics/validators.ts";
import { percent } from "../amounts.ts";
import { toValidator } from "../links.ts";
import { thresholds } from "../thresholds.ts";
import {
  block,
  isIsolated,
  longValidatorName,
  overObservers,
  select,
  target,
  validatorName,
  withValidatorAlias,
} from "./expressions.ts";
import { budgetLeft, lastEnd } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const validator = ["subnet_id", "node_id"] as const;
const keys = [...validator, "network"].join(", ");

/** Watched validators that no observer finds in the current set. */
const isAbsent = `${overObservers("max", validator, select(m.validatorPresent))} == 0`;

const missing = alert({
  name: "AvaxValidatorMissing",
  tiers: { critical: { for: "15m", parameters: {} }, warning: { for: "15m", parameters: {} } },
  keepFiringFor: "15m",
  // critical: it was in the set, and its period has not ended
  expr: (_, severity) =>
    withValidatorAlias(
      severity === "critical"
        ? `${block(isAbsent)}\nand on (${keys})\n${select(lastEnd)} > time()`
        : `${block(isAbsent)}\nunless on (${keys})\n${select(lastEnd)} <= time()`,
    ),
  summary: `Validator ${validatorName} is not in the current set`,
  description: `${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}, although its period has not ended as far as is known. It earns nothing.`,
  dashboard: toValidator,
});

const ended = alert({
  name: "AvaxValidatorEnded",
  tiers: { warning: { for: "15m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => withValidatorAlias(`${select(lastEnd)} <= time()\nand on (${keys})\n${isAbsent}`),
  summary: `Staking period of validator ${validatorName} has ended`,
  description: `The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ended at {{ $value | humanizeTimestamp }}, and no new period has begun. Its stake has been returned and earns nothing.`,
  dashboard: toValidator,
});

const disconnected = alert({
  name: "AvaxValidatorDisconnected",
  tiers: {
    critical: { for: "10m", parameters: { share: thresholds.connectedObserversCritical } },
    info: { for: "1h", parameters: { share: thresholds.connectedObserversInfo } },
  },
  keepFiringFor: "15m",
  expr: ({ share }) =>
    withValidatorAlias(
      `${overObservers(
        "avg",
        validator,
        `${select(m.validatorConnected)}
and on (${target}, ${validator.join(", ")}) ${select(m.validatorPresent)} == 1
unless on (${target}) ${isIsolated}`,
      )} <= ${share}`,
    ),
  summary: `Validator ${validatorName} is connected to {{ $value | humanizePercentage }} of its observers`,
  description: `Of the monitored nodes that are well connected, {{ $value | humanizePercentage }} have a connection to ${longValidatorName}. While it is offline, it uses up its offline budget, and then loses its reward.`,
  dashboard: toValidator,
});

const budget = alert({
  name: "AvaxValidatorOfflineBudgetLow",
  tiers: {
    critical: { for: "30m", parameters: { below: thresholds.budgetCritical } },
    warning: { for: "30m", parameters: { below: thresholds.budgetWarning } },
  },
  keepFiringFor: "15m",
  // below 0 nothing can be done at night any more
  expr: ({ below }, severity) =>
    withValidatorAlias(`${select(budgetLeft)} < ${below}${severity === "critical" ? " >= 0" : ""}`),
  summary: `Validator ${validatorName} has {{ $value | humanizePercentage }} of its offline budget left`,
  description: `${longValidatorName} may be offline for ${percent(1 - thresholds.uptimeRequired)} of its staking period (${percent(1 - thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon). {{ $value | humanizePercentage }} of this time is left. Below 0 the validator and its delegators lose the whole reward, unless other validators have observed a higher uptime.`,
  dashboard: toValidator,
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  tiers: {
    warning: { for: "5m", parameters: { seconds: thresholds.endWarning } },
    info: { for: "5m", parameters: { seconds: thresholds.endInfo } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds }) =>
    withValidatorAlias(
      `${overObservers(
        "max",
        validator,
        `(${select(m.validatorEnd)} - time() > 0)
and on (${target}, ${validator.join(", ")}) ${select(m.validatorPresent)} == 1
unless on (${target}, ${validator.join(", ")}) ${select(m.validatorInfo, { auto_renew: "true" })}`,
      )} < ${seconds}`,
    ),
  summary: `Staking period of ${validatorName} ends in {{ $value | humanizeDuration }}`,
  description: `The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ends in {{ $value | humanizeDuration }}, and it does not renew automatically. After that it earns nothing until it is staked again.`,
  dashboard: toValidator,
});

export const noKey = alert({
  name: "AvaxValidatorNoSigner",
  tiers: { info: { for: "1h", parameters: {} } },
  expr: () =>
    withValidatorAlias(
      `${overObservers(
        "max",
        validator,
        `${select(m.validatorBlsKey)}
and on (${target}, ${validator.join(", ")}) ${select(m.validatorPresent)} == 1`,
      )} == 0`,
    ),
  summary: `Validator ${validatorName} has no BLS key registered`,
  description: `${longValidatorName} was registered on the subnet {{ $labels.subnet_id }} without a BLS key: it cannot sign messages between chains.`,
  dashboard: toValidator,
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  alerts: [missing, ended, disconnected, budget, ending],
};
