/** The states of a tracked subnet that is no L1. */
import { ok, stateTable } from "../../engine/states.ts";
import { type Judged, judge } from "../evidence.ts";

export const subnetStates = stateTable({
  empty: {
    tone: "bad",
    meaning: "The subnet has no validators: its chains accept no blocks.",
    fix: "Add validators, or remove the subnet from watch.subnet_ids.",
  },
  ok,
});
export type SubnetState = keyof typeof subnetStates;

/** The inputs of the state ok. */
export const evidence = ["set", "block"] as const;

/** Returns the state by the number of validators. */
export const subnetState = (validators: number | undefined, isBehind: boolean | undefined): Judged<SubnetState> =>
  judge(evidence, validators === 0 ? "empty" : undefined, { set: validators, block: isBehind });
