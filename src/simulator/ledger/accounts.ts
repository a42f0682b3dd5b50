/** Who owns what, as the ledger names them: by 20 bytes, without chain and network. */
import { shortIdOf } from "../codec/combinators.ts";
import { type Names, ownerCount } from "../identities.ts";
import type { Network } from "../networks.ts";

/** So many of the owners move what they have. */
const active = 16;

export function createAccounts(names: Names, network: Network) {
  const owner = (n: number) => shortIdOf(names.owner(n).addresses[0] as string);
  const all = Array.from({ length: ownerCount }, (_, n) => owner(n));
  return {
    all,
    active: all.slice(0, active),
    /** Two that own something together, in the order of their bytes. */
    pair: [owner(0), owner(1)].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
    /** One with more than a page of outputs. */
    crowd: owner(ownerCount),
    /** Of the key that everybody has. */
    holders: network.publicKeyHolder === undefined ? [] : [shortIdOf(network.publicKeyHolder)],
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
