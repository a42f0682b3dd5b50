/** P-Chain methods for validators of the primary network, of subnets and of L1s. */
import * as z from "zod";
import { mebibyte, pChain, validatorList } from "./method.ts";
import * as w from "./wire.ts";

const { read } = pChain;

const subnet = z.object({ subnetID: w.paramId.optional() });
/** A height, or `proposed`: the height that this node would put into new blocks of other chains. */
const height = z.union([z.literal("proposed"), w.paramUint64], { error: 'expected a height, or "proposed"' });
const futureHeightError = { not_found: /unfinalized height/ };

/** Only the fields that collectors use. */
const currentValidator = z.object({
  txID: w.id.optional(),
  validationID: w.id.optional(),
  nodeID: w.nodeId,
  weight: w.uint64,
  startTime: w.unixTime,
  endTime: w.unixTime.optional(),
  potentialReward: w.uint64.optional(),
  accruedDelegateeReward: w.uint64.optional(),
  delegationFee: w.percent.optional(),
  uptime: w.percent.optional(),
  connected: z.boolean().optional(),
  signer: z.object({ publicKey: w.text }).optional(),
  /** Only of L1 validators. */
  publicKey: w.text.nullish(),
  delegatorCount: w.uint64.optional(),
  delegatorWeight: w.uint64.optional(),
  minNonce: w.uint64.optional(),
  balance: w.uint64.optional(),
  remainingBalanceOwner: w.owners.optional(),
  deactivationOwner: w.owners.optional(),
  nextPeriod: w.uint64.optional(),
  autoCompoundRewardShares: w.perMillion.optional(),
  delegators: w
    .listOf(z.object({ weight: w.uint64, endTime: w.unixTime, potentialReward: w.uint64.optional() }))
    .optional(),
});
/** Compiled, because a response has thousands of validators. The check takes about as long as JSON.parse; three times as long
 *  without compilation. */
const validator = z.compile(currentValidator);

const validatorAtHeight = z.object({ publicKey: w.text.nullable().default(null), weight: w.uint64 });
const validatorSet = z.object({ validators: z.record(w.nodeId, validatorAtHeight) });
/** The response is the map itself. */
const validatorMap = w.normalized(
  (wire: z.input<typeof validatorSet>["validators"]) => ({ validators: wire }),
  validatorSet,
);

export const platformValidators = {
  "platform.getCurrentValidators": read({
    summary: "Validators of a subnet or L1: weight, stake and rewards (nAVAX), uptime (percent), balance (nAVAX).",
    cost: "heavy",
    ...validatorList,
    params: subnet.extend({ nodeIDs: z.array(w.paramNodeId).optional() }),
    result: z
      .object({ validators: w.listOf(validator) })
      .superRefine(
        w.uniqueBy(({ validators }) => validators.map(({ validationID, nodeID }) => validationID ?? nodeID)),
      ),
    quirks: [
      "For the primary network it iterates over all stakers of all subnets while holding the chain lock.",
      "Delegators are listed only if nodeIDs has exactly one entry; each costs the read of a transaction.",
      "Auto-renewed validators have nextPeriod (seconds) and autoCompoundRewardShares (millionths) since 1.15.0.",
      "With two or more nodeIDs it is a lookup without delegators. One of them can be the empty node ID.",
      "The list is empty for an unknown subnet; its order is not defined.",
      "txID is missing for L1 validators, which have validationID.",
      "The list of an L1 includes validators from before the conversion, and inactive ones with balance 0.",
      "Elastic subnets have rewards and delegators too, but neither uptime nor connected.",
      "uptime is observed by the queried node; it is not the view of the network.",
    ],
  }),
  "platform.getL1Validator": read({
    summary: "L1 validator: weight, balance (nAVAX) as of the chain time, owners.",
    params: z.object({ validationID: w.paramId }),
    result: z.object({
      validationID: w.id,
      subnetID: w.id,
      nodeID: w.nodeId,
      publicKey: w.text.nullable().default(null),
      weight: w.uint64,
      startTime: w.unixTime,
      remainingBalanceOwner: w.owners,
      deactivationOwner: w.owners,
      minNonce: w.uint64,
      balance: w.uint64,
      height: w.uint64,
    }),
    exampleParams: { validationID: "9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo" },
    expectedErrors: { not_found: /^fetching L1 validator "\w+" failed: not found$/ },
    quirks: [
      "validationID is a plain string: an array is an error.",
      "A removed validator is not found; with balance 0 it is inactive but still returned.",
      "The owners of a validation never change. Without a deactivation owner (threshold 0) anyone can deactivate the validator.",
    ],
  }),
  "platform.getValidatorsAt": read({
    summary: "Weight and BLS key of each validator of a subnet or L1 at a height.",
    cost: "moderate",
    ...validatorList,
    params: subnet.extend({ height }),
    result: validatorMap,
    exampleParams: { height: "proposed" },
    expectedErrors: futureHeightError,
    quirks: [
      "Inactive L1 validators are combined in one entry with the empty node ID and no key.",
      "Historical sets are computed from diffs.",
      "The map is empty for an unknown subnet.",
    ],
  }),
  "platform.getAllValidatorsAt": read({
    summary: "Validators of all subnets and L1s at a height: BLS key, weight and node IDs, with the total weight.",
    cost: "heavy",
    ...validatorList,
    maxBodyBytes: 32 * mebibyte,
    params: z.object({ height }),
    result: z.object({
      validatorSets: z.record(
        w.id,
        z.object({
          validators: z.array(z.object({ publicKey: w.text, weight: w.uint64, nodeIDs: z.array(w.nodeId) })),
          totalWeight: w.uint64,
        }),
      ),
    }),
    exampleParams: { height: "proposed" },
    expectedErrors: futureHeightError,
    quirks: ["Validators without a BLS key are included in totalWeight only."],
  }),
  "platform.sampleValidators": read({
    summary: "Random validators of a subnet or L1, sampled by weight.",
    maxBodyBytes: 4 * mebibyte,
    takesLock: false,
    params: subnet.extend({ size: w.paramCount(65_535, 0) }),
    result: z.object({ validators: z.array(w.nodeId) }),
    exampleParams: { size: 2 },
    expectedErrors: { not_found: /^sampling \w+ errored with missing validators$/ },
    quirks: [
      "The same validator can be returned more than once; for an L1 the result can contain the empty node ID.",
      "A size above the total weight is an error. With the size 0 the list is empty.",
    ],
  }),
};
