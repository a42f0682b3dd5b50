/** API of the P-Chain: blocks, transactions, UTXOs, chain time, supply, fees, subnets, L1s and their validators. */
import * as z from "zod";
import { getBlock, getBlockByHeight, getTx, getUtxos, issueTx, txById, utxoReference } from "./chain-methods.ts";
import { primaryNetwork } from "./ids.ts";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read, write } = methodsOf({ path: () => "/ext/bc/P", lock: () => "P", isAlwaysServed: true });

const optionalSubnet = z.object({ subnetID: w.paramId.optional() });
const blockQuirks = [
  "The ID is that of the inner block. The container index returns the ID of the proposervm block, which is not accepted here.",
  "With encoding json, integers are numbers. Option blocks have no txs; the genesis block has neither time nor txs.",
];
const amounts = z.record(w.text, w.uint64);
const txID = "5VTVEmkrAmH9JSvjWwWgKJegvkgP3xR4cmtKvWv12xoUhLUzw";
const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const jsonNumbers = "Integers are JSON numbers.";
const frozenBetweenBlocks = "State as of the last accepted block: it does not advance while the chain is idle.";
const onlyElastic = {
  expectedErrors: { not_found: /^failed fetching subnet transformation for \w+: not found$/ },
  quirks: [
    "Permissioned subnets, L1s and unknown subnets have none.",
    "Does not take the chain lock for the primary network.",
  ],
};
const subnetID = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const blockchainID = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

/** A height, or `proposed`: the height that this node would put into new blocks of other chains. */
const height = z.union([z.literal("proposed"), w.paramUint64], { error: 'expected a height, or "proposed"' });
const futureHeightError = { not_found: /unfinalized height/ };

/** Limits of a list of validators: 100,000 of them have 1,500,000 values. */
const validatorList = { maxBodyBytes: 16 * mebibyte, maxValues: 2_000_000 } as const;
const owners = z.object({ locktime: w.uint64, threshold: w.uint32, addresses: w.listOf(w.text) });

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
  balance: w.uint64.optional(),
  remainingBalanceOwner: owners.optional(),
  deactivationOwner: owners.optional(),
  nextPeriod: w.uint64.optional(),
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

export const platform = {
  "platform.getHeight": read({
    summary: "Height of the last accepted block.",
    result: z.object({ height: w.uint64 }),
  }),
  "platform.getProposedHeight": read({
    summary: "P-Chain height that this node would put into new blocks of other chains.",
    result: z.object({ height: w.uint64 }),
    quirks: ["Behind getHeight by the blocks of the last 30 s, at most 64."],
  }),
  "platform.getTimestamp": read({
    summary: "Current chain timestamp (timestamp of the last block that advanced it).",
    result: z.object({ timestamp: w.time }),
    quirks: [
      "Formatted in the time zone of the node's process.",
      "Only advances with blocks and can be up to 10 s ahead of the wall clock.",
    ],
  }),
  "platform.getCurrentSupply": read({
    summary:
      "Upper bound on the supply of the staking token (nAVAX on the primary network, otherwise units of the subnet's token).",
    params: optionalSubnet,
    result: z.object({ supply: w.uint64, height: w.uint64.optional() }),
    expectedErrors: { not_found: /^fetching current supply failed: not found$/ },
    quirks: ["Permissioned subnets, L1s and unknown subnets have none."],
  }),
  "platform.getBlock": read({
    ...getBlock,
    exampleParams: { blockID: "nwLPmKX5EDsqULyys9fQUN5kDCJvXXH7bvcfRF763PV6FB2vw" },
    quirks: blockQuirks,
  }),
  "platform.getBlockByHeight": read({
    ...getBlockByHeight,
    exampleParams: { height: "18" },
    quirks: blockQuirks,
  }),
  "platform.getTx": read({
    ...getTx,
    exampleParams: { txID, encoding: "json" },
    expectedErrors: { not_found: /^couldn't get tx: not found$/ },
  }),
  "platform.getTxStatus": read({
    summary: "Status of a transaction: Committed, Processing, Dropped, Aborted or Unknown.",
    params: txById,
    result: z.object({ status: w.text, reason: w.text.optional() }),
    exampleParams: { txID },
  }),
  "platform.issueTx": write(issueTx),
  "platform.getUTXOs": read({
    ...getUtxos,
    exampleParams: { addresses: [address], limit: 1 },
  }),
  "platform.getBalance": read({
    summary: "Combined balance of the given addresses, by asset (nAVAX).",
    cost: "heavy",
    maxBodyBytes: 16 * mebibyte,
    params: z.object({ addresses: z.array(w.paramAddress).min(1) }),
    result: z.object({
      balance: w.uint64.optional(),
      unlocked: w.uint64.optional(),
      lockedStakeable: w.uint64.optional(),
      lockedNotStakeable: w.uint64.optional(),
      balances: amounts,
      unlockeds: amounts,
      lockedStakeables: amounts,
      lockedNotStakeables: amounts,
      utxoIDs: w.nullableList(utxoReference),
    }),
    exampleParams: { addresses: [address] },
    quirks: [
      "utxoIDs is null if there are no UTXOs.",
      "Reads every UTXO of the addresses while holding the chain lock.",
    ],
  }),
  "platform.getStake": read({
    summary: "Stake of the given addresses, by asset (nAVAX), without rewards.",
    cost: "heavy",
    maxBodyBytes: 32 * mebibyte,
    params: z.object({
      addresses: z.array(w.paramAddress).max(256),
      validatorsOnly: z.boolean().optional(),
      encoding: w.paramBytesEncoding,
    }),
    result: z.object({
      staked: w.uint64.optional(),
      stakeds: amounts,
      stakedOutputs: w.listOf(w.hex),
      encoding: w.text,
    }),
    exampleParams: { addresses: [address], validatorsOnly: true },
    quirks: ["Iterates over all stakers of all subnets and reads the transaction of each."],
  }),
  "platform.getRewardUTXOs": read({
    summary: "Reward UTXOs of a validator or delegator after the end of its staking period.",
    maxBodyBytes: 32 * mebibyte,
    params: z.object({ txID: w.paramId, encoding: w.paramBytesEncoding }),
    result: z.object({ numFetched: w.uint64, utxos: w.listOf(w.hex), encoding: w.text }),
    exampleParams: { txID },
    quirks: [
      "A validator that was not rewarded has one for its delegation fees, if there are any.",
      "Those of an auto-renewed validator have the ID of the transaction that rewards a period, not of the staking transaction.",
    ],
  }),
  "platform.getFeeConfig": read({
    summary:
      "Parameters of the gas fee: weights of the dimensions, gas capacity, gas per second, minimum price (nAVAX per gas).",
    takesLock: false,
    result: z.object({
      weights: w.listOf(w.uint64),
      maxCapacity: w.uint64,
      maxPerSecond: w.uint64,
      targetPerSecond: w.uint64,
      minPrice: w.uint64,
      excessConversionConstant: w.uint64,
    }),
    quirks: [jsonNumbers],
  }),
  "platform.getFeeState": read({
    summary: "Gas capacity, excess and price (nAVAX per gas) as of the chain time.",
    result: z.object({ capacity: w.uint64, excess: w.uint64, price: w.uint64, timestamp: w.time }),
    quirks: [jsonNumbers, frozenBetweenBlocks],
  }),
  "platform.getValidatorFeeConfig": read({
    summary:
      "Parameters of the L1 validator fee: maximum and target number of active L1 validators, minimum fee (nAVAX per second).",
    takesLock: false,
    isFixed: () => true,
    result: z.object({ capacity: w.uint64, target: w.uint64, minPrice: w.uint64, excessConversionConstant: w.uint64 }),
    quirks: [jsonNumbers],
  }),
  "platform.getValidatorFeeState": read({
    summary: "Excess and current L1 validator fee (nAVAX per second) as of the chain time.",
    result: z.object({ excess: w.uint64, price: w.uint64, timestamp: w.time }),
    quirks: [jsonNumbers, frozenBetweenBlocks],
  }),
  "platform.getSubnet": read({
    summary: "Owner and kind (permissioned, elastic or L1) of a subnet.",
    isFixed: ({ conversionID }) => conversionID !== primaryNetwork,
    params: z.object({ subnetID: w.paramId }),
    result: z.object({
      isPermissioned: z.boolean(),
      controlKeys: w.nullableList(w.text),
      threshold: w.uint32,
      locktime: w.uint64,
      subnetTransformationTxID: w.id,
      conversionID: w.id,
      managerChainID: w.id,
      managerAddress: w.text.nullable().default(null),
    }),
    exampleParams: { subnetID },
    expectedErrors: { not_found: /^not found$|^the primary network isn't a subnet$/ },
    quirks: [
      "The owner is always returned, also for elastic subnets and L1s: classify by isPermissioned and conversionID.",
      "The primary network is rejected, also if subnetID is omitted.",
    ],
  }),
  "platform.getSubnets": read({
    summary: "All subnets, or the given ones, with their owners.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ ids: z.array(w.paramId).optional() }),
    result: z.object({
      subnets: w.nullableList(z.object({ id: w.id, controlKeys: w.nullableList(w.text), threshold: w.uint32 })),
    }),
    quirks: [
      "The list ends with an entry for the primary network, unless ids is given.",
      "subnets is null if none of the ids is known.",
      "The owner is empty for elastic subnets only.",
    ],
  }),
  "platform.getBlockchains": read({
    summary: "All chains except the P-Chain, with their subnets and VMs.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    result: z
      .object({ blockchains: w.listOf(z.object({ id: w.id, name: w.text, subnetID: w.id, vmID: w.id })) })
      .superRefine(w.uniqueBy(({ blockchains }) => blockchains.map(({ id }) => id))),
    quirks: ["Reads the creation transaction of every chain."],
  }),
  "platform.getBlockchainStatus": read({
    summary: "Status of a chain on this node: Validating, Created, Preferred, Syncing or Unknown.",
    params: z.object({ blockchainID: w.paramAliasOrId }),
    result: z.object({ status: w.text }),
    exampleParams: { blockchainID: "X" },
    quirks: ["Accepts an alias as well.", "The P-Chain is always Syncing."],
  }),
  "platform.validatedBy": read({
    summary: "Subnet that validates a chain.",
    params: z.object({ blockchainID: w.paramId.optional() }),
    result: z.object({ subnetID: w.id }),
    exampleParams: { blockchainID },
    expectedErrors: { not_found: /^problem retrieving blockchain "\w+": not found$/ },
    quirks: ["Does not accept an alias.", "If blockchainID is omitted, the P-Chain is assumed."],
  }),
  "platform.validates": read({
    summary: "Chains that a subnet validates.",
    params: optionalSubnet,
    result: z.object({ blockchainIDs: w.nullableList(w.id) }),
    exampleParams: { subnetID },
    expectedErrors: { not_found: /^problem retrieving subnet "\w+": not found$|^"\w+" is not a subnet$/ },
  }),
  "platform.getMinStake": read({
    summary: "Minimum stake of a validator and of a delegator (nAVAX on the primary network).",
    isFixed: () => true,
    params: optionalSubnet,
    result: z.object({ minValidatorStake: w.uint64, minDelegatorStake: w.uint64 }),
    ...onlyElastic,
  }),
  "platform.getStakingAssetID": read({
    summary: "Staking asset of a subnet.",
    params: optionalSubnet,
    result: z.object({ assetID: w.id }),
    ...onlyElastic,
  }),
  "platform.getTotalStake": read({
    summary: "Total weight of validators and delegators (nAVAX on the primary network).",
    takesLock: false,
    params: optionalSubnet,
    result: z.object({ weight: w.uint64 }),
    quirks: [
      "stake has the same value and is deprecated.",
      "An unknown subnet has 0; inactive validators of an L1 are included.",
    ],
  }),
  "platform.getCurrentValidators": read({
    summary: "Validators of a subnet or L1: weight, stake and rewards (nAVAX), uptime (percent), balance (nAVAX).",
    cost: "heavy",
    ...validatorList,
    params: optionalSubnet.extend({ nodeIDs: z.array(w.paramNodeId).optional() }),
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
      remainingBalanceOwner: owners,
      deactivationOwner: owners,
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
    maxBodyBytes: 16 * mebibyte,
    maxValues: 150_000, // 25,000 validators
    params: optionalSubnet.extend({ height }),
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
          validators: w.listOf(z.object({ publicKey: w.text, weight: w.uint64, nodeIDs: w.listOf(w.nodeId) })),
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
    params: optionalSubnet.extend({ size: w.paramCount(65_535, 0) }),
    result: z.object({ validators: w.listOf(w.nodeId) }),
    exampleParams: { size: 2 },
    expectedErrors: { not_found: /^sampling \w+ errored with missing validators$/ },
    quirks: [
      "The same validator can be returned more than once; for an L1 the result can contain the empty node ID.",
      "A size above the total weight is an error. With the size 0 the list is empty.",
    ],
  }),
};
