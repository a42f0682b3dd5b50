import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pSupply = collector({
  name: "p-supply",
  summary: "Current AVAX supply.",
  interval: "5m",
  required: true,
  reads: ["platform.getCurrentSupply"],
  metrics: [m.supply],
  read: ({ call }) => ({ primary: call("platform.getCurrentSupply", {}) }),
  map: { primary: (current) => [m.pSupply.item(current)] },
});
