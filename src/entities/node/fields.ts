/** A node: its record, facts, metrics, JSON and words. */
import * as z from "zod";
import { announcedUpgrade, healthCheck } from "../../collectors/health.ts";
import { chainBootstrapped } from "../../collectors/node.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf, formatPercent, later } from "../../engine/field.ts";
import type { Observations } from "../../engine/store.ts";
import { formatSpan } from "../../lib/duration.ts";
import { cutText } from "../../lib/redaction.ts";
import { joinList } from "../../lib/text.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { isPrimaryChain } from "../../node-api/ids.ts";
import type { ShownChain } from "../chain/fields.ts";
import { judgedFields } from "../evidence.ts";
import { type Observer, pChainAge, validatesIn } from "../observer.ts";
import { maxNames, nameOf, oneIfCurrent } from "../words.ts";
import { evidence, nodeState, nodeStates } from "./state.ts";

/** Maximum length of the error of a health check. */
const maxErrorLength = 200;

/** Returns what is known about a node at the present time. */
export function nodeRecord(of: Observations, observer: Observer) {
  const { nodeId, network, remembered } = observer;
  const checks = of(healthCheck).map(({ value }) => value);
  const failingChecks = checks.flatMap(({ check, passes, error = "" }) =>
    passes ? [] : { check, error: cutText(error, maxErrorLength) },
  );
  const bootstrapped = of(chainBootstrapped).map(({ value }) => value);
  const isBootstrapping = bootstrapped.some(
    ({ chain, isBootstrapped }) =>
      isPrimaryChain(chain) && !isBootstrapped && checks.some(({ check }) => check === chain),
  );
  const judged = nodeState({
    ...observer,
    isBootstrapped: isBootstrapping ? false : bootstrapped.find(({ chain }) => chain === "P")?.isBootstrapped,
    hasFailingCheck: checks.length === 0 ? undefined : failingChecks.length > 0,
    isIdentified: network !== undefined && nodeId !== undefined,
  });
  return {
    ...observer,
    judged,
    isEvidence: true,
    identity: remembered.identity,
    validates: validatesIn(of, nodeId, remembered.validatedAt) ?? remembered.validates,
    failingChecks,
    pChainAge: pChainAge(of, observer.now),
    upgrade: of(announcedUpgrade)[0]?.value,
  };
}
type NodeRecord = ReturnType<typeof nodeRecord>;

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

type Shown = ReturnType<typeof node.toJson>;
/** Returns a sentence with the reason for the state of a node, by the chains that it runs; empty without one. */
export function nodeDetail(
  { state, connected_ratio: ratio, failing_checks: checks }: Shown,
  chains: readonly ShownChain[],
) {
  if (state === "isolated") return ratio === null ? "" : `It is connected to ${formatPercent(ratio)}.`;
  if (state === "behind") {
    const ages = chains.flatMap(({ chain, block_age_seconds: age }) =>
      (chain === "P" || chain === "C") && age !== null ? `of ${chain} ${formatSpan(age)}` : [],
    );
    return ages.length === 0 ? "" : `Ages of the last blocks: ${ages.join(", ")}.`;
  }
  // in another state, failing checks are its consequence
  if (state !== "unhealthy" || checks.length === 0) return "";
  const texts = checks.map(({ check, error }) => {
    const name = nameOf(chains.find(({ chain }) => chain === check)?.alias ?? "", check);
    return error === "" ? name : `${name}: ${error}`;
  });
  return `Failing: ${joinList(texts, maxNames)}.`;
}
