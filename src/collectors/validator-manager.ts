/** The contract that manages the validators of an L1. Its values are those of its chain, whichever node reports them. */
import { kindOf } from "../engine/metric.ts";
import { from } from "../node-api/contract.ts";
import { attempt, NodeError } from "../node-api/errors.ts";
import { evmAddressError } from "../node-api/ids.ts";
import { type ContractFunction, managerFunctions } from "../protocol/validator-manager.ts";
import { collector, type RunClient, readEach, thenEach } from "./collector.ts";
import { digestOf } from "./kinds/l1-validators.ts";
import type { SubnetLabels } from "./kinds/validators.ts";
import { findSubnet, isL1, managerOf } from "./subnets.ts";
import { aliasesOf } from "./watched.ts";

type Manager = Awaited<ReturnType<typeof readManager>>;
export const l1Manager = kindOf<SubnetLabels & Manager>().with("subnet_id", "alias");

/** Returns the source of a value: calls of functions of the contract. */
export const fromManager = (...names: readonly (keyof typeof managerFunctions)[]) =>
  `${from("eth.call")} ${names.map((name) => managerFunctions[name].signature).join(", ")}`;

export const managerWeight = l1Manager.gauge("avax_l1_manager_weight", {
  help: "Weight of an L1's validators by the contract that manages them, in its units.",
  from: fromManager("churnTracker", "totalWeight"),
  of: ({ weight }) => weight,
});
export const managerOwner = l1Manager.gauge("avax_l1_manager_owner_digest", {
  help: "Digest of the owner of the contract that manages an L1's validators.",
  from: fromManager("owner"),
  of: ({ ownerDigest }) => ownerDigest,
});

/** Limits what another contract can cost the node: a manager behind a proxy needs a tenth of it. */
const maxGas = "0x7a120";

/** Reads what the contract shows. Throws an error if it is no validator manager. */
async function readManager({ call }: RunClient<"eth.call">, address: string, chain: string) {
  /** Returns the result of a function; undefined if the contract does not have it. */
  async function read<T>({ selector: data, decode }: ContractFunction<T>): Promise<T | undefined> {
    const transaction = { to: address, data, gas: maxGas };
    const { value, error } = await attempt(call("eth.call", { transaction, block: "latest" }, chain));
    if (error && error.unavailable !== "not_manager") throw error;
    return value === undefined ? undefined : decode(value);
  }
  const churn = await read(managerFunctions.churnTracker);
  const weight = churn?.totalWeight ?? (await read(managerFunctions.totalWeight));
  if (weight === undefined)
    throw new NodeError(`${address} on chain ${chain} is no validator manager`, { code: "not_manager" });
  const owner = await read(managerFunctions.owner);
  return {
    weight,
    /** Undefined if the contract does not limit the churn, or does not show it. */
    churn,
    /** Undefined if the contract shows no owner. */
    ownerDigest: owner === undefined ? undefined : digestOf(owner),
  };
}

export const validatorManager = collector({
  name: "validator-manager",
  summary:
    "Contracts that manage the validators of tracked L1s, on chains that the node runs: total weight, churn, owner. Calls of functions that only read.",
  interval: "5m",
  disabledByDefault: true,
  hasVaryingSeries: true,
  reads: ["platform.getSubnet", "eth.call"],
  needs: ["chains"],
  metrics: [l1Manager],
  select: ({ watch }) => (watch.subnet_ids.length > 0 ? aliasesOf(watch.subnet_ids) : undefined),
  read(node, names) {
    const chainOf = new Map(node.chains.map(({ blockchain_id, chain }) => [blockchain_id, chain]));
    const subnets = readEach(names.keys(), (id) => findSubnet(node, id, "watch.subnet_ids"));
    return {
      manager: thenEach(subnets, async (subnet) => {
        const { manager_chain_id, manager_address: address } = managerOf(subnet);
        const chain = isL1(subnet) && manager_chain_id !== "" ? chainOf.get(manager_chain_id) : undefined;
        if (chain === undefined || evmAddressError(address)) return undefined;
        return readManager(node, address, chain);
      }),
    };
  },
  map: {
    manager: (found, { selected: names, item: subnet_id }) =>
      found ? [l1Manager.item({ subnet_id, alias: names.get(subnet_id) ?? "", ...found })] : [],
  },
});
