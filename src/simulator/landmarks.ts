import { l1Fixed } from "./answers/rows.ts";
import type { Chain } from "./chain.ts";

/** What there is to watch on the simulated chain, a little of each kind: IDs and addresses. */
export function landmarksOf(chain: Chain) {
  const { names, subnets, l1s } = chain;
  const [first] = l1s.validators;
  const { addresses } = names.owner(0);
  return {
    nodes: [0, 1, 2].map(names.nodeId),
    subnets: subnets
      .all()
      .slice(0, 3)
      .map(({ id, name }) => ({ id, name })),
    validations: first ? [l1Fixed(chain, first).validationID] : [],
    blockchains: subnets
      .all()
      .slice(0, 1)
      .map(({ chain }) => chain),
    addresses: addresses.flatMap((address) => [address, address.replace(/^P-/, "X-")]),
  };
}
