import type { Case } from "./case.ts";

export const networkCases: readonly Case[] = [
  {
    alert: "AvaxL1FeePriceSpike",
    when: { avax_pchain_validator_fee_price_avax_per_second: "0.000000512x10 0.00000256" },
    after: 40,
    looksBack: true,
    about: "item",
    fires: [{ severity: "warning", summary: "L1 validator fee (mainnet) is 5.0 times its minimum" }],
  },
  {
    // the state is ten seconds old when it is collected
    alert: "AvaxGasPriceHigh",
    when: { avax_pchain_fee_state_timestamp_seconds: "50+60", avax_pchain_gas_excess: "12000000" },
    after: 15,
    about: "item",
    fires: [{ severity: "info", summary: "P-Chain gas price (mainnet) is 203 times its minimum" }],
  },
  {
    alert: "AvaxGasCapacityLow",
    when: { avax_pchain_gas_capacity: "50000" },
    after: 15,
    about: "item",
    fires: [{ severity: "warning", summary: "P-Chain gas capacity (mainnet) is down to 5%" }],
  },
  {
    alert: "AvaxNetworkStakeDrop",
    when: { avax_pchain_stake_avax: "200000000x60 188000000" },
    after: 24 * 60 + 30,
    looksBack: true,
    about: "item",
    fires: [{ severity: "info", summary: "Stake of the network (mainnet) fell by 6% in a day" }],
  },
  {
    alert: "AvaxProtocolConstantDrift",
    when: {
      avax_pchain_gas_price_avax: "0.000000003",
      avax_pchain_validator_fee_price_avax_per_second: "0.000000600",
    },
    after: 60,
    about: "item",
    fires: ["gas", "validator"].map((fee) => ({
      severity: "info",
      labels: { fee },
      summary: `Reported ${fee} fee (mainnet) deviates from the protocol formula`,
    })),
  },
  {
    // validation-1 costs 0.31 AVAX in 7 days
    alert: "AvaxAddressBalanceLow",
    when: {
      'avax_address_balance_avax{address="P-avax1a",chain="P",state="unlocked"}': "0.25",
      'avax_l1_validator_present{validation_id="validation-1"}': "1",
    },
    after: 15,
    about: "item",
    fires: [{ severity: "warning", summary: "Watched addresses (mainnet) have 0.250 AVAX left for top-ups" }],
  },
];
