/** Reads a transaction from the node's JSON by the names of its members, independent of the tables.
 *  No locked output is recorded. */
import { shortIdOf } from "../../../src/simulator/codec/combinators.ts";

type Members = Readonly<Record<string, unknown>>;

const uint64s = /^(amount|locktime|start|end|weight|balance)$/;
const jsonOnly = /^(fxID|id)$/;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function kindOf(name: string, part: Members): object {
  if (name === "output") return { type: "TransferOutput", ...membersOf(part) };
  if (name === "input") return { type: "TransferInput", ...membersOf(part) };
  if (name === "signer") return { type: "ProofOfPossession", ...membersOf(part) };
  if (name === "validators") return { ...membersOf(part), signer: membersOf(part["signer"] as Members) };
  return membersOf(part);
}

function memberOf(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => memberOf(name, each));
  if (isMembers(value)) return kindOf(name, value);
  if (uint64s.test(name)) return BigInt(value as number | bigint);
  if (typeof value !== "string") return value;
  if (name === "genesisData") return Buffer.from(value, "base64");
  if (name === "addresses") return value.includes("-") ? shortIdOf(value) : value;
  return value.startsWith("0x") ? Buffer.from(value.slice(2), "hex") : value;
}

const membersOf = (all: Members): object =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !jsonOnly.test(name))
      .map(([name, value]) => [name, memberOf(name, value)]),
  );

/** A signed transaction of a type. */
export const txFromRecorded = (type: string, { unsignedTx, ...rest }: Members): unknown => ({
  unsignedTx: { type, ...membersOf(unsignedTx as Members) },
  ...membersOf(rest),
});
