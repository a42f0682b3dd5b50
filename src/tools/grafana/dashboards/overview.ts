/** The dashboard Overview: the state of everything, and what has a problem since when. */
import { quorumNote } from "../../../alerts/expressions.ts";
import { type Board, network } from "./dashboard.ts";
import { nodeTable } from "./node-tables.ts";
import { colored, steps } from "./palette.ts";
import { duration, share, stat, table, timeline } from "./panels.ts";
import {
  aliased,
  down,
  ifKnown,
  keys,
  named,
  names,
  ofNetwork,
  per,
  problemLines,
  stateRows,
  unknownRows,
} from "./queries.ts";
import * as shared from "./shared.ts";
import * as validators from "./validator-columns.ts";

const perL1 = per(keys.l1, ofNetwork);
const alerts = (severity: string) => `ALERTS{alertstate="firing",severity${severity},network=~"$network|"}`;
const shownSeverities = '!~"info|none"';
/** Labels that identify an alert in the table, with those that its links need. */
const alertKeys = "severity, alertname, network, node_id, subnet_id";
/** Returns the aliases of the items that firing alerts are about. Alerts have no alias, because observers can have different ones. */
const namedAlerts = (labels: string, matchers: string, metric: string) =>
  `max by (${alertKeys}, alias) (${alerts(shownSeverities + matchers)} * on (${labels}) group_left (alias) topk by (${labels}) (1, max by (${labels}, alias) (${metric}{alias!=""})))`;
const alertLinks = [shared.toValidator, shared.toL1, shared.toNode];
const countOf = (severity: string) => `count(${alerts(severity)}) or 0 * count(ALERTS{alertname="AvaxWatchdog"})`;

export const overview: Board = {
  name: "overview",
  title: "Overview",
  description: "State of networks, nodes, chains, watched validators, tracked L1s and subnets, and firing alerts.",
  variables: [network],
  rows: [
    {
      title: "States",
      panels: [
        shared.networkTile(3),
        shared.nodeTile(4, ofNetwork),
        shared.chainTile(4, ofNetwork),
        shared.validatorTile(4, ofNetwork),
        shared.l1Tile(4, ofNetwork),
        stat([3, 4], {
          title: "Firing alerts",
          description:
            "Number of firing alerts by severity, also of your own. An alert of both severities counts twice. RULES NOT LOADED: Prometheus does not evaluate the alert AvaxWatchdog, which always fires.",
          unit: "none",
          none: "RULES NOT LOADED",
          hasNames: true,
          noneLevel: "warning",
          levels: steps("good", [1, "bad"]),
          queries: {
            critical: countOf('="critical"'),
            warning: countOf('="warning"'),
          },
        }),
        shared.data(".*validators|node|health|peers"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([14, 7], {
          title: "Watched validators",
          description: `Each watched validator, those with a problem first. ${validators.notes}`,
          none: "No validator watched",
          rows: [
            ...stateRows(keys.validator, "avax_validator_state", ofNetwork),
            validators.unknownRow(ofNetwork),
            ...names(keys.validator, "node_id", "avax_validator_present", ofNetwork),
          ],
          labels: {
            ...shared.stateColumn("validator", 90),
            ...validators.labels,
            ...shared.networkColumn,
          },
          columns: {
            ...shared.lastOkColumn(keys.validator, "avax_validator_state", ofNetwork),
            ...validators.columns(ofNetwork, ` and on (${keys.validator}) avax_validator_present`),
          },
        }),
        table([10, 7], {
          title: "L1s and subnets",
          description: `Each tracked L1 or subnet, those with a problem first. Active: active share of its weight. ${quorumNote} Runway: time until the first balance runs out, 0 while a validator is inactive.`,
          none: "No L1 tracked",
          rows: [
            ...stateRows(keys.l1, shared.l1OrSubnet, ofNetwork),
            unknownRows("subnet", "subnet_id", ofNetwork),
            ...names(keys.l1, "subnet_id", "avax_subnet_info", `${ofNetwork},kind!="primary"`),
          ],
          labels: {
            ...shared.stateColumn("l1", 85),
            alias: { title: "L1", links: [shared.toL1] },
            ...shared.networkColumn,
            ...shared.subnetIdHidden,
          },
          columns: {
            ...shared.lastOkColumn(keys.l1, shared.l1OrSubnet, ofNetwork),
            Active: {
              expr: perL1("avax_l1_weight_active_ratio", "min"),
              ...share,
              levels: shared.activeLevels,
              width: 70,
            },
            Runway: {
              expr: perL1("avax_l1_balance_runway_seconds", "min"),
              ...duration,
              levels: shared.runwayLevels,
              width: 120,
            },
          },
        }),
        nodeTable([11, 6], 'network=~"$network|"'),
        table([13, 6], {
          title: "Firing alerts",
          description:
            "Firing alerts, critical ones first, also your own. Name: alias of the validator or L1. Of: its IDs. Both link to dashboards. Each alert of this project has a runbook in grafana/runbooks.",
          none: "No alert is firing, or the rules are not loaded",
          rows: [],
          labels: {
            severity: { title: "Severity", width: 95, mappings: [colored({ critical: "bad", warning: "warning" })] },
            alertname: { title: "Alert", width: 205, links: shared.toRunbook },
            alias: { title: "Name", width: 110, links: alertLinks },
            of: { title: "Of", links: alertLinks },
            network: { title: "Network", width: 70 },
            ...shared.nodeIdHidden,
            ...shared.subnetIdHidden,
          },
          columns: {
            Since: {
              expr: `max by (${alertKeys}, of) (label_join(time() - ALERTS_FOR_STATE and ignoring (alertstate) ${alerts(shownSeverities)}, "of", " ", "chain", "collector", "address", "node_id", "id", "node", "instance", "subnet_id"))`,
              ...duration,
              width: 110,
            },
          },
          additions: [
            namedAlerts("network, node_id", "", "avax_validator_present"),
            namedAlerts("network, subnet_id", ',node_id=""', "avax_subnet_info"),
          ],
          sortBy: "Severity",
        }),
        timeline([24, 6], shared.allStates, {
          title: "States",
          description:
            "Problems of networks, nodes, chains, validators, L1s and subnets: a line for each, in the color of its state, while it lasts. The lines that begin first point to the cause.",
          none: "No problem, or no data",
          queries: {
            "network {{network}} {{state}}": problemLines("network", "avax_network_state", ofNetwork),
            "{{node}} {{instance}} {{state}}": `max by (${keys.node}, state) (avax_node_state{${ofNetwork},state!="ok"}) == 1`,
            "chain {{alias}} ({{network}}) {{state}}": aliased(
              `max by (network, chain, alias, state) (avax_chain_state{${ofNetwork},state!="ok"}) == 1`,
              "chain",
            ),
            ...named(
              problemLines(keys.validator, "avax_validator_state", ofNetwork),
              keys.validator,
              "node_id",
              "avax_validator_present",
              "{} ({{network}}) {{state}}",
            ),
            ...named(
              problemLines(keys.l1, "avax_l1_state", ofNetwork),
              keys.l1,
              "subnet_id",
              "avax_subnet_info",
              "L1 {} ({{network}}) {{state}}",
            ),
            "{{instance}} {{node}} exporter_down": down,
            "all ({{network}}) ok": `min by (network) ({__name__=~"avax_(network|node|chain|validator|l1)_state",${ofNetwork},state="ok"}) == 1 ${ifKnown()}`,
          },
        }),
      ],
    },
  ],
};
