/** A watched L1 validator: facts, metrics and JSON. */
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { found_on, judgedFields } from "../evidence.ts";
import { oneIfCurrent } from "../words.ts";
import type { L1ValidatorRecord } from "./record.ts";
import { evidence, l1ValidatorStates } from "./state.ts";

const listed = "platform.getCurrentValidators";

const field = fieldsOf<L1ValidatorRecord>();
export const l1Validator = entity<L1ValidatorRecord>()({
  labels: ["subnet_id", "validation_id", "node_id", "alias"],
  isOfNode: false,
  fields: {
    state: field.state(l1ValidatorStates, {
      of: ({ judged }) => judged.state,
      evidence,
      needs: { offline: "connected", wrong_key: "bls_key_matches" },
      metric: "avax_l1_validator_state",
      help: `State of a watched L1 validator: ${oneIfCurrent}`,
      from: fromAll(
        from("platform.getL1Validator"),
        from(listed, "balance"),
        from("platform.getValidatorFeeState", "price"),
        from("health.health", "disconnectedValidators"),
        from("info.getNodeID", "nodePOP"),
      ),
    }),
    ...judgedFields,
    found_on,
    connected: field.flag({ of: ({ current }) => current?.isConnected, lasts: true, column: "Connected" }),
    /** Of its node; null unless it is the queried node or connected to it. */
    version: field.text({ of: ({ current }) => current?.version, lasts: true }),
    /** Whether its node tracks its subnet or L1; null on the primary network, and unless it is the queried node or connected to it. */
    tracks: field.flag({ of: ({ current }) => current?.tracks, lasts: true }),
    /** The registered BLS key is that of the queried node; null for validators of other nodes. */
    bls_key_matches: field.flag({ of: ({ current }) => current?.hasOwnKey, lasts: true }),
    /** Without one, anyone can deactivate the validator. */
    has_deactivation_owner: field.flag({ of: ({ current }) => current?.owners?.hasDeactivationOwner, lasts: true }),
    balance_avax: field.avax({ of: ({ current }) => current?.balance, lasts: true, column: "Balance" }),
    balance_runway_seconds: field.seconds({
      of: ({ current }) => current?.runway,
      column: "Runway",
      metric: "avax_l1_validator_balance_runway_seconds",
      help: "Time until a watched L1 validator's balance runs out, in seconds; 0 if inactive.",
      from: fromAll(
        from("platform.getL1Validator"),
        from(listed, "balance"),
        from("platform.getValidatorFeeState", "price", "excess", "timestamp"),
        from("platform.getValidatorFeeConfig"),
      ),
    }),
    /** The amount with which the balance lasts for 30 days; null if the fee is unknown. */
    top_up_avax: field.avax({ of: ({ current }) => current?.topUp }),
  },
});
