/** Parameters with which a method has a result on a simulated chain. */
import { methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import type { Chain } from "../../src/simulator/chain.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { ledgerParams } from "./ledger/spend.ts";

export const paramsFor = (name: RpcMethodName, chain: Chain): unknown => {
  const [validator] = chain.l1s.validators;
  if (name === "platform.getL1Validator" && validator) return { validationID: chain.origins.validationId(validator) };
  if (name === "platform.getSubnet" || name === "platform.validates") return { subnetID: subnetsOf(chain)[0]?.id };
  if (name === "platform.validatedBy") return {};
  if (name === "avax.getUTXOs") {
    const addresses = chain.names.owner(0).addresses.map((address) => address.replace(/^P-/, "C-"));
    return { addresses, sourceChain: "P" };
  }
  if (name === "admin.aliasChain") return { chain: "X", alias: "assets" };
  return ledgerParams(chain, name) ?? methodOf(name).exampleParams;
};
