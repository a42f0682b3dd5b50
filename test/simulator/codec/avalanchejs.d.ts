/** Untyped parts of the library that the codec tests use. */
declare module "@avalabs/avalanchejs" {
  type Made = { readonly toBytes: (codec: LibraryCodec) => Uint8Array };
  type Class = { new (...parts: unknown[]): Made; fromNative(...parts: unknown[]): Made };
  type LibraryCodec = { readonly PackPrefix: (made: Made) => Uint8Array };
  type Manager = {
    readonly getDefaultCodec: () => LibraryCodec;
    readonly unpackTransaction: (bytes: Uint8Array) => Made & { readonly _type: string };
    readonly unpack: (bytes: Uint8Array, as: object) => Made;
  };

  export const Input: Class;
  export const Int: Class;
  export const Byte: Class;
  export const Bytes: Class;
  export const Stringpr: Class;
  export const MintOutput: Class;
  export const TransferInput: Class;
  export const Credential: Class;
  export const Signature: Class;
  export const BlsSignature: Class & { fromSignatureBytes(bytes: Uint8Array): Made };
  export const Utxo: Class;
  export namespace utils {
    const getManagerForVM: (vm: string) => Manager;
  }
  export namespace avaxSerial {
    const BaseTx: Class;
    const SignedTx: Class;
    const TransferableInput: Class;
    const UTXOID: Class;
  }
  export namespace pvmSerial {
    const AddValidatorTx: Class;
    const AddDelegatorTx: Class;
    const AddPermissionlessValidatorTx: Class;
    const RegisterL1ValidatorTx: Class;
    const SetL1ValidatorWeightTx: Class;
    const TransformSubnetTx: Class;
    const SignerEmpty: Class;
    const StakeableLockIn: Class;
    const SubnetValidator: Class;
    const Validator: Class;
  }
  export namespace avmSerial {
    const CreateAssetTx: Class;
    const InitialState: Class;
  }
}
