import { addressBalance } from "../../../collectors/addresses.ts";
import * as gas from "../../../collectors/fees.ts";
import * as x from "../../../collectors/fees.ts";
import { validatorFeePrice } from "../../../collectors/fees.ts";
import type { Spec } from "./dashboard.ts";
import { gasRow } from "./economics-gas.ts";
import { addressRow, supplyRow } from "./economics-supply.ts";
import { validatorFeeRow } from "./economics-validator-fee.ts";
import { freshness } from "./freshness.ts";
import { cChainFeeRow } from "./native-panels.ts";
import { thresholdSteps } from "./palette.ts";
import { stat } from "./panels.ts";
import { perItem, perNetwork, selectShared } from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const legend = "{{network}}";

const costRow = {
  title: "Current costs",
  panels: [
    stat([6, 4], {
      title: "P-Chain gas price",
      description:
        "Price per unit of gas at the last block. A simple transfer takes some 1,000 units, creating an L1 several times as many. If it is high, wait: without load it halves within half a minute.",
      unit: "suffix:nAVAX",
      none: "Not reported",
      decimals: 0,
      queries: [{ expr: `1e9 * ${perItem("max", gas.gasPrice)}`, legend }],
    }),
    stat([6, 4], {
      title: "L1 validator fee, 30 days",
      description:
        "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, top up balances: see the dashboard L1s.",
      unit: "suffix:AVAX",
      none: "Not reported",
      decimals: 3,
      queries: [{ expr: `30 * 86400 * ${perItem("max", validatorFeePrice)}`, legend }],
    }),
    stat([5, 4], {
      title: "X-Chain transfer",
      description: "Fee of an X-Chain transaction. It is fixed, unlike the P-Chain fee.",
      unit: "si:AVAX",
      none: "Not reported",
      queries: [{ expr: perItem("max", x.xTxFee), legend }],
    }),
    stat([5, 4], {
      title: "Lowest watched balance",
      description: `Lowest unlocked balance of the watched addresses on the P-Chain. Only unlocked AVAX pays fees and top-ups. Refill an address that has less than ${thresholds.addressBalance} AVAX.`,
      unit: "suffix:AVAX",
      none: "No address watched",
      decimals: 2,
      levels: thresholdSteps("warning", [thresholds.addressBalance, "none"]),
      queries: [{ expr: perNetwork("min", selectShared(addressBalance, { chain: "P", state: "unlocked" })), legend }],
    }),
    freshness({ collectors: "p-fee|p-validator-fee|p-validator-fee-config|p-supply|p-stake" }),
  ],
};

export const economics: Spec = {
  name: "economics",
  title: "Economics",
  description: "Current P-Chain fees and their trend, supply and stake, and balances of watched addresses.",
  rows: [costRow, validatorFeeRow, gasRow, cChainFeeRow, addressRow, supplyRow],
};
