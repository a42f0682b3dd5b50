/** L1 validators, and those of them that are watched by their validation ID. */
import { hash } from "node:crypto";
import { kindOf } from "../../engine/metric.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { attempt } from "../../node-api/errors.ts";
import { exhaustionOf, isActive, type L1Member } from "../../protocol/l1.ts";
import type { Fees } from "../../protocol/validator-fee.ts";
import { collector, readEach } from "../collector.ts";
import { aliasesOf } from "../watched.ts";
import type { ListedL1Validator, SubnetLabels, Validator } from "./validators.ts";

const labels = ["subnet_id", "validation_id", "node_id", "alias"] as const;
type L1ValidatorLabels = Readonly<Record<(typeof labels)[number], string>>;
export type L1Validator = ReturnType<typeof l1ValidatorOf>;
export const l1Validator = kindOf<L1Validator>().with(...labels);

const fromBalance = fromAll(from("platform.getCurrentValidators"), from("platform.getL1Validator", "balance"));
l1Validator.avax("avax_l1_validator_balance_avax", {
  help: "Remaining balance of the L1 validator in AVAX, as of the last P-Chain block.",
  from: fromBalance,
  of: ({ balance }) => balance,
});
l1Validator.gauge("avax_l1_validator_active", {
  help: "1 if the L1 validator has a positive balance, 0 if it is inactive.",
  from: fromBalance,
  of: ({ balance }) => isActive(balance),
});
export const l1Weight = l1Validator.gauge("avax_l1_validator_weight", {
  help: "Weight of the L1 validator in the L1's units, also while inactive.",
  from: fromAll(from("platform.getCurrentValidators"), from("platform.getL1Validator", "weight")),
  of: ({ weight }) => weight,
});

export const fromForecast = fromAll(
  fromBalance,
  from("platform.getValidatorFeeState", "price", "timestamp", "excess"),
  from("platform.getValidatorFeeConfig"),
);
l1Validator.timestamp("avax_l1_validator_balance_exhaustion_timestamp_seconds", {
  help: "End of an L1 validator's balance, in Unix seconds. At the latest fee, or earlier if it rises. Absent while inactive.",
  from: fromForecast,
  of: ({ balance, fees }) => exhaustionOf(balance, fees) || undefined,
});

const fromOwners = fromAll(
  from("platform.getL1Validator", "remainingBalanceOwner", "deactivationOwner"),
  from("platform.getCurrentValidators", "remainingBalanceOwner", "deactivationOwner"),
);
export const l1OwnersDigest = l1Validator.gauge("avax_l1_validator_owners_digest", {
  help: "Digest of the deactivation and balance owners of a watched L1 validator. Another value for the same node is another registration.",
  from: fromOwners,
  of: ({ owners }) => owners?.digest,
});
export const l1HasDeactivationOwner = l1Validator.gauge("avax_l1_validator_deactivation_owner", {
  help: "1 if a watched L1 validator has a deactivation owner, otherwise 0. Without one, anyone can deactivate it.",
  from: fromOwners,
  of: ({ owners }) => owners?.hasDeactivationOwner,
});

export const blsKey = kindOf<L1ValidatorLabels & { readonly matches: boolean }>().with(...labels);
blsKey.gauge("avax_l1_validator_bls_key_matches", {
  help: "1 if the BLS key of an own L1 validator is that of the node, otherwise 0. With another key its signatures are invalid.",
  from: fromAll(
    from("platform.getCurrentValidators", "publicKey"),
    from("platform.getL1Validator", "publicKey"),
    from("info.getNodeID", "nodePOP"),
  ),
  of: ({ matches }) => matches,
});

type Validation = { readonly validation_id: string; readonly alias: string; readonly isPresent: boolean };
export const validation = kindOf<Validation>().with("validation_id", "alias");
export const l1Present = validation.gauge("avax_l1_validator_present", {
  help: "1 if the watched validation exists on the P-Chain, otherwise 0.",
  from: from("platform.getL1Validator", "validationID"),
  of: ({ isPresent }) => isPresent,
});

/** All validators of an L1 in the order of their balances. */
export const l1Set = kindOf<SubnetLabels & { readonly members: readonly L1Member[] }>().with("subnet_id", "alias");

// Digests as values of metrics: a value that changes shows that its source has, and does not show the source.

/** Hexadecimal digits that fit into an integer below 2^53, which Prometheus keeps exactly. */
const digits = 13;

/** Returns an integer of 52 bits from the SHA-256 of a value in JSON. Equal values have equal digests. */
export const digestOf = (value: unknown): number =>
  Number.parseInt(hash("sha256", JSON.stringify(value)).slice(0, digits), 16);

/** Returns what is known about the owners of a validator; undefined if the node does not provide them. */
function ownersOf({ remainingBalanceOwner, deactivationOwner }: ListedL1Validator) {
  if (!remainingBalanceOwner || !deactivationOwner) return undefined;
  const of = ({ threshold, addresses }: typeof deactivationOwner) => [threshold, addresses];
  return {
    digest: digestOf([of(remainingBalanceOwner), of(deactivationOwner)]),
    hasDeactivationOwner: deactivationOwner.threshold > 0,
  };
}

/** Returns the IDs of a validator of an L1 as labels. One from before the conversion of the L1 has no validation ID. */
export const idLabelsOf = ({ validationID = "", nodeID }: Pick<Validator, "validationID" | "nodeID">) => ({
  validation_id: validationID,
  node_id: nodeID,
});

type Of = SubnetLabels & {
  /** The fee of the metric, whose lines are formatted once per run. Facts use the present one. */
  readonly fees: Fees;
  /** It was read individually. */
  readonly isWatched: boolean;
};
export const l1ValidatorOf = (validator: ListedL1Validator, of: Of) => ({
  ...of,
  ...idLabelsOf(validator),
  weight: validator.weight,
  /** nAVAX; 0 while inactive. */
  balance: validator.balance,
  /** Undefined for a validator that is not watched. */
  owners: of.isWatched ? ownersOf(validator) : undefined,
});

export const l1Validators = collector({
  name: "l1-validators",
  summary: "L1 validators that are watched by their validation ID, queried individually.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["platform.getL1Validator"],
  needs: ["fees"],
  provides: ["members"],
  metrics: [validation, l1Validator],
  select: ({ watch }) => (watch.validation_ids.length > 0 ? aliasesOf(watch.validation_ids) : undefined),
  read: (node, aliases) => ({
    validator: readEach(aliases.keys(), async (validationID) => {
      const { value: found, error } = await attempt(node.call("platform.getL1Validator", { validationID }));
      if (error && error.unavailable !== "not_found") throw error;
      return { found, fees: node.fees };
    }),
  }),
  map: {
    // a validation that was removed, or never existed, is not found
    *validator({ found, fees }, { selected: aliases, item: validation_id }) {
      const alias = aliases.get(validation_id) ?? "";
      yield validation.item({ validation_id, alias, isPresent: found !== undefined });
      if (!found) return;
      const of = { subnet_id: found.subnetID, alias, fees, isWatched: true };
      yield l1Validator.item(l1ValidatorOf(found, of));
    },
  },
});
