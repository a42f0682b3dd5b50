/** The block proposals of a chain. */
import * as z from "zod";
import { type Endpoint, read } from "./method.ts";
import { nothing, uint64, unixTime } from "./wire.ts";

/** What the node serves for a chain beside the chain's own API. */
const on: Endpoint<string> = {
  path: (chain) => `/ext/bc/${chain}/proposervm`,
  lane: (chain) => chain,
  choice: { of: "chain", default: "P" },
};

export const proposervm = {
  "proposervm.getProposedHeight": read({
    on,
    summary: "P-Chain height that this node would give the chain's next block.",
    since: "1.14.0",
    params: nothing,
    result: z.object({ height: uint64 }),
    sample: { params: {}, result: { height: "21857137" } },
    quirks: ["404 on X, whose blocks have it otherwise."],
  }),
  "proposervm.getCurrentEpoch": read({
    on,
    summary: "The chain's epoch: number, start (Unix seconds) and the P-Chain height that it fixes.",
    since: "1.14.0",
    params: nothing,
    result: z.object({ number: uint64, startTime: unixTime, pChainHeight: uint64 }),
    sample: { params: {}, result: { number: "56", startTime: "1755802182", pChainHeight: "21857141" } },
    quirks: ["All 0 before Granite.", "404 on X."],
  }),
};
