/** The contract that manages the validators of an L1, from its storage: the layout of icm-contracts (ERC-7201). */
import { keccak_256 } from "@noble/hashes/sha3";
import type { Asked } from "../avalanche-node.ts";
import { notServed, onP, type Sample, sample, sum, unless } from "./sample.ts";
import type { Entry } from "./validators.ts";

const hashOf = (bytes: Uint8Array | string) => BigInt(`0x${Buffer.from(keccak_256(bytes)).toString("hex")}`);
const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex");
/** The first slot of a namespace. */
const namespace = (name: string) => hashOf(word(hashOf(name) - 1n)) & ~0xffn;

const manager = namespace("avalanche-icm.storage.ValidatorManager");
/** By what they hold. The last one has three weights of 64 bits: at the start of the period, now, and changed in the period. */
export const slots = {
  settings: manager + 1n,
  periodStart: manager + 2n,
  weights: manager + 3n,
  owner: namespace("openzeppelin.storage.Ownable"),
} as const;

const long = (value: bigint, position: number) => Number(BigInt.asUintN(64, value >> BigInt(64 * position)));

/** Nothing without the chain of the contract, or without the weights of one. */
export async function l1Manager(
  node: Asked,
  subnet_id: string,
  alias: string,
  entries: readonly Entry[],
): Promise<Sample[]> {
  const { managerChainID, managerAddress } = await onP(node, "platform.getSubnet", { subnetID: subnet_id });
  const ask = (method: string, ...params: readonly unknown[]) =>
    node.ask(`/ext/bc/${managerChainID}/rpc`, method, params);
  const code = await unless(notServed, ask("eth_getCode", managerAddress, "latest"));
  if (code === undefined || code === "0x") return [];
  const slot = async (name: keyof typeof slots) =>
    BigInt(await ask("eth_getStorageAt", managerAddress, `0x${slots[name].toString(16)}`, "latest"));
  const [settings, start, weights, owner] = [
    await slot("settings"),
    Number(await slot("periodStart")),
    await slot("weights"),
    await slot("owner"),
  ];
  if (weights === 0n) return [];
  const [period, percent] = [long(settings, 0), Number((settings >> 64n) & 0xffn)];
  const [initial, total, changed] = [long(weights, 0), long(weights, 1), long(weights, 2)];
  const onPChain = sum(entries.filter(({ validationID }) => validationID).map(({ weight }) => BigInt(weight)));
  const isInPeriod = start > 0 && Date.now() / 1000 < start + period;
  const address = `0x${word(owner).toString("hex").slice(24)}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Buffer.from(JSON.stringify(address))));
  const of = (name: string, value: number | bigint) => sample(`avax_l1_manager_${name}`, value, { subnet_id, alias });
  return [
    of("weight", total),
    of("owner_digest", Buffer.from(digest).readBigUInt64BE() >> 12n),
    of("weight_difference", BigInt(total) - onPChain),
    of("churn_used_ratio", isInPeriod ? (100 * changed) / (percent * initial) : 0),
  ];
}
