/** Results that stay the same until the node restarts. */
import { methodOf, type RpcMethodName } from "../api/contract.ts";
import { maxConnectionAgeMs } from "./transport.ts";

type Kept = { readonly result: unknown; readonly nodeId: string | undefined; readonly interruptions: number };
const keyOf = (name: RpcMethodName, params: unknown) => `${name} ${JSON.stringify(params)}`;

/** Creates the results that are known without a call: the same node has responded last, and no interruption can have been a restart.
 *  A proxy can hide a restart, so that a result is kept for no longer than a connection. `now` in monotonic milliseconds. */
export function createKeptResults(now: () => number) {
  const kept = new Map<string, Kept & { readonly until: number }>();
  return {
    keep(name: RpcMethodName, params: unknown, one: Kept) {
      if (methodOf(name).isFixed?.(one.result))
        kept.set(keyOf(name, params), { ...one, until: now() + maxConnectionAgeMs });
    },
    /** Returns undefined if the method has to be called. */
    find(name: RpcMethodName, params: unknown, { nodeId, interruptions }: Omit<Kept, "result">): unknown {
      const found = kept.get(keyOf(name, params));
      const isCurrent = found?.nodeId === nodeId && found?.interruptions === interruptions && now() < found.until;
      return isCurrent ? found.result : undefined;
    },
  };
}
