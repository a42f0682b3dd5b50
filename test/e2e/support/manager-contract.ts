/** A contract with the functions and the storage of the validator manager of icm-contracts, in code of the EVM. It is not that contract,
 *  whose license does not allow to add it here: it shows what is in its storage, and a call of two words writes the second one to
 *  the slot of the first one. */
import { managerFunctions } from "../../../src/protocol/validator-manager.ts";
import { slots } from "./expected/l1-manager.ts";

type Code = readonly (number | bigint | { readonly to: string } | { readonly at: string })[];

const op = {
  ...{ and: 0x16, eq: 0x14, shr: 0x1c, calldataload: 0x35, calldatasize: 0x36, codecopy: 0x39 },
  ...{ mstore: 0x52, sload: 0x54, sstore: 0x55, jumpi: 0x57, jumpdest: 0x5b, push2: 0x61, push32: 0x7f },
  ...{ dup1: 0x80, return: 0xf3, revert: 0xfd, stop: 0x00 },
} as const;

const hex = (value: number | bigint, bytes: number) => value.toString(16).padStart(2 * bytes, "0");
/** Numbers are operations, big integers are pushed, `at` is a place and `to` pushes its position. */
function assemble(code: Code): string {
  const size = (part: Code[number]) =>
    typeof part === "bigint" ? 33 : typeof part === "number" || "at" in part ? 1 : 3;
  const places = new Map<string, number>();
  let position = 0;
  for (const part of code) {
    if (typeof part === "object" && "at" in part) places.set(part.at, position);
    position += size(part);
  }
  const bytes = code.map((part) => {
    if (typeof part === "number") return hex(part, 1);
    if (typeof part === "bigint") return hex(op.push32, 1) + hex(part, 32);
    return "at" in part ? hex(op.jumpdest, 1) : hex(op.push2, 1) + hex(places.get(part.to) ?? 0, 2);
  });
  return bytes.join("");
}

/** Bits of a slot, as a value. */
const field = (slot: bigint, position: bigint, bits: bigint): Code => [
  ...[slot, op.sload, position, op.shr, 2n ** bits - 1n, op.and],
];
const returned = (...fields: readonly Code[]): Code => [
  ...fields.flatMap((one, i) => [...one, BigInt(32 * i), op.mstore]),
  ...[BigInt(32 * fields.length), 0n, op.return],
];
const { settings, periodStart, weights, owner } = slots;
const total = field(weights, 64n, 64n);
const results: Readonly<Record<keyof typeof managerFunctions, Code>> = {
  totalWeight: returned(total),
  churnTracker: returned(
    ...[field(settings, 0n, 64n), field(settings, 64n, 8n), field(periodStart, 0n, 256n)],
    ...[field(weights, 0n, 64n), total, field(weights, 128n, 64n)],
  ),
  owner: returned(field(owner, 0n, 160n)),
};
const names = Object.keys(results) as (keyof typeof results)[];

export const managerCode = assemble([
  ...[op.calldatasize, 64n, op.eq, { to: "write" }, op.jumpi],
  ...[0n, op.calldataload, 224n, op.shr],
  ...names.flatMap(
    (name): Code => [...[op.dup1, BigInt(managerFunctions[name].selector), op.eq, { to: name }, op.jumpi]],
  ),
  ...[0n, 0n, op.revert],
  ...names.flatMap((name): Code => [{ at: name }, ...results[name]]),
  ...[{ at: "write" }, 32n, op.calldataload, 0n, op.calldataload, op.sstore, op.stop],
]);

/** Code that creates a contract with this code. */
export function creationOf(code: string): string {
  const copy = (start: bigint) => assemble([BigInt(code.length / 2), op.dup1, start, 0n, op.codecopy, 0n, op.return]);
  return copy(BigInt(copy(0n).length / 2)) + code;
}

/** A proxy that runs the code of another contract on its own storage (ERC-1167). */
export const proxyOf = (address: string) => `363d3d373d3d3d363d73${address}5af43d82803e903d91602b57fd5bf3`;

/** What the contract has in its storage. Weights of the L1's own unit. */
export type ManagerState = {
  readonly periodSeconds: bigint;
  readonly percent: bigint;
  readonly start: bigint;
  readonly initial: bigint;
  readonly total: bigint;
  readonly changed: bigint;
  readonly owner: bigint;
};
/** The values of the slots. */
export const storageOf = ({ periodSeconds, percent, start, initial, total, changed, owner }: ManagerState) =>
  new Map([
    [slots.settings, periodSeconds | (percent << 64n)],
    [slots.periodStart, start],
    [slots.weights, initial | (total << 64n) | (changed << 128n)],
    [slots.owner, owner],
  ]);
/** The call that writes a slot. */
export const writeOf = (slot: bigint, value: bigint) => hex(slot, 32) + hex(value, 32);
/** Storage as in a genesis. */
export const genesisStorage = (state: ManagerState) =>
  Object.fromEntries([...storageOf(state)].map(([slot, value]) => [`0x${hex(slot, 32)}`, `0x${hex(value, 32)}`]));
