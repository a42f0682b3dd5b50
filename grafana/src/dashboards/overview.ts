import { l1WeightActive } from "../../../src/metrics/l1.ts";
import { nodeHealthCheck } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { percent, quorumNote } from "../amounts.ts";
import { activeShare, connectedShare, gasPriceNow, on, validatorFeePriceNow } from "../formulas.ts";
import { matches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { alertCount, alertTable } from "./alert-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph, stat } from "./panels.ts";
import {
  bottomk,
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
import * as shared from "./shared-panels.ts";
import { l1States } from "./state-codes.ts";
import { firstRunway, l1State, validatorState, watched } from "./state-queries.ts";
import { table } from "./table.ts";

const validatorKeys = [...shared.targetKeys, "subnet_id", "node_id"];
const l1Keys = [...shared.targetKeys, "subnet_id"];
const ofWatched = { node_id: matches("$watched") };
const onPrimary = { ...ofWatched, subnet_id: primary };
const ofL1s = { kind: "l1" };

export const overview: Spec = {
  name: "overview",
  title: "Overview",
  description: "Status of watched validators, tracked L1s and nodes, followed by details and history.",
  variables: [shared.watchedValidators],
  rows: [
    {
      title: "Status",
      panels: [
        shared.validatorStatus([5, 5], ofWatched),
        shared.l1Status([5, 5]),
        shared.nodeStatus([5, 5]),
        alertCount([3, 5]),
        ...freshness("p-height|p-validators|watched-validators|subnets|l1-validators|node"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([12, 7], {
          title: "Watched validators",
          description:
            "Each watched validator of the primary network, per queried node. Offline budget: how long it can still be offline and earn its reward; below 0 the reward is lost. A node does not report its own uptime: watch it from another node.",
          none: "No validator watched",
          keys: validatorKeys,
          facts: { ...shared.validatorName, ...shared.seenBy },
          rows: watched(`(${validatorNames(onPrimary)})`, onPrimary),
          columns: shared
            .uptimeColumns(validatorState, onPrimary)
            .map((column) => ({ ...column, expr: watched(`(${column.expr})`, onPrimary) })),
          sort: { by: "State", desc: true },
        }),
        table([12, 7], {
          title: "L1s",
          description: `Each tracked L1. Active: active share of its weight; below ${percent(thresholds.activeWeightWarning)} it is at risk. ${quorumNote} Lowest runway: time until the first balance runs out at the current fee. See the dashboard L1s for the validator to top up.`,
          none: "No L1 tracked",
          keys: l1Keys,
          facts: { l1: { title: "L1" }, ...shared.seenBy },
          rows: subnetNames(ofL1s),
          columns: [
            { title: "State", expr: l1State(), unit: "none", mappings: valueMappings(l1States), width: 190 },
            {
              title: "Active",
              expr: activeShare(select),
              unit: "percentunit",
              decimals: 1,
              levels: shared.shareLevels,
              width: 90,
            },
            {
              title: "Validators",
              expr: `${select(validators.validators)} and ${on("subnet_id")} ${select(l1WeightActive)}`,
              unit: "locale",
              width: 100,
            },
            {
              title: "Lowest runway",
              expr: firstRunway(),
              unit: "s",
              decimals: 1,
              levels: shared.runwayLevels,
              width: 120,
            },
          ],
          sort: { by: "State", desc: true },
        }),
        shared.nodeTable(
          [16, 6],
          { network: { title: "Network", width: 90 }, version: { title: "Version", width: 150 } },
          [],
        ),
        alertTable([8, 6]),
      ],
    },
    {
      title: "History",
      panels: [
        graph([8, 7], {
          title: "Uptime of watched validators",
          description: `Share of its period that the queried node has observed each validator online, the ten lowest. Dashed lines: ${percent(thresholds.uptimeRequired)}, and ${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon. A falling line means that the validator is offline now.`,
          unit: "percentunit",
          none: "No validator watched",
          decimals: 2,
          max: 1,
          lines: true,
          levels: shared.requiredLevels,
          queries: [
            {
              expr: bottomk(
                10,
                withValidatorName(watched(select(validators.validatorUptime, onPrimary), onPrimary), onPrimary),
              ),
              legend: "{{name}} seen by {{target}}",
            },
          ],
        }),
        graph([8, 7], {
          title: "Active weight",
          description: `Active share of each L1's weight, the ten lowest. Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
          unit: "percentunit",
          none: "No L1 tracked",
          min: 0,
          max: 1,
          steps: true,
          lines: true,
          levels: shared.shareLevels,
          queries: [{ expr: bottomk(10, withSubnetName(activeShare(select))), legend: "{{l1}} seen by {{target}}" }],
        }),
        graph([8, 7], {
          title: "P-Chain blocks per minute",
          description:
            "Rate at which each node accepts blocks. Nodes of the same network should overlap. A single node at 0 has stalled; if all are at 0, the network has stalled.",
          unit: "short",
          none: "No node responds",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(height)}, 0)`, legend: shared.target }],
        }),
        stat([6, 4], {
          title: "P-Chain gas price",
          description:
            "Current price per unit of P-Chain gas, extrapolated from the state of the last block. The minimum is 1 nAVAX. If it is high, postpone transactions that are not urgent.",
          unit: "suffix: nAVAX",
          none: "Not reported",
          decimals: 0,
          queries: [{ expr: perNetwork("max", `1e9 * ${gasPriceNow(select)}`), legend: "{{network}}" }],
        }),
        stat([6, 4], {
          title: "L1 validator fee, 30 days",
          description:
            "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, balances run out sooner: see the dashboard L1s.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 2,
          queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend: "{{network}}" }],
        }),
        stat([6, 4], {
          title: "Connected stake",
          description: `Share of the primary network's weight that the queried node is connected to, for the node with the lowest share. Below ${percent(thresholds.connectedWeightWarning)}: check the node's network. Below ${percent(thresholds.connectedWeightCritical)} the node reports unhealthy.`,
          unit: "percentunit",
          none: "Not reported",
          decimals: 1,
          levels: thresholdSteps(
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
            "Number of failing health checks of all nodes. See the dashboard Sync for their names, and the node's log for the reasons.",
          unit: "none",
          none: "Not reported",
          levels: thresholdSteps("good", [1, "bad"]),
          queries: [{ expr: overall("sum", `1 - ${select(nodeHealthCheck)}`) }],
        }),
      ],
    },
  ],
};
