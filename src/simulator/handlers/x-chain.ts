/** Handlers of the container index and the X-Chain. */
import { xBalances } from "./balances.ts";
import { xBlocks } from "./blocks.ts";
import { index } from "./containers.ts";
import type { Handlers } from "./types.ts";
import { xUtxos } from "./utxos.ts";

export const indexAndX = {
  ...index,
  ...xBlocks,
  ...xUtxos,
  ...xBalances,
  "avm.getHeight": ({ chain, now }) => ({ height: String(chain.x(now).height) }),
  "avm.getTxFee": ({ chain: { network } }) => ({
    txFee: String(network.xFee.transaction),
    createAssetTxFee: String(network.xFee.asset),
  }),
} satisfies Partial<Handlers>;
