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
export const networkList = (): string =>
  Object.entries(knownNetworks)
    .map(([name, { advancing, idleGap }]) => {
      const chains = advancing.map(({ chain, gap }) => `${chain} (${timeSpan(gap)})`).join(", ");
      return `- ${code(name)}: ${chains}${idleGap === undefined ? "" : `; P has a block every ${timeSpan(idleGap)} on average`}`;
    })
    .join("\n");
