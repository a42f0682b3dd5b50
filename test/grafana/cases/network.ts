import type { Case } from "./case.ts";

export const networkCases: readonly Case[] = [
  {
    alert: "AvaxL1FeePriceSpike",
    when: { avax_pchain_validator_fee_price_avax_per_second: "0.000000512x10 0.00000256" },
    after: 40,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "Validating an L1 costs 5.0 times what it did, or soon will",
        description:
          "The price of an L1 validator's second is 5.0 times its lowest of late, or there have been more L1 validators than the target for a day, as exporter:9652 sees it: balances last less long than they did.",
      },
    ],
  },
  {
    // above the target for a day, while the price has hardly moved
    alert: "AvaxL1FeePriceSpike",
    when: { avax_pchain_validator_fee_excess: "0+6000" },
    after: 24 * 60 + 30,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "Validating an L1 costs 1.0 times what it did, or soon will",
        description:
          "The price of an L1 validator's second is 1.0 times its lowest of late, or there have been more L1 validators than the target for a day, as exporter:9652 sees it: balances last less long than they did.",
      },
    ],
  },
  {
    // of a state that is ten seconds old when it is read
    alert: "AvaxGasPriceHigh",
    when: { avax_pchain_fee_state_timestamp_seconds: "50+60", avax_pchain_gas_excess: "12000000" },
    after: 15,
    fires: [
      {
        severity: "info",
        summary: "P-Chain transactions cost 203 times the least, as exporter:9652 sees it",
        description:
          "The price of gas on the P-Chain of exporter:9652 is 203 times the lowest. Top-ups and stakes cost so much more.",
      },
    ],
  },
  {
    alert: "AvaxGasCapacityLow",
    when: { avax_pchain_gas_capacity: "50000" },
    after: 15,
    fires: [
      {
        severity: "warning",
        summary: "The P-Chain is full: 5% of its gas is left, as exporter:9652 sees it",
        description:
          "The P-Chain of exporter:9652 has 5% of its gas left: transactions wait, top-ups of L1 validators among them.",
      },
    ],
  },
  {
    alert: "AvaxStakeConnectedLow",
    when: { 'avax_validators_connected_weight{subnet_id="primary"}': "840" },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: { subnet_id: "primary" },
        summary: "exporter:9652 is connected to 84% of the stake only",
        description:
          "The node of exporter:9652 is connected to validators with 84% of the stake. Below 80 % it can no longer rely on what it accepts: its own connection is broken, or the network's.",
      },
    ],
  },
  {
    alert: "AvaxStakeConnectedLow",
    when: { 'avax_validators_connected_weight{subnet_id="primary"}': "700" },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "primary" },
        summary: "exporter:9652 is connected to 70% of the stake only",
        description:
          "The node of exporter:9652 is connected to validators with 70% of the stake. Below 80 % it can no longer rely on what it accepts: its own connection is broken, or the network's.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "primary" },
        summary: "exporter:9652 is connected to 70% of the stake only",
        description:
          "The node of exporter:9652 is connected to validators with 70% of the stake. Below 80 % it can no longer rely on what it accepts: its own connection is broken, or the network's.",
      },
    ],
  },
  {
    alert: "AvaxNetworkStakeDrop",
    when: { avax_pchain_stake_avax: "200000000x60 188000000" },
    after: 24 * 60 + 30,
    looksBack: true,
    fires: [
      {
        severity: "info",
        summary: "The network's stake has fallen by 6% in a day",
        description: "6% of the AVAX that was staked a day ago no longer is, as exporter:9652 sees it.",
      },
    ],
  },
  {
    alert: "AvaxProtocolConstantDrift",
    when: {
      avax_pchain_gas_price_avax: "0.000000003",
      avax_pchain_validator_fee_price_avax_per_second: "0.000000600",
    },
    after: 60,
    fires: [
      {
        severity: "info",
        labels: { fee: "gas" },
        summary: "The gas fee's price is not what its formula says on exporter:9652",
        description:
          "The price of the gas fee that exporter:9652 tells is 0.000000002 AVAX away from least price x e^(excess / K): an upgrade has changed the rule, and forecasts made from it are wrong.",
      },
      {
        severity: "info",
        labels: { fee: "validator" },
        summary: "The validator fee's price is not what its formula says on exporter:9652",
        description:
          "The price of the validator fee that exporter:9652 tells is 0.000000088 AVAX away from least price x e^(excess / K): an upgrade has changed the rule, and forecasts made from it are wrong.",
      },
    ],
  },
  {
    alert: "AvaxAddressBalanceLow",
    when: { 'avax_address_balance_avax{address="P-avax1a",chain="P",state="unlocked"}': "0.25" },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: { address: "P-avax1a", chain: "P", state: "unlocked" },
        summary: "0.250 AVAX are left on P-avax1a",
        description:
          "The watched address P-avax1a has 0.250 AVAX to spend on the P-Chain: soon too little for top-ups and fees.",
      },
    ],
  },
];
