/** The dashboard Overview: the state of everything, its details and its history. */
import { toL1 } from "../../../alerting/alert.ts";
import { quorumNote } from "../../../alerting/expressions.ts";
import { chainConnectedWeight } from "../../../collectors/chains.ts";
import { nodeHealthCheck } from "../../../collectors/health.ts";
import { height } from "../../../collectors/heights.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { matches } from "../promql.ts";
import { alertCount, alertTable } from "./alert-panels.ts";
import type { Row, Spec } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import { freshness } from "./freshness.ts";
import { activeWeightGraph } from "./l1-history.ts";
import { runwayOfL1 } from "./l1-queries.ts";
import { thresholdSteps } from "./palette.ts";
import { duration, graph, share, stat, timeline } from "./panels.ts";
import { perItem, perMinute, perNetwork, queryPerNetwork, queryPerTarget, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import * as states from "./state-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";
import * as panels from "./validator-panels.ts";

const ofValidators = { node_id: matches("$node_id") };
const soon = timeSpan(thresholds.haltWarning);

const historyRow: Row = {
  title: "History",
  isCollapsed: true,
  panels: [
    activeWeightGraph([12, 7], "Active share of each L1's weight, the ten lowest."),
    graph([12, 7], {
      title: "P-Chain blocks per minute",
      description:
        "Rate at which each node accepts blocks. Nodes of the same network should overlap. A single node at 0 has stalled; if all of a network are at 0, the network has stalled.",
      unit: "short",
      none: "No node responds",
      min: 0,
      queries: [queryPerTarget(perMinute(height))],
    }),
    stat([12, 4], {
      title: "Connected stake",
      description: `Share of the primary network's weight that the nodes are connected to, for the node of each network with the lowest share. Below ${percent(thresholds.connectedWeightWarning)}: check the node's network. Below ${percent(thresholds.connectedWeightCritical)} the node reports unhealthy.`,
      unit: "percentunit",
      none: "Not reported",
      decimals: 1,
      levels: shared.connectedLevels,
      queries: [queryPerNetwork(perItem("min", chainConnectedWeight, [], { chain: "P" }))],
    }),
    stat([12, 4], {
      title: "Failing health checks",
      description:
        "Number of failing health checks of all nodes of each network. See the dashboard Sync for their names, and the node's log for the reasons.",
      unit: "none",
      none: "Not reported",
      levels: thresholdSteps("good", [1, "bad"]),
      queries: [queryPerNetwork(perNetwork("sum", `1 - ${select(nodeHealthCheck)}`))],
    }),
  ],
};

export const overview: Spec = {
  name: "overview",
  title: "Overview",
  description:
    "State of networks, nodes, chains, watched validators, tracked L1s and subnets, followed by details and history.",
  variables: [shared.nodeId],
  rows: [
    {
      title: "States",
      panels: [
        states.networkTile([3, 4]),
        states.nodeTile([4, 4]),
        states.chainTile([4, 4]),
        states.validatorTile([4, 4]),
        states.l1Tile([4, 4]),
        alertCount([3, 4]),
        freshness({
          collectors: "p-height|p-validators|watched-validators|subnets|l1-validators|node|health|peers",
          entities: ".+",
        }),
      ],
    },
    {
      title: "Details",
      panels: [
        table([13, 6], {
          title: "Watched validators",
          description:
            "Each watched validator, those with a problem first. Connected: share of the observers that are connected to it. Uptime: median of the observers, of a monitored node that of the stake. Offline budget: how long it can still be offline and earn its reward; if it is longer than the time to the end, the reward is safe.",
          none: "No validator watched",
          keys: panels.rowKeys,
          facts: panels.validatorFacts,
          rows: states.stateRows(states.kinds.validators, ofValidators),
          only: panels.watchedOnly(ofValidators),
          columns: [
            panels.connectedColumn(ofValidators),
            panels.uptimeColumn(ofValidators),
            panels.budgetColumn(ofValidators),
            panels.endColumn(ofValidators),
          ],
          links: panels.validatorLinks,
        }),
        table([11, 6], {
          title: "L1s and subnets",
          description: `Each tracked L1 or subnet, those with a problem first. Active: active share of its weight, now and in ${soon} without top-ups. ${quorumNote} Runway: time until the first balance runs out, 0 while a validator is inactive.`,
          none: "No L1 tracked",
          keys: ["network", "subnet_id"],
          facts: {
            ...states.stateFact(states.l1AndSubnetStates),
            alias: { title: "L1" },
            subnet_id: { title: "Subnet ID", width: 80 },
            ...shared.networkFact,
          },
          rows: states.l1AndSubnetRows(),
          columns: [
            {
              title: "Active",
              expr: perItem("min", entities.l1.metric("weight_active_ratio"), ["subnet_id"]),
              ...share,
              levels: shared.shareLevels,
              width: 70,
            },
            {
              title: `In ${soon}`,
              expr: perItem("min", entities.l1.metric("weight_active_forecast_ratio"), ["subnet_id"]),
              ...share,
              levels: shared.shareLevels,
              width: 80,
            },
            { title: "Runway", expr: runwayOfL1(), ...duration, levels: shared.runwayLevels },
          ],
          links: { "Subnet ID": [dataLink(toL1, ["network", "subnet_id"])] },
        }),
        shared.nodeTable([15, 6]),
        alertTable([9, 6]),
        timeline([12, 7], {
          title: "States of the last day",
          description:
            "Problems of networks, nodes, chains, validators, L1s and subnets: a line for each, in the color of its state, while it lasts. The lines that begin first point to the cause.",
          none: "No data",
          states: states.allStates,
          queries: [
            ...states.networkProblems,
            ...states.nodeProblems,
            ...states.chainProblems.slice(0, 1),
            ...states.problems("validators", states.kinds.validators, ofValidators),
            ...states.problems("L1s", states.kinds.l1s),
            ...states.problems("subnets", states.kinds.subnets).slice(0, 1),
          ],
        }),
        panels.budgetGraph([12, 7], ofValidators),
      ],
    },
    historyRow,
  ],
};
