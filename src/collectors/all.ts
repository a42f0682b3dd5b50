/** Every collector, in the order of the page. */
import type { Collector } from "./collector.ts";
import { containerIndex } from "./container-index.ts";
import { pFee } from "./p-fee.ts";
import { pFeeConfig } from "./p-fee-config.ts";
import { pHeight } from "./p-height.ts";
import { pStake } from "./p-stake.ts";
import { pSupply } from "./p-supply.ts";
import { pValidatorFee } from "./p-validator-fee.ts";
import { pValidatorFeeConfig } from "./p-validator-fee-config.ts";
import { pValidators } from "./p-validators.ts";
import { xFee } from "./x-fee.ts";
import { xHeight } from "./x-height.ts";

export const collectors: readonly Collector[] = [
  pHeight,
  pFee,
  pFeeConfig,
  pValidatorFee,
  pValidatorFeeConfig,
  pSupply,
  pStake,
  pValidators,
  xHeight,
  xFee,
  containerIndex,
];
