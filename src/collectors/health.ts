import type { Result } from "../api/contract.ts";
import { checkMessages, unknownUpgrade } from "../api/health.ts";
import { sample } from "../exposition/sample.ts";
import * as c from "../metrics/chains.ts";
import * as m from "../metrics/node.ts";
import { collector } from "./collector.ts";

type Check = Result<"health.health">["checks"][string];

const notYetRun = "not yet run";

/** Returns the samples of a chain; none if the check is of something else. */
function chainSamples(chain: string, { message }: Check) {
  const { engine, networking } = checkMessages.chain.parse(message);
  const { lastAcceptedHeight, processingBlocks, longestProcessingBlock } = engine.consensus;
  const { percentConnected, disconnectedValidators } = networking;
  const labels = { chain };
  return [
    sample(c.chainHeight, lastAcceptedHeight, labels),
    sample(c.chainProcessingBlocks, processingBlocks, labels),
    sample(c.chainLongestProcessingBlock, longestProcessingBlock, labels),
    sample(c.chainConnectedWeight, percentConnected, labels),
    sample(c.chainDisconnectedValidators, disconnectedValidators?.length, labels),
  ];
}

/** A node without a disk reports 100 %. */
function diskSamples(check: Check | undefined) {
  const { availableDiskBytes, availableDiskPercentage } = checkMessages.diskspace.parse(check?.message);
  if (availableDiskBytes === undefined) return [];
  return [sample(m.nodeDiskAvailable, availableDiskBytes), sample(m.nodeDiskAvailableRatio, availableDiskPercentage)];
}

export const health = collector({
  name: "health",
  summary:
    "Health checks of the node, by name; heights, undecided blocks and connectivity of its chains, L1s included.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["health.health"],
  metrics: [
    m.nodeHealthCheck,
    c.chainHeight,
    c.chainProcessingBlocks,
    c.chainLongestProcessingBlock,
    c.chainConnectedWeight,
    c.chainDisconnectedValidators,
    m.nodePeers,
    m.nodeDiskAvailable,
    m.nodeDiskAvailableRatio,
    m.nodeUpgradeUnknown,
  ],
  state: () => ({ logsWarnings: false }),
  minimumInterval: ({ logsWarnings }) =>
    logsWarnings ? { interval: "1m", reason: "an unhealthy node logs a warning for every health request" } : undefined,
  read: ({ call }) => ({ checks: call("health.health", {}) }),
  map: {
    *checks({ checks, healthy }, { state }) {
      const all = Object.entries(checks);
      const ran = all.filter(([, { error }]) => error !== notYetRun);
      state.logsWarnings = !healthy && ran.length === all.length; // checks that have not run yet will run soon
      for (const [name, check] of ran) {
        const passes = check.error === undefined;
        const samples = [sample(m.nodeHealthCheck, passes, { check: name }), ...chainSamples(name, check)];
        yield { share: passes ? 0 : 1, id: name, samples };
      }
      const { connectedPeers } = checkMessages.network.parse(checks["network"]?.message);
      yield sample(m.nodePeers, connectedPeers);
      yield* diskSamples(checks["diskspace"]);
      const unknown = unknownUpgrade(checks["futureupgrade"]?.message);
      yield sample(m.nodeUpgradeUnknown, unknown === undefined ? undefined : unknown !== "none");
    },
  },
});
