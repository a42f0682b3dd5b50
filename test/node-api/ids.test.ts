import { bech32 } from "@scure/base";
import { describe, expect, test } from "vitest";
import {
  addressError,
  emptyNodeId,
  fromCb58,
  idError,
  nodeIdError,
  primaryNetwork,
  toCb58,
  toNodeId,
} from "../../src/node-api/ids.ts";
import { fc } from "../support/random.ts";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Replaces one character of the text by another one of the alphabet. */
const changed = (text: string, characters: string, place: number, character: number, from = 0) => {
  const at = from + (place % (text.length - from));
  const others = characters.replace(text.charAt(at), "");
  return text.slice(0, at) + others.charAt(character % others.length) + text.slice(at + 1);
};

describe("cb58", () => {
  test("decodes to the encoded bytes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (all) => {
        expect(fromCb58(toCb58(all), all.length)).toEqual(Buffer.from(all));
      }),
    ));

  test("any changed character of an ID is detected", () =>
    fc.assert(
      fc.property(bytes(32), fc.nat(), fc.nat(), (all, place, character) => {
        expect(idError(changed(toCb58(all), alphabet, place, character))).toBeDefined();
      }),
    ));

  test("any changed character of a node ID is detected", () =>
    fc.assert(
      fc.property(bytes(20), fc.nat(), fc.nat(), (all, place, character) => {
        expect(nodeIdError(changed(toNodeId(all), alphabet, place, character, "NodeID-".length))).toBeDefined();
      }),
    ));

  test("32 zero bytes are the primary network", () => {
    expect(toCb58(new Uint8Array(32))).toBe(primaryNetwork);
  });

  test("20 zero bytes are the empty node ID", () => {
    expect(toNodeId(new Uint8Array(20))).toBe(emptyNodeId);
  });
});

describe("the error names the reason", () => {
  test.each([
    ["an ID", idError("2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT"), undefined],
    ["a mistyped ID", idError("2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddX"), /wrong checksum/],
    ["an ID with a zero", idError("0U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT"), /not in the base58 alphabet/],
    ["a node ID in place of an ID", idError(emptyNodeId.slice("NodeID-".length)), /is 20 bytes long, not 32/],
    ["a node ID with its prefix in place of an ID", idError(emptyNodeId), /^is a NodeID$/],
    [
      "an ID in place of a node ID",
      nodeIdError(primaryNetwork),
      /^is not a NodeID: it is the ID of a subnet, chain or/,
    ],
    ["a node ID", nodeIdError("NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"), undefined],
    ["a node ID without its prefix", nodeIdError("7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"), /does not begin with NodeID-/],
    ["an address", addressError("P-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"), undefined],
    [
      "an address of a chain by ID",
      addressError(`${primaryNetwork}-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c`),
      undefined,
    ],
    [
      "an address without chain",
      addressError("fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"),
      /is not a chain, a hyphen/,
    ],
    ["a mistyped address", addressError("P-local1ywzvrftfqexh5g6qa9zyrytj6pqdfetzvnny4s"), /wrong checksum/],
    [
      "a short address",
      addressError(`P-${bech32.encode("avax", bech32.toWords(new Uint8Array(4)))}`),
      /is 4 bytes long/,
    ],
  ])("%s", (_what, message, expected) => {
    if (expected === undefined) expect(message).toBeUndefined();
    else expect(message).toMatch(expected);
  });
});

test("any changed character of an address is detected", () =>
  fc.assert(
    fc.property(bytes(20), fc.nat(), fc.nat(), (all, place, character) => {
      const text = `X-${bech32.encode("avax", bech32.toWords(all))}`;
      const typo = changed(text, "qpzry9x8gf2tvdw0s3jn54khce6mua7l", place, character, "X-avax1".length);
      expect([addressError(text), addressError(typo)]).toEqual([undefined, expect.any(String)]);
    }),
  ));
