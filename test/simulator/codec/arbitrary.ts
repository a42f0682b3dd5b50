/** Random values of any type, derived from its table. */

import { toCb58, toNodeId } from "../../../src/api/ids.ts";
import type { AnyCodec } from "../../../src/simulator/codec/combinators.ts";
import { fc } from "../../support/random.ts";

type Walked = AnyCodec & {
  readonly length?: number;
  readonly item?: AnyCodec;
  readonly inner?: AnyCodec;
  readonly fields?: Readonly<Record<string, AnyCodec | { readonly shown: unknown }>>;
  readonly variants?: Readonly<Record<string, readonly [tag: number, AnyCodec]>>;
};

const raw = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes): Uint8Array => Buffer.from(bytes));

type Leaves = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const leaves: Leaves = {
  uint8: fc.integer({ min: 0, max: 2 ** 8 - 1 }),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  bytes: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
  string: fc.string({ unit: "grapheme", maxLength: 9 }),
  id: raw(32).map(toCb58),
  nodeID: raw(20).map(toNodeId),
  shortID: raw(20).map(toCb58),
};

/** `instead` replaces the usual values, by kind; the kind of a fixed length is "array" and the length. */
export function valuesOf(codec: AnyCodec, instead: Leaves = {}): fc.Arbitrary<unknown> {
  const { kind, length, item, inner, fields, variants } = codec as Walked;
  const values = (of: AnyCodec) => valuesOf(of, instead);
  if (length !== undefined) return instead[`${kind}${length}`] ?? raw(length);
  if (item) return fc.array(values(item), { maxLength: 2 });
  if (inner) return values(inner);
  if (variants) {
    return fc.oneof(
      ...Object.entries(variants).map(([type, [, each]]) =>
        values(each).map((members) => ({ type, ...(members as object) })),
      ),
    );
  }
  if (fields) {
    const stored = Object.entries(fields).filter((field): field is [string, AnyCodec] => !("shown" in field[1]));
    return fc.record(Object.fromEntries(stored.map(([name, each]) => [name, values(each)])));
  }
  const leaf = instead[kind] ?? leaves[kind];
  if (!leaf) throw new Error(`no values of ${kind}`);
  return leaf;
}
