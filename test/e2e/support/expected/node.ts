/** The node itself, its chains, and its operator's addresses. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { avax, onP, ratio, type Sample, sample, sum, unless } from "./sample.ts";

const chains = ["P", "X", "C"];
const info = (node: Asked, method: string, params?: object) => node.ask("/ext/info", method, params);

export async function nodeItself(node: Asked): Promise<Sample[]> {
  const { nodeID } = await info(node, "info.getNodeID");
  const { version } = await info(node, "info.getNodeVersion");
  const { networkID } = await info(node, "info.getNetworkID");
  const uptime = await unless(/not a validator|validator start time not found/, info(node, "info.uptime"));
  const bootstrapped = await Promise.all(
    chains.map(async (chain) => {
      const { isBootstrapped } = await info(node, "info.isBootstrapped", { chain });
      return sample("avax_node_bootstrapped", isBootstrapped, { chain });
    }),
  );
  return [
    sample("avax_node_info", true, { node_id: nodeID, version, network_id: networkID }),
    ...bootstrapped,
    ...(uptime ? [sample("avax_node_rewarding_stake_ratio", ratio(uptime.rewardingStakePercentage))] : []),
  ];
}

type Check = { readonly error?: string; readonly message?: Message };
/** Of a chain, or of the network. */
type Message = {
  readonly engine?: { readonly consensus?: Consensus };
  readonly networking?: { readonly percentConnected?: number; readonly disconnectedValidators?: readonly string[] };
  readonly connectedPeers?: number;
  readonly "primary network validator health"?: { readonly ingressConnectionCount: number };
  readonly availableDiskBytes?: number;
  readonly availableDiskPercentage?: number | string;
  readonly localUpgradeTime?: string;
  readonly modeUpgradeTime?: string;
  readonly modeUpgradeWeightPercentage?: number | string;
};
type Consensus = Readonly<Record<"lastAcceptedHeight" | "processingBlocks", number>> & {
  readonly longestProcessingBlock: string;
};

/** `subnets`: the tracked ones, whose chains have their alias. */
export async function health(
  node: Asked,
  subnets: readonly Tracked[],
  nodes: readonly WatchedNode[],
): Promise<Sample[]> {
  const { checks } = await node.ask("/ext/health", "health.health");
  const ran = Object.entries<Check>(checks).filter(([, { error }]) => error !== "not yet run");
  const samples = ran.map(async ([check, { error, message }]) => [
    sample("avax_node_health_check_passing", error === undefined, { check }),
    ...(message?.networking ? chainOf(await chainLabels(node, check, subnets), message, nodes) : []),
    ...(ofCheck[check]?.(message) ?? []),
  ]);
  return (await Promise.all(samples)).flat();
}

/** Of the primary network unless it has a subnet. */
type WatchedNode = { readonly id: string; readonly subnetId?: string; readonly alias?: string };
type Tracked = { readonly id: string; readonly alias?: string };
async function chainLabels(node: Asked, chain: string, subnets: readonly Tracked[]) {
  const found = await unless(/there is no ID with alias/, info(node, "info.getBlockchainID", { alias: chain }));
  if (!found) return { chain };
  const { blockchainID } = found;
  const { subnetID } = await onP(node, "platform.validatedBy", { blockchainID });
  const alias = subnets.find(({ id }) => id === subnetID)?.alias ?? "";
  return { chain, blockchain_id: blockchainID, subnet_id: subnetID, alias };
}

const ofCheck: Readonly<Record<string, (message: Message | undefined) => Sample[]>> = {
  network: ({ connectedPeers, "primary network validator health": health } = {}) => [
    ...(connectedPeers === undefined ? [] : [sample("avax_node_peers", connectedPeers)]),
    ...(health ? [sample("avax_node_ingress_connections", health.ingressConnectionCount)] : []),
  ],
  diskspace: diskOf,
  futureupgrade: upgradeOf,
};

/** Real nodes of these tests have no disk: they report the greatest integer. */
function diskOf({ availableDiskBytes: bytes, availableDiskPercentage: percent }: Message = {}): Sample[] {
  if (bytes === undefined || bytes > Number.MAX_SAFE_INTEGER) return [];
  const available = sample("avax_node_disk_available_bytes", bytes);
  return percent === undefined
    ? [available]
    : [available, sample("avax_node_disk_available_ratio", ratio(String(percent)))];
}

function upgradeOf({ localUpgradeTime, modeUpgradeTime, modeUpgradeWeightPercentage }: Message = {}): Sample[] {
  if (!localUpgradeTime || !modeUpgradeTime || modeUpgradeWeightPercentage === undefined) return [];
  const isUnknown = ratio(String(modeUpgradeWeightPercentage)) >= 0.5 && modeUpgradeTime > localUpgradeTime;
  return [sample("avax_node_upgrade_unknown", isUnknown)];
}

function chainOf(
  labels: Readonly<Record<string, string>>,
  { engine, networking }: Message,
  nodes: readonly WatchedNode[],
): Sample[] {
  const of = (name: string, value?: number) =>
    value === undefined ? [] : [sample(`avax_chain_${name}`, value, labels)];
  const { lastAcceptedHeight, processingBlocks, longestProcessingBlock } = engine?.consensus ?? {};
  return [
    ...of("last_accepted_height", lastAcceptedHeight),
    ...of("processing_blocks", processingBlocks),
    ...of(
      "longest_processing_block_seconds",
      longestProcessingBlock === undefined ? undefined : goSeconds(longestProcessingBlock),
    ),
    ...of("connected_weight_ratio", networking?.percentConnected),
    ...of("disconnected_validators", networking?.disconnectedValidators?.length),
    ...disconnected(labels, networking?.disconnectedValidators ?? [], nodes),
  ];
}

/** What the node reports for all inactive validators of an L1. */
const noNode = "NodeID-111111111111111111116DBWJs";

/** The watched validators, and all of a subnet that is known. */
function disconnected(
  { chain = "", blockchain_id = "", subnet_id = "" }: Readonly<Record<string, string>>,
  ids: readonly string[],
  nodes: readonly WatchedNode[],
): Sample[] {
  const here = nodes.filter(({ subnetId = primaryNetwork }) => subnetId === subnet_id);
  const hasAll = subnet_id !== "" && subnet_id !== primaryNetwork;
  return ids
    .filter((id) => id !== noNode && (hasAll || here.some((one) => one.id === id)))
    .map((node_id) => {
      const alias = here.find(({ id }) => id === node_id)?.alias ?? "";
      return sample("avax_chain_validator_disconnected", true, { chain, blockchain_id, subnet_id, node_id, alias });
    });
}

const units: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };
/** Such as 1m2.5s. */
const goSeconds = (duration: string) =>
  [...duration.matchAll(/([\d.]+)(h|ms|m|s|µs|ns)/g)].reduce(
    (total, [, amount, unit = ""]) => total + Number(amount) * (units[unit] ?? Number.NaN),
    0,
  );

export async function balances(node: Asked, addresses: readonly string[]): Promise<Sample[]> {
  const each = await Promise.all(
    addresses.map((address) =>
      address.startsWith("P-") ? balanceOnP(node, address) : address.startsWith("X-") ? balanceOnX(node, address) : [],
    ),
  );
  return each.flat();
}
async function balanceOnP(node: Asked, address: string): Promise<Sample[]> {
  const { unlocked, lockedStakeable, lockedNotStakeable } = await onP(node, "platform.getBalance", {
    addresses: [address],
  });
  const states = { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
  return Object.entries(states).map(([state, nano]) =>
    sample("avax_address_balance_avax", avax(nano), { address, chain: "P", state }),
  );
}
/** Path and method, by the first letter of an address. */
const exportsOn: Readonly<Record<string, readonly [path: string, method: string]>> = {
  P: ["P", "platform.getUTXOs"],
  X: ["X", "avm.getUTXOs"],
  C: ["C/avax", "avax.getUTXOs"],
};
export async function exported(node: Asked, addresses: readonly string[]): Promise<Sample[]> {
  const { checks } = await node.ask("/ext/health", "health.health");
  const samples: Sample[] = [];
  for (const address of addresses) {
    const [chain = ""] = address;
    const [path, method = ""] = exportsOn[chain] ?? [];
    for (const source_chain of ["P", "X", "C"].filter((name) => name !== chain && name in checks)) {
      const { utxos } = await node.ask(`/ext/bc/${path}`, method, { addresses: [address], sourceChain: source_chain });
      const amounts = utxos.map(amountOf);
      samples.push(sample("avax_address_exported_avax", avax(sum(amounts)), { address, chain, source_chain }));
    }
  }
  return samples;
}
/** Returns the amount of a transfer in AVAX, which is the only asset here: behind the version, a reference, the asset and the type. */
const amountOf = (utxo: string) => BigInt(`0x${Buffer.from(utxo.slice(2), "hex").toString("hex", 74, 82)}`);

async function balanceOnX(node: Asked, address: string): Promise<Sample[]> {
  const { balance } = await node.ask("/ext/bc/X", "avm.getBalance", { address, assetID: "AVAX" });
  return [sample("avax_address_balance_avax", avax(balance), { address, chain: "X", state: "unlocked" })];
}
