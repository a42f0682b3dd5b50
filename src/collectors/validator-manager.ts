import type { Params } from "../api/contract.ts";
import { evmAddressError } from "../api/ids.ts";
import { type ContractFunction, managerFunctions } from "../api/validator-manager.ts";
import { digestOf } from "../facts/digest.ts";
import * as m from "../metrics/l1-manager.ts";
import { attempt, NodeError } from "../rpc/errors.ts";
import { collector, type RunClient, readEach, thenEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { findSubnet, isL1, managerOf } from "./shared/subnet.ts";

const methods = ["platform.getSubnet", "eth.call"] as const;
/** Limits what another contract can cost the node: a manager behind a proxy needs a tenth of it. */
const maxGas = "0x7a120";

type Contract = { readonly address: string; readonly chain: string };

/** Returns the result of a function; undefined if the contract does not have it. */
async function readFunction<T>(
  { call }: RunClient<(typeof methods)[number]>,
  { address: to, chain }: Contract,
  { selector: data, decode }: ContractFunction<T>,
): Promise<T | undefined> {
  const params: Params<"eth.call"> = { transaction: { to, data, gas: maxGas }, block: "latest" };
  const { value, error } = await attempt(call("eth.call", params, chain));
  if (error && error.unavailable !== "not_manager") throw error;
  return value === undefined ? undefined : decode(value);
}

/** Reads what the contract shows. Throws an error if it is no validator manager. */
async function readManager(node: RunClient<(typeof methods)[number]>, contract: Contract) {
  const read = <T>(definition: ContractFunction<T>) => readFunction(node, contract, definition);
  const churn = await read(managerFunctions.churnTracker);
  const weight = churn?.totalWeight ?? (await read(managerFunctions.totalWeight));
  if (weight === undefined) {
    const message = `${contract.address} on chain ${contract.chain} is no validator manager`;
    throw new NodeError(message, { code: "not_manager" });
  }
  return { weight, churn, owner: await read(managerFunctions.owner) };
}

export const validatorManager = collector({
  name: "validator-manager",
  summary:
    "Contracts that manage the validators of tracked L1s, on chains that the node runs: total weight, churn, owner. Calls of functions that only read.",
  interval: "5m",
  disabledByDefault: true,
  hasVaryingSeries: true,
  reads: methods,
  needs: ["chains"],
  metrics: [m.managerWeight, m.managerOwner],
  select: ({ watch }) => (watch.subnet_ids.length === 0 ? undefined : { names: aliasesOf(watch.subnet_ids) }),
  read(node, { names }) {
    const chainOf = new Map(node.chains.map(({ blockchain_id, chain }) => [blockchain_id, chain]));
    const subnets = readEach(names.keys(), (id) => findSubnet(node, id, "watch.subnet_ids"));
    return {
      manager: thenEach(subnets, async (subnet) => {
        const { chain_id, address } = managerOf(subnet);
        const chain = isL1(subnet) && chain_id !== "" ? chainOf.get(chain_id) : undefined;
        if (chain === undefined || evmAddressError(address)) return undefined;
        return readManager(node, { address, chain });
      }),
    };
  },
  map: {
    manager(found, { selected: { names }, item: subnet_id }) {
      if (!found) return [];
      const { owner, ...manager } = found;
      const ownerDigest = owner === undefined ? undefined : digestOf(owner);
      return [m.l1Manager.item({ subnet_id, alias: names.get(subnet_id) ?? "", ...manager, ownerDigest })];
    },
  },
});
