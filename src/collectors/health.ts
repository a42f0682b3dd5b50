/** Health checks of the node: of the node itself, and of the chains that it runs. */
import * as z from "zod";
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { checkMessages } from "../node-api/health.ts";
import { emptyNodeId, isNodeId, isPrimaryChain, primaryNetwork } from "../node-api/ids.ts";
import { noDateYet } from "../node-api/info.ts";
import { heightAfter, type ObservedHeight } from "../protocol/ages.ts";
import { quorumOf } from "../protocol/consensus.ts";
import { collector, type RunClient, type WatchedNode } from "./collector.ts";
import {
  type Chain,
  type ChainLabels,
  chainCreation,
  chain as chainKind,
  disconnectedValidator,
} from "./kinds/chains.ts";
import { chainBootstrapped } from "./node.ts";
import { aliasesOf } from "./watched.ts";

/** `error`: that of a check that fails. */
type HealthCheck = { readonly check: string; readonly passes: boolean; readonly error: string | undefined };
export const healthCheck = kindOf<HealthCheck>().ofNode("check");
export const nodeHealthCheck = healthCheck.gauge("avax_node_health_check_passing", {
  help: "1 if the health check of the node passes, otherwise 0.",
  from: from("health.health", "checks"),
  of: ({ passes }) => passes,
});

const nodeNetwork = kindOf<z.output<typeof checkMessages.network>>().ofNode();
export const nodePeers = nodeNetwork.gauge("avax_node_peers", {
  help: "Number of peers that the node is connected to.",
  from: from("health.health", "connectedPeers"),
  of: ({ connectedPeers }) => connectedPeers,
});
export const nodeIngressConnections = nodeNetwork.gauge("avax_node_ingress_connections", {
  help: "Number of connections that other nodes have opened to the node. A validator without any cannot be reached from outside. Absent in the first ten minutes.",
  from: from("health.health", "ingressConnectionCount"),
  of: (network) => network["primary network validator health"].ingressConnectionCount,
});

const nodeDisk = kindOf<z.output<typeof checkMessages.diskspace>>().ofNode();
export const nodeDiskAvailable = nodeDisk.gauge("avax_node_disk_available_bytes", {
  help: "Space available to the node on the disk of its database, in bytes.",
  from: from("health.health", "availableDiskBytes"),
  of: ({ availableDiskBytes }) => availableDiskBytes,
});
export const nodeDiskAvailableRatio = nodeDisk.gauge("avax_node_disk_available_ratio", {
  help: "Available share (0 to 1) of the disk of the node's database, in whole percents. AvalancheGo 1.14.1 and later report it, and stop below 0.03 by default.",
  from: from("health.health", "availableDiskPercentage"),
  of: ({ availableDiskPercentage }) => availableDiskPercentage,
});

/** The upgrade that the majority of the stake announces and the node does not know; undefined if there is none. */
export const announcedUpgrade = kindOf<{ readonly unknownTime: Date | undefined }>().ofNode();
export const nodeUpgradeUnknown = announcedUpgrade.gauge("avax_node_upgrade_unknown", {
  help: "1 if the stake's majority announces an upgrade unknown to the node, otherwise 0. AvalancheGo 1.14.1 and later report it.",
  from: from("health.health", "futureupgrade"),
  of: ({ unknownTime }) => unknownTime !== undefined,
});

type Node = RunClient<
  "health.health" | "info.getBlockchainID" | "platform.validatedBy" | "platform.getTx" | "info.isBootstrapped"
>;
type Check = Result<"health.health">["checks"][string];

/** Data of a chain in the transaction that created it. */
const creation = z.object({ unsignedTx: z.object({ chainName: z.string(), vmID: z.string() }) });
/** A chain and the subnet that validates it. They never change. */
type KnownChain = {
  readonly blockchain_id: string;
  readonly subnet_id: string;
  /** Undefined until it has been read. The chains of the primary network have none. */
  readonly creation?: z.output<typeof creation>["unsignedTx"];
};
/** Maps have the names of chains as keys. */
type State = {
  logsWarnings: boolean;
  readonly known: Map<string, KnownChain>;
  /** Numbers of lookups that have failed. From 2 on, a chain is shown without IDs. */
  readonly failures: Map<string, number>;
  readonly heights: Map<string, ObservedHeight>;
};

/** Returns the ID of the subnet whose chain the node could not create: its check has the ID of the chain as name, and only an error.
 *  Source: AvalancheGo chains/manager.go. Witness: test/e2e/l1-consensus.test.ts. */
const subnetOfFailedCreation = ({ error = "" }: Check) => /^failed to create chain on subnet (\w+)/.exec(error)?.[1];

/** Returns the data of a chain in its check; undefined if the check is of something else. */
function chainDataIn(check: Check) {
  const { engine, networking } = checkMessages.chain.parse(check.message);
  const data = { ...engine.consensus, ...networking, failedOn: subnetOfFailedCreation(check) };
  const isOfChain = [data.lastAcceptedHeight, data.percentConnected, data.failedOn].some((one) => one !== undefined);
  return isOfChain ? data : undefined;
}
type ChainData = NonNullable<ReturnType<typeof chainDataIn>>;

/** Maximum length of an alias that AvalancheGo accepts. */
const maxAliasLength = 512;
const maxLookupsPerRun = 20;

async function findIds({ call }: Node, alias: string): Promise<KnownChain> {
  const { blockchainID } = await call("info.getBlockchainID", { alias });
  if (isPrimaryChain(alias)) return { blockchain_id: blockchainID, subnet_id: primaryNetwork };
  const { subnetID } = await call("platform.validatedBy", { blockchainID });
  return { blockchain_id: blockchainID, subnet_id: subnetID };
}

/** Looks up the IDs of each chain once. A lookup that fails is repeated in the next run. So that the labels of a chain do not change, it
 *  is shown without IDs only if the node does not provide them, or if the second lookup fails too. */
async function readIds(node: Node, names: readonly string[], { known, failures }: State) {
  const unknown = names.filter((name) => !known.has(name) && name.length <= maxAliasLength);
  for (const name of unknown.slice(0, maxLookupsPerRun)) {
    const { value, error } = await attempt(findIds(node, name));
    if (value) known.set(name, value);
    else failures.set(name, (failures.get(name) ?? 0) + (error?.unavailable ? 2 : 1));
  }
}

/** Returns whether the IDs of a chain have been found, or will not be found. */
const isSettled = (name: string, { known, failures }: State): boolean =>
  known.has(name) || name.length > maxAliasLength || (failures.get(name) ?? 0) > 1;

/** Returns whether each chain of a subnet has bootstrapped, by its name. Reads the transaction that created the chain once. */
async function readSubnetChains({ call }: Node, { known }: State) {
  const ofSubnets = [...known].filter(([, { subnet_id }]) => subnet_id !== primaryNetwork);
  for (const [name, chain] of ofSubnets) {
    if (chain.creation) continue;
    const { value } = await attempt(call("platform.getTx", { txID: chain.blockchain_id, encoding: "json" }));
    const { data } = creation.safeParse(value?.tx);
    if (data) known.set(name, { ...chain, creation: data.unsignedTx });
  }
  const states = ofSubnets.slice(0, maxLookupsPerRun).map(async ([name, { blockchain_id: chain }]) => {
    const { value } = await attempt(call("info.isBootstrapped", { chain }));
    return [name, value?.isBootstrapped] as const;
  });
  return new Map(await Promise.all(states));
}

async function readChecks(node: Node, state: State) {
  const result = await node.call("health.health", {});
  const chains = Object.entries(result.checks).filter(([, check]) => chainDataIn(check));
  for (const [name, check] of chains) {
    const subnet_id = subnetOfFailedCreation(check);
    if (subnet_id !== undefined && !state.known.has(name)) state.known.set(name, { blockchain_id: name, subnet_id });
  }
  const failingFirst = chains.toSorted(([, one], [, other]) => Number(!one.error) - Number(!other.error));
  const names = failingFirst.map(([name]) => name);
  await readIds(node, names, state);
  return { ...result, bootstrapped: await readSubnetChains(node, state) };
}

/** Returns the validators of a chain without a connection. Inactive validators of an L1 have the empty ID, or none. */
const disconnectedIn = (ids: readonly unknown[]): ReadonlySet<string> =>
  new Set(ids.filter((id) => typeof id === "string").filter((id) => isNodeId(id) && id !== emptyNodeId));

function chainOf(labels: ChainLabels, { error, timestamp }: Check, data: ChainData, { heights }: State): Chain {
  const { lastAcceptedHeight: height, percentConnected, disconnectedValidators } = data;
  const observed =
    height === undefined ? undefined : heightAfter(heights.get(labels.chain), height, timestamp.getTime());
  if (observed) heights.set(labels.chain, observed);
  return {
    ...labels,
    height,
    observed,
    processingBlocks: data.processingBlocks,
    longestProcessingSeconds: data.longestProcessingBlock,
    connected_ratio: percentConnected,
    quorum: quorumOf({ error, connectedRatio: percentConnected }),
    disconnected: disconnectedValidators?.length,
    disconnectedIds: disconnectedIn(disconnectedValidators ?? []),
  };
}

/** Returns the validators without a connection: the watched ones always, the others of a subnet within the series limit. The list of
 *  the primary network can have thousands, of which only the watched ones are exported. */
function* disconnectedGroups({ disconnectedIds, ...chain }: Chain, watched: readonly WatchedNode[]) {
  for (const node_id of disconnectedIds) {
    const own = watched.find(({ id, subnet_ids }) => id === node_id && subnet_ids.includes(chain.subnet_id));
    if (!own && (chain.subnet_id === "" || chain.subnet_id === primaryNetwork)) continue;
    const one = disconnectedValidator.item({ ...chain, node_id, alias: own?.alias ?? "" });
    yield { priority: own ? 1 : 0, id: `${chain.chain} ${node_id}`, observations: [one] };
  }
}

/** Returns the observations of checks that are not of a chain. */
function* nodeObservations({ checks }: Result<"health.health">) {
  yield nodeNetwork.item(checkMessages.network.parse(checks["network"]?.message));
  const disk = checkMessages.diskspace.parse(checks["diskspace"]?.message);
  if (disk.availableDiskBytes !== undefined) yield nodeDisk.item(disk);
  const upgrade = checkMessages.futureupgrade.parse(checks["futureupgrade"]?.message);
  const { localUpgradeTime: known, modeUpgradeTime: announced, modeUpgradeWeightPercentage: share } = upgrade;
  if (!known || !announced || share === undefined) return;
  const isUnknown = share >= 0.5 && announced < noDateYet && announced > known;
  yield announcedUpgrade.item({ unknownTime: isUnknown ? announced : undefined });
}

export const health = collector({
  name: "health",
  summary:
    "Health checks of the node, by name; heights, undecided blocks and connectivity of its chains, L1s included.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["health.health", "info.getBlockchainID", "platform.validatedBy", "platform.getTx", "info.isBootstrapped"],
  provides: ["chains"],
  metrics: [
    healthCheck,
    chainKind,
    chainCreation,
    disconnectedValidator,
    chainBootstrapped,
    nodeNetwork,
    nodeDisk,
    announcedUpgrade,
  ],
  select: ({ watch }) => ({
    subnets: aliasesOf(watch.subnet_ids),
    chains: aliasesOf(watch.blockchain_ids),
    nodes: watch.node_ids,
  }),
  state: (): State => ({ logsWarnings: false, known: new Map(), failures: new Map(), heights: new Map() }),
  minimumInterval: ({ logsWarnings }) =>
    logsWarnings ? { interval: "1m", reason: "an unhealthy node logs a warning for every health request" } : undefined,
  read: (node, _selected, state) => ({ checks: readChecks(node, state) }),
  map: {
    *checks({ bootstrapped, ...result }, { selected: { subnets, chains, nodes }, state }) {
      const all = Object.entries(result.checks);
      const ran = all.filter(([, { error }]) => error !== "not yet run");
      state.logsWarnings = !result.healthy && ran.length === all.length; // checks that have not run yet will run soon
      for (const [name, check] of ran) {
        const data = chainDataIn(check);
        if (data && !isSettled(name, state)) continue;
        const passes = check.error === undefined;
        const { blockchain_id = "", subnet_id = "", creation } = state.known.get(name) ?? {};
        const alias = chains.get(blockchain_id) || subnets.get(subnet_id) || "";
        // each node has aliases of its own for a chain
        const chain = isPrimaryChain(name) ? name : blockchain_id || name;
        const labels = { chain, blockchain_id, subnet_id, alias };
        const of = data && chainOf(labels, check, data, state);
        const observations = [healthCheck.item({ check: chain, passes, error: check.error })];
        if (of) observations.push(chainKind.item(of));
        if (creation && data?.failedOn === undefined)
          observations.push(chainCreation.item({ ...labels, name: creation.chainName, vm_id: creation.vmID }));
        const isBootstrapped = bootstrapped.get(name);
        if (isBootstrapped !== undefined) observations.push(chainBootstrapped.item({ chain, isBootstrapped }));
        yield { priority: passes ? 0 : 1, id: chain, observations };
        if (of) yield* disconnectedGroups(of, nodes);
      }
      yield* nodeObservations(result);
    },
  },
});
