/** Unspent outputs, and the pages in which a node returns them. */
import { fromCb58, primaryNetwork } from "../../node-api/ids.ts";
import { type Codec, toBytes } from "../codec/combinators.ts";
import { utxoId } from "../codec/transferables.ts";
import { memo } from "../memo.ts";
import { ownedCopy } from "./block-store.ts";
import { keyOf, ownersOf, type Reference, type Utxo } from "./types.ts";

/** A UTXO's ID, and the address at which it was found. */
export type Position = { readonly address: string; readonly utxo: string };
export type Page = { readonly utxos: readonly Utxo[]; readonly end: Position };
type PageOf = {
  readonly addresses: readonly string[];
  readonly start: Position;
  readonly limit: number;
};

const noId = primaryNetwork;
const bytesOf = (address: string) => Buffer.from(fromCb58(address, 20));
const byBytes = (left: string, right: string) => Buffer.compare(bytesOf(left), bytesOf(right));

export function createUtxos(codec: Codec<Utxo>) {
  const all = new Map<string, Utxo>();
  const byOwner = new Map<string, Map<string, Utxo>>();
  const idOf = memo(utxoId, new WeakMap<Utxo, string>());
  /** The oldest first. */
  const ownedBy = (address: string): Iterable<Utxo> => byOwner.get(address)?.values() ?? [];

  /** Returns the UTXOs after `start`, or from it on; all if it does not exist. */
  function from(address: string, start: string, inclusive: boolean): Utxo[] {
    const newestFirst = [...ownedBy(address)].reverse();
    const at = start === noId ? -1 : newestFirst.findIndex((utxo) => idOf(utxo) === start);
    return newestFirst.slice(at === -1 || inclusive ? Math.max(at, 0) : at + 1);
  }

  /** Address by address, in the order of their bytes. An `inclusive` page begins with the last of the previous page. */
  function page({ addresses, start, limit }: PageOf, inclusive: boolean): Page {
    const found = new Set<Utxo>();
    let end = start;
    for (const address of [...new Set(addresses)].sort(byBytes)) {
      const order = byBytes(address, start.address);
      if (order < 0) continue;
      const begin = order === 0 ? start.utxo : noId;
      end = { address, utxo: inclusive ? begin : end.utxo };
      const most = inclusive ? undefined : limit;
      for (const utxo of from(address, begin, inclusive).slice(0, most)) {
        end = { address, utxo: idOf(utxo) };
        found.add(utxo);
        if (found.size >= limit) return { utxos: [...found], end };
      }
    }
    return { utxos: [...found], end };
  }

  return {
    add(utxo: Utxo) {
      const key = keyOf(utxo);
      all.set(key, utxo);
      for (const address of ownersOf(utxo.output).addresses) {
        const theirs = byOwner.get(address) ?? new Map<string, Utxo>();
        byOwner.set(address, theirs.set(key, utxo));
      }
    },
    get: (of: Reference): Utxo | undefined => all.get(keyOf(of)),
    remove(of: Reference) {
      const utxo = all.get(keyOf(of));
      all.delete(keyOf(of));
      for (const address of utxo ? ownersOf(utxo.output).addresses : []) byOwner.get(address)?.delete(keyOf(of));
    },
    /** Oldest first. */
    all: (): Iterable<Utxo> => all.values(),
    ownedBy,
    page,
    /** Returns all UTXOs of these addresses, each once. */
    of: (addresses: readonly string[]): readonly Utxo[] =>
      page({ addresses, start: { address: emptyAddress, utxo: noId }, limit: Number.POSITIVE_INFINITY }, false).utxos,
    idOf,
    bytesOf: memo((utxo) => ownedCopy(toBytes(codec, utxo)), new WeakMap<Utxo, Buffer>()),
  };
}
export type Utxos = ReturnType<typeof createUtxos>;

/** 20 zero bytes. */
export const emptyAddress = "111111111111111111116DBWJs";
