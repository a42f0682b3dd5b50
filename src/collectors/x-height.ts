import * as m from "../metrics/xchain.ts";
import { sample } from "../prometheus/sample.ts";
import { collector } from "./collector.ts";

export const xHeight = collector({
  name: "x-height",
  summary: "How far the node has followed the X-Chain.",
  every: "10s",
  reads: ["avm.getHeight"],
  metrics: [m.xHeight],
  read: ({ call }) => ({ accepted: call("avm.getHeight", {}, "X") }),
  map: { accepted: ({ height }) => [sample(m.xHeight, height)] },
});
