/** Registry of the method handlers. */
import type { RpcMethodName } from "../../node-api/contract.ts";
import { administration } from "./administration.ts";
import { evm } from "./evm.ts";
import { health } from "./health.ts";
import { info, proposervm } from "./info.ts";
import { pChain } from "./p-chain.ts";
import { subnetEvm } from "./subnet-evm.ts";
import { subnets } from "./subnets.ts";
import type { Context, Handler, Handlers } from "./types.ts";
import { cUtxos } from "./utxos.ts";
import { validators } from "./validators.ts";
import { indexAndX } from "./x-chain.ts";

export const handlers: Handlers = {
  ...pChain,
  ...validators,
  ...subnets,
  ...indexAndX,
  ...info,
  ...proposervm,
  ...cUtxos,
  ...health,
  ...evm,
  ...subnetEvm,
  ...administration,
};

/** Calls the handler of a method. */
export function callHandler(
  context: Context,
  name: RpcMethodName,
  params: unknown,
  selector: string | undefined,
): unknown {
  return (handlers[name] as Handler<never>)(context, params as never, selector as never);
}
