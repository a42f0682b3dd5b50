/** Optional alerts about who controls an L1: its validator manager, and the owners of its validators. */
import { l1Name, longL1Name, median, named, perL1, perL1Validator, perValidator } from "../expressions.ts";
import { longValidation, shortNode } from "../l1.ts";
import { toL1 } from "../links.ts";
import { type Alert, alert } from "../rule.ts";

/** Returns the condition that a digest had another value within a window. */
const hasChanged = (digest: string, labels: string, window: string) =>
  `max by (${labels}) (max_over_time(${digest}[${window}])) - min by (${labels}) (min_over_time(${digest}[${window}])) > 0`;
const ownerChanged = alert({
  name: "AvaxL1OwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `count by (${perL1}) (
  group by (${perL1}, manager_chain_id, manager_address) (last_over_time(avax_subnet_info{kind!="primary"}[${window}]))
) > 1
or ${hasChanged("avax_l1_manager_owner_digest", perL1, window)}`,
  summary: `The validator manager of ${l1Name} has changed, or its owner`,
  description: `The L1 ${longL1Name} has another validator manager, or its validator manager has another owner. The owner adds and removes validators. If that was not you, someone else controls the L1.`,
  dashboard: toL1,
});

const validatorOwnerChanged = alert({
  name: "AvaxL1ValidatorOwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  // the owners of a validation never change: its node was registered again
  expr: ({ window }) => hasChanged("avax_l1_validator_owners_digest", perValidator, window),
  summary: `Validator ${named("avax_l1_validator_weight", "node_id")} of ${l1Name} has other owners`,
  description:
    "The node {{ $labels.node_id }} validates the L1 {{ $labels.subnet_id }} with other owners than before: it was removed and registered again. The new owners can deactivate it, and get its balance. If that was not you, someone else controls the L1.",
  dashboard: toL1,
});

const noOwner = alert({
  name: "AvaxL1ValidatorNoOwner",
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `${median("avax_l1_validator_deactivation_owner", perL1Validator)} == 0`,
  summary: `Anyone can deactivate the validator ${shortNode} of ${l1Name}`,
  description: `The validator ${longValidation} was registered without a deactivation owner. Anyone can deactivate it with a transaction on the P-Chain, and so halt the L1. Its owners cannot be changed.`,
  dashboard: toL1,
});

const managerDiffers = alert({
  name: "AvaxL1ManagerWeightDiffers",
  // warning: never initialized; info: a registration expires after a day
  tiers: { warning: { for: "5m", parameters: {} }, info: { for: "1d", parameters: {} } },
  keepFiringFor: "15m",
  expr: (_parameters, severity) => {
    const difference = median("avax_l1_manager_weight_difference", perL1);
    if (severity === "info") return `${difference} != 0`;
    return `${difference} < 0\nand ${median("avax_l1_manager_weight", perL1)} == 0`;
  },
  summary: (severity) =>
    `The validator manager of ${l1Name} ${severity === "info" ? "differs by a weight of {{ $value | humanize }}" : "was never initialized"}`,
  description: (severity) =>
    severity === "warning"
      ? `The validator manager of the L1 ${longL1Name} has no weight, and the L1 has validators on the P-Chain. It cannot add or remove validators until its function initializeValidatorSet is called.`
      : `For a day, the validator manager of the L1 ${longL1Name} has had another total weight than the L1 on the P-Chain: the difference is {{ $value }}. Above 0, a registration has expired and the manager has not learned of it, or a higher weight has not reached the P-Chain. Below 0, a removal or a lower weight has not reached the P-Chain.`,
  dashboard: toL1,
});

export const controlAlerts: readonly Alert[] = [ownerChanged, validatorOwnerChanged, noOwner, managerDiffers];
