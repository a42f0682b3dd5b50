/** Collapsed row about the validator set of the primary network. */
import { chainConnectedWeight } from "../../../collectors/chains.ts";
import * as m from "../../../collectors/validator-set.ts";
import { percent } from "../../../lib/text.ts";
import type { Source } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { graph, stat } from "./panels.ts";
import { perNetwork, primary, queryPerNetwork, queryPerTarget, select, selectShared } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { thresholds } from "./thresholds.ts";

const all = { subnet_id: primary };
const total = (metric: Source<(typeof m.validators)["labels"][number]>) => selectShared(metric, all);
const ofEach = (how: "min" | "max", expr: string) => ({
  isNamed: true as const,
  none: "Not reported",
  queries: [queryPerNetwork(perNetwork(how, expr))],
});

export const setRow: Row = {
  title: "Network",
  isCollapsed: true,
  panels: [
    stat([8, 4], {
      title: "Validators",
      description: "Validators of the primary network. Investigate a decrease of several percent within a day.",
      unit: "locale",
      ...ofEach("max", total(m.validators)),
    }),
    stat([8, 4], {
      title: "Delegations",
      description: "Delegations to all validators of the primary network. Informational.",
      unit: "locale",
      ...ofEach("max", total(m.delegators)),
    }),
    stat([8, 4], {
      title: "Largest validator",
      description: "Weight share of the largest validator, including delegations. Informational.",
      unit: "percentunit",
      decimals: 2,
      ...ofEach("max", `${total(m.validatorsLargestWeight)} / ${total(m.validatorsWeight)}`),
    }),
    graph([12, 7], {
      title: "Validators, total and connected",
      description:
        "Validators of the primary network, and those that each queried node is connected to. A growing gap on one node only means a connectivity problem of that node. On all nodes it is a problem of the network.",
      unit: "locale",
      none: "Not reported",
      queries: [
        queryPerTarget(select(m.validators, all), "total"),
        queryPerTarget(select(m.validatorsConnected, all), "connected"),
      ],
    }),
    graph([12, 7], {
      title: "Connected stake",
      description: `Share of the primary network's weight that each queried node is connected to. Below the dashed line at ${percent(thresholds.connectedWeightCritical)} a node reports unhealthy: check its connections and its public address.`,
      unit: "percentunit",
      none: "Not reported",
      decimals: 1,
      max: 1,
      lines: true,
      levels: shared.connectedLevels,
      queries: [queryPerTarget(select(chainConnectedWeight, { chain: "P" }))],
    }),
  ],
};
