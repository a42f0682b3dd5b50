/** Tables of states, and of the networks whose chains always advance. */
import { entities } from "../../entities/all.ts";
import { knownNetworks } from "../../entities/protocol/networks.ts";
import { timeSpan } from "../../lib/duration.ts";
import { code, table } from "./markdown.ts";

/** Returns the states of each metric with a problem, in the order of their severity. */
export const stateTable = (): string =>
  table(
    ["Metric", "State", "Meaning", "Fix"],
    Object.values(entities).flatMap(({ fields: { state } }) =>
      Object.entries(state.states).flatMap(([name, { meaning, fix }]) =>
        fix === undefined ? [] : [[code(state.series.metric), code(name), meaning, fix]],
      ),
    ),
  );

/** Returns the networks with their chains that always advance. */
export const networkTable = (): string =>
  table(
    ["Network", "Chains that always advance, with the usual time between two blocks", "Other chains"],
    [
      ...Object.entries(knownNetworks).map(([name, { advancing, idleGap }]) => [
        code(name),
        advancing.map(({ chain, gap }) => `${chain} (${timeSpan(gap)})`).join(", "),
        idleGap === undefined ? "can be idle" : `can be idle; P has a block every ${timeSpan(idleGap)} on average`,
      ]),
      ["all others", "none", "can be idle"],
    ],
  );
