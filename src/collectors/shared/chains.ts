/** Chains that the node runs, as the collector health has found them. */
import { primaryNetwork } from "../../api/ids.ts";
import type { Item as Observation } from "../../exposition/metric.ts";
import type { Observations } from "../../exposition/store.ts";
import { chain as chainKind } from "../../metrics/chains.ts";
import { chainBootstrapped } from "../../metrics/node.ts";
import type { Group, RunClient, RunningChain } from "../collector.ts";
import type { Settings } from "../settings.ts";

/** Returns the chains that the node runs and has bootstrapped. The health check of a chain with the consensus Simplex has no height. */
export function runningChains(of: Observations): readonly RunningChain[] {
  const states = of(chainBootstrapped).map(({ value }) => [value.chain, value.isBootstrapped] as const);
  const bootstrapped = new Map(states);
  return of(chainKind).flatMap(({ value }) =>
    value.height === undefined && !bootstrapped.get(value.chain) ? [] : value,
  );
}

type Node = Pick<RunClient<never>, "chains">;
/** Returns the chains of subnets and L1s. */
export const trackedChains = ({ chains }: Node): readonly RunningChain[] =>
  chains.filter(({ subnet_id }) => subnet_id !== "" && subnet_id !== primaryNetwork);

/** Returns whether an L1, a subnet or a validator of one is watched. Without one, collectors of L1s have nothing to collect. */
export const watchesSubnets = ({ watch }: Settings): boolean =>
  watch.subnet_ids.length + watch.validation_ids.length > 0 ||
  watch.node_ids.some(({ subnet_ids }) => subnet_ids.some((id) => id !== primaryNetwork));

const cChain = { chain: "C", subnet_id: primaryNetwork, alias: "" };

type ChainLabels = { readonly chain: string; readonly subnet_id: string; readonly alias: string };

/** Returns the labels of the chains that can have an EVM, by chain: the C-Chain, and those of subnets and L1s. */
export const evmChains = (node: Node): ReadonlyMap<string, ChainLabels> =>
  new Map(
    [cChain, ...trackedChains(node)].map(
      ({ chain, subnet_id, alias }) => [chain, { chain, subnet_id, alias }] as const,
    ),
  );

/** Returns the group of an observation of a chain: the series limit drops those of L1s before those of the C-Chain. */
export const groupOfChain = ({ chain, subnet_id }: ChainLabels, observation: Observation): Group => ({
  ...{ priority: subnet_id === primaryNetwork ? 1 : 0, id: chain },
  observations: [observation],
});
