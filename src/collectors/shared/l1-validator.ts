/** Metrics and samples of one L1 validator, shared by three collectors. */
import * as m from "../../metrics/l1.ts";
import { sample } from "../../prometheus/sample.ts";
import { knownSamples } from "../collector.ts";
import { exhaustionAt, worstExhaustionAt } from "./exhaustion.ts";
import type { Fees } from "./fee-reader.ts";

export const l1ValidatorMetrics = [
  m.l1Balance,
  m.l1Active,
  m.l1Weight,
  m.l1MinNonce,
  m.l1Start,
  m.l1Exhaustion,
  m.l1WorstExhaustion,
] as const;

export type L1Validator = {
  readonly validationID: string;
  readonly nodeID: string;
  readonly weight: bigint;
  readonly startTime: Date;
  readonly minNonce?: bigint | undefined;
  readonly balance?: bigint | undefined;
};

/** Returns a function that returns the samples of an L1 validator at the given fees. */
export function createL1Sampler(subnet_id: string, { state, config }: Fees) {
  const exhaustion = state && exhaustionAt(state);
  const worstExhaustion = state && config && worstExhaustionAt(state, config);
  return ({ validationID, nodeID, weight, startTime, minNonce, balance }: L1Validator) => {
    const labels = { subnet_id, validation_id: validationID, node_id: nodeID };
    const common = [
      sample(m.l1Weight, weight, labels),
      sample(m.l1MinNonce, minNonce, labels),
      sample(m.l1Start, startTime, labels),
    ];
    if (balance === undefined) return knownSamples<(typeof l1ValidatorMetrics)[number]>(common);
    return knownSamples<(typeof l1ValidatorMetrics)[number]>([
      ...common,
      sample(m.l1Balance, balance, labels),
      sample(m.l1Active, balance > 0n, labels),
      sample(m.l1Exhaustion, exhaustion?.(balance), labels),
      sample(m.l1WorstExhaustion, worstExhaustion?.(balance), labels),
    ]);
  };
}
