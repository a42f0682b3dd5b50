/** All known RPC methods, their types, lookups by name, and names of the values in their results. */
import type * as z from "zod";
import { admin } from "./admin.ts";
import { proposervm } from "./chain-methods.ts";
import { avax, eth, subnetEvm } from "./evm.ts";
import { type checkMessages, health } from "./health.ts";
import { indexApi } from "./index-api.ts";
import { info } from "./info.ts";
import type { Endpoint, Method } from "./method.ts";
import { platform } from "./platform.ts";
import { avm } from "./x-chain.ts";

export const contract = {
  ...platform,
  ...avm,
  ...avax,
  ...indexApi,
  ...admin,
  ...info,
  ...health,
  ...proposervm,
  ...eth,
  ...subnetEvm,
};

type Contract = typeof contract;
export type RpcMethodName = keyof Contract;
export type ReadMethodName = { [N in RpcMethodName]: Contract[N]["effect"] extends "read" ? N : never }[RpcMethodName];
export type Params<N extends RpcMethodName> = z.input<Contract[N]["params"]>;
export type WireResult<N extends RpcMethodName> = z.input<Contract[N]["result"]>;
export type Result<N extends RpcMethodName> = z.output<Contract[N]["result"]>;
export type PathSelector<N extends RpcMethodName> = Contract[N]["endpoint"] extends Endpoint<infer A> ? A : never;
/** Chain or index argument, if the method needs one. */
export type PathSelectorArgs<N extends RpcMethodName> =
  PathSelector<N> extends undefined ? [] : [selector: PathSelector<N>];

export const isMethodName = (text: string): text is RpcMethodName => Object.hasOwn(contract, text);
/** Returns the definition of a method whose name is known only at run time. */
export const methodOf = (name: RpcMethodName): Method => contract[name] as unknown as Method;
/** Returns the URL path of a method for a chain or index (or its default). */
export const pathOf = ({ endpoint }: Method, selector = endpoint.selector?.default): string => endpoint.path(selector);
/** Returns the chain whose lock a call takes; undefined if it takes none. */
export const lockOf = ({ endpoint, takesLock }: Method, selector = endpoint.selector?.default): string | undefined =>
  takesLock === false ? undefined : endpoint.lock?.(selector);

type Leaf = bigint | boolean | Date | number | string | null | undefined;
/** Names of the properties of a type and of the objects in it. Keys of records are data and no names. */
type NamesIn<T> = T extends Leaf
  ? never
  : T extends readonly (infer U)[]
    ? NamesIn<U>
    : { [K in keyof T & string]: (string extends K ? never : K) | NamesIn<T[K]> }[keyof T & string];
type Messages = typeof checkMessages;
/** The messages of health checks have fields that the type of the result does not show. */
type OfMessages<N> = N extends "health.health"
  ? keyof Messages | { [K in keyof Messages]: NamesIn<z.output<Messages[K]>> }[keyof Messages]
  : never;
export type FieldOf<N extends ReadMethodName> = NamesIn<Result<N>> | OfMessages<N>;

/** Returns the source of a value in the words of the API: "platform.getFeeState capacity". */
export const from = <N extends ReadMethodName>(method: N, ...fields: readonly FieldOf<N>[]): string =>
  fields.length === 0 ? method : `${method} ${fields.join(", ")}`;
/** Returns the source of a value that several methods provide. */
export const fromAll = (...sources: readonly string[]): string => sources.join(", ");
