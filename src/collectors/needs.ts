/** The facts about the node that collectors find for others, from the observations. */
import type { Observations } from "../engine/store.ts";
import { upgradeTimesOf } from "../protocol/networks.ts";
import type { Needs } from "./collector.ts";
import { validatorFees } from "./fees.ts";
import { chain as chainKind, type RunningChain } from "./kinds/chains.ts";
import { chainBootstrapped, reportedUpgrades } from "./node.ts";

/** Returns the chains that the node runs and has bootstrapped. The health check of a chain with the consensus Simplex has no height. */
function runningChains(of: Observations): readonly RunningChain[] {
  const bootstrapped = new Map(of(chainBootstrapped).map(({ value }) => [value.chain, value.isBootstrapped]));
  return of(chainKind).flatMap(({ value }) =>
    value.height === undefined && !bootstrapped.get(value.chain) ? [] : value,
  );
}

export const needsOf = (of: Observations, network: string | undefined): Needs => ({
  chains: runningChains(of),
  network,
  fees: of(validatorFees)[0]?.value ?? {},
  upgrades: upgradeTimesOf(network, of(reportedUpgrades)[0]?.value.times),
});

export const textOfChains = ({ chains }: Needs): string =>
  chains
    .map(({ chain, subnet_id }) => `${chain} ${subnet_id}`)
    .toSorted()
    .join();
