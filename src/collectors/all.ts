/** Every collector, in the order of `/metrics`. */
import { addressExports, addresses } from "./addresses.ts";
import type { Collector } from "./collector.ts";
import { containerIndex } from "./container-index.ts";
import { epochs } from "./epochs.ts";
import { evm } from "./evm.ts";
import { pFee, pValidatorFee, pValidatorFeeConfig, xFee } from "./fees.ts";
import { health } from "./health.ts";
import { pHeight, pProposedHeight, xHeight } from "./heights.ts";
import { l1Validators } from "./kinds/l1-validators.ts";
import { l1Uptimes } from "./l1-uptimes.ts";
import { node, upgrades } from "./node.ts";
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
