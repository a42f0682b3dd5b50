import { primaryNetwork } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import * as m from "../metrics/evm.ts";
import { collector, readEach } from "./collector.ts";
import { cChain, trackedChains } from "./shared/chains.ts";

/** Smallest units of the native token in one token. */
const unitsPerToken = 1e18;
const tokensOf = (units: bigint): number => Number(units) / unitsPerToken;

// AvalancheGo's MinDelayMilliseconds and ConversionRate (ACP-226)
const minDelaySeconds = 0.001;
const delayConversionRate = 2 ** 20;
const delayOf = (excess: bigint): number => minDelaySeconds * Math.exp(Number(excess) / delayConversionRate);

export const evm = collector({
  name: "evm",
  summary:
    "C-Chain, and the chains of subnets and L1s that the node runs, if their virtual machine is an EVM: latest and finalized block, base fee and gas, and balances of the watched addresses.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["eth.getHeaderByNumber", "eth.getBalance"],
  metrics: [
    m.evmHeight,
    m.evmTime,
    m.evmFinalizedHeight,
    m.evmFinalizedTime,
    m.evmBaseFee,
    m.evmGasUsed,
    m.evmGasLimit,
    m.evmMinDelay,
    m.evmAddressBalance,
  ],
  inputs: ({ watch }) => watch.evm_addresses,
  read(node, addresses) {
    const { call, chains } = node;
    const labels = new Map([cChain, ...trackedChains(node)].map((one) => [one.chain, one] as const));
    // a subnet is unknown until the collector health has found the chains of the node
    const subnetOf = (chain: string) => labels.get(chain)?.subnet_id ?? (chains().length > 0 ? "" : undefined);
    return {
      // the path of a chain with another virtual machine is not served, which is no failure
      chain: readEach(labels.keys(), async (chain) => {
        const latest = await call("eth.getHeaderByNumber", { block: "latest" }, chain);
        const finalized = await call("eth.getHeaderByNumber", { block: "finalized" }, chain);
        return { latest, finalized, labels: labels.get(chain) };
      }),
      balance: new Map(
        addresses.map(({ id: address, chain, alias }) => {
          const read = async () => {
            const balance = await call("eth.getBalance", { address, block: "latest" }, chain);
            return { balance, subnet_id: subnetOf(chain), labels: { chain, address, alias } };
          };
          return [`${chain} ${address}`, read()] as const;
        }),
      ),
    };
  },
  map: {
    *chain({ latest, finalized, labels }) {
      if (!labels) return;
      const { number, timestamp, baseFeePerGas, gasUsed, gasLimit, minDelayExcess } = latest;
      const samples = [
        sample(m.evmHeight, number, labels),
        sample(m.evmTime, timestamp, labels),
        sample(m.evmFinalizedHeight, finalized.number, labels),
        sample(m.evmFinalizedTime, finalized.timestamp, labels),
        sample(m.evmBaseFee, baseFeePerGas == null ? undefined : tokensOf(baseFeePerGas), labels),
        sample(m.evmGasUsed, gasUsed, labels),
        sample(m.evmGasLimit, gasLimit, labels),
        sample(m.evmMinDelay, minDelayExcess == null ? undefined : delayOf(minDelayExcess), labels),
      ];
      yield { share: labels.subnet_id === primaryNetwork ? 1 : 0, id: labels.chain, samples };
    },
    balance: ({ balance, labels, subnet_id }) =>
      subnet_id === undefined ? [] : [sample(m.evmAddressBalance, tokensOf(balance), { ...labels, subnet_id })],
  },
});
