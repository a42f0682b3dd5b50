import * as m from "../metrics/xchain.ts";
import { collector } from "./collector.ts";

export const xHeight = collector({
  name: "x-height",
  summary: "X-Chain height.",
  interval: "10s",
  reads: ["avm.getHeight"],
  metrics: [m.xHeight],
  read: ({ call }) => ({ accepted: call("avm.getHeight", {}, "X") }),
  map: { accepted: (accepted) => [m.xAccepted.item(accepted)] },
});
