import type { Result } from "../api/contract.ts";
import { checkMessages, unknownUpgrade } from "../api/health.ts";
import { isPrimaryChain } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { heightAge, type ObservedHeight, observeHeight } from "../facts/height-age.ts";
import * as c from "../metrics/chains.ts";
import * as m from "../metrics/node.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient } from "./collector.ts";
import { aliasesOf } from "./settings.ts";

type Check = Result<"health.health">["checks"][string];

const notYetRun = "not yet run";

const methods = ["health.health", "info.getBlockchainID", "platform.validatedBy"] as const;
/** IDs of a chain and of the subnet that validates it. They never change. */
type ChainIds = { readonly blockchain_id: string; readonly subnet_id: string };
type State = {
  logsWarnings: boolean;
  /** By the name of the chain. */
  readonly ids: Map<string, ChainIds>;
  /** By the name of the chain. */
  readonly heights: Map<string, ObservedHeight>;
};

/** Returns whether a check is of a chain that is not bootstrapping. */
const isOfChain = ({ message }: Check) => {
  const { engine, networking } = checkMessages.chain.parse(message);
  return engine.consensus.lastAcceptedHeight !== undefined || networking.percentConnected !== undefined;
};

/** Maximum length of an alias that AvalancheGo accepts. */
const maxAliasLength = 512;
const maxLookupsPerRun = 20;

/** Looks up the IDs of each chain once. The lookup of a chain that fails is repeated in the next run. */
async function readIds({ call }: RunClient<(typeof methods)[number]>, names: readonly string[], { ids }: State) {
  const unknown = names.filter((name) => !ids.has(name) && name.length <= maxAliasLength);
  for (const name of unknown.slice(0, maxLookupsPerRun)) {
    const { value } = await attempt(call("info.getBlockchainID", { alias: name }));
    if (!value) continue;
    const { blockchainID } = value;
    const { value: subnet } = await attempt(call("platform.validatedBy", { blockchainID }));
    if (subnet) ids.set(name, { blockchain_id: blockchainID, subnet_id: subnet.subnetID });
  }
}

async function readChecks(node: RunClient<(typeof methods)[number]>, state: State) {
  const result = await node.call("health.health", {});
  const chains = Object.entries(result.checks).filter(([, check]) => isOfChain(check));
  const names = chains.map(([name]) => name);
  await readIds(node, names, state);
  return result;
}

type ChainLabels = ChainIds & { readonly chain: string; readonly alias: string };

/** Returns the samples of a chain; none if the check is of something else. */
function chainSamples(labels: ChainLabels, { message, timestamp }: Check, { heights }: State) {
  const { engine, networking } = checkMessages.chain.parse(message);
  const { lastAcceptedHeight, processingBlocks, longestProcessingBlock } = engine.consensus;
  const { percentConnected, disconnectedValidators } = networking;
  const { chain } = labels;
  if (lastAcceptedHeight !== undefined)
    heights.set(chain, observeHeight(heights.get(chain), lastAcceptedHeight, timestamp.getTime()));
  const observed = heights.get(chain);
  return [
    sample(c.chainHeight, lastAcceptedHeight, labels),
    sample(c.chainHeightAge, lastAcceptedHeight === undefined ? undefined : observed && heightAge(observed), labels),
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
  reads: methods,
  metrics: [
    m.nodeHealthCheck,
    c.chainHeight,
    c.chainHeightAge,
    c.chainProcessingBlocks,
    c.chainLongestProcessingBlock,
    c.chainConnectedWeight,
    c.chainDisconnectedValidators,
    m.nodePeers,
    m.nodeDiskAvailable,
    m.nodeDiskAvailableRatio,
    m.nodeUpgradeUnknown,
    m.nodeUpgradeUnknownIn,
  ],
  inputs: ({ watch }) => ({ subnets: aliasesOf(watch.subnet_ids), chains: aliasesOf(watch.blockchain_ids) }),
  state: (): State => ({ logsWarnings: false, ids: new Map(), heights: new Map() }),
  minimumInterval: ({ logsWarnings }) =>
    logsWarnings ? { interval: "1m", reason: "an unhealthy node logs a warning for every health request" } : undefined,
  read: (node, _inputs, state) => ({ checks: readChecks(node, state) }),
  map: {
    *checks({ checks, healthy }, { inputs: { subnets, chains }, state }) {
      const all = Object.entries(checks);
      const ran = all.filter(([, { error }]) => error !== notYetRun);
      state.logsWarnings = !healthy && ran.length === all.length; // checks that have not run yet will run soon
      for (const [name, check] of ran) {
        const passes = check.error === undefined;
        const { blockchain_id = "", subnet_id = "" } = state.ids.get(name) ?? {};
        const alias = chains.get(blockchain_id) || subnets.get(subnet_id) || "";
        // each node has aliases of its own for a chain
        const chain = isPrimaryChain(name) ? name : blockchain_id || name;
        const ofChain = chainSamples({ chain, blockchain_id, subnet_id, alias }, check, state);
        const samples = [sample(m.nodeHealthCheck, passes, { check: chain }), ...ofChain];
        yield { share: passes ? 0 : 1, id: chain, samples };
      }
      const { connectedPeers } = checkMessages.network.parse(checks["network"]?.message);
      yield sample(m.nodePeers, connectedPeers);
      yield* diskSamples(checks["diskspace"]);
      const { message, timestamp } = checks["futureupgrade"] ?? {};
      const unknown = unknownUpgrade(message);
      yield sample(m.nodeUpgradeUnknown, unknown === undefined ? undefined : unknown !== "none");
      if (unknown instanceof Date && timestamp)
        yield sample(m.nodeUpgradeUnknownIn, (unknown.getTime() - timestamp.getTime()) / 1000);
    },
  },
});
