import { l1WeightActive } from "../../../src/metrics/l1.ts";
import { validators } from "../../../src/metrics/validators.ts";
import { percent, quorumNote } from "../amounts.ts";
import { on } from "../formulas.ts";
import { dataLink, toL1, toValidator } from "../links.ts";
import { matches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { alertCount, alertTable } from "./alert-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { l1Status, nodeStatus, validatorStatus } from "./headlines.ts";
import { firstRunway, l1Names, l1State, lowestActiveShare } from "./l1-state.ts";
import { historyRow } from "./overview-history.ts";
import { valueMappings } from "./palette.ts";
import { longDuration } from "./panels.ts";
import { primary, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { l1States } from "./state-codes.ts";
import { table } from "./table.ts";
import { budgetColumns, nameColumns, rowKeys, stateColumns, uptimeColumn } from "./validator-panels.ts";
import { validatorNames, watchedUptime } from "./validator-state.ts";

const ofWatched = { node_id: matches("$watched") };
const onPrimary = { ...ofWatched, subnet_id: primary };

export const overview: Spec = {
  name: "overview",
  title: "Overview",
  description: "Status of watched validators, tracked L1s and nodes per network, followed by details and history.",
  variables: [shared.watchedValidators],
  rows: [
    {
      title: "Status",
      panels: [
        validatorStatus([6, 5], ofWatched),
        l1Status([6, 5]),
        nodeStatus([6, 5]),
        alertCount([3, 5]),
        ...freshness("p-height|p-validators|watched-validators|subnets|l1-validators|node"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([13, 7], {
          title: "Watched validators",
          description: `Each watched validator of the primary network, once. Connected: share of the monitored nodes that are connected to it. Uptime: median of these nodes, or the average over the network for a monitored node. Offline budget: how long it can still be offline and earn its reward. Budget left: its share; an alert fires below ${percent(thresholds.budgetWarning)}; – if the reward can no longer be lost. Ends in: – if it renews automatically.`,
          none: "No validator watched",
          keys: rowKeys,
          facts: nameColumns,
          rows: validatorNames(onPrimary),
          columns: [...stateColumns(onPrimary), uptimeColumn(watchedUptime(onPrimary)), ...budgetColumns(onPrimary)],
          sort: { by: "State", desc: true },
          links: { Validator: [dataLink(toValidator, ["network", ...rowKeys])] },
        }),
        table([11, 7], {
          title: "L1s",
          description: `Each tracked L1, once. Active: lowest active share of its weight; below ${percent(thresholds.activeWeightWarning)} it is at risk. ${quorumNote} Lowest runway: time until the first balance runs out at the current fee. See the dashboard L1s for the validator to top up.`,
          none: "No L1 tracked",
          keys: ["subnet_id"],
          facts: { name: { title: "L1" }, network: { title: "Network", width: 85 } },
          rows: l1Names(),
          columns: [
            { title: "State", expr: l1State(), unit: "none", mappings: valueMappings(l1States), width: 175 },
            {
              title: "Active",
              expr: lowestActiveShare(),
              unit: "percentunit",
              decimals: 1,
              levels: shared.shareLevels,
              width: 90,
            },
            {
              title: "Validators",
              expr: `${select(validators)} and ${on("subnet_id")} ${select(l1WeightActive)}`,
              unit: "locale",
              width: 92,
            },
            {
              title: "Lowest runway",
              expr: firstRunway(),
              unit: longDuration,
              levels: shared.runwayLevels,
              width: 125,
            },
          ],
          sort: { by: "State", desc: true },
          links: { L1: [dataLink(toL1, ["network", "subnet_id"])] },
        }),
        shared.nodeTable(
          [15, 6],
          { network: { title: "Network", width: 85 }, version: { title: "Version", width: 140 } },
          [],
        ),
        alertTable([9, 6]),
      ],
    },
    historyRow(onPrimary),
  ],
};
