/** Transactions and blocks of the X-Chain, as far as they move or create assets of secp256k1fx. */
import {
  id,
  identified,
  list,
  nullIfEmpty,
  ownId,
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
  fxID,
  outputOwners,
  transferables,
  transferInput,
  transferOutput,
  utxoOf,
} from "./transferables.ts";

const outputs = union({ TransferOutput: [7, transferOutput] });
const states = union({ MintOutput: [6, outputOwners], TransferOutput: [7, transferOutput] });
const { output, input, baseTx } = transferables(outputs, union({ TransferInput: [5, transferInput] }));

export const xUtxo = utxoOf(states);

const initialState = struct({ fxIndex: uint32, fxID, outputs: list(states) });

const xUnsignedTx = union({
  BaseTx: [0, struct(baseTx)],
  CreateAssetTx: [
    1,
    struct({ ...baseTx, name: string, symbol: string, denomination: uint8, initialStates: list(initialState) }),
  ],
  ImportTx: [3, struct({ ...baseTx, sourceChain: id, importedInputs: list(input) })],
  ExportTx: [4, struct({ ...baseTx, destinationChain: id, exportedOutputs: list(output) })],
});
export type XUnsignedTx = Value<typeof xUnsignedTx>;

export const xTx = identified(
  struct({
    unsignedTx: xUnsignedTx,
    credentials: list(struct({ fxID, credential: tagged(9, credential) })),
    id: ownId,
  }),
);
export type XTx = Value<typeof xTx>;

export const xBlock = identified(
  tagged(
    20,
    struct({ parentID: id, height: uint64, time: uint64, merkleRoot: id, txs: nullIfEmpty(list(xTx)), id: ownId }),
  ),
);
export type XBlock = Value<typeof xBlock>;
