/** What several dashboards show. */

import * as l1 from "../../../src/metrics/l1.ts";
import { nodeHealthCheck, nodeInfo } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { xHeight } from "../../../src/metrics/xchain.ts";
import { percent, timeSpan } from "../amounts.ts";
import { offlineBudget, on, runway } from "../formulas.ts";
import { external, like, type Matchers } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Variable } from "./dashboard.ts";
import { levels, words } from "./palette.ts";
import { bars, type Column, type Facts, type Sized, stat, table } from "./panels.ts";
import { aggregate, least, once, overall, select, shortened } from "./queries.ts";
import { blocksBehind, chainTimeAge, nodeState, worstL1, worstNode, worstValidator } from "./states.ts";
import { l1States, nodeStates, validatorStates } from "./verdicts.ts";

/** Name of the target in legends. */
export const target = "{{target}}";
export const targetKeys = ["job", "instance", "node"] as const;
export const seenBy = { target: { title: "Seen by", width: 118 } };
export const validatorName = { name: { title: "Validator", width: 125 } };

type Size = readonly [width: number, height: number];

/** For variables: watched validators, with their alias where they have one. */
export const watchedByAlias = `(avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"} * on (job, instance, node, subnet_id, node_id) group_left (alias) avax_validator_info) or avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"}`;
export const idAndAlias = '/node_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g';

/** Their IDs: to ask for these alone is quick, where there are a thousand others. */
export const watchedValidators: Variable = {
  name: "watched",
  label: "watched validator",
  description: "Validators that are watched, by alias.",
  query: `query_result(${watchedByAlias})`,
  regex: idAndAlias,
};

export const validatorVerdict = (size: Size, which: Matchers<typeof validators.validatorPresent>) =>
  stat(size, {
    title: "Does my validator earn?",
    description: `The worst state of all watched validators, and of the queried nodes that validate. AT RISK: its uptime is below the required one plus ${percent(thresholds.uptimeMarginWarning)}, or below ${percent(thresholds.uptimeCeilingWarning)} if that is less. OFFLINE: the node that is asked has no connection to it. BELOW REQUIRED: no reward as things stand. REWARD LOST: none even if it never misses a second again. NOT IN SET: its period is over, or has not begun. Find the one on the dashboard Validators.`,
    unit: "none",
    none: "No validator watched",
    verdict: true,
    mappings: words(validatorStates),
    levels: levels("good"),
    queries: [{ expr: worstValidator(which) }],
  });

export const l1Verdict = (size: Size, which: Matchers<typeof l1.l1WeightActive> = {}) =>
  stat(size, {
    title: "Does my L1 live?",
    description: `The worst state of all tracked L1s and L1 validators. RUNS OUT SOON: a balance ends within ${timeSpan(thresholds.exhaustionWarning)} at the current price. VALIDATOR INACTIVE: a balance has run out. QUORUM AT RISK: less than ${percent(thresholds.activeWeightWarning)} of the weight is active. QUORUM LOST: less than ${percent(thresholds.activeWeightCritical)} is; the L1 stalls, and its messages are not signed. Top up the balances that the dashboard L1s names.`,
    unit: "none",
    none: "No L1 watched",
    verdict: true,
    mappings: words(l1States),
    levels: levels("good"),
    queries: [{ expr: worstL1(which) }],
  });

export const nodeVerdict = (size: Size) =>
  stat(size, {
    title: "Does my node keep up?",
    description: `The worst state of all nodes. UNHEALTHY: a health check or a required collector fails, or the P-Chain's time is ${timeSpan(thresholds.chainTimeWarning)} old. BEHIND: its time is ${timeSpan(thresholds.chainTimeCritical)} old, or the node is more than ${thresholds.blocksBehind} blocks behind another one of its network. Local networks may have old time. Find the one on the dashboard Sync.`,
    unit: "none",
    none: "No exporter found",
    verdict: true,
    mappings: words(nodeStates),
    levels: levels("good"),
    queries: [{ expr: worstNode() }],
  });

const ourAlerts = select(external.alerts, { alertname: like("Avax.+"), alertstate: "firing" });
export const alertCount = (size: Size) =>
  stat(size, {
    title: "Firing alerts",
    description:
      "How many alerts of the exporter fire now for the chosen targets: they are listed below, and each names its runbook. None as well where Prometheus has not loaded the rules.",
    unit: "none",
    none: "None",
    levels: levels("neutral", [1, "bad"]),
    queries: [{ expr: overall("count", ourAlerts) }],
  });
export const alertTable = (size: Size) =>
  table(size, {
    title: "Firing alerts",
    description:
      "The exporter's alerts that fire now for the chosen targets. Those that speak of no one target (no exporter found at all) are drawn as red lines over the graphs. What to do is in the runbook that the alert names.",
    none: "No alert fires, or the rules are not loaded",
    keys: [...targetKeys, "alertname", "severity"],
    facts: {
      alertname: { title: "Alert" },
      severity: { title: "Severity", width: 90 },
      target: { title: "Of", width: 120 },
    },
    rows: ourAlerts,
    columns: [
      {
        title: "Since",
        expr: `time() - ${select(external.alertsSince, { alertname: like("Avax.+") })}`,
        unit: "s",
        decimals: 0,
        width: 90,
      },
    ],
  });

export const runwayLevels = levels(
  "bad",
  [thresholds.exhaustionCritical, "warning"],
  [thresholds.exhaustionWarning, "good"],
);
export const shareLevels = levels(
  "bad",
  [thresholds.activeWeightCritical, "warning"],
  [thresholds.activeWeightWarning, "good"],
);
export const requiredLevels = levels(
  "bad",
  [thresholds.uptimeRequired, "warning"],
  [thresholds.uptimeRequiredSinceHelicon, "good"],
);
export const endLevels = levels("bad", [thresholds.endCritical, "warning"], [thresholds.endWarning, "good"]);

type OfValidator = Matchers<typeof validators.validatorPresent>;
export const uptimeColumns = (state: (which: OfValidator) => string, which: OfValidator): readonly Column[] => [
  { title: "State", expr: state(which), unit: "none", mappings: words(validatorStates) },
  { title: "Uptime", expr: select(validators.validatorUptime, which), unit: "percentunit", decimals: 2, width: 80 },
  {
    title: "Required",
    expr: select(validators.validatorUptimeRequired, which),
    unit: "percentunit",
    decimals: 0,
    width: 82,
  },
  {
    title: "May be offline",
    expr: offlineBudget(select, which),
    unit: "s",
    decimals: 1,
    levels: levels("bad", [0, "warning"], [thresholds.offlineBudget, "good"]),
    width: 122,
  },
  {
    title: "Ends in",
    expr: `${select(validators.validatorEnd, which)} - time()`,
    unit: "s",
    decimals: 1,
    levels: endLevels,
    width: 100,
  },
];

/** Each once, however many nodes tell of it. */
export const firstToRunOut = (n: number, expr: string) =>
  shortened(least(n, once("min", l1.l1Exhaustion, ["subnet_id", "validation_id", "node_id"], expr)), "node_id", "name");

export const lowestRunways = (size: Size, n: number, which: Matchers<typeof l1.l1Exhaustion> = {}) =>
  bars(size, {
    title: "Runs out first",
    description: `The ${n} active L1 validators whose balances end first at the current price. Below ${timeSpan(thresholds.exhaustionWarning)}: top up (IncreaseL1ValidatorBalanceTx). An L1 that has stalled may not come back by itself, so do it before.`,
    unit: "s",
    none: "No active L1 validator watched",
    decimals: 1,
    min: 0,
    max: thresholds.exhaustionInfo,
    levels: runwayLevels,
    queries: [{ expr: firstToRunOut(n, runway(select, which)), legend: "{{name}}" }],
  });

const checksFailing: Column = {
  title: "Checks failing",
  expr: aggregate("sum", nodeHealthCheck, [], `1 - ${select(nodeHealthCheck)}`),
  unit: "none",
  levels: levels("good", [1, "bad"]),
  width: 120,
};
export const nodeTable = (size: Size, facts: Facts, columns: readonly Column[]): Sized =>
  table(size, {
    title: "Nodes",
    description:
      "Every node that an exporter tells of. Behind: blocks to the highest node of the same network that is shown; it takes two. Time: how old the P-Chain's time is. A node that is DOWN or BEHIND: look at its own log, disk and connections.",
    none: "No exporter found",
    keys: targetKeys,
    facts: { target: { title: "Node" }, ...facts },
    rows: `${select(nodeInfo)} or ${on()} (${nodeState()})`,
    columns: [
      { title: "State", expr: nodeState(), unit: "none", mappings: words(nodeStates), width: 145 },
      { title: "P-Chain", expr: select(height), unit: "locale", width: 105 },
      {
        title: "Behind",
        expr: blocksBehind(),
        unit: "locale",
        levels: levels("good", [1, "neutral"], [thresholds.blocksBehind, "bad"]),
        width: 80,
      },
      {
        title: "Time",
        expr: chainTimeAge(),
        unit: "s",
        decimals: 0,
        levels: levels("good", [thresholds.chainTimeWarning, "warning"], [thresholds.chainTimeCritical, "bad"]),
        width: 80,
      },
      { title: "X-Chain", expr: select(xHeight), unit: "locale", width: 105 },
      checksFailing,
      ...columns,
    ],
    sort: { by: "State", desc: true },
  });
