/** What is told of one L1 validator, by whichever collector. */
import * as m from "../../metrics/l1.ts";
import type { Emit } from "../../prometheus/exposition.ts";
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

/** Tells of one after the other of the same L1. */
export function l1Teller(subnet_id: string, { state, config }: Fees, emit: Emit<(typeof l1ValidatorMetrics)[number]>) {
  const exhaustion = state && exhaustionAt(state);
  const worstExhaustion = state && config && worstExhaustionAt(state, config);
  return ({ validationID, nodeID, weight, startTime, minNonce, balance }: L1Validator) => {
    const labels = { subnet_id, validation_id: validationID, node_id: nodeID };
    emit(m.l1Weight, weight, labels);
    if (minNonce !== undefined) emit(m.l1MinNonce, minNonce, labels);
    emit(m.l1Start, startTime, labels);
    if (balance === undefined) return;
    emit(m.l1Balance, balance, labels);
    emit(m.l1Active, balance > 0n, labels);
    const atPrice = exhaustion?.(balance);
    if (atPrice !== undefined) emit(m.l1Exhaustion, atPrice, labels);
    const worst = worstExhaustion?.(balance);
    if (worst !== undefined) emit(m.l1WorstExhaustion, worst, labels);
  };
}
