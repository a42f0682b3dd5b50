/** Every collector, in the order of `/metrics`, and the facts about the node that they find for others. */
import type { Observations } from "../engine/store.ts";
import { upgradeTimesOf } from "../protocol/networks.ts";
import { addressExports, addresses } from "./addresses.ts";
import type { Collector, Needs } from "./collector.ts";
import { containerIndex } from "./container-index.ts";
import { epochs } from "./epochs.ts";
import { evm } from "./evm.ts";
import { evmUpgrades } from "./evm-upgrades.ts";
import { pFee, pValidatorFee, pValidatorFeeConfig, validatorFees, xFee } from "./fees.ts";
import { health } from "./health.ts";
import { pHeight, pProposedHeight, xHeight } from "./heights.ts";
import { chain as chainKind, type RunningChain } from "./kinds/chains.ts";
import { l1Validator, l1Validators } from "./kinds/l1-validators.ts";
import { l1Uptimes } from "./l1-uptimes.ts";
import { chainBootstrapped, node, reportedUpgrades, upgrades } from "./node.ts";
import { peers } from "./peers.ts";
import { pStake, pSupply, pValidators } from "./primary-network.ts";
import { rewards } from "./rewards.ts";
import { subnets } from "./subnets.ts";
import { validatorManager } from "./validator-manager.ts";
import { watchedValidators } from "./watched-validators.ts";

const all = [
  pHeight,
  pProposedHeight,
  pFee,
  pValidatorFee,
  pValidatorFeeConfig,
  pSupply,
  pStake,
  pValidators,
  watchedValidators,
  rewards,
  subnets,
  l1Validators,
  xHeight,
  xFee,
  containerIndex,
  node,
  health,
  evm,
  evmUpgrades,
  epochs,
  l1Uptimes,
  upgrades,
  peers,
  addresses,
  addressExports,
  validatorManager,
] as const;

export const collectors: readonly Collector[] = all;
export type CollectorName = (typeof all)[number]["name"];

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
  members: of(l1Validator).map(({ value }) => value),
  upgrades: upgradeTimesOf(network, of(reportedUpgrades)[0]?.value.times),
});

export const textOfChains = ({ chains }: Needs): string =>
  chains
    .map(({ chain, subnet_id }) => `${chain} ${subnet_id}`)
    .toSorted()
    .join();
