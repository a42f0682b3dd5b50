/** State of the node itself, as opposed to the chain. */
import { createAdminState } from "./admin-state.ts";
import type { ChainName, ChainStatus } from "./chain-names.ts";
import type { Route } from "./route.ts";
import { createRouter } from "./router.ts";

/** A rolling upgrade of the other nodes of the network. */
type Rollout = {
  /** Versions before the upgrade, spread over the nodes. */
  readonly from: readonly string[];
  readonly to: string;
  /** Seconds after the start at which the upgrade activates, and at which all nodes have its version. */
  readonly activatesAfter: number;
  readonly endsAfter: number;
};

export type NodeOptions = {
  readonly version: string;
  /** Whether it serves the index API, the admin API and the health API. */
  readonly index: boolean;
  readonly admin: boolean;
  readonly health: boolean;
  /** Duration in seconds. First the P-Chain bootstraps, then the other chains. */
  readonly bootstrapping: number;
  /** Whether it runs with --partial-sync-primary-network: without the X- and the C-Chain. */
  readonly partial: boolean;
  /** Seconds after the start at which another node replaces it. */
  readonly swapsAfter: number;
  /** Seconds of uptime of the process at the start. */
  readonly upFor: number;
  /** Seconds from run to run of its health checks: --health-check-frequency. */
  readonly checksEvery: number;
  /** Share of messages that fail to be sent. */
  readonly sendFailRate: number;
  /** Whether it runs the chain of the first L1, and seconds after the start at which that chain stalls. */
  readonly runsL1: boolean;
  readonly l1StallsAfter: number;
  /** Seconds after the start at which the uptime of the first L1 validator, which is disconnected, is too low to be proven. */
  readonly l1OfflineFor: number;
  /** Seconds after the start at which an upgrade of the first L1 activates; Infinity if the node has no upgrade.json. */
  readonly l1UpgradesAfter: number;
  /** Seconds after the start at which the C-Chain executes no further block. */
  readonly executionStallsAfter: number;
  readonly rollout: Rollout | undefined;
};
const nodeDefaults: NodeOptions = {
  version: "1.15.0",
  index: true,
  admin: true,
  health: true,
  bootstrapping: 0,
  partial: false,
  swapsAfter: Number.POSITIVE_INFINITY,
  upFor: 3600,
  checksEvery: 30,
  sendFailRate: 0.0012,
  runsL1: false,
  l1StallsAfter: Number.POSITIVE_INFINITY,
  l1OfflineFor: Number.POSITIVE_INFINITY,
  l1UpgradesAfter: Number.POSITIVE_INFINITY,
  executionStallsAfter: Number.POSITIVE_INFINITY,
  rollout: undefined,
};

export function createNode(options: Partial<NodeOptions>, nodeId: string, start: number) {
  const settings = { ...nodeDefaults, ...options };

  return {
    ...settings,
    nodeId,
    router: createRouter<Route>(),
    adminState: createAdminState(),
    /** Milliseconds. */
    start,
    began: start - 1000 * settings.upFor,
    /** All chains become ready together: the P-Chain waits for the others. */
    status(chain: ChainName, now: number): ChainStatus {
      if (settings.partial && chain !== "P") return "absent";
      const share = (now - start) / (1000 * settings.bootstrapping);
      if (settings.bootstrapping === 0 || share >= 1) return "ready";
      return chain !== "P" && share < 0.5 ? "absent" : "bootstrapping";
    },
  };
}
export type Node = ReturnType<typeof createNode>;
