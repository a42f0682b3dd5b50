import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pStake = collector({
  name: "p-stake",
  summary: "How many AVAX are staked, and the least that can be.",
  every: "60s",
  required: true,
  reads: ["platform.getTotalStake", "platform.getMinStake"],
  metrics: [m.stake, m.minValidatorStake, m.minDelegatorStake],
  read: ({ call }) => ({
    total: call("platform.getTotalStake", {}),
    minimum: call("platform.getMinStake", {}),
  }),
  map: {
    total: ({ weight }, emit) => emit(m.stake, weight),
    minimum: ({ minValidatorStake, minDelegatorStake }, emit) => {
      emit(m.minValidatorStake, minValidatorStake);
      emit(m.minDelegatorStake, minDelegatorStake);
    },
  },
});
