import type { Result } from "../api/contract.ts";
import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";
import { createMemory } from "./shared/memory.ts";

/** Number of runs that use the same minimum stakes, which only an upgrade of the network changes. */
const runsPerMinimum = 60;

export const pStake = collector({
  name: "p-stake",
  summary: "Total stake and minimum stakes of the primary network.",
  interval: "60s",
  required: true,
  reads: ["platform.getTotalStake", "platform.getMinStake"],
  metrics: [m.stake, m.minValidatorStake, m.minDelegatorStake],
  state: () => createMemory<Result<"platform.getMinStake">>(runsPerMinimum),
  read: ({ call }, _selected, remember) => ({
    total: call("platform.getTotalStake", {}),
    minimum: remember("", () => call("platform.getMinStake", {})),
  }),
  map: { total: (total) => [m.totalStake.item(total)], minimum: (minimum) => [m.minimumStake.item(minimum)] },
});
