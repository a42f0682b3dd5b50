import { addressBalance } from "../../../src/metrics/addresses.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as x from "../../../src/metrics/xchain.ts";
import { percent } from "../amounts.ts";
import { gasCapacityShareNow, gasPriceNow, on, validatorFeePriceNow } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { gasRow } from "./economics-gas.ts";
import { addressRow, supplyRow } from "./economics-supply.ts";
import { constantRow, validatorFeeRow } from "./economics-validator-fee.ts";
import { freshness } from "./freshness.ts";
import { perNetwork } from "./networks.ts";
import { thresholdSteps } from "./palette.ts";
import { stat } from "./panels.ts";
import { select } from "./queries.ts";

/** Complexity of a transfer with one input, one signature and two outputs, by gas dimension. */
const transfer = { bandwidth: 390, db_read: 1, db_write: 3, compute: 200 };
const gasOfTransfer = Object.entries(transfer)
  .map(([dimension, amount]) => `${amount} * ${select(gas.gasWeight, { dimension })}`)
  .join(` + ${on()} `);

const legend = "{{network}}";

const costRow = {
  title: "Current costs",
  panels: [
    stat([5, 5], {
      title: "P-Chain transfer",
      description:
        "Fee of a transfer with one input and two outputs at the current gas price. Other transactions cost more: creating an L1 several times as much. If the fee is high, wait: without load it halves within half a minute.",
      unit: "si:AVAX",
      none: "Not reported",
      decimals: 0,
      queries: [{ expr: perNetwork("max", `(${gasOfTransfer}) * ${on()} ${gasPriceNow(select)}`), legend }],
    }),
    stat([4, 5], {
      title: "Gas capacity left",
      description: `Remaining gas capacity as a share of the maximum. Below ${percent(thresholds.gasCapacityWarning)} blocks are full and transactions queue regardless of their fee.`,
      unit: "percentunit",
      none: "Not reported",
      decimals: 0,
      levels: thresholdSteps(
        "warning",
        [thresholds.gasCapacityWarning, "neutral"],
        [thresholds.gasCapacityGood, "good"],
      ),
      queries: [{ expr: perNetwork("min", gasCapacityShareNow(select)), legend }],
    }),
    stat([4, 5], {
      title: "L1 validator fee, 30 days",
      description:
        "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, top up balances: see the dashboard L1s.",
      unit: "suffix: AVAX",
      none: "Not reported",
      decimals: 3,
      queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend }],
    }),
    stat([4, 5], {
      title: "X-Chain transfer",
      description: "Fee of an X-Chain transaction. It is fixed, unlike the P-Chain fee.",
      unit: "si:AVAX",
      none: "Not reported",
      queries: [{ expr: perNetwork("max", select(x.xTxFee)), legend }],
    }),
    stat([4, 5], {
      title: "Lowest watched balance",
      description: `Lowest unlocked balance of the watched addresses on the P-Chain. Only unlocked AVAX pays fees and top-ups. Refill an address that has less than ${thresholds.addressBalance} AVAX.`,
      unit: "suffix: AVAX",
      none: "No address watched",
      decimals: 2,
      levels: thresholdSteps("warning", [thresholds.addressBalance, "none"]),
      queries: [{ expr: perNetwork("min", select(addressBalance, { chain: "P", state: "unlocked" })), legend }],
    }),
    ...freshness("p-fee|p-fee-config|p-validator-fee|p-validator-fee-config|p-supply|p-stake"),
  ],
};

export const economics: Spec = {
  name: "economics",
  title: "Economics",
  description: "Current P-Chain fees and their trend, supply and stake, and balances of watched addresses.",
  rows: [costRow, validatorFeeRow, gasRow, addressRow, supplyRow, constantRow],
};
