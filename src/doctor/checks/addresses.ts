import { type Check, ok, problem } from "../check.ts";
import { joinFirst } from "../format.ts";
import { addressesOfOtherNetworks, addressPrefix } from "../network.ts";

export const addresses: Check = {
  name: "watched-addresses",
  async run({ networkID, watch }) {
    const network = watch.addresses.length > 0 ? await networkID() : undefined;
    if (network === undefined) return [];
    const strangers = addressesOfOtherNetworks(watch.addresses, network);
    if (strangers.length === 0) return ok("All watched addresses belong to this network.");
    const prefix = addressPrefix(network);
    return problem(
      `Watched addresses belong to another network: ${joinFirst(strangers, 3)}.`,
      "The node rejects them, so no balances are exported.",
      `On this network addresses begin with P-${prefix}1 or X-${prefix}1. The same key has a different address on each network: correct watch.addresses or node.url.`,
    );
  },
};
