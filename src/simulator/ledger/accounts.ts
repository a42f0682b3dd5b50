/** Accounts that own UTXOs, as 20-byte addresses without chain and network. */
import { shortIdOf } from "../codec/combinators.ts";
import { type Names, ownerCount } from "../identities.ts";
import type { Network } from "../networks.ts";

/** Number of owners that send transactions. */
const active = 16;

export function createAccounts(names: Names, network: Network) {
  const owner = (n: number) => shortIdOf(names.owner(n).addresses[0] as string);
  const all = Array.from({ length: ownerCount }, (_, n) => owner(n));
  return {
    all,
    active: all.slice(0, active),
    /** Two co-owners, sorted by bytes. */
    pair: [owner(0), owner(1)].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
    /** An account with more outputs than a page. */
    crowd: owner(ownerCount),
    /** Accounts of the well-known key. */
    holders: network.publicKeyHolder === undefined ? [] : [shortIdOf(network.publicKeyHolder)],
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
