/** Requests of a client: an unsigned transfer, and parameters that exist on a chain. */
import type { RpcMethodName } from "../../../src/api/contract.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { identify, shortIdOf, toBytes } from "../../../src/simulator/codec/combinators.ts";
import { toHex } from "../../../src/simulator/codec/hex.ts";
import { transferTo } from "../../../src/simulator/ledger/genesis.ts";
import { codecs, txsOf, type Utxo, type UtxoChain } from "../../../src/simulator/ledger/types.ts";
import { createWallet, sumOf } from "../../../src/simulator/ledger/wallet.ts";

const fee = 2_000_000n;

/** Returns a transfer of some outputs to one address, as hex. */
export function transferOf(chain: Chain, name: UtxoChain, spent: readonly Utxo[], to: string, burned = fee) {
  const { network, names, ledger } = chain;
  const { base, signed } = createWallet({ ledger: ledger.at(name, chain.now()), network, names });
  const outputs = [transferTo([to], sumOf(spent) - burned)];
  const { tx, txID } = signed({ type: "BaseTx", ...base(spent, outputs) }, spent);
  return { txID, hex: toHex(toBytes(codecs[name].tx, tx)) };
}

/** Returns the newest output that the owner alone can spend. */
export function newestOf(chain: Chain, name: UtxoChain, address: string): Utxo {
  const all = [...chain.ledger.at(name, chain.now()).utxos.ownedBy(address)];
  const isFree = ({ output }: Utxo) =>
    output.type === "TransferOutput" && output.locktime === 0n && output.addresses.length === 1;
  const found = all.filter((utxo) => isFree(utxo) && utxo.assetID === chain.network.avax).at(-1);
  if (!found) throw new Error(`${address} has nothing`);
  return found;
}

/** ID of a transaction in the newest block that has one. */
function newestTx(chain: Chain, name: UtxoChain): string {
  const { blockStore } = chain.ledger.at(name, chain.now());
  for (let height = blockStore.height(); height > 0; height--) {
    const block = blockStore.at(height);
    const [tx] = block ? txsOf(block) : [];
    if (tx) return identify(codecs[name].tx, tx);
  }
  throw new Error("no block has a transaction");
}

const holder = ({ names }: Chain, name: UtxoChain) => names.owner(3).addresses[0]?.replace(/^P/, name) ?? "";
const firstContainer = (chain: Chain, name: UtxoChain) => ({
  id: chain.ledger.at(name, chain.now()).blockStore.containers.at(0)?.id,
});
const paramsOf = {
  getBlock: (chain: Chain, name: UtxoChain) => ({ blockID: chain.ledger.at(name, chain.now()).blockStore.lastId() }),
  getTx: (chain: Chain, name: UtxoChain) => ({ txID: newestTx(chain, name), encoding: "json" }),
  getUTXOs: (chain: Chain, name: UtxoChain) => ({ addresses: [holder(chain, name)] }),
  getBalance: (chain: Chain, name: UtxoChain) => {
    const address = holder(chain, name);
    return name === "P" ? { addresses: [address] } : { address, assetID: "AVAX" };
  },
  getAllBalances: (chain: Chain, name: UtxoChain) => ({ address: holder(chain, name) }),
  getStake: (chain: Chain, name: UtxoChain) => ({ addresses: [holder(chain, name)] }),
  issueTx(chain: Chain, name: UtxoChain) {
    const own = shortIdOf(holder(chain, name));
    return { tx: transferOf(chain, name, [newestOf(chain, name, own)], own).hex };
  },
  getContainerByID: firstContainer,
  getIndex: firstContainer,
} satisfies Readonly<Record<string, (chain: Chain, name: UtxoChain) => object>>;

/** Parameters of methods whose example is from another chain. */
export function ledgerParams(chain: Chain, method: RpcMethodName): object | undefined {
  const [service, name = ""] = method.split(".");
  if (service === "eth") return undefined;
  const params = (paramsOf as Partial<Record<string, (chain: Chain, name: UtxoChain) => object>>)[name];
  return params?.(chain, service === "avm" || service === "wallet" ? "X" : "P");
}
