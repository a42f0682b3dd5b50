/** What is known about the watched L1 validators at the present time. */
import { validatorFees } from "../../collectors/fees.ts";
import { blsKey, type L1Validator, l1Validator, validation } from "../../collectors/kinds/l1-validators.ts";
import { presence } from "../../collectors/kinds/validators.ts";
import type { Observations } from "../../engine/store.ts";
import { exhaustionOf, isActive } from "../../protocol/l1.ts";
import { type Fees, topUpUntil } from "../../protocol/validator-fee.ts";
import { type Judged, judge, unread } from "../evidence.ts";
import { type Connections, keyOf, type Observer } from "../observer.ts";
import { evidence, type L1ValidatorState, l1ValidatorProblem } from "./state.ts";

/** Returns the present fee of L1 validators: all of them pay the same. */
export const feesIn = (of: Observations): Fees => of(validatorFees)[0]?.value ?? {};

/** Returns the nAVAX with which a balance lasts for 30 days; undefined if the fee is unknown. */
export const topUpFor30Days = (balance: bigint, fees: Fees, now: number): number | undefined =>
  topUpUntil(now + 30 * 86_400, now, fees)?.(balance);

/** Returns a record of each watched L1 validator, also while nothing is known about it. */
export function l1ValidatorRecords(
  of: Observations,
  observer: Observer,
  { isConnected: isConnectedOn, lacksChain: lacksChainOf, nodeOf, fineOn, inputsOf }: Connections,
) {
  const { nodeId, now, isBehind, watched } = observer;
  const fees = feesIn(of);
  const ownKeys = new Map(of(blsKey).map(({ value }) => [value.validation_id, value.matches]));
  const watchedNodes = new Set(of(presence).map(({ value }) => keyOf(value)));
  const ids = new Set(of(presence).map(({ value }) => value.node_id)); // an L1 can have 15,000 others
  const isWatched = (one: L1Validator) =>
    one.isWatched || one.node_id === nodeId || (ids.has(one.node_id) && watchedNodes.has(keyOf(one)));

  function recordOf(read: L1Validator) {
    const { subnet_id, validation_id, node_id, alias, balance } = read;
    const active = isActive(balance);
    const exhaustion = balance === undefined ? undefined : exhaustionOf(balance, fees);
    // an idle P-Chain deactivates a validator late
    const runway = exhaustion !== undefined && Number.isFinite(exhaustion) ? Math.max(exhaustion - now, 0) : undefined;
    // the health checks of an L1 do not name its inactive validators
    const isConnected = active ? isConnectedOn(subnet_id, node_id) : undefined;
    const hasOwnKey = ownKeys.get(validation_id);
    const lacksChain = lacksChainOf(subnet_id, node_id);
    const inputs = {
      set: true,
      block: isBehind,
      balance,
      fee: exhaustion,
      ...inputsOf(read, isConnected),
      key: node_id === nodeId && watchedNodes.has(keyOf(read)) ? hasOwnKey : true,
    };
    const problem = l1ValidatorProblem({ isActive: active, isConnected, lacksChain, hasOwnKey, runway });
    const judged = judge(evidence, problem, inputs, fineOn(subnet_id));
    const topUp = balance === undefined ? undefined : topUpFor30Days(balance, fees, now);
    const current = { balance, owners: read.owners, isConnected, ...nodeOf(read), hasOwnKey, runway, topUp };
    return { subnet_id, validation_id, node_id, alias, judged, isEvidence: !isBehind, current };
  }
  const existing = of(l1Validator).flatMap(({ value }) => (isWatched(value) ? recordOf(value) : []));
  const unplaced = (validation_id: string, alias: string, judged: Judged<L1ValidatorState>, isEvidence: boolean) => ({
    subnet_id: "",
    validation_id,
    node_id: "",
    alias,
    judged,
    isEvidence,
    current: undefined,
  });
  const missing = of(validation).flatMap(({ value: { validation_id, alias, isPresent } }) =>
    isPresent ? [] : unplaced(validation_id, alias, { state: "missing", missing: [] }, !isBehind),
  );
  const found = [...existing, ...missing];
  const others = watched.validation_ids.filter(({ id }) => !found.some(({ validation_id }) => validation_id === id));
  return [...found, ...others.map(({ id, alias }) => unplaced(id, alias, unread, true))];
}
/** `current`: undefined if it is missing, or has not been read. */
export type L1ValidatorRecord = ReturnType<typeof l1ValidatorRecords>[number];
