/** Facts about the chains of a node. Durations in seconds, ratios as shares (0 to 1). */
import type { SamplesOf } from "../exposition/page.ts";
import { alwaysAdvances } from "../facts/networks.ts";
import * as states from "../facts/states.ts";
import * as chains from "../metrics/chains.ts";
import * as l1 from "../metrics/l1.ts";
import * as node from "../metrics/node.ts";
import * as validators from "../metrics/validators.ts";
import { type Lookup, labelsOf } from "./lookup.ts";
import type { Observer } from "./observer.ts";
import type { BlockAge } from "./times.ts";

export type ChainFacts = {
  readonly chain: string;
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly alias: string;
  /** Undefined while the node is isolated: all of its chains are then, too. */
  readonly state: states.ChainState | undefined;
  readonly height: number | bigint | undefined;
  /** Age of the last block: of the P-Chain by its timestamp, otherwise since the height was seen to increase. */
  readonly blockAge: number | undefined;
  readonly connectedRatio: number | undefined;
  /** Share of the weight that stays connected without each watched validator. */
  readonly without: readonly { readonly nodeId: string; readonly alias: string; readonly ratio: number }[];
};

export function chainFacts(samplesOf: SamplesOf, lookup: Lookup, { network }: Observer, blockAge: BlockAge) {
  const check = lookup(node.nodeHealthCheck, "check");
  const bootstrapped = lookup(node.nodeBootstrapped, "chain");
  const height = lookup(chains.chainHeight, "chain");
  const connected = lookup(chains.chainConnectedWeight, "chain");
  const without = createWithout(samplesOf, lookup);
  const running = new Map(
    [chains.chainHeight, chains.chainConnectedWeight]
      .flatMap((metric) => labelsOf(samplesOf(metric)))
      .map((labels) => [labels["chain"] ?? "", labels] as const),
  );
  // a node with partial sync never bootstraps X and C, and has no check of them
  for (const { chain = "" } of labelsOf(samplesOf(node.nodeBootstrapped)))
    if (bootstrapped.flag({ chain }) === false && check.flag({ check: chain }) !== undefined && !running.has(chain))
      running.set(chain, { chain });
  return [...running.values()].map((labels): ChainFacts => {
    const { chain = "", blockchain_id: blockchainId = "", subnet_id: subnetId = "", alias = "" } = labels;
    const conditions = {
      isBootstrapped: check.flag({ check: chain }) === undefined ? undefined : bootstrapped.flag({ chain }),
      connectedRatio: connected.number({ chain }),
      blockAge: blockAge(chain),
    };
    const state = states.chainState({
      ...conditions,
      alwaysAdvances: alwaysAdvances(network, chain),
      passesCheck: check.flag({ check: chain }),
    });
    return {
      ...{ chain, blockchainId, subnetId, alias, state, height: height.raw({ chain }) },
      ...conditions,
      without: without(chain, subnetId, conditions.connectedRatio),
    };
  });
}

/** Returns a function that returns the share of the weight of a chain that stays connected without each watched validator. */
function createWithout(samplesOf: SamplesOf, lookup: Lookup) {
  const totals = lookup(validators.validatorsWeight, "subnet_id");
  const disconnected = lookup(chains.chainValidatorDisconnected, "chain", "node_id");
  const weights = new Map<string, { subnetId: string; nodeId: string; alias: string; weight: number }>();
  for (const { labels = {}, value } of [validators.validatorWeight, l1.l1Weight].flatMap((metric) => [
    ...samplesOf(metric),
  ])) {
    const { subnet_id: subnetId = "", node_id: nodeId = "", alias = "" } = labels;
    const key = `${subnetId} ${nodeId}`;
    weights.set(key, { subnetId, nodeId, alias, weight: (weights.get(key)?.weight ?? 0) + Number(value) });
  }
  return (chain: string, subnetId: string, connectedRatio: number | undefined) => {
    const total = totals.number({ subnet_id: subnetId });
    if (connectedRatio === undefined || !total) return [];
    const ofSubnet = [...weights.values()].filter((one) => one.subnetId === subnetId);
    return ofSubnet.map(({ nodeId, alias, weight }) => {
      const isAway = disconnected.flag({ chain, node_id: nodeId }) === true;
      return { nodeId, alias, ratio: Math.max(connectedRatio - (isAway ? 0 : weight / total), 0) };
    });
  };
}
