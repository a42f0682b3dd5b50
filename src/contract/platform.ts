/** The P-Chain. */
import * as z from "zod";
import { type Endpoint, read } from "./method.ts";
import { nothing, time, uint64 } from "./wire.ts";

const on: Endpoint = { path: () => "/ext/bc/P", lane: () => "P", always: true };

export const platform = {
  "platform.getHeight": read({
    on,
    summary: "Height of the last accepted block.",
    cost: "light",
    params: nothing,
    result: z.object({ height: uint64 }),
    sample: { params: {}, result: { height: "21857141" } },
  }),
  "platform.getFeeState": read({
    on,
    summary: "Gas capacity, excess and price (nAVAX) at chain time.",
    cost: "light",
    since: "1.11.11",
    params: nothing,
    result: z.object({ capacity: uint64, excess: uint64, price: uint64, timestamp: time }),
    sample: { params: {}, result: { capacity: 973044, excess: 26956, price: 1, timestamp: "2024-12-16T17:19:07Z" } },
    quirks: ["Integers come as JSON numbers.", "State of the last accepted block: it does not move while the chain is idle."],
  }),
};
