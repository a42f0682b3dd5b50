/** A path of the node's server and its methods. */
import type { RpcMethodName } from "../node-api/contract.ts";
import type { ChainName } from "./chain-names.ts";

export type Route = {
  readonly selector: string | undefined;
  /** Methods by Go name, such as platform.GetHeight. */
  readonly methods: ReadonlyMap<string, RpcMethodName>;
  /** Chain that the path belongs to. */
  readonly chain: ChainName | undefined;
  /** Whether the path is unavailable while the chain bootstraps. */
  readonly waits: boolean;
  /** Whether the path is the Ethereum API of a chain. */
  readonly isEvm: boolean;
  /** Method that GET requests call. */
  readonly report?: RpcMethodName;
};
