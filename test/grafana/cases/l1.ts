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
        summary: "Balance of L1 validator NodeID-1 runs out in 28d 23h 44m 0s",
        description:
          "At the current fee, the balance of the validation validation-1 (NodeID-1) of our L1 lasts for 28d 23h 44m 0s. Then the validator becomes inactive.",
      },
    ],
  },
  {
    // on a subnet that is not tracked
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
        summary: "Balance of L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the current fee, the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator becomes inactive.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "Balance of L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the current fee, the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator becomes inactive.",
      },
      {
        severity: "info",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "Balance of L1 validator NodeID-1 runs out in 23h 44m 0s",
        description:
          "At the current fee, the balance of the validation validation-1 (NodeID-1) of subnet-1 lasts for 23h 44m 0s. Then the validator becomes inactive.",
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
        summary: "Balance of L1 validator NodeID-1 may run out in 23h 44m 0s",
        description:
          "The L1 validator fee is rising. If it rises as fast as possible, the balance of the validation validation-1 (NodeID-1) of our L1 lasts for 23h 44m 0s.",
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
        summary: "L1 validator NodeID-1 is inactive: its balance has run out",
        description:
          "The balance of the validation validation-1 (NodeID-1) of our L1 is 0. The validator no longer participates in consensus, but its weight still counts towards the total.",
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
        summary: "L1 validation validation-9 is not found on the P-Chain",
        description:
          "The P-Chain of exporter:9652 reports the watched validation validation-9 as not found. Its L1 has removed it, or the ID is wrong.",
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
          "Validators with 75% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 needs 75 % of its weight online to accept blocks, and signatures from 67 % of it for messages to other chains.",
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
          "Validators with 50% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 needs 75 % of its weight online to accept blocks, and signatures from 67 % of it for messages to other chains.",
      },
      {
        severity: "warning",
        labels: ourL1,
        summary: "Only 50% of the weight of our L1 is active",
        description:
          "Validators with 50% of the weight of the L1 our L1 (subnet-1) have a balance. An L1 needs 75 % of its weight online to accept blocks, and signatures from 67 % of it for messages to other chains.",
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
        summary: "Active weight of our L1 will fall to 50%",
        description:
          "Balances of the L1 our L1 (subnet-1) that run out soon will reduce its active weight to 50%. The L1 may halt, and top-ups alone may not restart it.",
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
        summary: "Active weight of our L1 will fall to 50%",
        description:
          "Balances of the L1 our L1 (subnet-1) that run out soon will reduce its active weight to 50%. The L1 may halt, and top-ups alone may not restart it.",
      },
      {
        severity: "warning",
        labels: ourL1,
        summary: "Active weight of our L1 will fall to 50%",
        description:
          "Balances of the L1 our L1 (subnet-1) that run out soon will reduce its active weight to 50%. The L1 may halt, and top-ups alone may not restart it.",
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
          "The largest validator of the L1 our L1 (subnet-1) has 37.5% of its weight. Without it the L1 cannot accept blocks.",
      },
    ],
  },
];
