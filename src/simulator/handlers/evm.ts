/** Ethereum API of the C-Chain and of the first L1. */
import type { WireResult } from "../../api/contract.ts";
import { RpcError } from "../rpc.ts";
import { l1HeightAt, ownL1 } from "./chain-health.ts";
import type { Context, Handlers } from "./types.ts";

const gigaUnits = 10n ** 9n;
/** Delay from execution to settlement of a C-Chain block. */
const settlesAfterMs = 5000;
/** e^(excess / 2^20) ms is one second on the C-Chain and two on the L1. */
const delayExcess = { c: 7_243_307n, l1: 7_970_124n };
const hex = (value: number | bigint) => `0x${value.toString(16)}`;

type Block = { readonly height: number; readonly at: number };
type Header = WireResult<"eth.getHeaderByNumber">;

/** Gas and base fee that vary with the height. */
const headerOf = ({ height, at }: Block, gasLimit: number, baseFee: bigint, excess: bigint): Header => ({
  number: hex(height),
  timestamp: hex(Math.floor(at / 1000)),
  gasLimit: hex(gasLimit),
  gasUsed: hex(21_000 * (1 + ((height * 7) % 50))),
  baseFeePerGas: hex(baseFee + BigInt(height % 100) * 10_000n),
  minDelayExcess: hex(excess),
});

/** Returns the last executed block of the C-Chain at a time in milliseconds. */
function executed({ chain, node }: Context, now: number): Block {
  const { height, acceptedAt } = chain.c(Math.min(now, node.start + 1000 * node.executionStallsAfter));
  return { height, at: acceptedAt };
}

export const evm = {
  "eth.getHeaderByNumber": (context, { block }, selector) => {
    const isLast = ["latest", "safe", "finalized", "pending"].includes(block);
    const asked = isLast ? undefined : Number(block);
    if (asked !== undefined && !Number.isSafeInteger(asked)) throw new RpcError("invalid argument 0: hex string");
    const checkHeight = ({ height }: Block) => {
      if (asked !== undefined && asked > height) throw new RpcError("cannot query unfinalized data");
    };
    if (selector === "C") {
      const last = executed(context, context.now - (block === "finalized" || block === "safe" ? settlesAfterMs : 0));
      checkHeight(last);
      const found = asked === undefined ? last : { height: asked, at: context.chain.cAcceptedAt(asked) };
      return headerOf(found, 30_000_000, gigaUnits / 50n, delayExcess.c);
    }
    if (!ownL1(context)) throw new RpcError("no such chain");
    const last = l1HeightAt(context, context.now);
    checkHeight(last);
    const height = asked ?? last.height;
    return headerOf({ height, at: last.at }, 15_000_000, 25n * gigaUnits, delayExcess.l1);
  },
} satisfies Partial<Handlers>;
