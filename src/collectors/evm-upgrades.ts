/** Upgrades and fee configuration of the EVM chains of subnets and L1s. The label `chain` is that of `avax_chain_*`. */
import { noItem } from "../engine/job.ts";
import { kindOf } from "../engine/metric.ts";
import { from } from "../node-api/contract.ts";
import { attempt, type FailureCode, NodeError } from "../node-api/errors.ts";
import { type Activation, activationsOf, currentAt, textOf } from "../protocol/evm-upgrades.ts";
import { collector, readEntries } from "./collector.ts";
import { groupOfChain, type ServedChainLabels, trackedChains } from "./kinds/chains.ts";
import { digestOf } from "./kinds/l1-validators.ts";

type Upgrades = ServedChainLabels & {
  readonly digest: number;
  readonly activations: readonly Activation[];
  readonly feeHeight: bigint | undefined;
};
export const chainUpgrades = kindOf<Upgrades>().ofNode("chain", "subnet_id", "alias");
export const upgradesDigest = chainUpgrades.gauge("avax_evm_upgrades_digest", {
  help: "Digest of the upgrades that the node has read from upgrade.json of a chain. All nodes of the chain need the same ones.",
  from: from("eth.getChainConfig", "upgrades"),
  of: ({ digest }) => digest,
});
export const evmUpgradeTime = chainUpgrades.gauges("avax_evm_upgrade_timestamp_seconds", "upgrade", {
  help: "Activation of the last upgrade of a chain and of those ahead, in Unix seconds. The second upgrade with the same name has the number 2.",
  from: from("eth.getChainConfig", "upgrades"),
  of: ({ activations }) => new Map(activations.map(({ upgrade, at }) => [upgrade, at])),
});
chainUpgrades.gauge("avax_evm_fee_config_height", {
  help: "Height of the block with the last change of a chain's fees by its fee manager. 0 without an enabled fee manager, or without a change.",
  from: from("eth.feeConfig", "lastChangedAt"),
  of: ({ feeHeight }) => feeHeight,
});

/** Failures with which a server refuses a method: providers of an RPC have no common one. */
const refusals: readonly FailureCode[] = ["unauthorized", "wrong_path", "http_status", "rpc_error", "method_unknown"];
const isRefusal = ({ failure }: NodeError) => refusals.includes(failure.code);

export const evmUpgrades = collector({
  name: "evm-upgrades",
  summary:
    "Chains of subnets and L1s that the node runs, if their virtual machine is an EVM: upgrades that the node has read from upgrade.json, and last change of the fees.",
  interval: "10m",
  hasVaryingSeries: true,
  reads: ["eth.getChainConfig", "eth.feeConfig"],
  changesAtStart: true,
  needs: ["chains"],
  metrics: [chainUpgrades],
  state: () => ({ known: new Set<string>(), isAwaited: false }),
  // after a start of the node, its virtual machine responds later
  isIncomplete: ({ isAwaited }) => isAwaited,
  read({ call, chains, now }, _selected, state) {
    state.isAwaited = false;
    return {
      chain: readEntries(trackedChains(chains), async ({ chain, subnet_id, alias }) => {
        const { value: config, error } = await attempt(call("eth.getChainConfig", {}, chain));
        if (error && state.known.delete(chain)) state.isAwaited = true;
        if (error?.unavailable === "api_off") return noItem; // another virtual machine
        if (error)
          throw isRefusal(error) ? new NodeError(error.message, { code: "method_unknown", cause: error }) : error;
        const { upgrades } = config;
        if (!upgrades) return noItem; // an EVM that has no such file
        state.known.add(chain);
        const fees = await attempt(call("eth.feeConfig", {}, chain));
        return { chain, subnet_id, alias, upgrades, fees, now: now().getTime() / 1000 };
      }),
    };
  },
  map: {
    *chain({ upgrades, fees, now, ...labels }) {
      const activations = currentAt(now, activationsOf(upgrades));
      const feeHeight = fees.value?.lastChangedAt;
      const one = chainUpgrades.item({ ...labels, digest: digestOf(textOf(upgrades)), activations, feeHeight });
      yield groupOfChain(labels, one);
      if (fees.error && !isRefusal(fees.error)) yield { error: fees.error };
    },
  },
});
