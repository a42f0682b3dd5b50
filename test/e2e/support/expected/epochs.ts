/** Epoch and proposed P-Chain height of a chain. */
import { primaryNetwork } from "../../../../src/api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { notServed, onP, type Sample, sample, sum, unknownMethod, unless } from "./sample.ts";

/** What the node reports for all inactive validators of an L1. */
const noNode = "NodeID-111111111111111111116DBWJs";

type Labels = Readonly<Record<"chain" | "subnet_id" | "alias", string>>;

/** Nothing of a node without the chain, or before 1.14.0; no epoch before Granite. */
export async function epochs(node: Asked, labels: Labels): Promise<Sample[]> {
  const ask = (method: string) => node.ask(`/ext/bc/${labels.chain}/proposervm`, `proposervm.${method}`);
  const absent = new RegExp(`${notServed.source}|${unknownMethod.source}`);
  const epoch = await unless(absent, ask("getCurrentEpoch"));
  if (!epoch) return [];
  const { height } = await ask("getProposedHeight");
  const proposed = sample("avax_chain_proposed_p_chain_height", height, labels);
  if (epoch.number === "0") return [proposed];
  const of = (name: string, value: string | number) => sample(`avax_chain_epoch_${name}`, value, labels);
  return [
    proposed,
    of("number", epoch.number),
    of("p_chain_height", epoch.pChainHeight),
    ...(epoch.startTime === "0" ? [] : [of("start_timestamp_seconds", epoch.startTime)]),
    ...(labels.subnet_id === primaryNetwork ? [] : await activeShare(node, labels, epoch.pChainHeight)),
  ];
}

/** The share of an L1's weight at its epoch that can sign: in the set of today with a balance, connected, and with the own key. */
export async function signingShare(node: Asked, { chain, subnet_id, alias }: Labels): Promise<Sample[]> {
  const path = `/ext/bc/${chain}/proposervm`;
  const epoch = await unless(
    new RegExp(`${notServed.source}|${unknownMethod.source}`),
    node.ask(path, "proposervm.getCurrentEpoch"),
  );
  if (!epoch || epoch.number === "0") return [];
  const [{ validatorSets }, { nodeID: self, nodePOP }, { peers }, { validators }] = await Promise.all([
    onP(node, "platform.getAllValidatorsAt", { height: epoch.pChainHeight }),
    node.ask("/ext/info", "info.getNodeID"),
    node.ask("/ext/info", "info.peers"),
    onP(node, "platform.getCurrentValidators", { subnetID: subnet_id }),
  ]);
  const atEpoch: readonly { readonly weight: string; readonly nodeIDs: readonly string[] }[] =
    validatorSets[subnet_id]?.validators ?? [];
  const total = Number(validatorSets[subnet_id]?.totalWeight ?? 0);
  const reached = new Set<string>([self, ...(peers ?? []).map((peer: { readonly nodeID: string }) => peer.nodeID)]);
  const today = new Map<string, { readonly balance?: string; readonly publicKey?: string }>(
    validators.map((one: { readonly nodeID: string }) => [one.nodeID, one]),
  );
  const signs = (id: string) => {
    const { balance, publicKey } = today.get(id) ?? { balance: "0" };
    return balance !== "0" && reached.has(id) && (id !== self || !publicKey || publicKey === nodePOP.publicKey);
  };
  const signing = atEpoch.filter(({ nodeIDs }) => nodeIDs.some(signs)).map(({ weight }) => BigInt(weight));
  return total === 0
    ? []
    : [sample("avax_l1_weight_signing_ratio", Number(sum(signing)) / total, { subnet_id, alias })];
}

/** Of an L1 that had validators at the height. */
async function activeShare(node: Asked, labels: Labels, height: string): Promise<Sample[]> {
  const set: Readonly<Record<string, { readonly weight: string }>> = await onP(node, "platform.getValidatorsAt", {
    subnetID: labels.subnet_id,
    height,
  });
  const weightOf = (ids: readonly string[]) => Number(sum(ids.map((id) => BigInt(set[id]?.weight ?? 0))));
  const ids = Object.keys(set);
  const total = weightOf(ids);
  const share = weightOf(ids.filter((id) => id !== noNode)) / total;
  return total === 0 ? [] : [sample("avax_chain_epoch_weight_active_ratio", share, labels)];
}
