/** The states of a node. */
import { ok, type StateTable, stateTable } from "../../engine/states.ts";
import { type Judged, judge } from "../evidence.ts";
import type { Observer } from "../observer.ts";
import { haltedAfterMinutes, haltedBelow } from "../words.ts";

export const nodeStates = stateTable({
  unreachable: {
    tone: "bad",
    meaning: "The node does not respond.",
    fix: "Check that the node runs, and the address and port of node.url: run `avalanche-exporter doctor`.",
  },
  bootstrapping: {
    tone: "wait",
    meaning: "The node has not bootstrapped its P-, X- or C-Chain.",
    fix: "Wait. The log of the node shows the progress.",
  },
  isolated: {
    tone: "bad",
    meaning: `The share of the stake that the node is connected to is below ${haltedBelow}.`,
    fix: "Compare with other nodes. If only this node is isolated, check its public IP address, its staking port 9651 and its firewall.",
  },
  behind: {
    tone: "bad",
    meaning: `The last block that the node accepted is older than ${haltedAfterMinutes} minutes: on mainnet of the P-Chain, on Fuji of the C-Chain. Or the P-Chain of Fuji has had no block for many times its usual gap.`,
    fix: "Compare with other nodes. If only this node is behind, check its log, its disk and its connections.",
  },
  unhealthy: {
    tone: "warn",
    meaning: "A health check of the node fails.",
    fix: "Read the failing checks: `avalanche-exporter call health.health`.",
  },
  unchecked: {
    tone: "warn",
    meaning: "The health checks of the node are not known, because its health API or the collector health is disabled.",
    fix: "Start the node with `--api-health-enabled=true`, and enable the collector health.",
  },
  unidentified: {
    tone: "warn",
    meaning: "The ID or the network of the node is not known, because its info API or the collector node is disabled.",
    fix: "Start the node with `--api-info-enabled=true`, and enable the collector node. node.network sets the network.",
  },
  ok,
});
export type NodeState = keyof typeof nodeStates;

/** States of a node that it has in addition to its own one. */
export const nodeNotes = {
  lacksUpgrade: {
    tone: "warn",
    text: "upgrade missing",
    meaning: "The majority of the stake announces an upgrade that the node does not know.",
    fix: "Upgrade AvalancheGo to its latest release.",
  },
  sharesNode: {
    tone: "warn",
    text: "listed twice",
    meaning: "Another entry of the configuration reaches the same node, or two machines run with the same keys.",
    fix: "Point one entry at the other node, or remove it. If two machines run with the same keys, stop one of them.",
  },
} as const satisfies StateTable;

export const evidence = ["checks", "identity", "connections", "block"] as const;

type Conditions = Pick<Observer, "isReachable" | "isIsolated" | "isBehind" | "awaitsChecks" | "awaitsIdentity"> & {
  readonly isBootstrapped: boolean | undefined;
  readonly hasFailingCheck: boolean | undefined;
  /** The ID and the network of the node are known. */
  readonly isIdentified: boolean;
};
/** Returns no state while the health checks or the identity of the node cannot be read, unless they are disabled. */
export function nodeState(node: Conditions): Judged<NodeState> {
  const known = { checks: node.hasFailingCheck, identity: node.isIdentified || undefined };
  const of = (problem?: NodeState) =>
    judge(evidence, problem, { ...known, connections: node.isIsolated, block: node.isBehind });
  if (node.isReachable === false) return of("unreachable");
  if (node.isBootstrapped === false) return of("bootstrapping");
  if (node.isIsolated) return of("isolated");
  if (node.isBehind) return of("behind");
  if (node.hasFailingCheck) return of("unhealthy");
  if (node.hasFailingCheck === undefined && !node.awaitsChecks) return of("unchecked");
  if (!node.isIdentified && !node.awaitsIdentity) return of("unidentified");
  return of();
}
