/** The dashboard L1s: L1s, other subnets and their validators. */
import { toL1 } from "../../../alerting/alert.ts";
import { quorumNote } from "../../../alerting/expressions.ts";
import { subnetInfo } from "../../../collectors/subnets.ts";
import * as validators from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import type { Row, Spec } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import { evmRow } from "./evm-panels.ts";
import { freshness } from "./freshness.ts";
import { balanceRow, validatorRow } from "./l1-balances.ts";
import { chainRow, chainStatus } from "./l1-chains.ts";
import { governanceRow } from "./l1-governance.ts";
import { historyRow } from "./l1-history.ts";
import { memberRow, uptimeRow } from "./l1-members.ts";
import { l1Keys, ofL1, runwayOfL1, subnets, topUpOfNetwork, variables } from "./l1-queries.ts";
import { badBelow, thresholdSteps } from "./palette.ts";
import { duration, share, stat } from "./panels.ts";
import { perItem, perNetwork, queryPerNetwork, selectShared } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import * as states from "./state-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

const soon = timeSpan(thresholds.haltWarning);
const id = ["subnet_id"] as const;
const activeWeight = entities.l1.metric("weight_active_ratio");
const halt = entities.l1.metric("halt_seconds");
const haltLevels = badBelow(thresholds.haltCritical, thresholds.haltWarning);
const activeShare = { ...share, levels: shared.shareLevels };

const signingShare = { ...share, levels: badBelow(thresholds.signingWeightCritical, thresholds.signingWeightWarning) };

const statusRow: Row = {
  title: "States",
  panels: [
    states.l1Tile([5, 4]),
    stat([5, 4], {
      title: "Lowest active weight",
      description: `Active share of the weight, for the chosen L1 with the lowest share. ${quorumNote} Top up inactive validators, or remove them.`,
      ...activeShare,
      none: "No L1 tracked",
      queries: [queryPerNetwork(perNetwork("min", selectShared(activeWeight, ofL1)))],
    }),
    stat([5, 4], {
      title: "Next halt of an L1",
      description: `Time until the first of the chosen L1s has less than ${percent(thresholds.activeWeightCritical)} active weight, without top-ups. Below ${timeSpan(thresholds.haltWarning)}: top up now, because top-ups alone may not restart an L1.`,
      ...duration,
      none: "No halt ahead",
      levels: haltLevels,
      queries: [queryPerNetwork(perNetwork("min", selectShared(halt, ofL1)))],
    }),
    stat([4, 4], {
      title: "Top-ups for 30 days",
      description:
        "AVAX to add to the balances of the validators of the chosen L1s, so that all of them last for 30 days: at the current fee, or at the one that it is forecast to rise to. Keep as much at the address that pays for top-ups.",
      unit: "suffix:AVAX",
      none: "No L1 validator",
      decimals: 2,
      queries: [queryPerNetwork(topUpOfNetwork(30))],
    }),
    chainStatus([3, 4]),
    freshness({ collectors: "subnets|l1-validators|p-validator-fee", entities: "subnet|l1|l1_validator" }),
    table([24, 6], {
      title: "L1s and subnets",
      description: `Each tracked L1 or subnet, those with a problem first. Can sign: the smaller of two shares, known if a node runs the L1. Out: connected share of the validators at the P-Chain height of the epoch of the P-Chain; they sign messages of the L1 to other chains. In: the same at the epoch of its own chain; they sign messages into the L1. In ${soon}: active weight by then without top-ups. First balance ends: 0 while a validator is inactive. Largest: weight share of the largest validator; above ${percent(thresholds.largestWeight)} it can halt the L1 alone.`,
      none: "No L1 tracked",
      keys: l1Keys,
      facts: {
        ...states.stateFact(states.l1AndSubnetStates),
        alias: { title: "L1" },
        subnet_id: { title: "Subnet ID", width: 180 },
        ...shared.networkFact,
      },
      rows: states.l1AndSubnetRows(ofL1),
      more: [
        {
          expr: perItem("max", subnetInfo, ["subnet_id", "kind", "alias"], subnets),
          facts: { alias: { title: "L1" }, kind: { title: "Kind", width: 110 } },
        },
      ],
      columns: [
        { title: "Validators", expr: perItem("max", validators.validators, id, ofL1), unit: "locale", width: 90 },
        {
          title: "Active",
          expr: perItem("max", entities.l1.metric("validators_active"), id, ofL1),
          unit: "locale",
          width: 70,
        },
        { title: "Active weight", expr: perItem("min", activeWeight, id, ofL1), ...activeShare, width: 110 },
        {
          title: "Can sign",
          expr: perItem("min", entities.l1.metric("signing_by_direction"), id, ofL1),
          ...signingShare,
          width: 85,
        },
        {
          title: `In ${soon}`,
          expr: perItem("min", entities.l1.metric("weight_active_forecast_ratio"), id, ofL1),
          ...activeShare,
          width: 80,
        },
        { title: "First balance ends", expr: runwayOfL1(ofL1), ...duration, levels: shared.runwayLevels },
        { title: "Halts in", expr: perItem("min", halt, id, ofL1), ...duration, levels: haltLevels },
        {
          title: "Largest",
          expr: `max by (network, subnet_id) (${selectShared(validators.validatorsLargestWeight, ofL1)} / ${selectShared(validators.validatorsWeight, ofL1)})`,
          ...share,
          levels: thresholdSteps("good", [thresholds.largestWeight, "neutral"]),
          width: 80,
        },
      ],
      links: { "Subnet ID": [dataLink(toL1, l1Keys)] },
    }),
  ],
};

export const l1s: Spec = {
  name: "l1",
  title: "L1s",
  description: "L1s and their validators: active weight, balances and when they run out, and fees.",
  variables,
  rows: [
    statusRow,
    balanceRow,
    validatorRow,
    chainRow,
    evmRow(ofL1, "No EVM chain of an L1 run here"),
    uptimeRow,
    historyRow,
    memberRow,
    governanceRow,
  ],
};
