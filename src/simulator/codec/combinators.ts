/** AvalancheGo's linear codec: types made of types. Each knows its bytes, and how the node writes it in JSON. */
import { hash } from "node:crypto";
import { bech32 } from "@scure/base";
import { fromCb58, toCb58 } from "../../node-api/ids.ts";
import { asNumber } from "../formats.ts";

/** Error about invalid bytes (with AvalancheGo's text) or an invalid value. */
export class CodecError extends Error {
  override readonly name = "CodecError";
}

/** Chain and network of addresses, as in P-avax1…. */
export type Chain = { readonly alias: string; readonly hrp: string };
/** `id` is that of the transaction or block being written. */
type Context = Chain & { readonly id?: string };

type Reader = {
  readonly take: (length: number, kind?: string) => Buffer;
  /** Bytes taken so far. */
  readonly taken: () => number;
};

export type Codec<T> = {
  readonly encode: (value: T) => Uint8Array;
  readonly decode: (from: Reader) => T;
  readonly toJson: (value: T, context: Context) => unknown;
};
export type AnyCodec = Omit<Codec<unknown>, "encode" | "toJson"> & {
  readonly encode: (value: never) => Uint8Array;
  readonly toJson: (value: never, context: Context) => unknown;
};
export type Value<C extends AnyCodec> = ReturnType<C["decode"]>;

function readerOf(bytes: Uint8Array): Reader {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  return {
    take(length, kind) {
      if (length > all.length - at) {
        const message = "packer has insufficient length for input";
        throw new CodecError(kind ? `couldn't unmarshal ${kind}: ${message}` : message);
      }
      at += length;
      return all.subarray(at - length, at);
    },
    taken: () => at,
  };
}

const uint = (bits: 8 | 16 | 32): Codec<number> => {
  const length = bits / 8;
  const kind = `uint${bits}`;
  return {
    encode(value) {
      const bytes = Buffer.alloc(length);
      bytes.writeUIntBE(value, 0, length);
      return bytes;
    },
    decode: (from) => from.take(length, kind).readUIntBE(0, length),
    toJson: (value) => value,
  };
};
export const uint8 = uint(8);
const uint16 = uint(16);
export const uint32 = uint(32);

export const uint64: Codec<bigint> = {
  encode(value) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return bytes;
  },
  decode: (from) => from.take(8, "uint64").readBigUInt64BE(),
  toJson: asNumber,
};

const hexadecimal = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;

export const fixed = (length: number): Codec<Uint8Array> => ({
  encode(value) {
    if (value.length !== length) throw new CodecError(`expected ${length} bytes, not ${value.length}`);
    return value;
  },
  decode: (from) => from.take(length),
  toJson: hexadecimal,
});

const count = (from: Reader) => from.take(4, "slice").readUInt32BE();

export const bytes: Codec<Uint8Array> = {
  encode: (value) => Buffer.concat([uint32.encode(value.length), value]),
  decode: (from) => from.take(count(from)),
  toJson: hexadecimal,
};
/** Bytes that Go's JSON encodes as base64. */
export const base64: typeof bytes = { ...bytes, toJson: (value) => Buffer.from(value).toString("base64") };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
export const string: Codec<string> = {
  encode(value) {
    const text = Buffer.from(value);
    return Buffer.concat([uint16.encode(text.length), text]);
  },
  decode(from) {
    const text = from.take(from.take(2, "string").readUInt16BE(), "string");
    try {
      return utf8.decode(text);
    } catch (cause) {
      throw new CodecError("couldn't unmarshal string: not UTF-8", { cause });
    }
  },
  toJson: (value) => value,
};

function cb58(length: number, prefix = ""): Codec<string> {
  return {
    encode(value) {
      const read = value.startsWith(prefix) ? fromCb58(value.slice(prefix.length), length) : `has no ${prefix}`;
      if (typeof read === "string") throw new CodecError(`"${value}" ${read}`);
      return read;
    },
    decode: (from) => prefix + toCb58(from.take(length)),
    toJson: (value) => value,
  };
}
export const id = cb58(32);
export const nodeId = cb58(20, "NodeID-");
/** An address without chain and network. */
export const shortId = cb58(20);
/** An address as bytes; in JSON with its chain and network. */
export const address: typeof shortId = {
  ...shortId,
  toJson: (value, { alias, hrp }) => `${alias}-${bech32.encode(hrp, bech32.toWords(shortId.encode(value)))}`,
};
/** Parses a well-formed address. */
export const shortIdOf = (text: string): string => {
  const { words } = bech32.decode(text.slice(text.indexOf("-") + 1) as `${string}1${string}`);
  return toCb58(bech32.fromWords(words));
};

export const list = <C extends AnyCodec>(item: C): Codec<readonly Value<C>[]> => ({
  encode: (value) => Buffer.concat([uint32.encode(value.length), ...value.map((each) => item.encode(each as never))]),
  decode(from) {
    const items: Value<C>[] = [];
    for (let left = count(from); left > 0; left--) items.push(item.decode(from) as Value<C>);
    return items;
  },
  toJson: (value, context) => value.map((each) => item.toJson(each as never, context)),
});

/** A list that the node writes as Go's nil if it is empty. */
export const nullIfEmpty = <T extends readonly unknown[], C extends Codec<T>>(codec: C & Codec<T>): C => ({
  ...codec,
  toJson: (value, context) => (value.length === 0 ? null : codec.toJson(value, context)),
});

/** A member that is only in the JSON. */
type JsonOnly = { readonly shown: (context: Context) => unknown };
export const jsonOnly = (member: JsonOnly["shown"]): JsonOnly => ({ shown: member });
/** ID of the enclosing `identified` codec. */
export const ownId = jsonOnly((context) => context.id);

/** A member that is only in the bytes. */
export const bytesOnly = <C extends AnyCodec>(codec: C): C => ({ ...codec, toJson: () => undefined });

type Fields = Readonly<Record<string, AnyCodec | JsonOnly>>;
type Stored<F extends Fields> = {
  readonly [K in keyof F as F[K] extends AnyCodec ? K : never]: F[K] extends AnyCodec ? Value<F[K]> : never;
};

/** Members in the order in which both the bytes and the JSON have them. */
export function struct<F extends Fields>(fields: F): Codec<Stored<F>> {
  const all = Object.entries(fields);
  const stored = all.filter((field): field is [string, AnyCodec] => !("shown" in field[1]));
  type Members = Readonly<Record<string, never>>;
  return {
    encode: (value) => Buffer.concat(stored.map(([name, codec]) => codec.encode((value as Members)[name] as never))),
    decode: (from) => Object.fromEntries(stored.map(([name, codec]) => [name, codec.decode(from)])) as Stored<F>,
    toJson(value, context) {
      const write = (name: string, field: AnyCodec | JsonOnly) =>
        "shown" in field ? field.shown(context) : field.toJson((value as Members)[name] as never, context);
      const members = all.map(([name, field]) => [name, write(name, field)] as const);
      return Object.fromEntries(members.filter(([, member]) => member !== undefined));
    },
  };
}

/** Sorts the JSON members by name, as Go does for maps. */
export const sortedByName = <T>(codec: Codec<T>): Codec<T> => ({
  ...codec,
  toJson(value, context) {
    const members = Object.entries(codec.toJson(value, context) as object);
    return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
  },
});

const typeId = (from: Reader) => from.take(4, "interface").readUInt32BE();
const unknownType = (found: number) => new CodecError(`couldn't unmarshal interface: unknown type ID ${found}`);

/** An interface that only one type implements. */
export const tagged = <C extends AnyCodec>(tag: number, inner: C): Codec<Value<C>> => ({
  encode: (value) => Buffer.concat([uint32.encode(tag), inner.encode(value as never)]),
  decode(from) {
    const found = typeId(from);
    if (found !== tag) throw unknownType(found);
    return inner.decode(from) as Value<C>;
  },
  toJson: (value, context) => inner.toJson(value as never, context),
});

type Variants = Readonly<Record<string, readonly [tag: number, AnyCodec]>>;
type OneOf<V extends Variants> = { [K in keyof V & string]: { readonly type: K } & Value<V[K][1]> }[keyof V & string];

/** An interface that several types implement: their type IDs by name. */
export function union<const V extends Variants>(variants: V): Codec<OneOf<V>> {
  const byTag = new Map(Object.entries(variants).map(([type, [tag, codec]]) => [tag, { type, codec }]));
  const variantOf = ({ type }: { readonly type: string }) => variants[type] as Variants[string];
  return {
    encode(value) {
      const [tag, codec] = variantOf(value);
      return Buffer.concat([uint32.encode(tag), codec.encode(value as never)]);
    },
    decode(from) {
      const tag = typeId(from);
      const variant = byTag.get(tag);
      if (!variant) throw unknownType(tag);
      return { type: variant.type, ...(variant.codec.decode(from) as object) } as OneOf<V>;
    },
    toJson: (value, context) => variantOf(value)[1].toJson(value as never, context),
  };
}

const version = 0;

export const toBytes = <T>(codec: Codec<T>, value: T): Buffer =>
  Buffer.concat([uint16.encode(version), codec.encode(value)]);

/** Decodes a value from all bytes. Throws CodecError if bytes are left. */
export function fromBytes<T>(codec: Codec<T>, all: Uint8Array): T {
  if (all.length < 2) throw new CodecError("couldn't unpack codec version");
  const from = readerOf(all);
  if (uint16.decode(from) !== version) throw new CodecError("unknown codec version");
  const value = codec.decode(from);
  const read = from.taken();
  if (read !== all.length) throw new CodecError(`trailing buffer space: read ${read} provided ${all.length}`);
  return value;
}

export const idOf = (of: Uint8Array): string => toCb58(hash("sha256", of, "buffer"));
/** Returns the ID of a transaction or block. */
export const identify = <T>(codec: Codec<T>, value: T): string => idOf(toBytes(codec, value));

/** Provides the ID of the value to `ownId` when writing JSON. */
export const identified = <T, C extends Codec<T>>(codec: C & Codec<T>): C => ({
  ...codec,
  toJson: (value, context) => codec.toJson(value, { ...context, id: identify(codec, value) }),
});
