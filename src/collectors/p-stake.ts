import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pStake = collector({
  name: "p-stake",
  summary: "Total stake of the primary network.",
  interval: "60s",
  required: true,
  reads: ["platform.getTotalStake"],
  metrics: [m.stake],
  read: ({ call }) => ({ total: call("platform.getTotalStake", {}) }),
  map: { total: (total) => [m.totalStake.item(total)] },
});
