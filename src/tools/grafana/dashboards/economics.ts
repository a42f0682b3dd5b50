/** The dashboard of fees, supply and stake. Facts of a network are shown once, however many nodes report them. */
import { addressBalance } from "../../../collectors/addresses.ts";
import * as fees from "../../../collectors/fees.ts";
import type { Row, Spec } from "./dashboard.ts";
import { addressRow, supplyRow } from "./economics-supply.ts";
import { freshness } from "./freshness.ts";
import { cChainFeeRow } from "./native-panels.ts";
import { thresholdSteps } from "./palette.ts";
import { graph, stack, stat } from "./panels.ts";
import { perItem, perNetwork, queryPerNetwork, selectShared } from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const none = "Not reported";

const costRow: Row = {
  title: "Current costs",
  panels: [
    stat([6, 4], {
      title: "P-Chain gas price",
      description:
        "Price per unit of gas at the last block. A simple transfer takes some 1,000 units, creating an L1 several times as many. If it is high, wait: without load it halves within half a minute.",
      unit: "suffix:nAVAX",
      none,
      decimals: 0,
      queries: [queryPerNetwork(`1e9 * ${perItem("max", fees.gasPrice)}`)],
    }),
    stat([6, 4], {
      title: "L1 validator fee, 30 days",
      description:
        "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, top up balances: see the dashboard L1s.",
      unit: "suffix:AVAX",
      none,
      decimals: 3,
      queries: [queryPerNetwork(`30 * 86400 * ${perItem("max", fees.validatorFeePrice)}`)],
    }),
    stat([5, 4], {
      title: "X-Chain transfer",
      description: "Fee of an X-Chain transaction. It is fixed, unlike the P-Chain fee.",
      unit: "si:AVAX",
      none,
      queries: [queryPerNetwork(perItem("max", fees.xTxFee))],
    }),
    stat([5, 4], {
      title: "Lowest watched balance",
      description: `Lowest unlocked balance of the watched addresses on the P-Chain. Only unlocked AVAX pays fees and top-ups. Refill an address that has less than ${thresholds.addressBalance} AVAX.`,
      unit: "suffix:AVAX",
      none: "No address watched",
      decimals: 2,
      levels: thresholdSteps("warning", [thresholds.addressBalance, "none"]),
      queries: [queryPerNetwork(perNetwork("min", selectShared(addressBalance, { chain: "P", state: "unlocked" })))],
    }),
    freshness({ collectors: "p-fee|p-validator-fee|p-validator-fee-config|p-supply|p-stake" }),
  ],
};

const month = 30 * 86_400;
/** The active L1 validators above the target are the growth of the excess per second of chain time. */
const aboveTarget = `(delta(${selectShared(fees.validatorFeeExcess)}[30m]) / (delta(${selectShared(fees.validatorFeeStateTime)}[30m]) > 0))`;
const rises = `${selectShared(fees.validatorFeeExcess)} > 0`;

const validatorFeeRow: Row = {
  title: "L1 validator fee",
  panels: [
    graph([12, 7], {
      title: "Fee for 30 days",
      description:
        "Fee of an active L1 validator for 30 days, on a logarithmic scale. The minimum on mainnet is 1.33 AVAX. It rises while more L1 validators than the target are active.",
      unit: "suffix:AVAX",
      none,
      decimals: 3,
      isLogarithmic: true,
      queries: [queryPerNetwork(`${month} * ${perItem("max", fees.validatorFeePrice)}`)],
    }),
    stack(
      12,
      7,
      stat([12, 4], {
        title: "Active above target",
        description:
          "Number of L1 validators of the whole network above the target, estimated from the excess of the last 30 minutes. At 0 or below the fee does not rise. Not known while the excess is 0.",
        unit: "locale",
        none: "At minimum",
        isNamed: true,
        decimals: 0,
        queries: [queryPerNetwork(perNetwork("max", `${aboveTarget} and ${rises}`))],
      }),
      stat([12, 3], {
        title: "L1 validators of the network",
        description:
          "Number of active L1 validators of the whole network at which the fee is constant, and its maximum. When that is reached, no validator can be added.",
        unit: "locale",
        none,
        queries: [
          { expr: perItem("max", fees.validatorFeeTarget), legend: "{{network}} target" },
          { expr: perItem("max", fees.validatorFeeCapacity), legend: "{{network}} maximum" },
        ],
      }),
    ),
  ],
};

const gasRow: Row = {
  title: "P-Chain gas",
  panels: [
    graph([12, 7], {
      title: "Gas price",
      description: `Price per unit of gas at the last block, on a logarithmic scale. The minimum is 1 nAVAX. The price doubles in 30 seconds at full load.`,
      unit: "suffix:nAVAX",
      none,
      isLogarithmic: true,
      queries: [queryPerNetwork(`1e9 * ${perItem("max", fees.gasPrice)}`)],
    }),
    graph([12, 7], {
      title: "Gas capacity",
      description:
        "Remaining gas capacity at the last block. It refills in 10 seconds. If it stays near 0, the P-Chain is full.",
      unit: "short",
      none,
      min: 0,
      queries: [queryPerNetwork(perItem("min", fees.gasCapacity))],
    }),
  ],
};

export const economics: Spec = {
  name: "economics",
  title: "Economics",
  description: "Current P-Chain fees and their trend, supply and stake, and balances of watched addresses.",
  rows: [costRow, validatorFeeRow, gasRow, cChainFeeRow, addressRow, supplyRow],
};
