import { addressBalance } from "../../../src/metrics/addresses.ts";
import { stake, supply } from "../../../src/metrics/pchain.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import * as validators from "../../../src/metrics/validators.ts";
import * as x from "../../../src/metrics/xchain.ts";
import { percent } from "../amounts.ts";
import {
  expectedGasPrice,
  expectedValidatorFee,
  gasCapacityShareNow,
  gasExcessNow,
  gasPriceNow,
  on,
  validatorFeeExcessNow,
  validatorFeePriceNow,
  validatorFeeSlope,
} from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps } from "./palette.ts";
import { graph, stack, stat } from "./panels.ts";
import { perNetwork, primary, select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const all = { subnet_id: primary };
const day = 86_400;
/** Maximum supply in AVAX. */
const cap = 720e6;
const driftLevels = thresholdSteps("bad", [1 - thresholds.priceDrift, "good"], [1 + thresholds.priceDrift, "bad"]);

/** Complexity of a transfer with one input, one signature and two outputs, by gas dimension. */
const transfer = { bandwidth: 390, db_read: 1, db_write: 3, compute: 200 };
const gasOfTransfer = Object.entries(transfer)
  .map(([dimension, amount]) => `${amount} * ${select(gas.gasWeight, { dimension })}`)
  .join(` + ${on()} `);

const capacityShare = gasCapacityShareNow(select);

export const economics: Spec = {
  name: "economics",
  title: "Economics",
  description: "Current P-Chain fees and their trend, supply and stake, and balances of watched addresses.",
  rows: [
    {
      title: "Current costs",
      panels: [
        stat([5, 5], {
          title: "P-Chain transfer",
          description:
            "Fee of a transfer with one input and two outputs at the current gas price. Other transactions cost more: creating an L1 several times as much. If the fee is high, wait: without load it halves within half a minute.",
          unit: "si:AVAX",
          none: "Not reported",
          decimals: 0,
          queries: [
            { expr: perNetwork("max", `(${gasOfTransfer}) * ${on()} ${gasPriceNow(select)}`), legend: "{{network}}" },
          ],
        }),
        stat([4, 5], {
          title: "Gas capacity left",
          description: `Remaining gas capacity as a share of the maximum. Below ${percent(thresholds.gasCapacityWarning)} blocks are full and transactions queue regardless of their fee.`,
          unit: "percentunit",
          none: "Not reported",
          decimals: 0,
          levels: thresholdSteps(
            "bad",
            [thresholds.gasCapacityWarning, "warning"],
            [thresholds.gasCapacityGood, "good"],
          ),
          queries: [{ expr: perNetwork("min", capacityShare), legend: "{{network}}" }],
        }),
        stat([5, 5], {
          title: "L1 validator fee, 30 days",
          description:
            "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, top up balances: see the dashboard L1s.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 3,
          queries: [
            { expr: perNetwork("max", `30 * ${day} * ${validatorFeePriceNow(select)}`), legend: "{{network}}" },
          ],
        }),
        stat([4, 5], {
          title: "X-Chain transfer",
          description: "Fee of an X-Chain transaction. It is fixed, unlike the P-Chain fee.",
          unit: "si:AVAX",
          none: "Not reported",
          queries: [{ expr: perNetwork("max", select(x.xTxFee)), legend: "{{network}}" }],
        }),
        ...freshness("p-fee|p-fee-config|p-validator-fee|p-validator-fee-config|p-supply|p-stake"),
      ],
    },
    {
      title: "P-Chain gas",
      panels: [
        graph([8, 8], {
          title: "Gas price",
          description: `Price per unit of gas, extrapolated from the state of the last block. The minimum is 1 nAVAX. The price doubles in 30 seconds at full load. Alerts begin at ${thresholds.gasPriceMultiple} times the minimum.`,
          unit: "suffix: nAVAX",
          none: "Not reported",
          min: 0,
          softMax: 2,
          queries: [{ expr: `1e9 * ${gasPriceNow(select)}`, legend: shared.target }],
        }),
        graph([8, 8], {
          title: "Gas capacity",
          description:
            "Remaining gas capacity as a share of the maximum, extrapolated from the state of the last block. It refills in 10 seconds. If it stays near 0, the P-Chain is full.",
          unit: "percentunit",
          none: "Not reported",
          min: 0,
          max: 1,
          lines: true,
          levels: thresholdSteps("bad", [thresholds.gasCapacityWarning, "good"]),
          queries: [{ expr: capacityShare, legend: shared.target }],
        }),
        graph([8, 8], {
          title: "Gas pressure (excess ÷ K)",
          description:
            "Excess gas divided by the price constant K: the natural logarithm of price ÷ minimum price. The price is rounded down to whole nAVAX, so it stays at 1 until this reaches 0.69. This panel reacts earlier.",
          unit: "short",
          none: "Not reported",
          decimals: 3,
          min: 0,
          softMax: 0.7,
          queries: [{ expr: `${gasExcessNow(select)} / ${select(gas.gasExcessConversion)}`, legend: shared.target }],
        }),
        table([24, 4], {
          title: "Gas state and constants",
          description:
            "P-Chain gas state as of the last block, and the configured constants, as reported by the node. If a constant differs between nodes of a network, they run different versions.",
          none: "Not reported",
          keys: shared.targetKeys,
          facts: shared.seenBy,
          rows: select(gas.gasCapacity),
          columns: [
            { title: "Capacity", expr: select(gas.gasCapacity), unit: "locale" },
            { title: "Maximum", expr: select(gas.gasCapacityMax), unit: "locale" },
            { title: "Refills per second", expr: select(gas.gasMaxPerSecond), unit: "locale" },
            { title: "Target per second", expr: select(gas.gasTargetPerSecond), unit: "locale" },
            { title: "Excess", expr: select(gas.gasExcess), unit: "locale" },
            { title: "K", expr: select(gas.gasExcessConversion), unit: "locale" },
            { title: "Price at block", expr: `1e9 * ${select(gas.gasPrice)}`, unit: "suffix: nAVAX" },
            { title: "Minimum price", expr: `1e9 * ${select(gas.gasPriceMin)}`, unit: "suffix: nAVAX" },
            {
              title: "State age",
              expr: `clamp_min(time() - ${select(gas.feeStateTime)}, 0)`,
              unit: "s",
              decimals: 0,
            },
          ],
        }),
      ],
    },
    {
      title: "L1 validator fee",
      panels: [
        graph([8, 8], {
          title: "Fee for 30 days",
          description:
            "Fee of an active L1 validator for 30 days, and its minimum. It rises while more L1 validators than the target are active.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 3,
          min: 0,
          queries: [
            { expr: `30 * ${day} * ${validatorFeePriceNow(select)}`, legend: `fee ${shared.target}` },
            { expr: `30 * ${day} * ${select(fee.validatorFeePriceMin)}`, legend: `minimum ${shared.target}` },
          ],
        }),
        graph([8, 8], {
          title: "Excess",
          description:
            "Number of active L1 validators above the target, accumulated over every second and extrapolated to now. At 0 the fee is at its minimum. While this rises, the fee rises exponentially.",
          unit: "short",
          none: "Not reported",
          min: 0,
          softMax: 1,
          queries: [{ expr: validatorFeeExcessNow(select), legend: shared.target }],
        }),
        stack(
          8,
          8,
          stat([4, 4], {
            title: "Active above target",
            description:
              "Number of L1 validators of the whole network above the target, estimated from the excess of the last 30 minutes. At 0 or below the fee does not rise. Not known while the excess is 0.",
            unit: "locale",
            none: "At minimum",
            decimals: 0,
            queries: [
              {
                expr: perNetwork("max", `${validatorFeeSlope(select)} and ${select(fee.validatorFeeExcess)} > 0`),
                legend: "{{network}}",
              },
            ],
          }),
          stat([4, 4], {
            title: "Fee doubles in",
            description:
              "Time until the fee doubles at the current rate; negative values are the halving time. The minimum on mainnet is one day. While the fee rises, plan top-ups with the worst case.",
            unit: "s",
            none: "At minimum",
            decimals: 1,
            queries: [
              {
                expr: perNetwork(
                  "min",
                  `0.693147 * ${select(fee.validatorFeeExcessConversion)} / (${validatorFeeSlope(select)} != 0) and ${select(fee.validatorFeeExcess)} > 0`,
                ),
                legend: "{{network}}",
              },
            ],
          }),
          stat([4, 4], {
            title: "L1 validators: target",
            description:
              "Number of active L1 validators of the whole network at which the fee is constant. It is set by the network, not by operators.",
            unit: "locale",
            none: "Not reported",
            queries: [{ expr: perNetwork("max", select(fee.validatorFeeTarget)), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "L1 validators: maximum",
            description:
              "Maximum number of active L1 validators of the whole network. When it is reached, no validator can be added.",
            unit: "locale",
            none: "Not reported",
            queries: [{ expr: perNetwork("max", select(fee.validatorFeeCapacity)), legend: "{{network}}" }],
          }),
        ),
        graph([12, 6], {
          title: "Reported price vs. formula",
          description:
            "Reported price divided by the price computed from the node's own constants (min price × e^(excess / K)), for gas and L1 validators. Expected: 1. Any other value means that the protocol has changed and forecasts are wrong: upgrade the exporter.",
          unit: "short",
          none: "Not reported",
          decimals: 3,
          softMin: 0.9,
          softMax: 1.1,
          lines: true,
          levels: driftLevels,
          queries: [
            { expr: `${select(gas.gasPrice)} / ${expectedGasPrice(select)}`, legend: `gas ${shared.target}` },
            {
              expr: `${select(fee.validatorFeePrice)} / ${expectedValidatorFee(select)}`,
              legend: `L1 validators ${shared.target}`,
            },
          ],
        }),
        table([12, 6], {
          title: "Validator fee state and constants",
          description:
            "L1 validator fee state as of the last block, and the configured constants, as reported by the node. If a constant differs between nodes of a network, they run different versions.",
          none: "Not reported",
          keys: shared.targetKeys,
          facts: { ...shared.seenBy },
          rows: select(fee.validatorFeeExcess),
          columns: [
            { title: "Excess", expr: select(fee.validatorFeeExcess), unit: "locale", width: 130 },
            { title: "K", expr: select(fee.validatorFeeExcessConversion), unit: "locale", width: 130 },
            {
              title: "Price at block",
              expr: `1e9 * ${select(fee.validatorFeePrice)}`,
              unit: "suffix: nAVAX/s",
              width: 130,
            },
            {
              title: "Minimum price",
              expr: `1e9 * ${select(fee.validatorFeePriceMin)}`,
              unit: "suffix: nAVAX/s",
              width: 130,
            },
            {
              title: "State age",
              expr: `clamp_min(time() - ${select(fee.validatorFeeStateTime)}, 0)`,
              unit: "s",
              decimals: 0,
              width: 110,
            },
          ],
        }),
      ],
    },
    {
      title: "Supply and stake",
      panels: [
        stack(
          8,
          8,
          stat([4, 4], {
            title: "Supply",
            description:
              "AVAX in existence, including the rewards promised to all stakers. It is an upper bound: burned fees are not deducted.",
            unit: "short",
            none: "Not reported",
            decimals: 2,
            queries: [{ expr: perNetwork("max", select(supply)), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Share of maximum supply",
            description: "Existing AVAX as a share of the maximum supply of 720 million. Informational.",
            unit: "percentunit",
            none: "Not reported",
            decimals: 2,
            queries: [{ expr: perNetwork("max", `${select(supply)} / ${cap}`), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Staked share of supply",
            description:
              "Share of all AVAX that is staked on the primary network. A sudden decrease means that large validators have left.",
            unit: "percentunit",
            none: "Not reported",
            decimals: 1,
            queries: [{ expr: perNetwork("max", `${select(stake)} / ${select(supply)}`), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Delegated share",
            description: "Share of the stake that is delegated. Informational.",
            unit: "percentunit",
            none: "Not reported",
            decimals: 1,
            queries: [
              {
                expr: perNetwork(
                  "max",
                  `1e9 * ${select(validators.validatorsDelegated, all)} / ${select(validators.validatorsWeight, all)}`,
                ),
                legend: "{{network}}",
              },
            ],
          }),
        ),
        graph([8, 8], {
          title: "Daily issuance",
          description:
            "Growth of the supply per day: rewards are added when a staking period begins. It is negative when rewards are not earned.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 0,
          queries: [{ expr: `${day} * ${slope(supply, {}, "1d")}`, legend: shared.target }],
        }),
        graph([8, 8], {
          title: "Stake",
          description: `AVAX staked on the primary network, in total and delegated. A decrease of ${percent(thresholds.stakeDrop)} within a day raises an alert: large validators have left.`,
          unit: "short",
          none: "Not reported",
          decimals: 2,
          min: 0,
          queries: [
            { expr: select(stake), legend: `total ${shared.target}` },
            { expr: select(validators.validatorsDelegated, all), legend: `delegated ${shared.target}` },
          ],
        }),
      ],
    },
    {
      title: "Watched addresses",
      panels: [
        graph([9, 7], {
          title: "Balances of watched addresses",
          description:
            "AVAX balance of each watched address, by state. Only unlocked AVAX pays fees: keep enough of it to top up L1 validators.",
          unit: "suffix: AVAX",
          none: "No address watched",
          decimals: 2,
          queries: [
            {
              expr: `label_replace(${select(addressBalance)}, "name", "$1…", "address", "(.{14}).*")`,
              legend: "{{name}} {{state}} {{target}}",
            },
          ],
        }),
        table([12, 7], {
          title: "Current balances",
          description: `Current balance by state. On the P-Chain, locked_stakeable can already be staked, locked_not_stakeable cannot. Refill an address for top-ups that has less than ${thresholds.addressBalance} AVAX unlocked.`,
          none: "No address watched",
          keys: [...shared.targetKeys, "address", "chain", "state"],
          facts: {
            address: { title: "Address" },
            chain: { title: "Chain", width: 70 },
            state: { title: "State", width: 170 },
          },
          rows: select(addressBalance),
          columns: [{ title: "Balance", expr: select(addressBalance), unit: "suffix: AVAX", decimals: 2, width: 160 }],
        }),
        stat([3, 7], {
          title: "X-Chain asset creation",
          description: "Fee of an X-Chain transaction that creates an asset. It is fixed.",
          unit: "si:AVAX",
          none: "Not reported",
          queries: [{ expr: perNetwork("max", select(x.xCreateAssetTxFee)), legend: "{{network}}" }],
        }),
      ],
    },
  ],
};
