/** Values that mean the same to every node, and the forms in which values come. */
import assert from "node:assert/strict";
import { addressError, idError, nodeIdError } from "../../src/node-api/ids.ts";

/** IDs that no chain has. */
export const unknownId = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
export const unknownNode = "NodeID-EVyc3N1qZpLTsmk1xDhUU3WfZmJ9MCABV";
/** The same with another last character. */
export const wrongChecksum = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddU";
/** 20 bytes without a known key. */
export const strangerBytes = Buffer.from("c0ffee0000000000000000000000000000c0ffee", "hex");

export const badArgument =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

export function assertDecimal(...values: unknown[]) {
  for (const value of values) {
    assert.equal(typeof value, "string", `${value} is a string`);
    assert.match(String(value), /^(0|[1-9]\d*)$/);
  }
}
export function assertNumber(...values: unknown[]) {
  for (const value of values) assert.match(typeof value, /^(number|bigint)$/, `${value} is a number`);
}
export function assertId(...ids: string[]) {
  for (const id of ids) assert.equal(idError(id), undefined, `${id} is an ID in cb58`);
}
export function assertNodeId(...ids: string[]) {
  for (const id of ids) assert.equal(nodeIdError(id), undefined, `${id} is a node ID`);
}
export function assertAddress(chain: string, ...addresses: string[]) {
  for (const address of addresses) {
    assert.ok(address.startsWith(`${chain}-`), `${address} is an address of the chain ${chain}`);
    assert.equal(addressError(address), undefined, `${address} is an address`);
  }
}
/** RFC 3339, with Z or an offset. */
export const assertTime = (text: string) =>
  assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/);
export const assertHex = (text: string) => assert.match(text, /^0x([0-9a-f]{2})+$/);

export const sum = (values: readonly (bigint | number | string)[]) =>
  values.reduce<bigint>((total, value) => total + BigInt(value), 0n);
