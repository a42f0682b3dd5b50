/** Transactions and blocks of the P-Chain. */
import {
  base64,
  bytes,
  bytesOnly,
  fixed,
  id,
  identified,
  identify,
  idOf,
  list,
  nodeId,
  ownId,
  shortId,
  string,
  struct,
  tagged,
  uint8,
  uint32,
  uint64,
  union,
  type Value,
} from "./combinators.ts";
import {
  credential,
  outputOwners,
  signatureIndices,
  transferables,
  transferInput,
  transferOutput,
  utxoOf,
} from "./transferables.ts";

const outputs = union({
  TransferOutput: [7, transferOutput],
  LockOut: [22, struct({ locktime: uint64, output: tagged(7, transferOutput) })],
});
const inputs = union({
  TransferInput: [5, transferInput],
  LockIn: [21, struct({ locktime: uint64, input: tagged(5, transferInput) })],
});
const { output, input, baseTx } = transferables(outputs, inputs);

/** The format of stakedOutputs in getStake. */
export const pOutput = output;
export const pUtxo = utxoOf(outputs);

/** A list of 20 bytes: its length, and the bytes. */
const nodeIdBytes = tagged(20, fixed(20));
const owner = tagged(11, outputOwners);
const authorization = tagged(10, signatureIndices);

const proofOfPossession = struct({ publicKey: fixed(48), proofOfPossession: fixed(96) });
const withProof = { ProofOfPossession: [28, proofOfPossession] } as const;
const signer = union({ Empty: [27, struct({})], ...withProof });

const staker = { nodeID: nodeId, start: uint64, end: uint64, weight: uint64 };
const l1Owner = struct({ threshold: uint32, addresses: list(shortId) });
const l1Validator = struct({
  nodeID: bytes,
  weight: uint64,
  balance: uint64,
  signer: proofOfPossession,
  remainingBalanceOwner: l1Owner,
  deactivationOwner: l1Owner,
});

/** Types that the simulator makes. */
const pUnsignedTx = union({
  AddSubnetValidatorTx: [
    13,
    struct({ ...baseTx, validator: struct({ ...staker, subnetID: id }), subnetAuthorization: authorization }),
  ],
  CreateChainTx: [
    15,
    struct({
      ...baseTx,
      subnetID: id,
      chainName: string,
      vmID: id,
      fxIDs: list(id),
      genesisData: base64,
      subnetAuthorization: authorization,
    }),
  ],
  CreateSubnetTx: [16, struct({ ...baseTx, owner })],
  ImportTx: [17, struct({ ...baseTx, sourceChain: id, importedInputs: list(input) })],
  ExportTx: [18, struct({ ...baseTx, destinationChain: id, exportedOutputs: list(output) })],
  RewardValidatorTx: [20, struct({ txID: id })],
  TransformSubnetTx: [
    24,
    struct({
      ...baseTx,
      subnetID: id,
      assetID: id,
      initialSupply: uint64,
      maximumSupply: uint64,
      minConsumptionRate: uint64,
      maxConsumptionRate: uint64,
      minValidatorStake: uint64,
      maxValidatorStake: uint64,
      minStakeDuration: uint32,
      maxStakeDuration: uint32,
      minDelegationFee: uint32,
      minDelegatorStake: uint64,
      maxValidatorWeightFactor: uint8,
      uptimeRequirement: uint32,
      subnetAuthorization: authorization,
    }),
  ],
  AddPermissionlessValidatorTx: [
    25,
    struct({
      ...baseTx,
      validator: struct(staker),
      subnetID: id,
      signer,
      stake: list(output),
      validationRewardsOwner: owner,
      delegationRewardsOwner: owner,
      shares: uint32,
    }),
  ],
  AddPermissionlessDelegatorTx: [
    26,
    struct({ ...baseTx, validator: struct(staker), subnetID: id, stake: list(output), rewardsOwner: owner }),
  ],
  BaseTx: [34, struct(baseTx)],
  ConvertSubnetToL1Tx: [
    35,
    struct({
      ...baseTx,
      subnetID: id,
      chainID: id,
      address: bytes,
      validators: list(l1Validator),
      subnetAuthorization: authorization,
    }),
  ],
  AddAutoRenewedValidatorTx: [
    40,
    struct({
      ...baseTx,
      nodeID: nodeIdBytes,
      signer: union(withProof),
      stake: list(output),
      validationRewardsOwner: owner,
      delegationRewardsOwner: owner,
      validatorAuthority: owner,
      delegationShares: uint32,
      autoCompoundRewardShares: uint32,
      period: uint64,
    }),
  ],
  RewardAutoRenewedValidatorTx: [42, struct({ txID: id, timestamp: uint64 })],
});
export type PUnsignedTx = Value<typeof pUnsignedTx>;

export const pTx = identified(struct({ unsignedTx: pUnsignedTx, credentials: list(tagged(9, credential)), id: ownId }));
export type PTx = Value<typeof pTx>;

const header = { parentID: id, height: uint64, id: ownId };

export const pBlock = identified(
  union({
    /** Before Banff: the genesis block's form. */
    ApricotCommitBlock: [2, struct(header)],
    /** `transactions` is always empty. */
    BanffProposalBlock: [29, struct({ time: uint64, transactions: bytesOnly(list(pTx)), ...header, tx: pTx })],
    BanffAbortBlock: [30, struct({ time: uint64, ...header })],
    BanffCommitBlock: [31, struct({ time: uint64, ...header })],
    BanffStandardBlock: [32, struct({ time: uint64, ...header, txs: list(pTx) })],
  }),
);
export type PBlock = Value<typeof pBlock>;

const conversion = struct({
  subnetID: id,
  managerChainID: id,
  managerAddress: bytes,
  validators: list(struct({ nodeID: bytes, publicKey: fixed(48), weight: uint64 })),
});
export const conversionId = (of: Value<typeof conversion>): string => identify(conversion, of);

/** Returns the validation ID of the validator at a position of a conversion. */
export const validationId = (subnetID: string, index: number): string =>
  idOf(Buffer.concat([id.encode(subnetID), uint32.encode(index)]));
