/** Transactions that are valid except for their signatures. */
import { base58 } from "@scure/base";
import { addressBytes, hexWithChecksum, readUtxo, type Utxo } from "../bytes.ts";
import { needed } from "../cannot-show.ts";
import type { Ledger } from "../landmarks.ts";
import type { Node, Signer } from "../node.ts";

const types = { transferInput: 5, transferOutput: 7, credential: 9, baseTx: { P: 34, X: 0 } } as const;
/** nAVAX, enough for the gas. */
const pFee = 100_000n;

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const long = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
const id = (text: string) => Buffer.from(base58.decode(text)).subarray(0, 32);

const output = ({ assetId }: Utxo, amount: bigint, address: string) => [
  ...[id(assetId), int(types.transferOutput), long(amount), long(0n)],
  ...[int(1), int(1), Buffer.from(address, "hex")],
];
const input = ({ txId, outputIndex, assetId, amount }: Utxo) => [
  ...[id(txId), int(outputIndex), id(assetId)],
  ...[int(types.transferInput), long(amount), int(1), int(0)],
];

export function createSigner(node: Node): Signer {
  const { call, network, holder } = node;
  let made = 0n;

  async function spendable(chain: Ledger): Promise<{ readonly utxo: Utxo; readonly owner: string }> {
    const address = await holder(chain);
    const owner = addressBytes(address);
    const { avax } = await network();
    const name = chain === "P" ? "platform.getUTXOs" : "avm.getUTXOs";
    const utxos: Utxo[] = (await call(name, { addresses: [address] })).utxos.map(readUtxo);
    const isFree = ({ assetId, amount, locktime, stakeableUntil, addresses }: Utxo) =>
      assetId === avax && amount > 10n * pFee && locktime === 0n && stakeableUntil === 0n && addresses.length === 1;
    return { utxo: needed(utxos.find(isFree), `${address} has nothing that it can spend`), owner };
  }

  /** To the owner itself, in two parts. */
  async function transfer(chain: Ledger, { utxo, owner }: Awaited<ReturnType<typeof spendable>>): Promise<string> {
    const { id: networkId, chains } = await network();
    const fee = chain === "P" ? pFee : BigInt((await call("avm.getTxFee")).txFee);
    const part = ++made;
    return hexWithChecksum(
      Buffer.concat([
        ...[Buffer.alloc(2), int(types.baseTx[chain]), int(Number(networkId)), id(chains[chain])],
        ...[int(2), ...output(utxo, part, owner), ...output(utxo, utxo.amount - fee - part, owner)],
        ...[int(1), ...input(utxo), int(0)],
        ...[int(1), int(types.credential), int(1), Buffer.alloc(65, 1)],
      ]),
    );
  }

  return {
    onP: async () => transfer("P", await spendable("P")),
    onX: async () => transfer("X", await spendable("X")),
    async rivals() {
      const same = await spendable("P");
      return [await transfer("P", same), await transfer("P", same)];
    },
  };
}
