/** Panels about the members of L1s and subnets, and about IDs to copy. */
import * as m from "../../../src/metrics/l1.ts";
import { subnetSupply, subnetWeight } from "../../../src/metrics/subnets.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { dataLink, toL1, toL1Validator, toValidator } from "../links.ts";
import {
  l1Keys,
  l1Rows,
  ofChosen,
  ofL1,
  ofSubnets,
  perL1,
  shown,
  subnets,
  subnetWeightShare,
  validationKeys,
  validationRows,
} from "./l1-queries.ts";
import { valueMappings } from "./palette.ts";
import { graph, longDuration } from "./panels.ts";
import { select, subnetNames, topk, validatorNames, withSubnetName } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

/** Widths of columns with IDs that are not cut. */
const nodeIdWidth = 370;
const idWidth = 460;

export const memberRow = {
  title: "Members",
  isCollapsed: true as const,
  panels: [
    graph([24, 7], {
      title: "Validators, total and active",
      description: `Validators of each chosen L1 or subnet, and the active ones of an L1; the ${shown} largest. A step means that a validator was added, removed or became inactive. Validators from before the conversion are counted as active.`,
      unit: "locale",
      none: "No L1 tracked",
      min: 0,
      steps: true,
      queries: [
        {
          expr: topk(shown, perL1("max", select(validators.validators, ofL1), subnets)),
          legend: "{{l1}} total",
        },
        {
          expr: topk(shown, perL1("max", select(m.l1ValidatorsActive, ofL1))),
          legend: "{{l1}} active",
        },
      ],
    }),
    table([24, 7], {
      title: "Validators that pay no L1 fee",
      description:
        "Validators of permissioned and elastic subnets, and those of an L1 from before its conversion: they need no balance. They leave when their period ends: renew yours before then.",
      none: "None: all validators of the chosen L1s pay the L1 validator fee",
      keys: [...l1Keys, "node_id"],
      facts: { node_id: { title: "NodeID", width: nodeIdWidth }, ...shared.validatorName, l1: { title: "Subnet" } },
      rows: withSubnetName(ofSubnets(validatorNames(ofL1)), subnets),
      columns: [
        {
          title: "In the set",
          expr: ofSubnets(select(validators.validatorPresent, ofL1)),
          unit: "none",
          mappings: valueMappings(yesNoStates("YES", "NO")),
          width: 90,
        },
        { title: "Weight", expr: subnetWeightShare, unit: "percentunit", decimals: 1, width: 90 },
        {
          title: "Ends in",
          expr: ofSubnets(`${select(validators.validatorEnd, ofL1)} - time()`),
          unit: longDuration,
          levels: shared.endLevels,
          width: 125,
        },
      ],
      sort: { by: "Ends in" },
      links: { NodeID: [dataLink(toValidator, ["node_id"])] },
    }),
  ],
};

export const detailRow = {
  title: "IDs and details",
  isCollapsed: true as const,
  panels: [
    table([24, 8], {
      title: "IDs of the L1 validators",
      description:
        "NodeID and validation ID of the chosen L1 validators. Smallest nonce: the next message that changes the weight needs at least this nonce. A message with a smaller one is rejected.",
      none: "No L1 validator watched",
      keys: validationKeys,
      facts: {
        node_id: { title: "NodeID", width: nodeIdWidth },
        validation_id: { title: "Validation ID", width: idWidth },
      },
      rows: validationRows,
      columns: [
        { title: "Smallest nonce", expr: ofChosen(m.l1MinNonce), unit: "locale", width: 125 },
        { title: "Registered for", expr: `time() - ${ofChosen(m.l1Start)}`, unit: longDuration, width: 130 },
      ],
      links: { NodeID: [dataLink(toL1Validator, ["subnet_id", "validation_id"])] },
    }),
    table([24, 5], {
      title: "IDs of the subnets",
      description:
        "Each tracked L1 or subnet. Total weight: in the units of its validator manager. Supply: token supply of an elastic subnet, in its smallest unit. Use the ID to watch it with another exporter.",
      none: "No L1 tracked",
      keys: l1Keys,
      facts: { l1: { title: "L1" }, subnet_id: { title: "Subnet ID", width: idWidth } },
      rows: l1Rows,
      columns: [
        { title: "Total weight", expr: select(subnetWeight, ofL1), unit: "locale", width: 200 },
        { title: "Supply", expr: select(subnetSupply, ofL1), unit: "locale", width: 210 },
      ],
      links: { L1: [dataLink(toL1, ["subnet_id"])] },
    }),
    table([24, 5], {
      title: "Validator managers",
      description:
        "The chain whose contract manages the validators of each L1, and the ID of the conversion of the subnet. Investigate a validator manager that you do not know.",
      none: "No L1 tracked",
      keys: l1Keys,
      facts: {
        l1: { title: "L1" },
        manager_chain_id: { title: "Manager chain", width: idWidth },
        conversion_id: { title: "Conversion", width: idWidth },
      },
      rows: subnetNames({ ...ofL1, kind: "l1" }),
      columns: [],
      links: { L1: [dataLink(toL1, ["subnet_id"])] },
    }),
  ],
};
