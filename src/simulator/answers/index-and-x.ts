/** The container index, and what is told of the X-Chain. */
import type { At } from "../../contract/contract.ts";
import { rfc3339 } from "../formats.ts";
import { RefusalError } from "../rpc.ts";
import { texts } from "../texts.ts";
import type { Answers, Context } from "./answer.ts";

type Index = At<"index.getLastAccepted">;
type Container = { readonly height: number; readonly acceptedAt: number };
const bytes: Readonly<Record<Index, number>> = {
  "P/block": 700,
  "X/block": 500,
  "C/block": 20_000,
  "X/tx": 0,
  "X/vtx": 0,
};
const nanoseconds = 1_000_000;

/** Transactions and vertices got no more since the X-Chain became linear. */
function lastOf({ chain, now }: Context, index: Index): Container | undefined {
  switch (index) {
    case "P/block":
      return { height: chain.blocks.height(), acceptedAt: chain.blocks.acceptedAt() };
    case "X/block":
      return chain.x(now);
    case "C/block":
      return chain.c(now);
    case "X/tx":
    case "X/vtx":
      return undefined;
  }
}

export const indexAndX = {
  "index.getLastAccepted": (context, _params, index) => {
    const last = lastOf(context, index);
    if (!last) throw new RefusalError(texts.noContainers);
    const { names } = context.chain;
    const { height, acceptedAt } = last;
    return {
      id: names.id(index, height),
      bytes: names.content(index, height, bytes[index] + (height % bytes[index])),
      timestamp: rfc3339(acceptedAt, (height * 7919) % nanoseconds),
      encoding: "hex",
      index: String(height - 1),
    };
  },
  "avm.getHeight": ({ chain, now }) => ({ height: String(chain.x(now).height) }),
  "avm.getTxFee": () => ({ txFee: "1000000", createAssetTxFee: "10000000" }),
} satisfies Answers;
