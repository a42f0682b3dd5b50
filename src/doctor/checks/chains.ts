/** Checks that the chains are bootstrapped and advance. */
import { maxProposedLag } from "../../facts/consensus.ts";
import { haltedAfter, pacemakerOf } from "../../facts/networks.ts";
import { nodeStates } from "../../facts/states.ts";
import { formatSpan } from "../../lib/span.ts";
import { formatCount, joinList, pluralize } from "../../lib/text.ts";
import { type Finding, type Findings, note, ok, problem, stateProblem } from "../check.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";
import { readFacts } from "./states.ts";

const chains = ["P", "X", "C"] as const;
/** `not started`: the node does not serve the chain (yet). */
type State = "ready" | "in progress" | "not started" | "unknown";
type States = Readonly<Record<(typeof chains)[number], State>>;

function stateOf({ error, response }: CallResult, isBootstrapped: boolean | undefined): State {
  if (response?.status === 404) return "not started";
  if (error?.unavailable === "bootstrapping") return "in progress";
  if (isBootstrapped === false) return "in progress";
  return error ? "unknown" : "ready";
}

async function statesOf({ call }: NodeQueries): Promise<States> {
  const reported = await Array.fromAsync(chains, (chain) => call("info.isBootstrapped", { chain }));
  const [p, x, c] = reported.map(({ value }) => value?.isBootstrapped);
  const P = stateOf(await call("platform.getHeight", {}), p);
  const X = stateOf(await call("avm.getHeight", {}, "X"), x);
  if (c) return { P, X, C: "ready" };
  const C = stateOf(await call("proposervm.getProposedHeight", {}, "C"), c);
  // an old node does not serve this path for an existing chain
  return { P, X, C: C === "not started" && c === undefined ? "unknown" : C };
}

async function bootstrappingFinding({ call, commandLine }: NodeQueries, found: States): Promise<Finding> {
  const each = await Array.fromAsync(chains, async (chain) => {
    // the index continues while its chain bootstraps
    const last = found.P === "ready" ? undefined : (await call("index.getLastAccepted", {}, `${chain}/block`)).value;
    return `${chain} ${found[chain]}${last ? ` (${pluralize(last.index + 1n, "block")} so far)` : ""}`;
  });
  const first = chains.find((chain) => found[chain] !== "ready");
  return stateProblem("Node", nodeStates.bootstrapping, {
    what: `${joinList(each)}.`,
    why: "A chain serves no API until it has bootstrapped, and the P-Chain waits for the others. Meanwhile avax_up stays 1, avax_node_bootstrapped is 0, and the metrics of the chain are missing.",
    steps: [
      `No action is needed. Check the progress: ${commandLine(`call info.isBootstrapped '{"chain":"${first}"}'`)}.`,
      `If there is no progress, check peers and free disk space: ${commandLine("call health.health")}.`,
    ],
  });
}

function partialSyncFinding({ isOn, watch, formatSetting }: NodeQueries): Finding {
  const left = watch.indexes.filter((index) => index.startsWith("P/"));
  const hasVainIndex = isOn("index") && left.length < watch.indexes.length;
  const indexChange =
    left.length > 0 ? formatSetting("watch.index", left.join(",")) : formatSetting("collector.index", false);
  const changes = [
    ...(["x-height", "x-fee"] as const).filter(isOn).map((name) => formatSetting(`collector.${name}`, false)),
    ...(hasVainIndex ? [indexChange] : []),
  ];
  const what = "The node runs with partial sync: it follows only the P-Chain; X and C are not available.";
  if (changes.length === 0) return ok(what);
  return problem(
    what,
    "Collectors and indexes of these chains have no data (--partial-sync-primary-network).",
    `If this is intended, disable them: ${changes.join(" ")}.`,
    "Otherwise start the node without `--partial-sync-primary-network`.",
  );
}

export async function checkBootstrapping(node: NodeQueries): Promise<Findings> {
  const found = await statesOf(node);
  if (found.P === "ready" && found.X === "not started" && found.C !== "ready") return partialSyncFinding(node);
  if (Object.values(found).includes("in progress")) return bootstrappingFinding(node, found);
  const ready = chains.filter((chain) => found[chain] === "ready");
  return ready.length === 0 ? [] : ok(`${joinList(ready)} ${ready.length > 1 ? "are" : "is"} bootstrapped.`);
}

export async function checkHeight(node: NodeQueries): Promise<Findings> {
  // in this order: a proposed height read after the height could be above it
  const proposed = (await node.call("platform.getProposedHeight", {})).value?.height;
  const accepted = (await node.call("platform.getHeight", {})).value?.height;
  const { facts } = await readFacts(node, await node.runs());
  const { pchain_block_age_seconds: age, network, state } = facts.node;
  if (accepted === undefined || age === undefined) return [];
  const lag = proposed === undefined ? 0n : accepted - proposed;
  if (lag > maxProposedLag) {
    return problem(
      `The proposed height is ${pluralize(lag, "block")} below the accepted height.`,
      `A single node cannot lag its own height by more than ${maxProposedLag} blocks: responses alternate between two nodes.`,
      "Point the exporter at one node, not at a load balancer.",
    );
  }
  const steps = [
    `Check the health of the node: ${node.commandLine("call health.health")}. It needs peers, and port 9651 must be reachable from the internet.`,
  ];
  if (state === "behind") {
    const chain = pacemakerOf(network) ?? "P";
    const pace = facts.chains.find((one) => one.chain === chain)?.block_age_seconds ?? age;
    const what = `The ${chain}-Chain's last block is ${formatSpan(pace)} old.`;
    return stateProblem("Node", nodeStates.behind, {
      ...{ what, steps },
      why: `On this network the ${chain}-Chain has a block every few seconds. All metrics of its chains are as old as this block.`,
    });
  }
  if (network === undefined && age > haltedAfter) {
    const why =
      "On mainnet this means that the node is stuck. On Fuji and on private networks the P-Chain can be idle.";
    return note(`The P-Chain's last block is ${formatSpan(age)} old.`, why, ...steps);
  }
  return ok(`The P-Chain is at height ${formatCount(accepted)}; its last block is ${formatSpan(age)} old.`);
}
