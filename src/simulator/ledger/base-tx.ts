/** Parts common to all transactions. */
import { primaryNetwork } from "../../node-api/ids.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";

/** Length of a signature. Signatures are not verified. */
export const signatureBytes = 65;
export const hexBytes = (text: string) => Buffer.from(text.slice(2), "hex");
export const noMemo = Buffer.alloc(0);

/** Input from the genesis that no other transaction spends. */
export type PaidInput = { readonly by: number; readonly amount: bigint; readonly assetID: string };

/** Base of a transaction without change outputs. */
export const paidBase = ({ id }: Network, paid: readonly PaidInput[], blockchainID = primaryNetwork) => ({
  networkID: id,
  blockchainID,
  outputs: [],
  inputs: paid.map(({ by, amount, assetID }) => ({
    txID: primaryNetwork,
    outputIndex: by,
    assetID,
    input: { type: "TransferInput", amount, signatureIndices: [0] } as const,
  })),
  memo: noMemo,
});
export const signedOnce = (names: Names, kind: string, n: number) => ({
  signatures: [names.bytes(`${kind} signature`, n, signatureBytes)],
});
