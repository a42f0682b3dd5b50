import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pStake = collector({
  name: "p-stake",
  summary: "Total stake and minimum stakes of the primary network.",
  interval: "60s",
  required: true,
  reads: ["platform.getTotalStake", "platform.getMinStake"],
  metrics: [m.stake, m.minValidatorStake, m.minDelegatorStake],
  read: ({ call }) => ({
    total: call("platform.getTotalStake", {}),
    minimum: call("platform.getMinStake", {}),
  }),
  map: { total: (total) => [m.totalStake.item(total)], minimum: (minimum) => [m.minimumStake.item(minimum)] },
});
