/** Watched validators. Beyond them nobody is woken: a dashboard of the whole network has thousands. */
import { watchedValidators } from "../../../src/collectors/watched-validators.ts";
import * as m from "../../../src/metrics/validators.ts";
import { percent } from "../amounts.ts";
import { bestUptime, safeUptime } from "../formulas.ts";
import { labelsOf } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, whileFreshOrReachable, withLabel } from "./parts.ts";
import { watchedEnd } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const one = labelsOf(m.validatorPresent, "subnet_id", "node_id");
const collectors = [watchedValidators];
const fresh = (expr: string) => whileFreshOrReachable(expr, watchedValidators);
const isWatched = `and on (${one})\n${select(m.validatorPresent)} == 1`;
/** Those that are watched and in the set, by the operator's names for them. */
const ofWatched = (expr: string) =>
  fresh(
    withLabel(`${expr}\n${isWatched}`, {
      info: select(m.validatorInfo),
      label: "alias",
      on: one,
      or: select(m.validatorPresent),
    }),
  );
const who = "{{ or $labels.alias $labels.node_id }}";
const whoInFull =
  "{{ $labels.node_id }}{{ with $labels.alias }} ({{ . }}){{ end }} of the subnet {{ $labels.subnet_id }}";

/** So long after its end it is still known when that was. */
const memory = "30d";

const missing = alert({
  name: "AvaxValidatorMissing",
  collectors,
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () =>
    fresh(`${select(m.validatorPresent)} == 0
unless on (${one})
last_over_time(${select(watchedEnd)}[${memory}]) <= time()`),
  summary: "The watched validator {{ $labels.node_id }} is not in the current set",
  description: `The P-Chain of ${nodeName} knows no current validator {{ $labels.node_id }} of the subnet {{ $labels.subnet_id }}, and it is not known that its time was over: it earns nothing.`,
  dashboard: "validators",
});

const ended = alert({
  name: "AvaxValidatorEnded",
  collectors,
  tiers: { info: { for: "5m", parameters: {} } },
  expr: () =>
    fresh(`last_over_time(${select(watchedEnd)}[${memory}]) <= time()
and on (${one})
${select(m.validatorPresent)} == 0`),
  summary: "The period of the validator {{ $labels.node_id }} is over",
  description:
    "The validator {{ $labels.node_id }} of the subnet {{ $labels.subnet_id }} ended at {{ $value | humanizeTimestamp }} and has not begun another period. Its stake is free, and earns nothing.",
  dashboard: "validators",
});

const disconnected = alert({
  name: "AvaxValidatorDisconnected",
  collectors,
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => ofWatched(`${select(m.validatorConnected)} == 0`),
  summary: `The validator ${who} is offline, as ${nodeName} sees it`,
  description: `The node of ${nodeName} has no connection to the validator ${whoInFull}. While others see the same, its uptime falls and its reward is at risk.`,
  dashboard: "validators",
});

/** A node whose info API is off does not tell: then as before Helicon. */
const required = (otherwise: string) => `(
  ${select(m.validatorUptimeRequired)}
  or on (${one}) ${select(m.validatorUptime)} * 0 + ${otherwise}
)`;

const uptimeLow = alert({
  name: "AvaxValidatorUptimeLow",
  collectors,
  tiers: {
    warning: {
      for: "30m",
      parameters: {
        margin: thresholds.uptimeMarginWarning,
        ceiling: thresholds.uptimeCeilingWarning,
        required: thresholds.uptimeRequired,
      },
    },
    critical: {
      for: "30m",
      parameters: {
        margin: thresholds.uptimeMarginCritical,
        ceiling: thresholds.uptimeCeilingCritical,
        required: thresholds.uptimeRequired,
      },
    },
  },
  keepFiringFor: "15m",
  expr: (p) => ofWatched(`${select(m.validatorUptime)} < ${safeUptime(required(p.required), p.margin, p.ceiling)}`),
  summary: `The validator ${who} has been online for {{ $value | humanizePercentage }} only`,
  description: `${nodeName} has seen the validator ${whoInFull} online for {{ $value | humanizePercentage }} of its period. Below what is required, ${percent(thresholds.uptimeRequired)} or since Helicon ${percent(thresholds.uptimeRequiredSinceHelicon)}, the whole reward is lost, that of its delegators too.`,
  dashboard: "validators",
});

const atRisk = alert({
  name: "AvaxValidatorRewardAtRisk",
  collectors,
  tiers: { critical: { for: "15m", parameters: { required: thresholds.uptimeRequired } } },
  keepFiringFor: "15m",
  expr: (p) =>
    ofWatched(`${bestUptime(select)}
< ${required(p.required)}`),
  summary: `The validator ${who} can no longer reach the uptime for its reward`,
  description: `Were the validator ${whoInFull} online from now to its end, it would reach {{ $value | humanizePercentage }} as ${nodeName} counts, which is less than required: the reward is lost unless others have seen more of it.`,
  dashboard: "validators",
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  collectors,
  tiers: {
    info: { for: "5m", parameters: { seconds: thresholds.endInfo } },
    warning: { for: "5m", parameters: { seconds: thresholds.endWarning } },
    critical: { for: "5m", parameters: { seconds: thresholds.endCritical } },
  },
  expr: ({ seconds }) =>
    ofWatched(`(${select(m.validatorEnd)} - time() > 0) < ${seconds}
unless on (${one})
${select(m.validatorInfo, { auto_renew: "true" })}`),
  summary: `The validator ${who} ends in {{ $value | humanizeDuration }}`,
  description: `The period of the validator ${whoInFull} ends in {{ $value | humanizeDuration }}, and it does not renew itself. From then on it earns nothing until it is staked anew.`,
  dashboard: "validators",
});

const noKey = alert({
  name: "AvaxValidatorNoSigner",
  collectors,
  tiers: { info: { for: "1h", parameters: {} } },
  expr: () => ofWatched(`${select(m.validatorBlsKey)} == 0`),
  summary: `The validator ${who} has no BLS key registered`,
  description: `The validator ${whoInFull} began without a BLS key: it cannot sign messages between chains.`,
  dashboard: "validators",
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  alerts: [missing, ended, disconnected, uptimeLow, atRisk, ending, noKey],
};
