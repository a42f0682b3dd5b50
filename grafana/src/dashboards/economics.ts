import { addressBalance } from "../../../src/metrics/addresses.ts";
import { stake, supply } from "../../../src/metrics/pchain.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import * as validators from "../../../src/metrics/validators.ts";
import * as x from "../../../src/metrics/xchain.ts";
import { percent } from "../amounts.ts";
import {
  gasCapacityShareNow,
  gasExcessNow,
  gasPriceNow,
  gasPriceToBe,
  on,
  validatorFeeExcessNow,
  validatorFeePriceNow,
  validatorFeePriceToBe,
  validatorFeeSlope,
} from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels } from "./palette.ts";
import { graph, stack, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import { perNetwork, primary, select, slope } from "./queries.ts";

const all = { subnet_id: primary };
const day = 86_400;
/** AVAX that there can ever be. */
const cap = 720e6;
const driftLevels = levels("bad", [1 - thresholds.priceDrift, "good"], [1 + thresholds.priceDrift, "bad"]);

/** Of a transfer with one input, one signature and two outputs. */
const transfer = { bandwidth: 390, db_read: 1, db_write: 3, compute: 200 };
const gasOfTransfer = Object.entries(transfer)
  .map(([dimension, amount]) => `${amount} * ${select(gas.gasWeight, { dimension })}`)
  .join(` + ${on()} `);

const capacityShare = gasCapacityShareNow(select);

export const economics: Spec = {
  name: "economics",
  title: "Economics",
  description:
    "What the P-Chain costs now, and where both of its prices go; supply, stake, and the operator's own balances.",
  rows: [
    {
      title: "What does it cost now?",
      panels: [
        stat([5, 5], {
          title: "A transfer on the P-Chain",
          description:
            "Fee of a transfer with one input and two outputs at the price of gas of this second. Others cost more: creating an L1 some times as much. If it is high, wait: the price halves within half a minute of rest.",
          unit: "si:AVAX",
          none: "Not told by the node",
          decimals: 0,
          queries: [
            { expr: perNetwork("max", `(${gasOfTransfer}) * ${on()} ${gasPriceNow(select)}`), legend: "{{network}}" },
          ],
        }),
        stat([4, 5], {
          title: "Gas capacity left",
          description: `Share of the most gas that can be stored up which is left at this second; full is 100 %. Under ${percent(thresholds.gasCapacityWarning)} blocks are full, and transactions wait however much they pay.`,
          unit: "percentunit",
          none: "Not told by the node",
          decimals: 0,
          levels: levels("bad", [thresholds.gasCapacityWarning, "warning"], [thresholds.gasCapacityGood, "good"]),
          queries: [{ expr: perNetwork("min", capacityShare), legend: "{{network}}" }],
        }),
        stat([5, 5], {
          title: "An L1 validator, for 30 days",
          description:
            "What an active L1 validator pays in 30 days at the price of this second; 1.33 AVAX is the least on mainnet. If it rises, top up balances: see the dashboard L1s.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 3,
          queries: [
            { expr: perNetwork("max", `30 * ${day} * ${validatorFeePriceNow(select)}`), legend: "{{network}}" },
          ],
        }),
        stat([4, 5], {
          title: "X-Chain transfer",
          description: "Fee of an X-Chain transaction: fixed, unlike the P-Chain's. For information.",
          unit: "si:AVAX",
          none: "Not told by the node",
          queries: [{ expr: perNetwork("max", select(x.xTxFee)), legend: "{{network}}" }],
        }),
        ...freshness("p-fee|p-fee-config|p-validator-fee|p-validator-fee-config|p-supply|p-stake"),
      ],
    },
    {
      title: "P-Chain gas",
      panels: [
        graph([8, 8], {
          title: "Price of gas",
          description: `Price of a unit of gas, carried on from the last block's state to each moment; 1 nAVAX is the least. It doubles in 30 seconds of full use. Alerts begin at ${thresholds.gasPriceMultiple} times the minimum.`,
          unit: "suffix: nAVAX",
          none: "Not told by the node",
          min: 0,
          softMax: 2,
          queries: [{ expr: `1e9 * ${gasPriceNow(select)}`, legend: parts.target }],
        }),
        graph([8, 8], {
          title: "Gas capacity",
          description:
            "Share of the storable gas that is left, carried on from the last block's state to each moment. It refills in 10 seconds. If it stays at the bottom, the P-Chain is full.",
          unit: "percentunit",
          none: "Not told by the node",
          min: 0,
          max: 1,
          lines: true,
          levels: levels("bad", [thresholds.gasCapacityWarning, "good"]),
          queries: [{ expr: capacityShare, legend: parts.target }],
        }),
        graph([8, 8], {
          title: "Pressure: excess by its constant",
          description:
            "Gas used beyond the target by the constant K of the price: the logarithm of the price's multiple. The price is a whole number and stays at 1 nAVAX until 0.69, so that this shows a rush first.",
          unit: "short",
          none: "Not told by the node",
          decimals: 3,
          min: 0,
          softMax: 0.7,
          queries: [{ expr: `${gasExcessNow(select)} / ${select(gas.gasExcessConversion)}`, legend: parts.target }],
        }),
        table([24, 4], {
          title: "State and constants of gas",
          description:
            "What the node tells of P-Chain gas, as of its last block, and what it is configured with. A constant that differs between nodes of a network: they run different versions.",
          none: "Not told by the node",
          keys: parts.targetKeys,
          facts: parts.seenBy,
          rows: select(gas.gasCapacity),
          columns: [
            { title: "Capacity", expr: select(gas.gasCapacity), unit: "locale" },
            { title: "At most", expr: select(gas.gasCapacityMax), unit: "locale" },
            { title: "Refills per second", expr: select(gas.gasMaxPerSecond), unit: "locale" },
            { title: "Target per second", expr: select(gas.gasTargetPerSecond), unit: "locale" },
            { title: "Excess", expr: select(gas.gasExcess), unit: "locale" },
            { title: "K", expr: select(gas.gasExcessConversion), unit: "locale" },
            { title: "Price then", expr: `1e9 * ${select(gas.gasPrice)}`, unit: "suffix: nAVAX" },
            { title: "Least", expr: `1e9 * ${select(gas.gasPriceMin)}`, unit: "suffix: nAVAX" },
            {
              title: "State's age",
              expr: `clamp_min(time() - ${select(gas.feeStateTime)}, 0)`,
              unit: "s",
              decimals: 0,
            },
          ],
        }),
      ],
    },
    {
      title: "Fee of L1 validators",
      panels: [
        graph([8, 8], {
          title: "Price, for 30 days",
          description:
            "What an active L1 validator pays in 30 days, at the price of each moment, and the least that it can be. It rises while more L1 validators are active than the target.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 3,
          min: 0,
          queries: [
            { expr: `30 * ${day} * ${validatorFeePriceNow(select)}`, legend: `price ${parts.target}` },
            { expr: `30 * ${day} * ${select(fee.validatorFeePriceMin)}`, legend: `least ${parts.target}` },
          ],
        }),
        graph([8, 8], {
          title: "Excess",
          description:
            "Active L1 validators beyond the target, summed up over the seconds and carried on to each moment. At 0 the price is at its least. A rising line is a price that rises faster and faster.",
          unit: "short",
          none: "Not told by the node",
          min: 0,
          softMax: 1,
          queries: [{ expr: validatorFeeExcessNow(select), legend: parts.target }],
        }),
        stack(
          8,
          8,
          stat([4, 4], {
            title: "Active beyond the target",
            description:
              "How many more L1 validators are active on the whole network than the target, as the excess of the last 30 minutes shows. At 0 and below the price does not rise. Not known while the excess is 0.",
            unit: "locale",
            none: "Price at rest",
            decimals: 0,
            queries: [
              {
                expr: perNetwork("max", `${validatorFeeSlope(select)} and ${select(fee.validatorFeeExcess)} > 0`),
                legend: "{{network}}",
              },
            ],
          }),
          stat([4, 4], {
            title: "Price doubles in",
            description:
              "Time in which the price doubles at this pace; negative: it halves in it. A day is the fastest on mainnet. Top up balances by the worst case while it doubles.",
            unit: "s",
            none: "Price at rest",
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
            title: "Seats: target",
            description:
              "How many active L1 validators of the whole network keep the price as it is. Set by the network, not by operators.",
            unit: "locale",
            none: "Not told by the node",
            queries: [{ expr: perNetwork("max", select(fee.validatorFeeTarget)), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Seats: at most",
            description: "How many L1 validators can be active on the whole network. Beyond it nobody can join.",
            unit: "locale",
            none: "Not told by the node",
            queries: [{ expr: perNetwork("max", select(fee.validatorFeeCapacity)), legend: "{{network}}" }],
          }),
        ),
        graph([12, 6], {
          title: "Do prices agree with their formula?",
          description:
            "Price that the node tells by the one that follows from its own constants (least price x e^(excess / K)), for gas and for L1 validators. It is 1. Anything else: the protocol changed, and this exporter's forecasts no longer hold; look for a new version.",
          unit: "short",
          none: "Not told by the node",
          decimals: 3,
          softMin: 0.9,
          softMax: 1.1,
          lines: true,
          levels: driftLevels,
          queries: [
            { expr: `${select(gas.gasPrice)} / ${gasPriceToBe(select)}`, legend: `gas ${parts.target}` },
            {
              expr: `${select(fee.validatorFeePrice)} / ${validatorFeePriceToBe(select)}`,
              legend: `L1 validators ${parts.target}`,
            },
          ],
        }),
        table([12, 6], {
          title: "State and constants of the validator fee",
          description:
            "What the node tells of the fee, as of its last block, and what it is configured with. A constant that differs between nodes of a network: they run different versions.",
          none: "Not told by the node",
          keys: parts.targetKeys,
          facts: { ...parts.seenBy },
          rows: select(fee.validatorFeeExcess),
          columns: [
            { title: "Excess", expr: select(fee.validatorFeeExcess), unit: "locale", width: 130 },
            { title: "K", expr: select(fee.validatorFeeExcessConversion), unit: "locale", width: 130 },
            {
              title: "Price then",
              expr: `1e9 * ${select(fee.validatorFeePrice)}`,
              unit: "suffix: nAVAX/s",
              width: 130,
            },
            { title: "Least", expr: `1e9 * ${select(fee.validatorFeePriceMin)}`, unit: "suffix: nAVAX/s", width: 130 },
            {
              title: "State's age",
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
              "AVAX that exist, with the rewards promised to all who stake: an upper bound, since burned fees are not deducted. For information.",
            unit: "short",
            none: "Not told by the node",
            decimals: 2,
            queries: [{ expr: perNetwork("max", select(supply)), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Of the 720 million",
            description: "Share of the AVAX that can ever be which exists. For information: there is nothing to do.",
            unit: "percentunit",
            none: "Not told by the node",
            decimals: 2,
            queries: [{ expr: perNetwork("max", `${select(supply)} / ${cap}`), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Staked share of the supply",
            description:
              "Share of all AVAX that is staked on the primary network. For information; a sudden fall means that large validators left.",
            unit: "percentunit",
            none: "Not told by the node",
            decimals: 1,
            queries: [{ expr: perNetwork("max", `${select(stake)} / ${select(supply)}`), legend: "{{network}}" }],
          }),
          stat([4, 4], {
            title: "Delegated share",
            description: "Share of the stake that is delegated. For information: there is nothing to do.",
            unit: "percentunit",
            none: "Not told by the node",
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
          title: "Issued in a day",
          description:
            "By how much the supply grows in a day: rewards promised when somebody begins to stake. It falls below 0 when rewards are not earned.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 0,
          queries: [{ expr: `${day} * ${slope(supply, {}, "1d")}`, legend: parts.target }],
        }),
        graph([8, 8], {
          title: "Stake",
          description: `AVAX staked on the primary network, and what of it is delegated. A fall of ${percent(thresholds.stakeDrop)} within a day raises an alert: large validators left at once.`,
          unit: "short",
          none: "Not told by the node",
          decimals: 2,
          min: 0,
          queries: [
            { expr: select(stake), legend: `all ${parts.target}` },
            { expr: select(validators.validatorsDelegated, all), legend: `delegated ${parts.target}` },
          ],
        }),
      ],
    },
    {
      title: "The operator's own",
      panels: [
        graph([9, 7], {
          title: "Balances of watched addresses",
          description:
            "AVAX on each watched address, by state. Only what is unlocked pays fees: keep enough of it to top up L1 validators.",
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
          title: "Watched addresses",
          description: `The same as of now. On the P-Chain locked_stakeable can be staked already, locked_not_stakeable cannot. An address with less than ${thresholds.addressBalance} AVAX unlocked raises an alert: refill it.`,
          none: "No address watched",
          keys: [...parts.targetKeys, "address", "chain", "state"],
          facts: {
            address: { title: "Address" },
            chain: { title: "Chain", width: 70 },
            state: { title: "State", width: 170 },
          },
          rows: select(addressBalance),
          columns: [{ title: "Balance", expr: select(addressBalance), unit: "suffix: AVAX", decimals: 2, width: 160 }],
        }),
        stat([3, 7], {
          title: "New X asset",
          description: "Fee of an X-Chain transaction that creates an asset: fixed. For information.",
          unit: "si:AVAX",
          none: "Not told by the node",
          queries: [{ expr: perNetwork("max", select(x.xCreateAssetTxFee)), legend: "{{network}}" }],
        }),
      ],
    },
  ],
};
