/** Signs and issues transactions with the local network's public test key, which its genesis gives millions of AVAX. */
import {
  addTxSignatures,
  avm,
  type Context,
  pvm,
  secp256k1,
  TransferableOutput,
  type UnsignedTx,
  utils,
} from "@avalabs/avalanchejs";
import type { Asked, Served } from "./avalanche-node.ts";
import { eventually } from "./programs.ts";

export const key = utils.base58check.decode("ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN");
export const owner = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));

export type Wallet = Awaited<ReturnType<typeof openWallet>>;

export async function openWallet(node: Served) {
  const { weights } = await node.ask("/ext/bc/P", "platform.getFeeConfig");
  const context = await contextOf(node, weights);
  const addressOn = (chain: "P" | "X" | "C", address: Uint8Array) => utils.format(chain, context.hrp, address);
  const p = new pvm.PVMApi(node.url);
  const x = new avm.AVMApi(node.url);
  /** Ends when it is accepted: the next one can spend what this one leaves. */
  async function issue(chain: "P" | "X", unsigned: UnsignedTx): Promise<string> {
    await sign(unsigned);
    const { txID } = await (chain === "P" ? p : x).issueSignedTx(unsigned.getSignedTx());
    const method = chain === "P" ? "platform.getTxStatus" : "avm.getTxStatus";
    await eventually(`transaction ${txID}`, async () => {
      const { status } = await node.ask(`/ext/bc/${chain}`, method, { txID });
      return status === "Committed" || status === "Accepted" || undefined;
    });
    return txID;
  }
  return {
    context,
    addressOn,
    output: (amount: bigint, to: Uint8Array, locktime?: bigint) =>
      TransferableOutput.fromNative(context.avaxAssetID, amount, [to], locktime),
    /** Issues what `build` makes of the parameters that every transaction of the P-Chain has. */
    async onP(build: (common: Common, context: Context.Context) => UnsignedTx): Promise<string> {
      const { utxos } = await p.getUTXOs({ addresses: [addressOn("P", owner)] });
      const feeState = Object.assign(await p.getFeeState(), { capacity: await gasCapacity(node) });
      return issue("P", build({ feeState, fromAddressesBytes: [owner], utxos }, context));
    },
    /** Exports the outputs if there is a destination. */
    async onX(outputs: TransferableOutput[], destination?: string): Promise<string> {
      const { utxos } = await x.getUTXOs({ addresses: [addressOn("X", owner)] });
      if (destination === undefined) return issue("X", avm.newBaseTx(context, [owner], utxos, outputs));
      return issue("X", avm.newExportTx(context, destination, [owner], utxos, outputs));
    },
  };
}

/** Returns the gas of this moment. The node has the gas after the last block, to which some is added with each second. */
async function gasCapacity({ ask }: Asked): Promise<bigint> {
  const { maxCapacity, maxPerSecond } = await ask("/ext/bc/P", "platform.getFeeConfig");
  const { capacity, timestamp } = await ask("/ext/bc/P", "platform.getFeeState");
  const seconds = Math.floor((Date.now() - Date.parse(timestamp)) / 1000);
  return BigInt(Math.min(maxCapacity, capacity + maxPerSecond * seconds));
}

const localId = 12_345;

/** Makes no call to the X-Chain, in contrast to the library. */
async function contextOf(node: Served, weights: readonly number[]): Promise<Context.Context> {
  const idOf = async (alias: string) => (await node.ask("/ext/info", "info.getBlockchainID", { alias })).blockchainID;
  const { txFee, createAssetTxFee } = await node.ask("/ext/info", "info.getTxFee");
  const { assetID } = await node.ask("/ext/bc/P", "platform.getStakingAssetID");
  const networkID = Number((await node.ask("/ext/info", "info.getNetworkID")).networkID);
  return {
    networkID,
    hrp: networkID === localId ? "local" : "custom",
    xBlockchainID: await idOf("X"),
    pBlockchainID: await idOf("P"),
    cBlockchainID: await idOf("C"),
    avaxAssetID: assetID,
    baseTxFee: BigInt(txFee),
    createAssetTxFee: BigInt(createAssetTxFee),
    platformFeeConfig: { weights },
  };
}

type Common = Pick<Parameters<typeof pvm.newBaseTx>[0], "feeState" | "fromAddressesBytes" | "utxos">;

/** The library signs for the inputs alone: what else must be signed for (the right to change a subnet) it leaves at zeros. */
async function sign(unsigned: UnsignedTx) {
  await addTxSignatures({ unsignedTx: unsigned, privateKeys: [key] });
  const signature = await secp256k1.sign(unsigned.toBytes(), key);
  unsigned.getCredentials().forEach((credential, i) => {
    credential.getSignatures().forEach((given, j) => {
      if (/^0x0+$/.test(given)) unsigned.addSignatureAt(signature, i, j);
    });
  });
}
