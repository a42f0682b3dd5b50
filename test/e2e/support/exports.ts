/** Exports to an address without an import: from each chain of the primary network to the others. */
import { addTxSignatures, evm, pvm, utils } from "@avalabs/avalanchejs";
import { checksum } from "../../../src/node-api/ids.ts";
import { type Served, servesC } from "./avalanche-node.ts";
import { sender } from "./evm-transactions.ts";
import { eventually } from "./programs.ts";
import { key, type Wallet } from "./wallet.ts";

const avax = 10n ** 9n;
/** Above every fee of an atomic transaction of these tests. */
const fee = avax / 100n;

async function exportFromC(
  node: Served,
  { context, addressOn }: Wallet,
  amount: bigint,
  to: Uint8Array,
  chain: "P" | "X",
) {
  const nonce = BigInt(await node.ask("/ext/bc/C/rpc", "eth_getTransactionCount", [sender, "latest"]));
  const destination = chain === "P" ? context.pBlockchainID : context.xBlockchainID;
  const unsignedTx = evm.newExportTx(context, amount, destination, utils.hexToBuffer(sender), [to], fee, nonce);
  await addTxSignatures({ unsignedTx, privateKeys: [key] });
  const bytes = Buffer.from((unsignedTx.getSignedTx() as unknown as { toBytes(): Uint8Array }).toBytes());
  const tx = `0x${Buffer.concat([bytes, checksum(bytes)]).toString("hex")}`;
  await node.ask("/ext/bc/C/avax", "avax.issueTx", { tx });
  const wanted = { addresses: [addressOn(chain, to)], sourceChain: "C" };
  await eventually(`the export from C to ${chain}`, async () => {
    const { numFetched } = await node.ask(`/ext/bc/${chain}`, `${chain === "P" ? "platform" : "avm"}.getUTXOs`, wanted);
    return Number(numFetched) > 0 || undefined;
  });
}

export async function exportEverywhere(node: Served, wallet: Wallet, to: Uint8Array) {
  const { context, output } = wallet;
  const outputs = [output(13n * avax + 3n, to), output(17n * avax, to)];
  await wallet.onP((common) =>
    pvm.newExportTx({ ...common, destinationChainId: context.xBlockchainID, outputs }, context),
  );
  await wallet.onX([output(19n * avax + 5n, to)], context.pBlockchainID);
  const toC = { destinationChainId: context.cBlockchainID, outputs: [output(31n * avax + 9n, to)] };
  await wallet.onP((common) => pvm.newExportTx({ ...common, ...toC }, context));
  await wallet.onX([output(37n * avax, to)], context.cBlockchainID);
  if (!(await servesC(node))) return;
  await exportFromC(node, wallet, 23n * avax + 7n, to, "P");
  await exportFromC(node, wallet, 29n * avax, to, "X");
}
