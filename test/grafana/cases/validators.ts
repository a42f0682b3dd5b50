import type { Case } from "./case.ts";

const day = 86_400;
const tokyo = { alias: "tokyo", subnet_id: "primary", node_id: "NodeID-A" };
const ofA = 'subnet_id="primary",node_id="NodeID-A"';
const info = `avax_validator_info{${ofA},tx_id="tx-1",alias="tokyo",auto_renew="false"}`;
/** Only reports that the validator is not present. */
const gone = {
  [`avax_validator_present{${ofA}}`]: "0",
  [info]: null,
  [`avax_validator_connected{${ofA}}`]: null,
  [`avax_validator_uptime_ratio{${ofA}}`]: null,
  [`avax_validator_uptime_required_ratio{${ofA}}`]: null,
  [`avax_validator_start_timestamp_seconds{${ofA}}`]: null,
  [`avax_validator_end_timestamp_seconds{${ofA}}`]: null,
  [`avax_validator_bls_key{${ofA}}`]: null,
};
/** Three quarters of its period of 400 days have passed: it may be offline for 80 days. */
const late = {
  [`avax_validator_start_timestamp_seconds{${ofA}}`]: String(-300 * day),
  [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(100 * day),
};

export const validatorCases: readonly Case[] = [
  {
    // it was never seen in the set
    alert: "AvaxValidatorMissing",
    when: gone,
    after: 15,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "Validator NodeID-A (mainnet) is not in the current set",
      },
    ],
  },
  {
    // its period ends much later
    alert: "AvaxValidatorMissing",
    when: {
      ...gone,
      [`avax_validator_present{${ofA}}`]: "1x10 0",
      [info]: "1x10 _",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "17280000x10 _",
    },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [{ severity: "critical", labels: tokyo, summary: "Validator tokyo (mainnet) is not in the current set" }],
  },
  {
    // a validator of an L1 has no end
    alert: "AvaxValidatorMissing",
    when: { ...gone, [`avax_validator_present{${ofA}}`]: "1x10 0" },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "Validator NodeID-A (mainnet) is not in the current set",
      },
    ],
  },
  {
    alert: "AvaxValidatorEnded",
    when: {
      ...gone,
      [`avax_validator_present{${ofA}}`]: "1x10 0",
      [info]: "1x10 _",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "600x10 _",
    },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [{ severity: "warning", labels: tokyo, summary: "Staking period of validator tokyo (mainnet) has ended" }],
  },
  {
    alert: "AvaxValidatorDisconnected",
    when: { [`avax_validator_connected{${ofA}}`]: "0" },
    after: 10,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "Validator tokyo (mainnet) is connected to 0% of its observers",
      },
    ],
  },
  {
    // one of three observers has no connection
    alert: "AvaxValidatorDisconnected",
    when: {
      [`avax_validator_connected{${ofA}}`]: "0",
      ...Object.fromEntries(
        ["o1", "o2"].flatMap((instance): [string, string][] => [
          [`avax_up{instance="${instance}"}`, "1"],
          [`avax_node_info{instance="${instance}",node_id="NodeID-${instance}",network="mainnet"}`, "1"],
          [`avax_validator_present{instance="${instance}",${ofA}}`, "1"],
          [`avax_validator_connected{instance="${instance}",${ofA}}`, "1"],
        ]),
      ),
    },
    after: 60,
    about: "item",
    fires: [
      {
        severity: "info",
        labels: tokyo,
        summary: "Validator tokyo (mainnet) is connected to 66.67% of its observers",
      },
    ],
  },
  {
    // 60 days offline, 80 allowed
    alert: "AvaxValidatorOfflineBudgetLow",
    when: { [`avax_validator_uptime_ratio{${ofA}}`]: "0.8", ...late },
    after: 30,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "Validator tokyo (mainnet) has 24.99% of its offline budget left",
      },
    ],
  },
  {
    // the node does not report what is required, and it has no alias
    alert: "AvaxValidatorOfflineBudgetLow",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.85",
      [`avax_validator_uptime_required_ratio{${ofA}}`]: null,
      [info]: null,
      ...late,
    },
    after: 30,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "Validator NodeID-A (mainnet) has 43.75% of its offline budget left",
      },
    ],
  },
  {
    alert: "AvaxValidatorEndingSoon",
    when: { [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(6 * day) },
    after: 5,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: tokyo,
        summary: "Staking period of tokyo (mainnet) ends in 5d 23h 54m 0s",
      },
    ],
  },
  {
    alert: "AvaxValidatorEndingSoon",
    when: { [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(20 * day) },
    after: 5,
    about: "item",
    fires: [{ severity: "info", labels: tokyo, summary: "Staking period of tokyo (mainnet) ends in 19d 23h 54m 0s" }],
  },
  {
    alert: "AvaxValidatorNoSigner",
    when: { [`avax_validator_bls_key{${ofA}}`]: "0" },
    after: 60,
    about: "item",
    fires: [{ severity: "info", labels: tokyo, summary: "Validator tokyo (mainnet) has no BLS key registered" }],
  },
];
