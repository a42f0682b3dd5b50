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
import type { Asked, Served } from "../../e2e/support/avalanche-node.ts";
import { addressOf, nodeIdOf, signerOf } from "../../e2e/support/identities.ts";
import { type Identity, identityOf } from "../../e2e/support/populate.ts";
import { eventually } from "../../e2e/support/programs.ts";
import { addRenewedValidator, addValidator, transfer } from "../../e2e/support/transactions.ts";
import { openWallet, owner, type Wallet } from "../../e2e/support/wallet.ts";
import { hexWithChecksum } from "../bytes.ts";
import type { Signer } from "../node.ts";

const key = utils.base58check.decode("ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN");
const avax = 10n ** 9n;
const unownedAddress = new Uint8Array(20);
type Ledger = "P" | "X";

/** What can be issued: 0x, hexadecimal digits, a checksum. */
async function signed(unsigned: UnsignedTx): Promise<string> {
  await addTxSignatures({ unsignedTx: unsigned, privateKeys: [key] });
  return hexWithChecksum((unsigned.getSignedTx() as unknown as { toBytes(): Uint8Array }).toBytes());
}

function createLedgers(node: Served, { addressOn }: Wallet) {
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

export async function createSigner(node: Served): Promise<Signer> {
  const wallet = await openWallet(node);
  const { context, output } = wallet;
  const { utxos, feeState } = createLedgers(node, wallet);
  const onP = async (amount: bigint) => {
    const common = { feeState: await feeState(), fromAddressesBytes: [owner], utxos: await utxos("P") };
    return signed(pvm.newBaseTx({ ...common, outputs: [output(amount, unownedAddress)] }, context));
  };
  return {
    onP: () => onP(1n),
    onX: async () => signed(avm.newBaseTx(context, [owner], await utxos("X"), [output(1n, unownedAddress)])),
    rivals: async () => [await onP(2n), await onP(3n)],
  };
}

/** A validator that no node can connect to. */
const missing = nodeIdOf("missing validator");

const crowd = addressOf("crowd");
const crowdOutputs = (wallet: Wallet, count: number, amount: bigint) =>
  Array.from({ length: count }, (_, i) => wallet.output(amount + BigInt(i), crowd));
const crowdOnP = 350;
const crowdOnX = 550;

/** More UTXOs than a page takes. The library refuses to make a transaction that needs more gas than there is. */
async function fillPagesOfP(wallet: Wallet) {
  for (let i = 0; i < 3; i++) {
    const outputs = crowdOutputs(wallet, crowdOnP, 1_000n * BigInt(i + 1));
    await eventually("enough gas", () => transfer(wallet, ...outputs));
  }
}

async function fillPagesOfX(wallet: Wallet) {
  for (let i = 0; i < 2; i++) await wallet.onX(crowdOutputs(wallet, crowdOnX, 1_000n * BigInt(i + 1)));
}

/** What one address has some of, and what two have together. */
function scattered(wallet: Wallet): TransferableOutput[] {
  const [first, second] = [addressOf("first owner"), addressOf("second owner")].sort(Buffer.compare) as [
    Buffer,
    Buffer,
  ];
  const outputs: TransferableOutput[] = [1n, 2n, 3n, 4n, 5n].map((amount) => wallet.output(amount * avax, first));
  const asset = wallet.context.avaxAssetID;
  return [
    ...outputs,
    wallet.output(6n * avax, second),
    TransferableOutput.fromNative(asset, 7n * avax, [first, second]),
  ];
}

const exported = (wallet: Wallet) => [5n, 6n, 7n].map((amount) => wallet.output(amount * avax, owner));

const exportToX = (wallet: Wallet) =>
  wallet.onP((common, context) =>
    pvm.newExportTx({ ...common, destinationChainId: context.xBlockchainID, outputs: exported(wallet) }, context),
  );

/** Of the three outputs that each chain has exported, the other imports one. */
async function importBothWays(wallet: Wallet, { utxos, onX }: Ledgers) {
  const { context } = wallet;
  const toX = (await utxos("X", "P")).slice(0, 1);
  await onX(await signed(avm.newImportTx(context, context.pBlockchainID, toX, [owner], [owner])));
  const fromX = avm.newExportTx(context, context.pBlockchainID, [owner], await utxos("X"), exported(wallet));
  await onX(await signed(fromX));
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

const stake = { weight: 2_000n * avax, shares: 20_000 };
const currentOf = async (node: Asked, nodeIDs: readonly string[]): Promise<readonly { readonly startTime: string }[]> =>
  (await node.ask("/ext/bc/P", "platform.getCurrentValidators", { nodeIDs })).validators;

/** The node validates for a few seconds, and gets its reward. Another one, which does not exist, gets none. */
export async function stakeShortly(node: Served) {
  const wallet = await openWallet(node);
  const { nodeId, signer } = await identityOf(node);
  await addValidator(wallet, { ...stake, nodeId, signer, seconds: 5n });
  await addValidator(wallet, { ...stake, nodeId: missing, signer: signerOf(missing), seconds: 5n });
  await eventually("the end of the periods", async () => {
    const validators = await currentOf(node, [nodeId, missing]);
    return validators.length === 0 || undefined;
  });
}

/** After Helicon: one validator renews itself without end, and `peer`, which is connected, has renewed itself once. */
export async function stakePermanently(node: Served, peer: Asked) {
  const wallet = await openWallet(node);
  const renew = (identity: Identity, seconds: bigint) =>
    addRenewedValidator(wallet, { ...stake, ...identity, compound: 500_000, seconds });
  await renew({ nodeId: nodeIdOf("renewed"), signer: signerOf("renewed") }, 86_400n);
  const connected = await identityOf(peer);
  await renew(connected, 15n); // on a busy machine the uptime counts a second late
  const startOf = async () => (await currentOf(node, [connected.nodeId]))[0]?.startTime;
  const first = await eventually("the first period", startOf);
  await eventually("the second period", async () => Number(await startOf()) > Number(first) || undefined);
}

/** What a populated node still lacks of what the rules look for. */
export async function prepare(node: Served, wallet: Wallet) {
  const ledgers = createLedgers(node, wallet);
  await transfer(wallet, ...scattered(wallet));
  await exportToX(wallet);
  await fillPagesOfP(wallet);
  await wallet.onX(scattered(wallet));
  await importBothWays(wallet, ledgers);
  await createAsset(wallet, ledgers);
  await fillPagesOfX(wallet);
}
