/** The table of networks, and of their chains that always advance. */
import { knownNetworks } from "../../entities/protocol/networks.ts";
import { timeSpan } from "../../lib/span.ts";
import { code, table } from "./markdown.ts";

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
