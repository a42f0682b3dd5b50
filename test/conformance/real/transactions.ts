/** Signed transactions of the local network's public test key: issued, for what the rules look for, or kept for them to issue. */

import {
  addTxSignatures,
  avm,
  pvm,
  secp256k1,
  TransferableOutput,
  type UnsignedTx,
  type Utxo,
  utils,
} from "@avalabs/avalanchejs";
import type { AvalancheNode } from "../../e2e/support/avalanche-node.ts";
import { addressOf } from "../../e2e/support/identities.ts";
import { eventually } from "../../e2e/support/programs.ts";
import { addressOn, openWallet, owner, type Wallet } from "../../e2e/support/wallet.ts";
import { hexWithChecksum } from "../bytes.ts";
import type { Signer } from "../node.ts";

const key = utils.base58check.decode("ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN");
const avax = 10n ** 9n;
const nobody = new Uint8Array(20);
type Ledger = "P" | "X";

/** What can be issued: 0x, hexadecimal digits, a checksum. */
async function signed(unsigned: UnsignedTx): Promise<string> {
  await addTxSignatures({ unsignedTx: unsigned, privateKeys: [key] });
  return hexWithChecksum((unsigned.getSignedTx() as unknown as { toBytes(): Uint8Array }).toBytes());
}

function createLedgers(node: Pick<AvalancheNode, "url" | "ask">) {
  const apis = { P: new pvm.PVMApi(node.url), X: new avm.AVMApi(node.url) };
  const utxos = async (chain: Ledger, sourceChain?: Ledger): Promise<Utxo[]> => {
    const of = { addresses: [addressOn(chain, owner)] };
    return (await apis[chain].getUTXOs(sourceChain ? { ...of, sourceChain } : of)).utxos;
  };
  return {
    utxos,
    feeState: () => apis.P.getFeeState(),
    async onX(tx: string): Promise<string> {
      const { txID } = await node.ask("/ext/bc/X", "avm.issueTx", { tx });
      await eventually(`transaction ${txID}`, async () => {
        const { status } = await node.ask("/ext/bc/X", "avm.getTxStatus", { txID });
        return status === "Accepted" || undefined;
      });
      return txID;
    },
  };
}
type Ledgers = ReturnType<typeof createLedgers>;

export async function createSigner(node: Pick<AvalancheNode, "url" | "ask">): Promise<Signer> {
  const { context, output } = await openWallet(node as AvalancheNode);
  const { utxos, feeState } = createLedgers(node);
  const onP = async (amount: bigint) => {
    const common = { feeState: await feeState(), fromAddressesBytes: [owner], utxos: await utxos("P") };
    return signed(pvm.newBaseTx({ ...common, outputs: [output(amount, nobody)] }, context));
  };
  return {
    onP: () => onP(1n),
    onX: async () => signed(avm.newBaseTx(context, [owner], await utxos("X"), [output(1n, nobody)])),
    rivals: async () => [await onP(2n), await onP(3n)],
  };
}

const crowd = addressOf("crowd");
const crowdOutputs = (wallet: Wallet, count: number, amount: bigint) =>
  Array.from({ length: count }, (_, i) => wallet.output(amount + BigInt(i), crowd));
const crowdOnP = 350;
const crowdOnX = 550;

/** The gas of this moment. The node gives the gas after the last block, to which some is added with each second. */
async function gasCapacity({ ask }: AvalancheNode): Promise<bigint> {
  const { maxCapacity, maxPerSecond } = await ask("/ext/bc/P", "platform.getFeeConfig");
  const { capacity, timestamp } = await ask("/ext/bc/P", "platform.getFeeState");
  const seconds = Math.floor((Date.now() - Date.parse(timestamp)) / 1000);
  return BigInt(Math.min(maxCapacity, capacity + maxPerSecond * seconds));
}

/** More UTXOs than a page takes, on both chains. */
async function fillPages(node: AvalancheNode, wallet: Wallet) {
  for (let i = 0; i < 2; i++) await wallet.onX(crowdOutputs(wallet, crowdOnX, 1_000n * BigInt(i + 1)));
  for (let i = 0; i < 3; i++) {
    const outputs = crowdOutputs(wallet, crowdOnP, 1_000n * BigInt(i + 1));
    // the library refuses to make a transaction that needs more gas
    await eventually("enough gas", async () => {
      const capacity = await gasCapacity(node);
      return wallet.onP(({ feeState, ...common }, context) =>
        pvm.newBaseTx({ ...common, feeState: Object.assign(feeState, { capacity }), outputs }, context),
      );
    });
  }
}

/** What one address has some of, and what two have together. */
async function scatter(wallet: Wallet) {
  const [first, second] = [addressOf("first owner"), addressOf("second owner")].sort(Buffer.compare) as [
    Buffer,
    Buffer,
  ];
  const outputs: TransferableOutput[] = [1n, 2n, 3n, 4n, 5n].map((amount) => wallet.output(amount * avax, first));
  const asset = wallet.context.avaxAssetID;
  outputs.push(wallet.output(6n * avax, second), TransferableOutput.fromNative(asset, 7n * avax, [first, second]));
  await wallet.onX(outputs);
  await wallet.onP((common, context) => pvm.newBaseTx({ ...common, outputs }, context));
}

/** From each of the two chains to the other: of three outputs one is imported. */
async function exportBothWays(wallet: Wallet, { utxos, onX }: Ledgers) {
  const { context } = wallet;
  const outputs = [5n, 6n, 7n].map((amount) => wallet.output(amount * avax, owner));
  await wallet.onP((common) =>
    pvm.newExportTx({ ...common, destinationChainId: context.xBlockchainID, outputs }, context),
  );
  const toX = (await utxos("X", "P")).slice(0, 1);
  await onX(await signed(avm.newImportTx(context, context.pBlockchainID, toX, [owner], [owner])));
  await onX(await signed(avm.newExportTx(context, context.pBlockchainID, [owner], await utxos("X"), outputs)));
  const toP = (await utxos("P", "X")).slice(0, 1);
  await wallet.onP((common) =>
    pvm.newImportTx(
      { ...common, utxos: toP, sourceChainId: context.xBlockchainID, toAddressesBytes: [owner] },
      context,
    ),
  );
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.concat([int(value.length).subarray(2), Buffer.from(value)]);
const denomination = Buffer.of(2);
const credential = 9;

/** The library makes no such transaction: it is a base transaction of another kind, with more behind. */
async function createAsset({ context, output }: Wallet, { utxos, onX }: Ledgers) {
  const base = avm.newBaseTx(context, [owner], await utxos("X"), [output(1n, owner)]);
  const transferred = TransferableOutput.fromNative(context.avaxAssetID, 1_000n, [owner]) as unknown as Packed;
  const states = [int(1), int(0), int(1), int(7), transferred.output.toBytes()];
  const kept = Buffer.from(base.toBytes()).subarray(6);
  const unsigned = Buffer.concat([
    ...[Buffer.alloc(2), int(1), kept],
    ...[text("Conformance"), text("CONF"), denomination, ...states],
  ]);
  const signature = await secp256k1.sign(unsigned, key);
  const credentials = base.getCredentials().flatMap(() => [int(credential), int(1), signature]);
  await onX(hexWithChecksum(Buffer.concat([unsigned, int(base.getCredentials().length), ...credentials])));
}
type Packed = { readonly output: { toBytes(): Uint8Array } };

/** What a populated node still lacks of what the rules look for. */
export async function prepare(node: AvalancheNode, wallet: Wallet) {
  const ledgers = createLedgers(node);
  await scatter(wallet);
  await exportBothWays(wallet, ledgers);
  await createAsset(wallet, ledgers);
  await fillPages(node, wallet);
}
