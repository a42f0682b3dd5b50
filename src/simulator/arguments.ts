/** Arguments of every method, read as Go types: missing and null members have the zero value. The members are the parameters of the
 *  contract. */
import * as z from "zod";
import { contract, methodOf, type RpcMethodName } from "../node-api/contract.ts";
import { idError, nodeIdError, primaryNetwork } from "../node-api/ids.ts";
import { paramId, paramNodeId } from "../node-api/wire.ts";

type Members = Readonly<Record<string, unknown>>;
/** `read` returns undefined for invalid values. */
type Kind = { readonly zero: unknown; readonly read: (value: unknown) => unknown };
type Fields = Readonly<Record<string, Kind>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const onlyText = (fits: (value: string) => boolean) => (value: unknown) =>
  typeof value === "string" && fits(value) ? value : undefined;

const text: Kind = { zero: "", read: onlyText(() => true) };
const flag: Kind = { zero: false, read: (value) => (typeof value === "boolean" ? value : undefined) };
const id: Kind = { zero: primaryNetwork, read: onlyText((value) => idError(value) === undefined) };
const nodeId: Kind = { zero: "", read: onlyText((value) => nodeIdError(value) === undefined) };

/** Unsigned integer, as a number or decimal string. */
function unsigned(bits: bigint): Kind {
  const isOne = (value: string | number | bigint) => /^\d+$/.test(String(value)) && BigInt(value) < 2n ** bits;
  const isScalar = (value: unknown) => ["string", "number", "bigint"].includes(typeof value);
  return {
    zero: 0,
    read: (value) => (isScalar(value) && isOne(value as string | number | bigint) ? value : undefined),
  };
}
const [uint16, uint32, uint64] = [unsigned(16n), unsigned(32n), unsigned(64n)];
const maxUint64 = String(2n ** 64n - 1n);
/** The maximum means "proposed" internally, and is rejected as a number. */
const height: Kind = {
  zero: 0,
  read: (value) => (value === "proposed" ? value : String(value) === maxUint64 ? undefined : uint64.read(value)),
};

/** One of these words, case-insensitive. */
const word = (words: readonly string[], zero?: string): Kind => ({
  zero,
  read: (value) => words.find((each) => typeof value === "string" && each.toUpperCase() === value.toUpperCase()),
});
const encoding = word(["hex", "hexc", "hexnc", "json"], "hex");
const level = word(["OFF", "FATAL", "ERROR", "WARN", "INFO", "TRACE", "DEBUG", "VERBO"]);

const list = ({ zero, read }: Kind): Kind => ({
  zero: [],
  read(value) {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => (item === null ? zero : read(item)));
    return items.includes(undefined) ? undefined : items;
  },
});
const object = (fields: Fields): Kind => ({
  zero: undefined,
  read: (value) => (isObject(value) ? readMembers(value, fields) : undefined),
});

/** Returns the values of a field. Go's encoding/json reads names of any case, ignores null, and keeps the last value. */
const valuesOf = (given: Members, field: string) =>
  Object.entries(given).flatMap(([name, value]) =>
    name.toLowerCase() === field.toLowerCase() && value !== null && value !== undefined ? [value] : [],
  );

function readMembers(given: Members, fields: Fields): Members | undefined {
  const members: Record<string, unknown> = {};
  for (const [name, { zero, read }] of Object.entries(fields)) {
    const values = valuesOf(given, name).map(read);
    if (values.includes(undefined)) return undefined;
    const member = values.length > 0 ? values.at(-1) : zero;
    if (member !== undefined) members[name] = member;
  }
  return members;
}

/** Returns the Go type of a parameter of the contract. Identifiers, addresses and bytes are strings in Go unless it parses them. */
function argumentKindOf(schema: z.core.$ZodType): Kind {
  if (schema instanceof z.ZodOptional) return argumentKindOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return list(argumentKindOf(schema.element));
  if (schema instanceof z.ZodObject) return object(fieldsOf(schema));
  if (schema instanceof z.ZodBoolean) return flag;
  if (schema instanceof z.ZodEnum) return encoding;
  if (schema instanceof z.ZodUnion) return height;
  if (schema instanceof z.ZodCustom) return uint64;
  if (schema === paramId) return id;
  if (schema === paramNodeId) return nodeId;
  if (schema instanceof z.ZodString) return text;
  throw new TypeError("the Go type of this parameter is unknown: add it to arguments.ts");
}
const fieldsOf = (params: z.ZodType): Fields =>
  params instanceof z.ZodObject
    ? Object.fromEntries(Object.entries(params.shape).map(([name, schema]) => [name, argumentKindOf(schema)]))
    : {};

const page = { limit: uint32, startIndex: object({ address: text, utxo: text }) };
/** Members that the node reads in another way than the contract restricts them; undefined if the node ignores the member. */
const differences: Readonly<Record<string, Readonly<Record<string, Kind | undefined>>>> = {
  "admin.getChainAliases": { chain: text },
  "admin.setLoggerLevel": { logLevel: level, displayLevel: level },
  "avm.getUTXOs": page,
  "platform.getUTXOs": page,
  "platform.sampleValidators": { size: uint16 },
} satisfies { [N in RpcMethodName]?: object };

function membersOf(name: RpcMethodName): Fields {
  const members = Object.entries({ ...fieldsOf(methodOf(name).params), ...differences[name] });
  return Object.fromEntries(members.flatMap(([member, kind]) => (kind ? [[member, kind]] : [])));
}
const membersByMethod = new Map((Object.keys(contract) as RpcMethodName[]).map((name) => [name, membersOf(name)]));

/** Reads arguments from an object, a list that begins with one, or nothing. Returns undefined if they are invalid. */
export function readArguments(name: RpcMethodName, params: unknown): Members | undefined {
  const given: unknown = (Array.isArray(params) ? params[0] : params) ?? {};
  return isObject(given) ? readMembers(given, membersByMethod.get(name) ?? {}) : undefined;
}

const needed: { readonly [N in RpcMethodName]?: string } = {
  "platform.getBlockchainStatus": "blockchainID",
  "info.isBootstrapped": "chain",
};
/** Returns the name of a required member that is empty. */
export function emptyMember(name: RpcMethodName, members: Members): string | undefined {
  const member = needed[name];
  return member !== undefined && members[member] === "" ? member : undefined;
}
