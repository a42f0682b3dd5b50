/** Chains whose virtual machine is an EVM. Blocks come from another method than that of the exporter. */
import { primaryNetwork } from "../../../../src/api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { notServed, type Sample, sample, unless } from "./sample.ts";

type Labels = Readonly<Record<"chain" | "subnet_id" | "alias", string>>;

/** Nothing of a chain that the node does not serve, or with another virtual machine. */
export async function evm(node: Asked, labels: Labels): Promise<Sample[]> {
  const ask = (method: string, ...params: readonly unknown[]) =>
    node.ask(`/ext/bc/${labels.chain}/rpc`, method, params);
  // the simulated node has headers only
  const blockOf = async (tag: string) =>
    (await unless(/ does not exist/, ask("eth_getBlockByNumber", tag, false))) ?? ask("eth_getHeaderByNumber", tag);
  const latest = await unless(notServed, blockOf("latest"));
  if (!latest) return [];
  // of a synchronous chain, the finalized block is the latest one
  const finalized = latest.settledHeight ? await blockOf("finalized") : undefined;
  const of = (name: string, value: string | number) => sample(`avax_evm_${name}`, Number(value), labels);
  const { baseFeePerGas, minDelayExcess, targetExponent, minPriceExponent } = latest;
  return [
    of("height", latest.number),
    // the first block of a new L1 can have the time 0
    ...(Number(latest.timestamp) > 0 ? [of("timestamp_seconds", latest.timestamp)] : []),
    ...(finalized
      ? [
          of("settled_height", finalized.number),
          of("gas_target_per_second", Math.floor(1e6 * Math.exp(Number(targetExponent) / 2 ** 25))),
          of("base_fee_min", Math.floor(Math.exp(Number(minPriceExponent) / Number(415_828_534_307_635_077n))) / 1e18),
        ]
      : [
          ...(baseFeePerGas ? [of("base_fee", Number(baseFeePerGas) / 1e18)] : []),
          of("gas_used", latest.gasUsed),
          of("gas_limit", latest.gasLimit),
        ]),
    ...(minDelayExcess ? [of("min_block_delay_seconds", Math.exp(Number(minDelayExcess) / 2 ** 20) / 1000)] : []),
  ];
}

/** Balances on the C-Chain. A proof of the account has its balance, too; the simulated node has no proofs. */
export const evmBalances = (node: Asked, addresses: readonly string[]): Promise<Sample[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const ask = (method: string, ...params: readonly unknown[]) => node.ask("/ext/bc/C/rpc", method, params);
      const proof = await unless(/ does not exist/, ask("eth_getProof", address, [], "latest"));
      const balance = proof?.balance ?? (await ask("eth_getBalance", address, "latest"));
      const labels = { chain: "C", subnet_id: primaryNetwork, address };
      return sample("avax_evm_address_balance", Number(BigInt(balance)) / 1e18, labels);
    }),
  );
