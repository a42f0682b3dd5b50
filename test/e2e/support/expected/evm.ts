/** Chains whose virtual machine is an EVM. Blocks come from another method than that of the exporter. */
import { createHash } from "node:crypto";
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

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
/** Returns JSON with sorted names, and integers beyond 2^53 as text. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (!isObject(value)) return typeof value === "bigint" ? `"${value}"` : JSON.stringify(value);
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${sorted(one)}`)
    .join()}}`;
}

/** The upgrades of a chain of a subnet or L1, and the last change of its fees. */
export async function evmUpgrades(node: Asked, labels: Labels): Promise<Sample[]> {
  const ask = (method: string) => unless(notServed, node.ask(`/ext/bc/${labels.chain}/rpc`, method, []));
  const [config, fees] = [await ask("eth_getChainConfig"), await ask("eth_feeConfig")];
  if (!config) return [];
  const { upgrades } = config;
  const text = createHash("sha256")
    .update(JSON.stringify(sorted(upgrades)))
    .digest();
  type Upgrade = { readonly blockTimestamp: number };
  const precompiles: readonly Record<string, Upgrade>[] = upgrades.precompileUpgrades ?? [];
  const states: readonly Upgrade[] = upgrades.stateUpgrades ?? [];
  const times = [
    ...precompiles.flatMap((one) => Object.entries(one)),
    ...states.map((one) => ["stateUpgrade", one] as const),
  ]
    .map(([name, { blockTimestamp }]) => [name, Number(blockTimestamp)] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([name, time], i, all) => {
      const number = all.slice(0, i).filter(([other]) => other === name).length + 1;
      return [number > 1 ? `${name} ${number}` : name, time] as const;
    });
  const past = times.filter(([, time]) => time <= Date.now() / 1000).map(([, time]) => time);
  return [
    sample("avax_evm_upgrades_digest", text.readBigUInt64BE() >> 12n, labels),
    ...times
      .filter(([, time]) => time >= Math.max(...past))
      .map(([upgrade, time]) => sample("avax_evm_upgrade_timestamp_seconds", time, { ...labels, upgrade })),
    sample("avax_evm_fee_config_height", fees.lastChangedAt, labels),
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
