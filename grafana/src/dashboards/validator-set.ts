/** Collapsed row about the validator set of the primary network. */
import { percent } from "../../../src/lib/text.ts";
import { chainConnectedWeight } from "../../../src/metrics/chains.ts";
import { minDelegatorStake, minValidatorStake } from "../../../src/metrics/pchain.ts";
import * as m from "../../../src/metrics/validators.ts";
import { thresholds } from "../../../src/rules/thresholds.ts";
import type { Source } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { graph, stat } from "./panels.ts";
import { perNetwork, primary, select, selectShared, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";

const all = { subnet_id: primary };
const total = (metric: Source<(typeof m.validators)["labels"][number]>) => selectShared(metric, all);
const ofEach = (how: "min" | "max", expr: string) => ({
  isNamed: true as const,
  none: "Not reported",
  queries: [{ expr: perNetwork(how, expr), legend: "{{network}}" }],
});

export const setRow: Row = {
  title: "Network",
  isCollapsed: true,
  panels: [
    stat([4, 4], {
      title: "Validators",
      description: "Validators of the primary network. Investigate a decrease of several percent within a day.",
      unit: "locale",
      ...ofEach("max", total(m.validators)),
    }),
    stat([4, 4], {
      title: "Delegations",
      description: "Delegations to all validators of the primary network. Informational.",
      unit: "locale",
      ...ofEach("max", total(m.delegators)),
    }),
    stat([4, 4], {
      title: "Superminority",
      description:
        "Smallest number of validators that together hold more than a third of the weight: they could halt the network. Higher is better; not under an operator's control.",
      unit: "locale",
      ...ofEach("min", total(m.validatorsSuperminority)),
    }),
    stat([4, 4], {
      title: "Largest validator",
      description: "Weight share of the largest validator, including delegations. Informational.",
      unit: "percentunit",
      decimals: 2,
      ...ofEach("max", `${total(m.validatorsLargestWeight)} / ${total(m.validatorsWeight)}`),
    }),
    stat([4, 4], {
      title: "Minimum validator stake",
      description:
        "Minimum AVAX that a validator of the primary network must stake itself. Have it ready before a period ends.",
      unit: "suffix:AVAX",
      decimals: 0,
      ...ofEach("max", selectShared(minValidatorStake)),
    }),
    stat([4, 4], {
      title: "Minimum delegation",
      description: "Minimum AVAX of a delegation. A validator with less delegation capacity is full.",
      unit: "suffix:AVAX",
      decimals: 0,
      ...ofEach("max", selectShared(minDelegatorStake)),
    }),
    graph([12, 7], {
      title: "Validators, total and connected",
      description:
        "Validators of the primary network, and those that each queried node is connected to. A growing gap on one node only means a connectivity problem of that node. On all nodes it is a problem of the network.",
      unit: "locale",
      none: "Not reported",
      queries: [
        { expr: withTarget(select(m.validators, all)), legend: `total ${shared.line}` },
        { expr: withTarget(select(m.validatorsConnected, all)), legend: `connected ${shared.line}` },
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
      queries: [{ expr: withTarget(select(chainConnectedWeight, { chain: "P" })), legend: shared.line }],
    }),
  ],
};
