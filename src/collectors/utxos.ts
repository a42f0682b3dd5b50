/** AVAX in the UTXOs of addresses. */

import { maxUtxos, readUtxo, type TransferOutput } from "../node-api/chain-methods.ts";
import type { Params, Result } from "../node-api/contract.ts";
import { NodeError } from "../node-api/errors.ts";
import type { RunClient } from "./collector.ts";

/** A method that returns UTXOs in pages. */
type UtxoMethod = "platform.getUTXOs" | "avm.getUTXOs" | "avax.getUTXOs";
type Page = Pick<Params<"platform.getUTXOs">, "limit" | "encoding" | "startIndex">;
type ReadPage = (page: Page) => Promise<Result<UtxoMethod>>;

/** The node returns 1024 UTXOs per page. */
const maxPages = 32;

/** Reads all pages. UTXOs are distinct, because pages can overlap. */
async function readUtxos(method: UtxoMethod, readPage: ReadPage): Promise<readonly string[]> {
  const found = new Set<string>();
  let page: Page = { limit: maxUtxos, encoding: "hexnc" };
  for (let read = 0; read < maxPages; read++) {
    const { utxos, numFetched, endIndex } = await readPage(page);
    for (const utxo of utxos) found.add(utxo);
    if (numFetched < maxUtxos) return [...found];
    page = { ...page, startIndex: endIndex };
  }
  throw new NodeError(`more than ${maxPages * maxUtxos} UTXOs`, { code: "too_many_utxos" }, method);
}

/** Returns the outputs of an asset. Those of other types than transfers have no amount, and belong to no address alone. */
function* outputsIn(utxos: readonly string[], asset: string, method: UtxoMethod): Iterable<TransferOutput> {
  for (const text of utxos) {
    const utxo = readUtxo(text);
    if (utxo === undefined) throw new NodeError("utxos: expected the bytes of a UTXO", { code: "schema" }, method);
    if (utxo.output && utxo.assetID === asset) yield utxo.output;
  }
}

export const assetMethod = "platform.getStakingAssetID";
type Node = RunClient<typeof assetMethod>;

/** Returns a function that reads outputs in AVAX. The ID of AVAX never changes on a network, and is read once. */
export function createOutputReader() {
  let asset: Promise<string> | undefined;
  async function readAsset({ call }: Node): Promise<string> {
    try {
      asset ??= call(assetMethod, {}).then(({ assetID }) => assetID);
      return await asset;
    } catch (error) {
      asset = undefined;
      throw error;
    }
  }
  return async (node: Node, method: UtxoMethod, readPage: ReadPage): Promise<readonly TransferOutput[]> => {
    const utxos = await readUtxos(method, readPage);
    return utxos.length === 0 ? [] : [...outputsIn(utxos, await readAsset(node), method)];
  };
}
