/** A path of the node's server and the methods on it. */
import type { RpcMethodName } from "../contract/contract.ts";
import type { MethodName } from "./arguments.ts";
import type { ChainName } from "./chain-names.ts";

export type Route = {
  readonly at: string | undefined;
  /** By Go's name, such as platform.GetHeight. */
  readonly methods: ReadonlyMap<string, MethodName>;
  /** The chain without which the path is not there. */
  readonly chain: ChainName | undefined;
  /** Whether it waits for the chain's bootstrapping. */
  readonly waits: boolean;
  /** What its GET answers. */
  readonly report?: RpcMethodName;
};
