/** API of the C-Chain for AVAX that comes from the P- and X-Chain. */
import { getUtxos } from "./chain-methods.ts";
import { methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read } = methodsOf({ path: () => "/ext/bc/C/avax", lock: () => "C" });

export const avax = {
  "avax.getUTXOs": read({
    ...getUtxos,
    summary: "One page of the UTXOs that another chain has exported to the given addresses of the C-Chain.",
    params: getUtxos.params.extend({ sourceChain: w.paramAliasOrId }),
    exampleParams: {
      addresses: ["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],
      sourceChain: "P",
      limit: 1,
    },
    quirks: [
      ...getUtxos.quirks.slice(0, 2),
      "sourceChain is required: the C-Chain has no UTXOs of its own. The encoding json is not supported.",
      "The path exists only for the C-Chain.",
    ],
  }),
};
