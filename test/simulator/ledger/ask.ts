/** Chains without a server, and their responses. */
import { type Chain, createChain } from "../../../src/simulator/chain.ts";
import type { ChainOptions } from "../../../src/simulator/chain-options.ts";
import { handlers } from "../../../src/simulator/handlers/registry.ts";
import type { Handlers } from "../../../src/simulator/handlers/types.ts";
import { createNode } from "../../../src/simulator/node.ts";
import { addRoutes } from "../../../src/simulator/routes.ts";
import { start } from "../ask.ts";

export { start };
export const create = (options: Partial<ChainOptions> = {}) => createChain({ start: new Date(start), ...options });
export const after = (chain: Chain, ms: number) => chain.advance(new Date(start + ms));

type Result = Partial<Record<"height" | "id" | "index" | "bytes" | "timestamp" | "balance" | "tx" | "staked", string>>;
type Any = Readonly<Record<string, (context: unknown, params: object, selector?: string) => never>>;
/** Returns the response to a call at the time of the chain. */
export function ask<T = Result>(chain: Chain, method: keyof Handlers, params = {}, selector?: string): T {
  const node = createNode({}, chain.names.nodeId(0), start);
  addRoutes(node, chain.network);
  return (handlers as unknown as Any)[method]?.({ chain, node, now: chain.now() }, params, selector) as T;
}

type Tx = { readonly id: string; readonly unsignedTx: Readonly<Record<string, unknown>> };
export const txOn = (chain: Chain, service: "platform" | "avm", txID: string): Tx =>
  ask<{ tx: Tx }>(chain, `${service}.getTx`, { txID, encoding: "json" }).tx;
type Row = Readonly<Partial<Record<"txID" | "nodeID" | "startTime" | "endTime" | "validationID" | "balance", string>>>;
export const rowsOf = (chain: Chain, subnetID: string): readonly Row[] =>
  ask<{ validators: Row[] }>(chain, "platform.getCurrentValidators", { subnetID }).validators;
