/** Parameters that the node does not take, and what it says of them. */
import { methodOf, type Name } from "../contract/contract.ts";
import { texts } from "./texts.ts";

type Members = Readonly<Record<string, unknown>>;
type Say = (params: Members) => string | undefined;

const notGiven =
  (member: string): Say =>
  (params) =>
    params[member] === undefined || params[member] === "" ? `argument '${member}' not given` : undefined;

/** Where it has words of its own. */
const own: { readonly [N in Name]?: Say } = {
  "platform.getBlockchainStatus": notGiven("blockchainID"),
  "info.isBootstrapped": notGiven("chain"),
  "platform.getSubnet": ({ subnetID }) => (subnetID === undefined ? texts.notSubnet : undefined),
  "admin.getChainAliases": ({ chain }) => (typeof chain === "string" ? texts.shortId : undefined),
};

/** What is wrong with the parameters, or undefined. */
export function misfit(name: Name, params: object): string | undefined {
  if (methodOf(name).params.safeParse(params).success) return undefined;
  return own[name]?.(params as Members) ?? texts.badArgument;
}
