/** Tables of states, and of the networks whose chains always advance. */
import { address } from "../../entities/address/address.ts";
import { entities } from "../../entities/all.ts";
import { timeSpan } from "../../lib/duration.ts";
import { knownNetworks } from "../../protocol/networks.ts";
import { code, table } from "./markdown.ts";

/** Returns the states of each entity with a problem, in the order of their severity. */
export const stateTable = (): string =>
  table(
    ["Metric", "State", "Meaning", "Fix"],
    Object.entries({ ...entities, address }).flatMap(([entity, { fields }]) => {
      const { states, ...state } = fields.state;
      const source = "series" in state ? code(state.series.metric) : `${entity} (no metric)`;
      return Object.entries(states).flatMap(([name, { meaning, fix }]) =>
        fix === undefined ? [] : [[source, code(name), meaning, fix]],
      );
    }),
  );

/** Returns the networks with their chains that always advance. */
export const networkList = (): string =>
  Object.entries(knownNetworks)
    .map(([name, { advancing, idleGap }]) => {
      const chains = advancing.map(({ chain, gap }) => `${chain} (${timeSpan(gap)})`).join(", ");
      return `- ${code(name)}: ${chains}${idleGap === undefined ? "" : `; P has a block every ${timeSpan(idleGap)} on average`}`;
    })
    .join("\n");
