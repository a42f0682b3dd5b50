/** The node's checks, as of their last run. */
import type { Wire } from "../../contract/contract.ts";
import { primaryNetwork } from "../../contract/ids.ts";
import { rfc3339 } from "../formats.ts";
import type { Answers, Context } from "./answer.ts";

type Report = Wire<"health.health">;
type Check = Report["checks"][string];
const every = 30_000;

const run = ({ now }: Context, name: string) => ({
  timestamp: rfc3339(now - (now % every), 77_000 + name.length),
  duration: 4000 + 500 * name.length,
});

function bootstrapped(context: Context): Check {
  const at = run(context, "bootstrapped");
  if (context.node.status("P", context.now) === "ready") return { message: [], ...at };
  const failing = { contiguousFailures: 1, timeOfFirstFailure: at.timestamp };
  return { message: [primaryNetwork], error: "subnets not bootstrapped", ...at, ...failing };
}

function chainCheck(context: Context, name: string, height: number): Check {
  const consensus = {
    lastAcceptedHeight: height,
    lastAcceptedID: context.chain.names.id(`${name}/block`, height),
    longestProcessingBlock: "0s",
    processingBlocks: 0,
  };
  const networking = { disconnectedValidators: [], percentConnected: 1 };
  return { message: { engine: { consensus, vm: null }, networking }, ...run(context, name) };
}

function healthOf(context: Context): Report {
  const { chain, node } = context;
  const at = context.now - (context.now % every);
  const heights = { P: chain.blocks.height(), X: chain.x(at).height, C: chain.c(at).height };
  const ready = (["P", "X", "C"] as const).filter((name) => node.status(name, context.now) === "ready");
  const connectedPeers = chain.primary.validators.filter(({ connected }) => connected).length;
  return {
    checks: {
      ...Object.fromEntries(ready.map((name) => [name, chainCheck(context, name, heights[name])])),
      bls: { message: "node has the correct BLS key", ...run(context, "bls") },
      bootstrapped: bootstrapped(context),
      database: run(context, "database"),
      diskspace: { message: { availableDiskBytes: 812_345_678_848 }, ...run(context, "diskspace") },
      network: { message: { connectedPeers, sendFailRate: 0.0012 }, ...run(context, "network") },
      router: { message: { longestRunningRequest: "0s", outstandingRequests: 0 }, ...run(context, "router") },
    },
    healthy: ready.length > 0,
  };
}

export const health = {
  "health.health": healthOf,
  "health.readiness": (context) => ({
    checks: { bootstrapped: bootstrapped(context) },
    healthy: context.node.status("P", context.now) === "ready",
  }),
  "health.liveness": () => ({ checks: {}, healthy: true }),
} satisfies Answers;
