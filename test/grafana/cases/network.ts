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
        summary: "L1 validator fee is high or rising: 5.0 times its recent minimum",
        description:
          "As reported by exporter:9652, the L1 validator fee is 5.0 times its recent minimum, or more L1 validators than the target have been active for a day. Balances are used up faster.",
      },
    ],
  },
  {
    // above the target for a day, while the fee has hardly changed
    alert: "AvaxL1FeePriceSpike",
    when: { avax_pchain_validator_fee_excess: "0+6000" },
    after: 24 * 60 + 30,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "L1 validator fee is high or rising: 1.0 times its recent minimum",
        description:
          "As reported by exporter:9652, the L1 validator fee is 1.0 times its recent minimum, or more L1 validators than the target have been active for a day. Balances are used up faster.",
      },
    ],
  },
  {
    // the state is ten seconds old when it is collected
    alert: "AvaxGasPriceHigh",
    when: { avax_pchain_fee_state_timestamp_seconds: "50+60", avax_pchain_gas_excess: "12000000" },
    after: 15,
    fires: [
      {
        severity: "info",
        summary: "P-Chain gas price is 203 times its minimum (reported by exporter:9652)",
        description:
          "As reported by exporter:9652, the P-Chain gas price is 203 times its minimum. Top-ups and staking transactions cost proportionally more.",
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
        summary: "P-Chain gas capacity is down to 5% (reported by exporter:9652)",
        description:
          "As reported by exporter:9652, 5% of the P-Chain's gas capacity is left. Transactions are delayed, including top-ups of L1 validators.",
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
        summary: "exporter:9652 is connected to only 84% of the stake",
        description:
          "The node exporter:9652 is connected to validators with 84% of the stake. Below 80 % it reports unhealthy, and below 75 % it cannot accept blocks. Its own connectivity is broken, or the network's.",
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
        summary: "exporter:9652 is connected to only 70% of the stake",
        description:
          "The node exporter:9652 is connected to validators with 70% of the stake. Below 80 % it reports unhealthy, and below 75 % it cannot accept blocks. Its own connectivity is broken, or the network's.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "primary" },
        summary: "exporter:9652 is connected to only 70% of the stake",
        description:
          "The node exporter:9652 is connected to validators with 70% of the stake. Below 80 % it reports unhealthy, and below 75 % it cannot accept blocks. Its own connectivity is broken, or the network's.",
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
        summary: "Stake of the network has fallen by 6% in a day",
        description: "As reported by exporter:9652, 6% of the AVAX that was staked a day ago is no longer staked.",
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
        summary: "Reported gas fee on exporter:9652 deviates from the protocol formula",
        description:
          "The gas fee that exporter:9652 reports differs by 0.000000002 AVAX from min price × e^(excess / K). A protocol upgrade has changed the formula, and forecasts based on it are wrong.",
      },
      {
        severity: "info",
        labels: { fee: "validator" },
        summary: "Reported validator fee on exporter:9652 deviates from the protocol formula",
        description:
          "The validator fee that exporter:9652 reports differs by 0.000000088 AVAX from min price × e^(excess / K). A protocol upgrade has changed the formula, and forecasts based on it are wrong.",
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
        summary: "Balance of P-avax1a is down to 0.250 AVAX",
        description:
          "The watched address P-avax1a has 0.250 AVAX unlocked on the P-Chain. This will soon not be enough for top-ups and fees.",
      },
    ],
  },
];
