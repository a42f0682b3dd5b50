import type { Case } from "./case.ts";

const day = 86_400;
const of = (n: number) => `subnet_id="subnet-1",validation_id="validation-${n}",node_id="NodeID-${n}"`;
const first = { alias: "our L1", subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" };
const ourL1 = { alias: "our L1", subnet_id: "subnet-1" };
const end = "avax_l1_validator_balance_exhaustion_timestamp_seconds";
const worstEnd = "avax_l1_validator_balance_exhaustion_worst_timestamp_seconds";

export const l1Cases: readonly Case[] = [
  {
    alert: "AvaxL1ValidatorBalanceLow",
    when: { [`${end}{${of(1)}}`]: String(29 * day) },
    after: 15,
    fires: [
      {
        severity: "info",
        labels: first,
        summary: "The L1 validator NodeID-1 runs out in 28d 23h 44m 0s",
        description:
          "At the present price the balance of the validation validation-1 (NodeID-1) of our L1 lasts for 28d 23h 44m 0s. Then the validator drops out of its L1.",
      },
    ],
  },
  {
    // of a subnet that is not tracked
    alert: "AvaxL1ValidatorBalanceLow",
    when: {
      [`${end}{${of(1)}}`]: String(day),
      'avax_subnet_info{subnet_id="subnet-1",kind="l1",alias="our L1"}': null,
    },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "The L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the present price the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator drops out of its L1.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "The L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the present price the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator drops out of its L1.",
      },
      {
        severity: "info",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "The L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the present price the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator drops out of its L1.",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorBalanceWorstCase",
    when: { [`${worstEnd}{${of(1)}}`]: String(day), avax_pchain_validator_fee_excess: "1000" },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: first,
        summary: "The L1 validator NodeID-1 may run out in 23h 44m 0s",
        description:
          "The price of validating an L1 is rising. At its fastest the balance of the validation validation-1 (NodeID-1) of our L1 lasts for 23h 44m 0s.",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorInactive",
    when: { [`avax_l1_validator_active{${of(1)}}`]: "0" },
    after: 5,
    fires: [
      {
        severity: "critical",
        labels: first,
        summary: "The L1 validator NodeID-1 has run out and is inactive",
        description:
          "The balance of the validation validation-1 (NodeID-1) of our L1 is 0: it takes no part any more, while its weight still counts.",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorMissing",
    when: { 'avax_l1_validator_present{validation_id="validation-9"}': "0" },
    after: 10,
    fires: [
      {
        severity: "warning",
        labels: { validation_id: "validation-9" },
        summary: "The P-Chain knows no L1 validation validation-9",
        description:
          "The P-Chain of exporter:9652 says not found of the watched validation validation-9: its L1 has removed it, or the ID is wrong.",
      },
    ],
  },
  {
    alert: "AvaxL1QuorumRisk",
    when: { 'avax_l1_weight_active{subnet_id="subnet-1"}': "300" },
    after: 10,
    fires: [
      {
        severity: "warning",
        labels: ourL1,
        summary: "Only 75% of the weight of our L1 is active",
        description:
          "Validators with 75% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 halts without about three quarters of its weight, and its messages need two thirds.",
      },
    ],
  },
  {
    alert: "AvaxL1QuorumRisk",
    when: { 'avax_l1_weight_active{subnet_id="subnet-1"}': "200" },
    after: 10,
    fires: [
      {
        severity: "critical",
        labels: ourL1,
        summary: "Only 50% of the weight of our L1 is active",
        description:
          "Validators with 50% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 halts without about three quarters of its weight, and its messages need two thirds.",
      },
      {
        severity: "warning",
        labels: ourL1,
        summary: "Only 50% of the weight of our L1 is active",
        description:
          "Validators with 50% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 halts without about three quarters of its weight, and its messages need two thirds.",
      },
    ],
  },
  {
    // one within a day, another within the week
    alert: "AvaxL1HaltAhead",
    when: { [`${end}{${of(1)}}`]: String(day), [`${end}{${of(2)}}`]: String(6 * day) },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: ourL1,
        summary: "Soon only 50% of the weight of our L1 will be active",
        description:
          "So many balances of the L1 our L1 (subnet-1) run out soon that 50% of its weight stays active. It may halt, and may not start again when they are topped up.",
      },
    ],
  },
  {
    alert: "AvaxL1HaltAhead",
    when: { [`${end}{${of(1)}}`]: String(day), [`${end}{${of(2)}}`]: String(day) },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: ourL1,
        summary: "Soon only 50% of the weight of our L1 will be active",
        description:
          "So many balances of the L1 our L1 (subnet-1) run out soon that 50% of its weight stays active. It may halt, and may not start again when they are topped up.",
      },
      {
        severity: "warning",
        labels: ourL1,
        summary: "Soon only 50% of the weight of our L1 will be active",
        description:
          "So many balances of the L1 our L1 (subnet-1) run out soon that 50% of its weight stays active. It may halt, and may not start again when they are topped up.",
      },
    ],
  },
  {
    alert: "AvaxL1WeightConcentration",
    when: { 'avax_validators_largest_weight{subnet_id="subnet-1"}': "150" },
    after: 60,
    fires: [
      {
        severity: "info",
        labels: ourL1,
        summary: "One validator has 37.5% of the weight of our L1",
        description:
          "The largest validator of the L1 our L1 (subnet-1) has 37.5% of its weight: the L1 halts without it.",
      },
    ],
  },
];
