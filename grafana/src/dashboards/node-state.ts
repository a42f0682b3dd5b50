/** Queries about the monitored nodes: one result per target. */
import { nodeReachable, up } from "../../../src/metrics/exporter.ts";
import { nodeBootstrapped, nodeHealthCheck, nodeInfo } from "../../../src/metrics/node.ts";
import { chainTime, height } from "../../../src/metrics/pchain.ts";
import { age, on } from "../formulas.ts";
import { matches, notEqual, targetLabels } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { downTargets, firstOf, select } from "./queries.ts";
import { nodeStates } from "./state-codes.ts";

/** Returns the blocks by which a node is behind the highest node of its network, for nodes that report a network. */
export function blocksBehind() {
  const heights = `${select(height)} * ${on()} group_left (network) ${select(nodeInfo, { network: notEqual("local") })}`;
  return `(max by (network) (${heights})) - on (network) group_right () (${heights})`;
}
export const chainTimeAge = () => age(select(chainTime));

/** Excludes networks that can be idle for days. */
const unlessIdle = (expr: string) =>
  `${expr} unless ${on()} ${select(nodeInfo, { network: matches(thresholds.idleNetworks) })}`;

/** Returns the state of each node, also of networks that are not chosen. */
export function nodeState() {
  const s = nodeStates;
  const each = (expr: string) => `max by (${targetLabels.join(", ")}) (${expr})`;
  return firstOf(
    [s.exporterDown, each(downTargets)],
    [s.nodeDown, each(`${select(nodeReachable)} == 0`)],
    [s.bootstrapping, each(`${select(nodeBootstrapped, { chain: "P" })} == 0`)],
    [s.behind, each(unlessIdle(`${chainTimeAge()} > ${thresholds.chainTimeCritical}`))],
    [s.behind, each(`${blocksBehind()} > ${thresholds.blocksBehind}`)],
    [s.unhealthy, each(unlessIdle(`${chainTimeAge()} > ${thresholds.chainTimeWarning}`))],
    [s.unhealthy, each(`${select(nodeHealthCheck)} == 0`)],
    [s.unhealthy, each(`${select(up)} == 0`)],
    [s.keepsUp, each(select(up))],
  );
}
