/** What the tests use of the library: its own declarations import without file extensions, which TypeScript follows in no
 *  ES module. */
declare module "@avalabs/avalanchejs" {
  type Bytes = Uint8Array;
  type Addresses = readonly Bytes[];

  export type Utxo = { readonly utxoId: object };
  type SignedTx = { readonly credentials: object };
  export type UnsignedTx = {
    readonly toBytes: () => Bytes;
    readonly getSignedTx: () => SignedTx;
    readonly getCredentials: () => readonly { readonly getSignatures: () => readonly string[] }[];
    readonly addSignatureAt: (signature: Bytes, index: number, subIndex: number) => void;
  };
  export const addTxSignatures: (what: { unsignedTx: UnsignedTx; privateKeys: Bytes[] }) => Promise<void>;

  export class Id {
    static fromString(id: string): Id;
    private readonly brand: "Id";
  }
  export class BigIntPr {
    constructor(value: bigint);
    private readonly brand: "BigIntPr";
  }
  export class OutputOwners {
    static fromNative(addresses: Addresses, locktime?: bigint, threshold?: number): OutputOwners;
    private readonly brand: "OutputOwners";
  }
  export class TransferOutput {
    constructor(amount: BigIntPr, owners: OutputOwners);
    private readonly brand: "TransferOutput";
  }
  export class TransferableOutput {
    constructor(assetId: Id, output: TransferOutput | pvmSerial.StakeableLockOut);
    static fromNative(
      assetId: string,
      amount: bigint,
      addresses: Addresses,
      locktime?: bigint,
      threshold?: number,
    ): TransferableOutput;
    private readonly brand: "TransferableOutput";
  }
  export class PChainOwner {
    static fromNative(addresses: Addresses, threshold?: number): PChainOwner;
    private readonly brand: "PChainOwner";
  }
  export class L1Validator {
    static fromNative(
      nodeId: string,
      weight: bigint,
      balance: bigint,
      signer: pvmSerial.ProofOfPossession,
      remainingBalanceOwner: PChainOwner,
      deactivationOwner: PChainOwner,
    ): L1Validator;
    private readonly brand: "L1Validator";
  }
  export namespace pvmSerial {
    class ProofOfPossession {
      constructor(publicKey: Bytes, signature: Bytes);
      readonly publicKey: Bytes;
      readonly signature: Bytes;
    }
    class StakeableLockOut {
      constructor(locktime: BigIntPr, output: TransferOutput);
      private readonly brand: "StakeableLockOut";
    }
  }

  export namespace Context {
    type Context = Readonly<
      Record<"hrp" | "xBlockchainID" | "pBlockchainID" | "cBlockchainID" | "avaxAssetID", string> &
        Record<"baseTxFee" | "createAssetTxFee", bigint>
    > & { readonly networkID: number; readonly platformFeeConfig: { readonly weights: readonly number[] } };
  }
  class ChainApi {
    constructor(url: string);
    getUTXOs(of: { addresses: string[] }): Promise<{ utxos: Utxo[] }>;
    issueSignedTx(tx: SignedTx): Promise<{ txID: string }>;
  }
  export namespace avm {
    class AVMApi extends ChainApi {}
    const newBaseTx: (
      context: Context.Context,
      from: Addresses,
      utxos: Utxo[],
      outputs: TransferableOutput[],
    ) => UnsignedTx;
    const newExportTx: (
      context: Context.Context,
      destinationChainId: string,
      from: Addresses,
      utxos: Utxo[],
      outputs: TransferableOutput[],
    ) => UnsignedTx;
  }
  export namespace evm {
    const newExportTx: (
      context: Context.Context,
      amount: bigint,
      destinationChainId: string,
      from: Bytes,
      to: Addresses,
      fee: bigint,
      nonce: bigint,
    ) => UnsignedTx;
  }
  export namespace pvm {
    type FeeState = { readonly price: bigint };
    class PVMApi extends ChainApi {
      getFeeState(): Promise<FeeState>;
    }
    type Common = { feeState: FeeState; fromAddressesBytes: Addresses; utxos: readonly Utxo[] };
    type Build<T> = (what: Common & T, context: Context.Context) => UnsignedTx;
    type OfSubnet = { subnetId: string; subnetAuth: readonly number[] };
    type Staker = { nodeId: string; weight: bigint; start: bigint; end: bigint };
    type Rewarded = Staker & { subnetId: string; rewardAddresses: Addresses };
    type Chain = { chainName: string; vmId: string; fxIds: readonly string[]; genesisData: object };
    const newBaseTx: Build<{ outputs: readonly TransferableOutput[] }>;
    const newExportTx: Build<{ destinationChainId: string; outputs: readonly TransferableOutput[] }>;
    const newCreateSubnetTx: Build<{ subnetOwners: Addresses }>;
    const newCreateChainTx: Build<OfSubnet & Chain>;
    const newAddSubnetValidatorTx: Build<OfSubnet & Staker>;
    const newAddPermissionlessValidatorTx: Build<
      Rewarded & { publicKey: Bytes; signature: Bytes; shares: number; delegatorRewardsOwner: Addresses }
    >;
    const newAddPermissionlessDelegatorTx: Build<Rewarded>;
    type Renewal = { autoCompoundRewardShares: number; period: bigint };
    const newAddAutoRenewedValidatorTx: Build<
      Renewal & { nodeId: string; weight: bigint; publicKey: Bytes; signature: Bytes; shares: number } & Record<
          "rewardAddresses" | "delegatorRewardsOwner" | "ownerAddresses",
          Addresses
        >
    >;
    const newSetAutoRenewedValidatorConfigTx: Build<Renewal & { validatorTxId: string; auth: readonly number[] }>;
    const newConvertSubnetToL1Tx: Build<OfSubnet & { chainId: string; address: Bytes; validators: L1Validator[] }>;
    const newRegisterL1ValidatorTx: Build<{ balance: bigint; blsSignature: Bytes; message: Bytes }>;
    const newSetL1ValidatorWeightTx: Build<{ message: Bytes }>;
    const newIncreaseL1ValidatorBalanceTx: Build<{ validationId: string; balance: bigint }>;
    const newDisableL1ValidatorTx: Build<{ validationId: string; disableAuth: readonly number[] }>;
  }

  export namespace utils {
    const base58check: { decode(text: string): Bytes };
    const hexToBuffer: (hex: string) => Bytes;
    const format: (chain: string, hrp: string, address: Bytes) => string;
  }
  export namespace secp256k1 {
    const getPublicKey: (privateKey: Bytes) => Bytes;
    const publicKeyBytesToAddress: (publicKey: Bytes) => Bytes;
    const sign: (message: Bytes, privateKey: Bytes) => Promise<Bytes>;
    /** r, s and the recovery ID, in 65 bytes. */
    const signHash: (hash: Bytes, privateKey: Bytes) => Promise<Bytes>;
  }
  export namespace bls {
    type PublicKey = { multiply(secret: bigint): PublicKey };
    const secretKeyFromBytes: (bytes: Bytes) => bigint;
    const publicKeyFromBytes: (bytes: Bytes) => PublicKey;
    const publicKeyToBytes: (key: PublicKey) => Bytes;
    const sign: (message: Bytes, secret: bigint) => Bytes;
    const signProofOfPossession: (message: Bytes, secret: bigint) => Bytes;
    type Signature = { add(other: Signature): Signature };
    const signatureFromBytes: (bytes: Bytes) => Signature;
    const signatureToBytes: (signature: Signature) => Bytes;
  }
}
