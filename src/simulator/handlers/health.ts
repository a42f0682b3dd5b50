/** The node's checks, as of their last run. */
import type { WireResult } from "../../node-api/contract.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { type ChainName, chainNames } from "../chain-names.ts";
import { rfc3339 } from "../formats.ts";
import { chainFinding, type Finding, l1Finding, primaryConnectivity } from "./chain-health.ts";
import { containersOf } from "./containers.ts";
import { futureUpgrade, peersOf } from "./peers.ts";
import type { Context, Handlers } from "./types.ts";

type Report = WireResult<"health.health">;
type Checks = Report["checks"];
type Check = Checks[string];
type Findings = Readonly<Record<string, Finding>>;

const maxFailing = 0.9;
const notYetRun: Check = { error: "not yet run", timestamp: "0001-01-01T00:00:00Z", duration: 0 };

const period = ({ node }: Context) => 1000 * node.checksEvery;
/** When the checks ran last, in milliseconds. */
const lastRun = (context: Context) => context.now - ((context.now - context.node.began) % period(context));

/** The check runs from `first` on. A failing check has failed since then, or since the first run at which it fails. */
function check(context: Context, name: string, { message, error, failsFrom = 0 }: Finding, first: number): Check {
  const at = lastRun(context);
  if (at < first) return notYetRun;
  const time = (milliseconds: number) => rfc3339(milliseconds, 77_000 + name.length);
  const run = { timestamp: time(at), duration: 4000 + 500 * name.length };
  if (error === undefined) return { message, ...run };
  const passed = Math.ceil(Math.max(failsFrom - first, 0) / period(context));
  const failedSince = first + passed * period(context);
  const contiguousFailures = 1 + (at - failedSince) / period(context);
  return { message, error, ...run, contiguousFailures, timeOfFirstFailure: time(failedSince) };
}
const checksOf = (context: Context, findings: Findings, first: number): Checks =>
  Object.fromEntries(Object.entries(findings).map(([name, finding]) => [name, check(context, name, finding, first)]));

const isReady = (context: Context, name: ChainName) => context.node.status(name, lastRun(context)) === "ready";

function bootstrapped(context: Context): Findings {
  if (isReady(context, "P")) return { bootstrapped: { message: [] } };
  return { bootstrapped: { message: [primaryNetwork], error: "subnets not bootstrapped" } };
}

/** Height of the last block accepted by that time, in milliseconds. */
function pHeight(context: Context, at: number): number {
  const blocks = containersOf(context, "P/block");
  let height = blocks.count();
  while ((blocks.at(height - 1)?.acceptedAt ?? 0) > at) height--;
  return height;
}
function ofChains(context: Context): Findings {
  const { chain } = context;
  const at = lastRun(context);
  const heights = { P: pHeight(context, at), X: chain.x(at).height, C: chain.c(at).height };
  const connectivity = primaryConnectivity(chain);
  const own = chainNames
    .filter((name) => isReady(context, name))
    .map((name) => {
      const lastAcceptedID = containersOf(context, `${name}/block`).at(heights[name] - 1)?.id;
      const consensus = { lastAcceptedHeight: heights[name], lastAcceptedID, processingBlocks: 0, longestMs: 0 };
      return [name, chainFinding(consensus, connectivity)] as const;
    });
  return { ...Object.fromEntries(own), ...l1Finding(context, at) };
}

function ofNode(context: Context): Findings {
  const { sendFailRate } = context.node;
  const connectedPeers = peersOf(context).length;
  const reason = `messages failure send rate ${sendFailRate} > ${maxFailing}`;
  return {
    bls: { message: "node has the correct BLS key" },
    database: {},
    diskspace: { message: { availableDiskBytes: 812_345_678_848, availableDiskPercentage: 41 } },
    network: {
      message: {
        connectedPeers,
        sendFailRate,
        "primary network validator health": {
          ingressConnectionCount: Math.ceil(connectedPeers / 2),
          primaryNetworkValidator: true,
        },
      },
      ...(sendFailRate > maxFailing && { error: `network layer is unhealthy reason: ${reason}` }),
    },
    router: { message: { longestRunningRequest: "0s", outstandingRequests: 0 } },
  };
}

const reportOf = (checks: Checks): Report => ({
  checks,
  healthy: Object.values(checks).every(({ error }) => error === undefined),
});
/** The node's own checks run when it starts; those of its chains are added later, and wait for the next run. */
const newerVersionChecks = (context: Context, findings: Findings) =>
  checksOf(context, findings, context.node.began + period(context));

export const health = {
  "health.health": (context) =>
    reportOf({
      ...newerVersionChecks(context, { ...ofChains(context), ...bootstrapped(context) }),
      ...checksOf(context, { ...ofNode(context), ...futureUpgrade(context, lastRun(context)) }, context.node.began),
    }),
  "health.readiness": (context) => reportOf(newerVersionChecks(context, bootstrapped(context))),
  "health.liveness": () => reportOf({}),
} satisfies Partial<Handlers>;
