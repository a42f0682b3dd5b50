import type * as z from "zod";
import { admin } from "./admin.ts";
import { avm } from "./avm.ts";
import { health } from "./health.ts";
import { indexApi } from "./index-api.ts";
import { info } from "./info.ts";
import type { Endpoint, Method } from "./method.ts";
import { platform } from "./platform.ts";
import { proposervm } from "./proposervm.ts";

/** All known methods, by name. */
export const contract = { ...platform, ...avm, ...indexApi, ...admin, ...info, ...health, ...proposervm };

type Contract = typeof contract;
export type Name = keyof Contract;
export type ReadName = { [N in Name]: Contract[N]["effect"] extends "read" ? N : never }[Name];
export type Params<N extends Name> = z.input<Contract[N]["params"]>;
export type Wire<N extends Name> = z.input<Contract[N]["result"]>;
export type Result<N extends Name> = z.output<Contract[N]["result"]>;
export type At<N extends Name> = Contract[N]["on"] extends Endpoint<infer A> ? A : never;
/** The chain or index, where the method needs one. */
export type AtArgs<N extends Name> = At<N> extends undefined ? [] : [at: At<N>];

export const isName = (text: string): text is Name => Object.hasOwn(contract, text);
/** Returns the entry of a method whose name is known only at run time. */
export const methodOf = (name: Name): Method => contract[name] as unknown as Method;
function placeOf(method: Method, at?: string) {
  const on = method.on as unknown as Endpoint<string | undefined>;
  return { on, place: at ?? on.choice?.default };
}
/** Returns the path of a method, at the chain or index, else at its default. */
export function pathOf(method: Method, at?: string): string {
  const { on, place } = placeOf(method, at);
  return on.path(place);
}
/** Returns the chain whose lock a call needs; undefined if it needs none. */
export function laneOf(method: Method, at?: string): string | undefined {
  const { on, place } = placeOf(method, at);
  return method.locks === false ? undefined : on.lane?.(place);
}
