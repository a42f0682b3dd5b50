/** The tables of states, with the meaning and the fix of each. */
import { entities } from "../../entities/all.ts";
import { code, table } from "./markdown.ts";

/** Returns the states of each metric in the order of their severity. */
export const stateTable = (): string =>
  table(
    ["Metric", "State", "Meaning", "Fix"],
    Object.values(entities).flatMap(({ fields: { state } }) =>
      Object.entries(state.states).map(([name, { meaning, fix = "" }]) => [
        code(state.series.metric),
        code(name),
        meaning,
        fix,
      ]),
    ),
  );
