/** Facts about the node that collectors have found for others, above all the chains that it runs. */

import type { Group } from "../engine/collector.ts";
import type { Item as Observation } from "../engine/metric.ts";
import type { Observations } from "../engine/store.ts";
import { upgradeTimesOf } from "../entities/protocol/networks.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { chain as chainKind, type ServedChainLabels } from "./chains.ts";
import type { Needs, RunClient, RunningChain } from "./collector.ts";
import { validatorFees } from "./fees.ts";
import { chainBootstrapped } from "./node.ts";
import { reportedUpgrades } from "./upgrades.ts";
import type { Settings } from "./watched.ts";

/** Returns the chains that the node runs and has bootstrapped. The health check of a chain with the consensus Simplex has no height. */
function runningChains(of: Observations): readonly RunningChain[] {
  const states = of(chainBootstrapped).map(({ value }) => [value.chain, value.isBootstrapped] as const);
  const bootstrapped = new Map(states);
  return of(chainKind).flatMap(({ value }) =>
    value.height === undefined && !bootstrapped.get(value.chain) ? [] : value,
  );
}

/** Returns the facts that collectors need, from the observations of others. */
export const needsOf = (of: Observations, network: string | undefined): Needs => ({
  chains: runningChains(of),
  network,
  fees: of(validatorFees)[0]?.value ?? {},
  upgrades: upgradeTimesOf(network, of(reportedUpgrades)[0]?.value.times),
});

/** Returns the chains and their subnets as a text. */
export const textOfChains = ({ chains }: Needs): string =>
  chains
    .map(({ chain, subnet_id }) => `${chain} ${subnet_id}`)
    .toSorted()
    .join();

type Node = Pick<RunClient<never>, "chains">;
/** Returns the chains of subnets and L1s. */
export const trackedChains = ({ chains }: Node): readonly RunningChain[] =>
  chains.filter(({ subnet_id }) => subnet_id !== "" && subnet_id !== primaryNetwork);

/** Returns whether an L1, a subnet or a validator of one is watched. Without one, collectors of L1s have nothing to collect. */
export const watchesSubnets = ({ watch }: Settings): boolean =>
  watch.subnet_ids.length + watch.validation_ids.length > 0 ||
  watch.node_ids.some(({ subnet_ids }) => subnet_ids.some((id) => id !== primaryNetwork));

const cChain = { chain: "C", subnet_id: primaryNetwork, alias: "" };

/** Returns the labels of the chains that can have an EVM, by chain: the C-Chain, and those of subnets and L1s. */
export const evmChains = (node: Node): ReadonlyMap<string, ServedChainLabels> =>
  new Map(
    [cChain, ...trackedChains(node)].map(
      ({ chain, subnet_id, alias }) => [chain, { chain, subnet_id, alias }] as const,
    ),
  );

/** Returns the group of an observation of a chain: the series limit drops those of L1s before those of the C-Chain. */
export const groupOfChain = ({ chain, subnet_id }: ServedChainLabels, observation: Observation): Group => ({
  ...{ priority: subnet_id === primaryNetwork ? 1 : 0, id: chain },
  observations: [observation],
});
