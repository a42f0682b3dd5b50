import { type Finding, type Findings, ok, problem } from "../check.ts";
import { joinList, pluralize } from "../format.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";

const chains = ["P", "X", "C"] as const;
type Chain = (typeof chains)[number];
const states = {
  ready: "ready",
  bootstrapping: "in progress",
  /** The node does not serve the chain (yet). */
  absent: "not started",
  unknown: "unknown",
} as const;
type State = keyof typeof states;

function stateOf({ error }: CallResult, isBootstrapped: boolean | undefined): State {
  if (error?.unavailable === "bootstrapping") return "bootstrapping";
  if (error?.unavailable === "api_off") return "absent";
  if (isBootstrapped === false) return "bootstrapping";
  return error ? "unknown" : "ready";
}

async function statesOf({ call }: NodeQueries): Promise<Readonly<Record<Chain, State>>> {
  const reported = async (chain: Chain) => (await call("info.isBootstrapped", { chain })).value?.isBootstrapped;
  const [p, x, c] = [await reported("P"), await reported("X"), await reported("C")];
  const P = stateOf(await call("platform.getHeight", {}), p);
  const X = stateOf(await call("avm.getHeight", {}, "X"), x);
  if (c) return { P, X, C: "ready" };
  const C = stateOf(await call("proposervm.getProposedHeight", {}, "C"), c);
  // an old node does not serve this path for an existing chain
  return { P, X, C: C === "absent" && c === undefined ? "unknown" : C };
}

async function bootstrappingFinding(
  { call, command }: NodeQueries,
  found: Readonly<Record<Chain, State>>,
): Promise<Finding> {
  const each: string[] = [];
  for (const chain of chains) {
    // the index continues while its chain bootstraps
    const last = found.P === "ready" ? undefined : (await call("index.getLastAccepted", {}, `${chain}/block`)).value;
    each.push(`${chain} ${states[found[chain]]}${last ? ` (${pluralize(last.index + 1n, "block")} so far)` : ""}`);
  }
  const first = chains.find((chain) => found[chain] !== "ready");
  return problem(
    `The node is bootstrapping: ${joinList(each)}.`,
    "A chain serves no API until it has bootstrapped, and the P-Chain waits for the others. Meanwhile avax_up stays 1, avax_node_bootstrapped is 0, and the metrics of the chain are missing.",
    `Wait; no action is needed. Check the progress: ${command(`call info.isBootstrapped '{"chain":"${first}"}'`)}.`,
    `If there is no progress, check peers and free disk space: ${command("call health.health")}.`,
  );
}

function partialSyncFinding({ isOn, watch, set }: NodeQueries): Finding {
  const left = watch.indexes.filter((index) => index.startsWith("P/"));
  const hasVainIndex = isOn("index") && left.length < watch.indexes.length;
  const indexChange = left.length > 0 ? set("watch.index", left.join(",")) : set("collector.index", false);
  const changes = [
    ...["x-height", "x-fee"].filter(isOn).map((name) => set(`collector.${name}`, false)),
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
  if (found.P === "ready" && found.X === "absent" && found.C !== "ready") return partialSyncFinding(node);
  if (Object.values(found).includes("bootstrapping")) return await bootstrappingFinding(node, found);
  const ready = chains.filter((chain) => found[chain] === "ready");
  if (ready.length === 0) return [];
  return ok(`${joinList(ready)} ${ready.length > 1 ? "are" : "is"} bootstrapped.`);
}
