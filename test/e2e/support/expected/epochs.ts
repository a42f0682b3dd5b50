/** Epoch of a chain. */
import type { Asked } from "../avalanche-node.ts";
import { notServed, onP, type Sample, sample, sum, unknownMethod, unless } from "./sample.ts";

type Labels = Readonly<Record<"chain" | "subnet_id" | "alias", string>>;

/** Nothing of a node without the chain; no epoch before Granite. */
export async function epochs(node: Asked, labels: Labels): Promise<Sample[]> {
  const ask = (method: string) => node.ask(`/ext/bc/${labels.chain}/proposervm`, `proposervm.${method}`);
  const absent = new RegExp(`${notServed.source}|${unknownMethod.source}`);
  const epoch = await unless(absent, ask("getCurrentEpoch"));
  if (!epoch || epoch.number === "0") return [];
  const of = (name: string, value: string | number) => sample(`avax_chain_epoch_${name}`, value, labels);
  return [
    of("p_chain_height", epoch.pChainHeight),
    ...(epoch.startTime === "0" ? [] : [of("start_timestamp_seconds", epoch.startTime)]),
  ];
}

/** The share of an L1's weight that can sign: connected, and with the own key; at the epoch of the chain, and at that of the P-Chain. */
export async function signingShares(node: Asked, { chain, subnet_id, alias }: Labels): Promise<Sample[]> {
  const absent = new RegExp(`${notServed.source}|${unknownMethod.source}`);
  const epochOf = (of: string) => unless(absent, node.ask(`/ext/bc/${of}/proposervm`, "proposervm.getCurrentEpoch"));
  const [into, out] = [await epochOf(chain), await epochOf("P")];
  if (!into || !out || into.number === "0") return [];
  const [{ nodeID: self, nodePOP }, { peers }, { validators }] = await Promise.all([
    node.ask("/ext/info", "info.getNodeID"),
    node.ask("/ext/info", "info.peers"),
    onP(node, "platform.getCurrentValidators", { subnetID: subnet_id }),
  ]);
  const reached = new Set<string>((peers ?? []).map((peer: { readonly nodeID: string }) => peer.nodeID));
  const own = validators.find(({ nodeID }: { readonly nodeID: string }) => nodeID === self);
  if (!own?.publicKey || own.publicKey === nodePOP.publicKey) reached.add(self);
  const shareAt = async (direction: string, height: string) => {
    const { validatorSets } = await onP(node, "platform.getAllValidatorsAt", { height });
    const set: readonly { readonly weight: string; readonly nodeIDs: readonly string[] }[] =
      validatorSets[subnet_id]?.validators ?? [];
    const total = Number(validatorSets[subnet_id]?.totalWeight ?? 0);
    const signing = set.filter(({ nodeIDs }) => nodeIDs.some((id) => reached.has(id)));
    const share = Number(sum(signing.map(({ weight }) => BigInt(weight)))) / total;
    return total === 0 ? [] : [sample("avax_l1_weight_signing_ratio", share, { subnet_id, alias, direction })];
  };
  return [...(await shareAt("out", out.pChainHeight)), ...(await shareAt("in", into.pChainHeight))];
}
