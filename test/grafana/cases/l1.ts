import type { Case } from "./case.ts";

const day = 86_400;
const of = (n: number) => `subnet_id="subnet-1",validation_id="validation-${n}",node_id="NodeID-${n}"`;
const first = { alias: "our L1", subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" };
const ourL1 = { alias: "our L1", subnet_id: "subnet-1" };
const end = "avax_l1_validator_balance_exhaustion_timestamp_seconds";
/** The first validator is watched. */
const watched = { 'avax_l1_validator_present{validation_id="validation-1"}': "1" };

export const l1Cases: readonly Case[] = [
  {
    alert: "AvaxL1ValidatorBalanceLow",
    when: { [`${end}{${of(1)}}`]: String(29 * day), ...watched },
    after: 15,
    about: "item",
    fires: [
      {
        severity: "info",
        labels: first,
        summary: "Balance of NodeID-1 of our L1 (mainnet) runs out in 28d 23h 44m 0s",
      },
    ],
  },
  {
    // not watched, on a subnet that is not tracked
    alert: "AvaxL1ValidatorBalanceLow",
    when: {
      [`${end}{${of(1)}}`]: String(day),
      'avax_subnet_info{subnet_id="subnet-1",kind="l1",alias="our L1"}': null,
    },
    after: 15,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1" },
        summary: "Balance of NodeID-1 of subnet-1 (mainnet) runs out in 23h 44m 0s",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorBalanceLow",
    when: { [`${end}{${of(1)}}`]: String(day), ...watched },
    after: 15,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: first,
        summary: "Balance of NodeID-1 of our L1 (mainnet) runs out in 23h 44m 0s",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorInactive",
    when: { [`avax_l1_validator_active{${of(1)}}`]: "0", ...watched },
    after: 10,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: first,
        summary: "Validator NodeID-1 of our L1 (mainnet) is inactive: no balance",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorInactive",
    when: { [`avax_l1_validator_active{${of(1)}}`]: "0" },
    after: 10,
    about: "item",
    fires: [
      { severity: "warning", labels: first, summary: "Validator NodeID-1 of our L1 (mainnet) is inactive: no balance" },
    ],
  },
  {
    alert: "AvaxL1ValidatorMissing",
    when: { 'avax_l1_validator_present{validation_id="validation-9"}': "0" },
    after: 10,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: { validation_id: "validation-9" },
        summary: "L1 validation validation-9 (mainnet) is not found",
      },
    ],
  },
  {
    alert: "AvaxL1ValidatorsLeft",
    when: { 'avax_validators{subnet_id="subnet-1"}': "4x10 3" },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [
      { severity: "warning", labels: ourL1, summary: "25% of the validators of our L1 (mainnet) left within a day" },
    ],
  },
  {
    alert: "AvaxL1QuorumRisk",
    when: { 'avax_l1_weight_active{subnet_id="subnet-1"}': "340" },
    after: 10,
    about: "item",
    fires: [{ severity: "warning", labels: ourL1, summary: "Only 85% of the weight of our L1 (mainnet) is active" }],
  },
  {
    alert: "AvaxL1QuorumRisk",
    when: { 'avax_l1_weight_active{subnet_id="subnet-1"}': "316" },
    after: 10,
    about: "item",
    fires: [{ severity: "critical", labels: ourL1, summary: "Only 79% of the weight of our L1 (mainnet) is active" }],
  },
  {
    alert: "AvaxL1HaltAhead",
    when: { [`${end}{${of(1)}}`]: String(6 * day) },
    after: 15,
    about: "item",
    fires: [{ severity: "warning", labels: ourL1, summary: "Active weight of our L1 (mainnet) will fall to 75%" }],
  },
  {
    // one within a day, another within the week
    alert: "AvaxL1HaltAhead",
    when: { [`${end}{${of(1)}}`]: String(day), [`${end}{${of(2)}}`]: String(6 * day) },
    after: 15,
    about: "item",
    fires: [{ severity: "critical", labels: ourL1, summary: "Active weight of our L1 (mainnet) will fall to 75%" }],
  },
  {
    alert: "AvaxL1WeightConcentration",
    when: { 'avax_validators_largest_weight{subnet_id="subnet-1"}': "150" },
    after: 60,
    about: "item",
    fires: [{ severity: "info", labels: ourL1, summary: "One validator has 37.5% of the weight of our L1 (mainnet)" }],
  },
];
