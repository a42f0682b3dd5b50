/** Proposervm API: block proposals and epochs of a chain. */
import * as z from "zod";
import { methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read } = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}/proposervm`,
  lock: (chain) => chain,
  selector: { of: "chain", default: "C" },
});

export const proposervm = {
  "proposervm.getProposedHeight": read({
    summary: "P-Chain height that this node would put into the chain's next block.",
    result: z.object({ height: w.uint64 }),
    quirks: ["Not served for the X-Chain (404); its blocks carry the proposal data differently."],
  }),
  "proposervm.getCurrentEpoch": read({
    summary: "Current epoch of the chain: number, start (Unix seconds) and P-Chain height.",
    result: z.object({ number: w.uint64, startTime: w.unixTime, pChainHeight: w.uint64 }),
    quirks: ["All 0 before Granite.", "Not served for the X-Chain (404)."],
  }),
};
