/** Upgrades and fee configuration of the EVM chains of subnets and L1s. The label `chain` is that of `avax_chain_*`. */
import { noItem } from "../engine/job.ts";
import { kindOf } from "../engine/metric.ts";
import { from } from "../node-api/contract.ts";
import { attempt, type FailureCode, NodeError } from "../node-api/errors.ts";
import { type Activation, activationsOf, currentAt, textOf } from "../protocol/evm-upgrades.ts";
import { collector, readEntries } from "./collector.ts";
import { groupOfChain, type ServedChainLabels, trackedChains } from "./kinds/chains.ts";
import { digestOf } from "./kinds/l1-validators.ts";

type Upgrades = ServedChainLabels & { readonly digest: number; readonly activations: readonly Activation[] };
export const chainUpgrades = kindOf<Upgrades>().ofNode("chain", "subnet_id", "alias");
export const upgradesDigest = chainUpgrades.gauge("avax_evm_upgrades_digest", {
  help: "Digest of the upgrades that the node has read from upgrade.json of a chain. All nodes of the chain need the same ones.",
  from: from("eth.getChainConfig", "upgrades"),
  of: ({ digest }) => digest,
});
export const evmUpgradeTime = chainUpgrades.gauges("avax_evm_upgrade_timestamp_seconds", "upgrade", {
  help: "Activation of the last upgrade of a chain and of those ahead, in Unix seconds. The second upgrade with the same name has the number 2.",
  from: from("eth.getChainConfig", "upgrades"),
  of: ({ activations }) => activations.map(({ upgrade, at }) => [upgrade, at]),
});

type FeeChange = ServedChainLabels & { readonly height: bigint | undefined };
const feeChange = kindOf<FeeChange>().ofNode("chain", "subnet_id", "alias");
feeChange.gauge("avax_evm_fee_config_height", {
  help: "Height of the block that last changed the fees of a chain; 0 if none has.",
  from: from("eth.feeConfig", "lastChangedAt"),
  of: ({ height }) => height,
});

/** Failures with which a server refuses a method: providers of an RPC have no common one. */
const refusals: ReadonlySet<FailureCode> = new Set(["unauthorized", "wrong_path", "http_status", "rpc_error"]);

/** Resolves to the result of a call on a chain, with the labels of the chain. One with another virtual machine has no item, and a refused
 *  method is a state of the node. */
async function unlessRefused<L, T>(labels: L, call: Promise<T>) {
  const { value: result, error } = await attempt(call);
  if (!error) return { ...labels, result };
  if (error.unavailable === "api_off") return noItem;
  if (!refusals.has(error.failure.code)) throw error;
  throw new NodeError(error.message, { code: "method_unknown", cause: error });
}

export const evmUpgrades = collector({
  name: "evm-upgrades",
  summary:
    "Chains of subnets and L1s that the node runs, if their virtual machine is an EVM: upgrades that the node has read from upgrade.json, and last change of the fee configuration.",
  interval: "10m",
  hasVaryingSeries: true,
  reads: ["eth.getChainConfig", "eth.feeConfig"],
  needs: ["chains"],
  metrics: [chainUpgrades, feeChange],
  read({ call, chains, now }) {
    const tracked = trackedChains(chains);
    return {
      upgrades: readEntries(tracked, ({ chain, subnet_id, alias }) =>
        unlessRefused({ chain, subnet_id, alias, now: now() }, call("eth.getChainConfig", {}, chain)),
      ),
      fees: readEntries(tracked, ({ chain, subnet_id, alias }) =>
        unlessRefused({ chain, subnet_id, alias }, call("eth.feeConfig", {}, chain)),
      ),
    };
  },
  map: {
    upgrades({ result: { upgrades }, now, ...labels }) {
      if (!upgrades) return []; // an EVM that has no such file
      const activations = currentAt(now.getTime() / 1000, activationsOf(upgrades));
      return [groupOfChain(labels, chainUpgrades.item({ ...labels, digest: digestOf(textOf(upgrades)), activations }))];
    },
    fees: ({ result: { lastChangedAt }, ...labels }) => [
      groupOfChain(labels, feeChange.item({ ...labels, height: lastChangedAt ?? undefined })),
    ],
  },
});
