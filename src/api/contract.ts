/** All known RPC methods, their types, and lookups by name. */
import type * as z from "zod";
import { admin } from "./admin.ts";
import { avax } from "./avax.ts";
import { avm } from "./avm.ts";
import { eth } from "./eth.ts";
import { health } from "./health.ts";
import { indexApi } from "./index-api.ts";
import { info } from "./info.ts";
import type { Endpoint, Method } from "./method.ts";
import { platform } from "./platform.ts";
import { platformValidators } from "./platform-validators.ts";
import { proposervm } from "./proposervm.ts";
import { subnetEvm } from "./subnet-evm.ts";

export const contract = {
  ...platform,
  ...platformValidators,
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
