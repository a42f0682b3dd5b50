/** Chains whose virtual machine is an EVM. Blocks come from another method than that of the exporter. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { notServed, type Sample, sample, unless } from "./sample.ts";

type Labels = Readonly<Record<"chain" | "subnet_id" | "alias", string>>;

/** Nothing of a chain that the node does not serve, or with another virtual machine. */
export async function evm(node: Asked, labels: Labels): Promise<Sample[]> {
  const ask = (method: string, ...params: readonly unknown[]) =>
    node.ask(`/ext/bc/${labels.chain}/rpc`, method, params);
  // the simulated node has headers only
  const readLatest = async () =>
    (await unless(/ does not exist/, ask("eth_getBlockByNumber", "latest", false))) ??
    ask("eth_getHeaderByNumber", "latest");
  const latest = await unless(notServed, readLatest());
  if (!latest) return [];
  const of = (name: string, value: string | number) => sample(`avax_evm_${name}`, Number(value), labels);
  const { baseFeePerGas, settledHeight } = latest;
  return [
    of("height", latest.number),
    // the first block of a new L1 can have the time 0
    ...(Number(latest.timestamp) > 0 ? [of("timestamp_seconds", latest.timestamp)] : []),
    // the C-Chain executes blocks later than it accepts them
    ...(settledHeight
      ? []
      : [
          ...(baseFeePerGas ? [of("base_fee", Number(baseFeePerGas) / 1e18)] : []),
          of("gas_used", latest.gasUsed),
          of("gas_limit", latest.gasLimit),
        ]),
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
