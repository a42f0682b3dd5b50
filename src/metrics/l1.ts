import { fromAll, from as fromMethod } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import type { L1Member } from "../facts/l1.ts";
import * as fee from "../facts/validator-fee.ts";

/** The methods that provide L1 validators. */
const listed = fromMethod("platform.getCurrentValidators");
const from = (field: "balance" | "weight") => fromAll(listed, fromMethod("platform.getL1Validator", field));

export type L1ValidatorLabels = {
  readonly subnet_id: string;
  readonly validation_id: string;
  readonly node_id: string;
  readonly alias: string;
};
export type L1Validator = L1ValidatorLabels & {
  readonly weight: bigint;
  /** nAVAX; 0 while inactive. */
  readonly balance: bigint | undefined;
  /** The fee of the metrics; facts use the present one. */
  readonly fees: fee.Fees;
  /** It was read individually. */
  readonly isWatched: boolean;
  /** Undefined for a validator that is not watched. */
  readonly owners: ValidatorOwners | undefined;
};
type ValidatorOwners = {
  readonly digest: number;
  readonly hasDeactivationOwner: boolean;
};
const labels = ["subnet_id", "validation_id", "node_id", "alias"] as const;
export const l1Validator = kindOf<L1Validator>().with(...labels);

export const l1Balance = l1Validator.avax("avax_l1_validator_balance_avax", {
  help: "Remaining balance of the L1 validator in AVAX, as of the last P-Chain block.",
  from: from("balance"),
  of: ({ balance }) => balance,
});
export const l1Active = l1Validator.gauge("avax_l1_validator_active", {
  help: "1 if the L1 validator has a positive balance, 0 if it is inactive.",
  from: from("balance"),
  of: ({ balance }) => (balance === undefined ? undefined : balance > 0n),
});
export const l1Weight = l1Validator.gauge("avax_l1_validator_weight", {
  help: "Weight of the L1 validator in the L1's units, also while inactive.",
  from: from("weight"),
  of: ({ weight }) => weight,
});

export const fromForecast = fromAll(
  from("balance"),
  fromMethod("platform.getValidatorFeeState", "price", "timestamp", "excess"),
  fromMethod("platform.getValidatorFeeConfig"),
);
export const l1Exhaustion = l1Validator.timestamp("avax_l1_validator_balance_exhaustion_timestamp_seconds", {
  help: "End of an L1 validator's balance at the current fee, in Unix seconds. Absent while inactive.",
  from: fromAll(from("balance"), fromMethod("platform.getValidatorFeeState", "price", "timestamp")),
  of: ({ balance, fees: { state } }) =>
    balance === undefined || !state ? undefined : fee.exhaustionAt(balance, state),
});

const fromOwners = fromAll(
  fromMethod("platform.getL1Validator", "remainingBalanceOwner", "deactivationOwner"),
  fromMethod("platform.getCurrentValidators", "remainingBalanceOwner", "deactivationOwner"),
);
export const l1OwnersDigest = l1Validator.gauge("avax_l1_validator_owners_digest", {
  help: "Digest of the deactivation and balance owners of a watched L1 validator. The owners of a validation never change: another value for the same node is another registration.",
  from: fromOwners,
  of: ({ owners }) => owners?.digest,
});
export const l1HasDeactivationOwner = l1Validator.gauge("avax_l1_validator_deactivation_owner", {
  help: "1 if a watched L1 validator has a deactivation owner, otherwise 0. Without one, anyone can deactivate it.",
  from: fromOwners,
  of: ({ owners }) => owners?.hasDeactivationOwner,
});

export const blsKey = kindOf<L1ValidatorLabels & { readonly matches: boolean }>().with(...labels);
export const l1BlsKeyMatches = blsKey.gauge("avax_l1_validator_bls_key_matches", {
  help: "1 if the BLS key of an own L1 validator is that of the node, otherwise 0. With another key its signatures are invalid.",
  from: fromAll(
    fromMethod("platform.getCurrentValidators", "publicKey"),
    fromMethod("platform.getL1Validator", "publicKey"),
    fromMethod("info.getNodeID", "nodePOP"),
  ),
  of: ({ matches }) => matches,
});

type Validation = { readonly validation_id: string; readonly alias: string; readonly isPresent: boolean };
export const validation = kindOf<Validation>().with("validation_id", "alias");
export const l1Present = validation.gauge("avax_l1_validator_present", {
  help: "1 if the watched validation exists on the P-Chain, otherwise 0.",
  from: fromMethod("platform.getL1Validator", "validationID"),
  of: ({ isPresent }) => isPresent,
});

/** The validators of an L1 in the order of their balances. */
type L1Set = { readonly subnet_id: string; readonly alias: string; readonly members: readonly L1Member[] };
export const l1Set = kindOf<L1Set>().with("subnet_id", "alias");
