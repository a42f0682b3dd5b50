/** Panels about the control of L1s: the contracts that manage their validators, and the owners of validators. */
import { toL1, toL1Validator } from "../../../alerting/alert.ts";
import * as m from "../../../collectors/l1-validators.ts";
import { subnetInfo } from "../../../collectors/subnets.ts";
import { managerOwner, managerWeight } from "../../../collectors/validator-manager.ts";
import { entities } from "../../../entities/all.ts";
import type { Row } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import {
  chosen,
  l1Keys,
  ofL1,
  perValidation,
  subnets,
  validationFacts,
  validationKeys,
  withAlias,
} from "./l1-queries.ts";
import { inWords, thresholdSteps } from "./palette.ts";
import { perItem } from "./queries.ts";
import { table } from "./table.ts";

const id = ["subnet_id"] as const;

export const governanceRow: Row = {
  title: "Governance",
  isCollapsed: true,
  panels: [
    table([24, 5], {
      title: "Validator managers",
      description:
        "The contract that manages the validators of each tracked L1. The collector validator-manager reads it on nodes that run its chain, and is disabled by default. Difference to the P-Chain: registrations and weights on their way, 0 otherwise; if it lasts longer than a day, a registration has expired. Churn used: share of the limit of the present period; a change beyond it has to wait. Owner: a digest, another value is another owner.",
      none: "No L1 tracked",
      keys: l1Keys,
      facts: {
        alias: { title: "L1", width: 110 },
        subnet_id: { title: "Subnet ID", width: 100 },
        manager_chain_id: { title: "Manager chain", width: 200 },
        manager_address: { title: "Manager" },
      },
      rows: [
        perItem("max", subnetInfo, ["subnet_id", "alias", "manager_chain_id", "manager_address"], {
          ...subnets,
          kind: "l1",
        }),
      ],
      columns: [
        { title: "Weight", expr: perItem("max", managerWeight, id, ofL1), unit: "locale", width: 110 },
        {
          title: "Difference to the P-Chain",
          expr: perItem("max", entities.l1.metric("manager_weight_difference"), id, ofL1),
          unit: "locale",
          width: 180,
        },
        {
          title: "Churn used",
          expr: perItem("max", entities.l1.metric("manager_churn_used_ratio"), id, ofL1),
          unit: "percentunit",
          decimals: 0,
          levels: thresholdSteps("good", [1, "warning"]),
          width: 95,
        },
        { title: "Owner", expr: perItem("max", managerOwner, id, ofL1), unit: "none", decimals: 0, width: 150 },
      ],
      links: { "Subnet ID": [dataLink(toL1, ["subnet_id"])] },
    }),
    table([24, 6], {
      title: "Owners of watched L1 validators",
      description:
        "Watched L1 validators. Owners: a digest of the deactivation owner and of the owner of the remaining balance; equal numbers are equal owners. Deactivation: without an owner, anyone can deactivate the validator. The owners of a registration cannot be changed: register the validator again.",
      none: "No L1 validator watched",
      keys: validationKeys,
      facts: validationFacts,
      rows: [perItem("max", m.l1OwnersDigest, withAlias, chosen)],
      columns: [
        { title: "Owners", expr: perValidation("max", m.l1OwnersDigest), unit: "none", decimals: 0, width: 160 },
        {
          title: "Deactivation",
          expr: perValidation("min", m.l1HasDeactivationOwner),
          ...inWords(["by anyone", "bad"], ["by its owner", "good"]),
          width: 120,
        },
      ],
      links: { NodeID: [dataLink(toL1Validator, ["subnet_id", "validation_id"])] },
    }),
  ],
};
