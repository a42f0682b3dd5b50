/** Transactions by what they are for. Each ends when it is accepted, and gives its ID. */
import {
  BigIntPr,
  Id,
  type L1Validator,
  OutputOwners,
  pvm,
  pvmSerial,
  TransferableOutput,
  TransferOutput,
  utils,
} from "@avalabs/avalanchejs";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { subnetEvm } from "./programs.ts";
import { owner, type Wallet } from "./wallet.ts";

const day = 86_400n;
const inSeconds = (seconds: bigint) => BigInt(Math.floor(Date.now() / 1000)) + seconds;
/** Its position among the owners of a subnet. */
const subnetAuth = [0];

/** Also a way to get a block. */
export const transfer = (wallet: Wallet, ...outputs: TransferableOutput[]) =>
  wallet.onP((common, context) => pvm.newBaseTx({ ...common, outputs }, context));

/** Spendable from `locktime` on, but free to be staked before. */
export const stakeableOutput = ({ context }: Wallet, amount: bigint, to: Uint8Array, locktime: bigint) =>
  new TransferableOutput(
    Id.fromString(context.avaxAssetID),
    new pvmSerial.StakeableLockOut(
      new BigIntPr(locktime),
      new TransferOutput(new BigIntPr(amount), OutputOwners.fromNative([to])),
    ),
  );

export const createSubnet = (wallet: Wallet) =>
  wallet.onP((common, context) => pvm.newCreateSubnetTx({ ...common, subnetOwners: [owner] }, context));

/** Of Subnet-EVM. On a node without it the chain stays Created. */
export const createChain = (wallet: Wallet, subnetId: string, chainName: string, genesisData: object = { chainName }) =>
  wallet.onP((common, context) =>
    pvm.newCreateChainTx(
      {
        ...common,
        subnetId,
        subnetAuth,
        chainName,
        vmId: subnetEvm,
        fxIds: [],
        genesisData,
      },
      context,
    ),
  );

export const addSubnetValidator = (
  wallet: Wallet,
  subnetId: string,
  nodeId: string,
  weight: bigint,
  seconds = 5n * day,
) =>
  wallet.onP((common, context) =>
    pvm.newAddSubnetValidatorTx(
      { ...common, subnetId, subnetAuth, nodeId, weight, start: 0n, end: inSeconds(seconds) },
      context,
    ),
  );

/** `weight` in nAVAX, `shares` of the delegators' rewards in millionths, `seconds` until the end of the period. */
type Stake = { readonly nodeId: string; readonly weight: bigint; readonly seconds?: bigint };
type Validator = Stake & { readonly shares: number; readonly signer: pvmSerial.ProofOfPossession };

export const addValidator = (wallet: Wallet, { signer, seconds = 3n * day, ...validator }: Validator) =>
  wallet.onP((common, context) =>
    pvm.newAddPermissionlessValidatorTx(
      {
        ...common,
        ...validator,
        publicKey: signer.publicKey,
        signature: signer.signature,
        subnetId: primaryNetwork,
        rewardAddresses: [owner],
        delegatorRewardsOwner: [owner],
        start: 0n,
        end: inSeconds(seconds),
      },
      context,
    ),
  );

/** The validator keeps `compound` millionths of its reward staked. With 0 `seconds` it ends with the current period. */
type Renewal = { readonly compound: number; readonly seconds: bigint };

export const addRenewedValidator = (wallet: Wallet, { signer, compound, seconds, ...validator }: Validator & Renewal) =>
  wallet.onP((common, context) =>
    pvm.newAddAutoRenewedValidatorTx(
      {
        ...common,
        ...validator,
        publicKey: signer.publicKey,
        signature: signer.signature,
        rewardAddresses: [owner],
        delegatorRewardsOwner: [owner],
        ownerAddresses: [owner],
        autoCompoundRewardShares: compound,
        period: seconds,
      },
      context,
    ),
  );

export const configureRenewal = (wallet: Wallet, validatorTxId: string, { compound, seconds }: Renewal) =>
  wallet.onP((common, context) =>
    pvm.newSetAutoRenewedValidatorConfigTx(
      { ...common, validatorTxId, auth: [0], autoCompoundRewardShares: compound, period: seconds },
      context,
    ),
  );

export const addDelegator = (wallet: Wallet, { seconds = 2n * day, ...stake }: Stake) =>
  wallet.onP((common, context) =>
    pvm.newAddPermissionlessDelegatorTx(
      { ...common, ...stake, subnetId: primaryNetwork, rewardAddresses: [owner], start: 0n, end: inSeconds(seconds) },
      context,
    ),
  );

/** The address of the contract that manages each L1, unless it is given. */
export const manager = utils.hexToBuffer("0x0feedc0de0000000000000000000000000000000");

/** `address`: the contract on the chain that manages the validators. */
export const convertToL1 = (
  wallet: Wallet,
  subnetId: string,
  chainId: string,
  validators: L1Validator[],
  address: Uint8Array = manager,
) =>
  wallet.onP((common, context) =>
    pvm.newConvertSubnetToL1Tx({ ...common, subnetId, subnetAuth, chainId, address, validators }, context),
  );

/** Creates an L1 that a contract on its own chain manages. */
export async function createL1(wallet: Wallet, validators: L1Validator[], genesis?: object) {
  const subnetId = await createSubnet(wallet);
  const chainId = await createChain(wallet, subnetId, "chain of an L1", genesis);
  await convertToL1(wallet, subnetId, chainId, validators);
  return { networkId: wallet.context.networkID, subnetId, chainId };
}

/** `message` as signed by the L1, `proof` that the validator has its key, `balance` in nAVAX. */
export const registerL1Validator = (wallet: Wallet, message: Uint8Array, proof: Uint8Array, balance: bigint) =>
  wallet.onP((common, context) =>
    pvm.newRegisterL1ValidatorTx({ ...common, message, blsSignature: proof, balance }, context),
  );

/** `message` as signed by the L1. Without weight the validator is removed. */
export const setL1ValidatorWeight = (wallet: Wallet, message: Uint8Array) =>
  wallet.onP((common, context) => pvm.newSetL1ValidatorWeightTx({ ...common, message }, context));

/** `balance` in nAVAX is added. */
export const topUp = (wallet: Wallet, validationId: string, balance: bigint) =>
  wallet.onP((common, context) => pvm.newIncreaseL1ValidatorBalanceTx({ ...common, validationId, balance }, context));

/** `disableAuth`: positions of the owners that sign. */
export const disable = (wallet: Wallet, validationId: string, disableAuth = [0]) =>
  wallet.onP((common, context) => pvm.newDisableL1ValidatorTx({ ...common, validationId, disableAuth }, context));
