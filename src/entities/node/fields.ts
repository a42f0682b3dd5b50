/** A node: facts, metrics and JSON. */
import * as z from "zod";
import { entity } from "../../engine/entity.ts";
import { fieldsOf, later } from "../../engine/field.ts";
import { from, fromAll } from "../../node-api/contract.ts";

import { judgedFields } from "../evidence.ts";

import { oneIfCurrent } from "../words.ts";
import type { NodeRecord } from "./record.ts";
import { evidence, nodeStates } from "./state.ts";

const chainTime = from("platform.getFeeState", "timestamp");

const field = fieldsOf<NodeRecord>();
export const node = entity<NodeRecord>()({
  labels: [],
  isOfNode: true,
  fields: {
    state: field.state(nodeStates, {
      of: ({ judged }) => judged.state,
      evidence,
      metric: "avax_node_state",
      help: `State of the node: ${oneIfCurrent}`,
      from: fromAll(from("info.isBootstrapped"), from("health.health"), chainTime),
    }),
    ...judgedFields,
    /** The last known one while the node does not respond, as are `version`, `network_id` and `validates`. */
    node_id: field.text({ of: ({ nodeId }) => nodeId }),
    network: field.text({ of: ({ network }) => network }),
    /** Names of the other entries of the configuration that reach the same node; the URL of one without a name. */
    same_node: later(z.array(z.string()).default([])),
    version: field.text({ of: ({ identity }) => identity?.version }),
    /** The node is in the current set of the primary network, or of a subnet or L1. */
    validates: field.flag({
      of: ({ validates }) => validates,
      metric: "avax_node_validates",
      help: "1 if the node validates the primary network, a subnet or an L1, otherwise 0. Counts only those that it tracks. Retained while the node does not respond.",
      from: from("platform.getCurrentValidators", "nodeID"),
    }),
    /** Health checks that fail, by name, with the error of the node. */
    failing_checks: field.parts(z.array(z.object({ check: z.string(), error: z.string() })), {
      of: ({ failingChecks }) => failingChecks,
    }),
    /** Share of the stake that the node is connected to. */
    connected_ratio: field.ratio({ of: ({ connectedRatio }) => connectedRatio }),
    /** Age of the last P-Chain block when it was read. */
    pchain_block_age_seconds: field.seconds({
      of: ({ pChainAge }) => pChainAge,
      metric: "avax_pchain_block_age_seconds",
      help: "Age of the last accepted P-Chain block in seconds, as of the time of reading.",
      from: chainTime,
    }),
    /** The majority of the stake announces an upgrade that the node does not know. */
    upgrade_unknown: field.flag({ of: ({ upgrade }) => upgrade && upgrade.unknownTime !== undefined }),
    upgrade_unknown_seconds: field.seconds({
      of: ({ upgrade, now }) => upgrade?.unknownTime && upgrade.unknownTime.getTime() / 1000 - now,
      metric: "avax_node_upgrade_unknown_seconds",
      help: "Time in seconds until an announced upgrade that the node does not know.",
      from: from("health.health", "futureupgrade"),
    }),
    /** Clock of the node minus that of the exporter. */
    clock_difference_seconds: field.seconds({ of: ({ clockDifference }) => clockDifference }),
  },
  more: {
    network_id: field.text({ of: ({ identity }) => identity?.network_id }),
    info: field.flag({
      of: ({ identity }) => (identity === undefined ? undefined : true),
      metric: "avax_node_info",
      help: "Information about the node; always 1.",
      from: fromAll(
        from("info.getNodeID", "nodeID"),
        from("info.getNodeVersion", "version"),
        from("info.getNetworkID", "networkID"),
      ),
      labels: ["version", "network_id"],
    }),
    whole_clock_difference: field.seconds({
      of: ({ clockDifference: seconds }) => (seconds === undefined ? undefined : Math.trunc(seconds) || 0),
      metric: "avax_node_clock_difference_seconds",
      help: "Clock of the node minus that of the exporter, in whole seconds.",
      from: from("info.getNodeID"),
    }),
  },
});
