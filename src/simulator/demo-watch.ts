import { primaryNetwork } from "../api/ids.ts";
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
