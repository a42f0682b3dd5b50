import { l1WeightActive } from "../../../src/metrics/l1.ts";
import { nodeHealthCheck } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { percent } from "../amounts.ts";
import { activeShare, connectedShare, gasPriceNow, on, validatorFeePriceNow } from "../formulas.ts";
import { like } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels, words } from "./palette.ts";
import { graph, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import {
  least,
  overall,
  perNetwork,
  primary,
  select,
  slope,
  subnetNames,
  validatorNames,
  withSubnetName,
  withValidatorName,
} from "./queries.ts";
import { firstRunway, l1State, validatorState, watched } from "./states.ts";
import { l1States } from "./verdicts.ts";

const validatorKeys = [...parts.targetKeys, "subnet_id", "node_id"];
const l1Keys = [...parts.targetKeys, "subnet_id"];
const ofWatched = { node_id: like("$watched") };
const onPrimary = { ...ofWatched, subnet_id: primary };
const ofL1s = { kind: "l1" };

export const overview: Spec = {
  name: "overview",
  title: "Overview",
  description: "Does my validator earn, does my L1 live, does my node keep up: in that order, and then why.",
  variables: [parts.watchedValidators],
  rows: [
    {
      title: "Verdict",
      panels: [
        parts.validatorVerdict([5, 5], ofWatched),
        parts.l1Verdict([5, 5]),
        parts.nodeVerdict([5, 5]),
        parts.alertCount([3, 5]),
        ...freshness("p-height|p-validators|watched-validators|subnets|l1-validators|node"),
      ],
    },
    {
      title: "Why",
      panels: [
        table([12, 7], {
          title: "Watched validators",
          description:
            "Each watched validator of the primary network as each queried node sees it. May be offline: how long it may still be away until its period ends, and earn all the same; below 0 the reward is lost. A node does not tell its own uptime: watch it from another one.",
          none: "No validator watched",
          keys: validatorKeys,
          facts: { ...parts.validatorName, ...parts.seenBy },
          rows: watched(`(${validatorNames(onPrimary)})`, onPrimary),
          columns: parts
            .uptimeColumns(validatorState, onPrimary)
            .map((column) => ({ ...column, expr: watched(`(${column.expr})`, onPrimary) })),
          sort: { by: "State", desc: true },
        }),
        table([12, 7], {
          title: "L1s",
          description: `Each tracked L1. Active: the share of its weight that takes part; under ${percent(thresholds.activeWeightWarning)} it is at risk, under ${percent(thresholds.activeWeightCritical)} it stalls. Runs out in: when the first balance ends at the current price. Top up whoever it is: the dashboard L1s tells.`,
          none: "No L1 tracked",
          keys: l1Keys,
          facts: { l1: { title: "L1" }, ...parts.seenBy },
          rows: subnetNames(ofL1s),
          columns: [
            { title: "State", expr: l1State(), unit: "none", mappings: words(l1States), width: 190 },
            {
              title: "Active",
              expr: activeShare(select),
              unit: "percentunit",
              decimals: 1,
              levels: parts.shareLevels,
              width: 90,
            },
            {
              title: "Validators",
              expr: `${select(validators.validators)} and ${on("subnet_id")} ${select(l1WeightActive)}`,
              unit: "locale",
              width: 100,
            },
            {
              title: "Runs out in",
              expr: firstRunway(),
              unit: "s",
              decimals: 1,
              levels: parts.runwayLevels,
              width: 120,
            },
          ],
          sort: { by: "State", desc: true },
        }),
        parts.nodeTable(
          [16, 6],
          { network: { title: "Network", width: 90 }, version: { title: "Version", width: 150 } },
          [],
        ),
        parts.alertTable([8, 6]),
      ],
    },
    {
      title: "History",
      panels: [
        graph([8, 7], {
          title: "Uptime of watched validators",
          description: `Share of its period that the queried node has seen each validator online, the ten lowest. The dashed lines are at ${percent(thresholds.uptimeRequired)}, and at ${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon. A falling line is a validator that is away now.`,
          unit: "percentunit",
          none: "No validator watched",
          decimals: 2,
          max: 1,
          lines: true,
          levels: parts.requiredLevels,
          queries: [
            {
              expr: least(
                10,
                withValidatorName(watched(select(validators.validatorUptime, onPrimary), onPrimary), onPrimary),
              ),
              legend: "{{name}} seen by {{target}}",
            },
          ],
        }),
        graph([8, 7], {
          title: "Active share of each L1's weight",
          description: `Share of an L1's weight whose validators still have a balance, the ten lowest. The dashed lines are at ${percent(thresholds.activeWeightCritical)}, under which it stalls, and at ${percent(thresholds.activeWeightWarning)}. A step down is a balance that has run out.`,
          unit: "percentunit",
          none: "No L1 tracked",
          min: 0,
          max: 1,
          steps: true,
          lines: true,
          levels: parts.shareLevels,
          queries: [{ expr: least(10, withSubnetName(activeShare(select))), legend: "{{l1}} seen by {{target}}" }],
        }),
        graph([8, 7], {
          title: "P-Chain blocks per minute",
          description:
            "How many blocks each node accepts. All nodes of a network draw the same line: one that falls to 0 alone stands still, and all together mean that the network does.",
          unit: "short",
          none: "No node answers",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(height)}, 0)`, legend: parts.target }],
        }),
        stat([6, 4], {
          title: "Price of P-Chain gas",
          description:
            "What a unit of P-Chain gas costs now: the state that the node tells, carried on to this second. 1 nAVAX is the least. If it is high, put off transactions that can wait.",
          unit: "suffix: nAVAX",
          none: "Not told by the node",
          decimals: 0,
          queries: [{ expr: perNetwork("max", `1e9 * ${gasPriceNow(select)}`), legend: "{{network}}" }],
        }),
        stat([6, 4], {
          title: "Fee of an L1 validator, 30 days",
          description:
            "What an active L1 validator pays in 30 days at the present price. At the least price of mainnet it is 1.33 AVAX. If it rises, balances end sooner: see the dashboard L1s.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 2,
          queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend: "{{network}}" }],
        }),
        stat([6, 4], {
          title: "Stake connected",
          description: `Share of the primary network's weight that the queried node is connected to, of the node that sees least. Under ${percent(thresholds.connectedWeightWarning)}: look at the node's network; under ${percent(thresholds.connectedWeightCritical)} it thinks itself unhealthy.`,
          unit: "percentunit",
          none: "Not told by the node",
          decimals: 1,
          levels: levels(
            "bad",
            [thresholds.connectedWeightCritical, "warning"],
            [thresholds.connectedWeightWarning, "good"],
          ),
          queries: [
            {
              expr: overall("min", connectedShare(select, { subnet_id: primary })),
            },
          ],
        }),
        stat([6, 4], {
          title: "Failing health checks",
          description:
            "How many of the nodes' own health checks fail now, by all nodes together. Their names are on the dashboard Sync; the node's log says why.",
          unit: "none",
          none: "Not told by the node",
          levels: levels("good", [1, "bad"]),
          queries: [{ expr: overall("sum", `1 - ${select(nodeHealthCheck)}`) }],
        }),
      ],
    },
  ],
};
