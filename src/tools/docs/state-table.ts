/** The tables of states, with the meaning and the fix of each. */

import * as m from "../../entities/fact-metrics.ts";
import * as states from "../../entities/states.ts";
import { code, table } from "./markdown.ts";

const enumerations = [
  [m.networkState, states.networkStates],
  [m.nodeState, states.nodeStates],
  [m.chainState, states.chainStates],
  [m.validatorState, states.validatorStates],
  [m.subnetState, states.subnetStates],
  [m.l1State, states.l1States],
  [m.l1ValidatorState, states.l1ValidatorStates],
] as const;

/** Returns the states of each metric in the order of their severity. */
export const stateTable = (): string =>
  table(
    ["Metric", "State", "Meaning", "Fix"],
    enumerations.flatMap(([{ name }, all]) =>
      Object.entries<{ readonly meaning: string; readonly fix?: string }>(all).map(([state, { meaning, fix = "" }]) => [
        code(name),
        code(state),
        meaning,
        fix,
      ]),
    ),
  );
