/** The states of a watched L1 validator. */
import { ok, registered, stateTable } from "../../engine/states.ts";
import { forecastDays, forecastSeconds } from "../../protocol/l1.ts";
import { notRunning, offline, topUp } from "../words.ts";

export const l1ValidatorStates = stateTable({
  missing: {
    tone: "bad",
    meaning: "The P-Chain has no L1 validator with the watched validation ID.",
    fix: "Check the validation ID: the L1 has removed the validator, or the ID is wrong.",
  },
  inactive: {
    tone: "bad",
    meaning: "The balance has run out.",
    fix: topUp,
  },
  not_running: notRunning,
  offline,
  wrong_key: {
    tone: "bad",
    meaning: "The BLS key that is registered for the validator is not that of the node: its signatures are invalid.",
    fix: "Start the node with the registered BLS key, or register the validator again with the key of the node.",
  },
  low_balance: {
    tone: "warn",
    meaning: `The balance lasts less than ${forecastDays} days.`,
    fix: topUp,
  },
  registered,
  ok,
});
export type L1ValidatorState = keyof typeof l1ValidatorStates;

export const evidence = ["set", "block", "connections", "balance", "fee", "key", "chain"] as const;

type Conditions = {
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** Its node runs no chain of its L1. */
  readonly lacksChain: boolean | undefined;
  /** The registered BLS key is that of the node; known to the node of the validator only. */
  readonly hasOwnKey: boolean | undefined;
  /** Time until the balance runs out. */
  readonly runway: number | undefined;
};

export function l1ValidatorProblem(validator: Conditions): L1ValidatorState | undefined {
  const { isActive, isConnected, hasOwnKey, runway } = validator;
  if (isActive === undefined) return undefined;
  if (!isActive) return "inactive";
  if (validator.lacksChain) return "not_running";
  if (isConnected === false) return "offline";
  if (hasOwnKey === false) return "wrong_key";
  return runway !== undefined && runway < forecastSeconds ? "low_balance" : undefined;
}
