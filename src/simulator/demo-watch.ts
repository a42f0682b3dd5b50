import { primaryNetwork } from "../node-api/ids.ts";
import type { Chain } from "./chain.ts";
import { ownerCount } from "./identities.ts";

/** Owner with time-locked outputs that sends no transactions: its balance is steady, as that of an address for top-ups. */
const steadyOwner = ownerCount - 1;

/** Returns example entities of every kind on the simulated chain, as a `watch` section. */
export function demoWatchOf(chain: Chain) {
  const { names, subnets, l1s, origins } = chain;
  const [validator] = l1s.validators;
  const some = subnets.all().slice(0, 3);
  const { addresses } = names.owner(steadyOwner);
  return {
    node_ids: [0, 1, 2].map((n) => ({ id: names.nodeId(n), alias: `demo-${n}`, subnet_ids: [primaryNetwork] })),
    subnet_ids: some.map(({ id, name }) => ({ id, alias: name })),
    validation_ids: validator ? [{ id: origins.validationId(validator), alias: "demo-l1-validator" }] : [],
    blockchain_ids: some.slice(0, 1).map(({ chain, name }) => ({ id: chain, alias: name })),
    addresses: addresses
      .flatMap((address) => [address, address.replace(/^P-/, "X-")])
      .map((id) => ({ id, alias: "demo-owner" })),
    evm_addresses: [{ id: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", chain: "C", alias: "demo-relayer" }],
  };
}

const flagByKey = {
  node_ids: "node-id",
  subnet_ids: "subnet-id",
  validation_ids: "validation-id",
  addresses: "address",
  evm_addresses: "evm-address",
} as const satisfies Partial<Record<keyof ReturnType<typeof demoWatchOf>, string>>;

/** Returns the flags that watch the same entities, one for each kind that has a flag. A flag has no aliases. */
export function watchFlags(chain: Chain): readonly string[] {
  const watch = demoWatchOf(chain);
  return (Object.keys(flagByKey) as (keyof typeof flagByKey)[]).flatMap((key) => {
    const ids = watch[key].map(({ id }) => id);
    return ids.length === 0 ? [] : [`--watch.${flagByKey[key]} ${ids.join(",")}`];
  });
}

/** Returns the entities that a text names by their aliases, such as demo-1. */
export const namesIn = (text: string, chain: Chain) =>
  Object.values(demoWatchOf(chain))
    .flat()
    .filter(({ alias }) => new RegExp(`\\b${alias}\\b`).test(text))
    .map(({ alias, id }) => ({ alias, id }));
