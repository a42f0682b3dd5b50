/** Parts that transactions of every kind have. */
import { primaryNetwork } from "../../contract/ids.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";

/** Of a signature; what is signed nobody looks at. */
export const signatureBytes = 65;
export const hexBytes = (text: string) => Buffer.from(text.slice(2), "hex");
export const noMemo = Buffer.alloc(0);

/** Paid with an output of before the first block, which nothing else names. */
export type PaidInput = { readonly by: number; readonly amount: bigint; readonly assetID: string };

/** Of a transaction that leaves nothing behind but what it is for. */
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
