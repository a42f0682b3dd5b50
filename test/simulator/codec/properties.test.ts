import { describe, expect, test } from "vitest";
import { primaryNetwork } from "../../../src/api/ids.ts";
import { parseJson } from "../../../src/rpc/json.ts";
import {
  type Codec,
  CodecError,
  fixed,
  fromBytes,
  id,
  idOf,
  nodeId,
  shortId,
  string,
  toBytes,
} from "../../../src/simulator/codec/combinators.ts";
import { type Container, container, containerId } from "../../../src/simulator/codec/containers.ts";
import { pBlock, pOutput, pTx, pUnsignedTx, pUtxo } from "../../../src/simulator/codec/p-chain.ts";
import { xBlock, xTx, xUnsignedTx, xUtxo } from "../../../src/simulator/codec/x-chain.ts";
import { toJson } from "../../../src/simulator/json.ts";
import { fc, runs } from "../../support/random.ts";
import { valuesOf } from "./arbitrary.ts";

const chain = { alias: "P", hrp: "local" };
const each = (variants: Readonly<Record<string, readonly [number, unknown]>>, of: string) =>
  Object.entries(variants).map(([type, [, codec]]) => [`${of} ${type}`, codec] as const);
const codecs = [
  ...each(pUnsignedTx.variants, "P"),
  ...each(pBlock.variants, "P"),
  ...each(xUnsignedTx.variants, "X"),
  ...each(container.variants, "proposervm"),
  ...Object.entries({ pUnsignedTx, pTx, pBlock, pUtxo, pOutput, xUnsignedTx, xTx, xBlock, xUtxo, container }),
] as unknown as readonly (readonly [string, Codec<unknown>])[];

const options = { numRuns: runs(20) };

/** Returns the value, or undefined if the bytes are rejected. Throws any other error. */
function attempt(codec: Codec<unknown>, bytes: Uint8Array): unknown {
  try {
    return fromBytes(codec, bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

describe.each(codecs)("%s", (_name, codec) => {
  const values = valuesOf(codec);

  test("is decoded unchanged from its bytes", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(fromBytes(codec, toBytes(codec, value))).toEqual(value);
      }),
      options,
    );
  });

  test("has JSON that contains all of its members", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = toJson(codec.toJson(value, chain));
        expect(toJson(parseJson(text))).toBe(text);
      }),
      options,
    );
  });

  test("is rejected if bytes are missing or left over", () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 9 }), (value, cut, more) => {
        const bytes = toBytes(codec, value);
        expect(() => fromBytes(codec, bytes.subarray(0, cut % bytes.length))).toThrow(CodecError);
        expect(() => fromBytes(codec, Buffer.concat([bytes, more]))).toThrow(
          `trailing buffer space: read ${bytes.length} provided ${bytes.length + more.length}`,
        );
      }),
      options,
    );
  });

  test("is never decoded from bytes that it would not encode", () => {
    const damaged = fc.tuple(values, fc.nat(), fc.nat(255)).map(([value, at, byte]) => {
      const bytes = toBytes(codec, value);
      bytes[at % bytes.length] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
        const value = attempt(codec, bytes);
        if (value !== undefined) expect(toBytes(codec, value).equals(bytes)).toBe(true);
      }),
      options,
    );
  });
});

test("a container's ID is that of its bytes up to the signature; an option has none", () => {
  const containers = valuesOf(container) as fc.Arbitrary<Container>;
  fc.assert(
    fc.property(containers, (value) => {
      const bytes = toBytes(container, value);
      const end = value.type === "Option" ? bytes.length : bytes.length - value.signature.length - 4;
      expect(containerId(value)).toBe(idOf(bytes.subarray(0, end)));
      if (value.type !== "Option") expect(bytes.subarray(end + 4)).toEqual(value.signature);
    }),
  );
});

test("an option has its parent and the block", () => {
  const option = { type: "Option", parentID: primaryNetwork, block: Buffer.of(7, 8) } as const;
  expect(toBytes(container, option).toString("hex")).toBe(`000000000001${"00".repeat(32)}000000020708`);
});

test.each([
  ["id", id, "nope", "is too short for an ID"],
  ["node ID", nodeId, primaryNetwork, "has no NodeID-"],
  ["short ID", shortId, primaryNetwork, "is 32 bytes long, not 20"],
])("%s: an invalid value is not encoded", (_name, codec, text, fault) => {
  expect(() => toBytes(codec, text)).toThrow(new CodecError(`"${text}" ${fault}`));
});

test("a signature that is too short is not encoded", () => {
  expect(() => toBytes(fixed(65), Buffer.alloc(64))).toThrow(new CodecError("expected 65 bytes, not 64"));
});

test.each([
  ["", "couldn't unpack codec version"],
  ["00", "couldn't unpack codec version"],
  ["000100000022", "unknown codec version"],
  ["0000", "couldn't unmarshal interface: packer has insufficient length for input"],
  ["000000000006", "couldn't unmarshal interface: unknown type ID 6"],
  ["0000000000220000", "couldn't unmarshal uint32: packer has insufficient length for input"],
  ["00000000002200003039", "packer has insufficient length for input"],
  [`00000000002200003039${"00".repeat(32)}`, "couldn't unmarshal slice: packer has insufficient length for input"],
])("0x%s: %s", (hex, message) => {
  expect(() => fromBytes(pTx, Buffer.from(hex, "hex"))).toThrow(new CodecError(message));
});

test("a byte order mark is part of the text", () => {
  expect(fromBytes(string, toBytes(string, "\uFEFFa"))).toBe("\uFEFFa");
});

test("text that is not UTF-8 is refused", () => {
  const bytes = Buffer.concat([toBytes(string, "a").subarray(0, -1), Buffer.of(0xff)]);
  expect(() => fromBytes(string, bytes)).toThrow(CodecError);
});
