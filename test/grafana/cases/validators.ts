import type { Case } from "./case.ts";

const day = 86_400;
const tokyo = { alias: "tokyo", subnet_id: "primary", node_id: "NodeID-A" };
const ofA = 'subnet_id="primary",node_id="NodeID-A"';
/** Nothing but that it is not there. */
const gone = {
  [`avax_validator_present{${ofA}}`]: "0",
  [`avax_validator_info{${ofA},tx_id="tx-1",alias="tokyo",auto_renew="false"}`]: null,
  [`avax_validator_connected{${ofA}}`]: null,
  [`avax_validator_uptime_ratio{${ofA}}`]: null,
  [`avax_validator_uptime_required_ratio{${ofA}}`]: null,
  [`avax_validator_start_timestamp_seconds{${ofA}}`]: null,
  [`avax_validator_end_timestamp_seconds{${ofA}}`]: null,
  [`avax_validator_bls_key{${ofA}}`]: null,
};

export const validatorCases: readonly Case[] = [
  {
    alert: "AvaxValidatorMissing",
    when: gone,
    after: 10,
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "The watched validator NodeID-A is not in the current set",
        description:
          "The P-Chain of exporter:9652 knows no current validator NodeID-A of the subnet primary, and it is not known that its time was over: it earns nothing.",
      },
    ],
  },
  {
    // it was to stay for a long time
    alert: "AvaxValidatorMissing",
    when: {
      ...gone,
      [`avax_validator_present{${ofA}}`]: "1x10 0",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "17280000x10 _",
    },
    after: 20,
    looksBack: true,
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "The watched validator NodeID-A is not in the current set",
        description:
          "The P-Chain of exporter:9652 knows no current validator NodeID-A of the subnet primary, and it is not known that its time was over: it earns nothing.",
      },
    ],
  },
  {
    alert: "AvaxValidatorEnded",
    when: {
      ...gone,
      [`avax_validator_present{${ofA}}`]: "1x10 0",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "600x10 _",
    },
    after: 15,
    looksBack: true,
    fires: [
      {
        severity: "info",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "The period of the validator NodeID-A is over",
        description:
          "The validator NodeID-A of the subnet primary ended at 1970-01-01 00:10:00 +0000 UTC and has not begun another period. Its stake is free, and earns nothing.",
      },
    ],
  },
  {
    alert: "AvaxValidatorDisconnected",
    when: { [`avax_validator_connected{${ofA}}`]: "0" },
    after: 10,
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "The validator tokyo is offline, as exporter:9652 sees it",
        description:
          "The node of exporter:9652 has no connection to the validator NodeID-A (tokyo) of the subnet primary. While others see the same, its uptime falls and its reward is at risk.",
      },
    ],
  },
  {
    alert: "AvaxValidatorUptimeLow",
    when: { [`avax_validator_uptime_ratio{${ofA}}`]: "0.94" },
    after: 30,
    fires: [
      {
        severity: "warning",
        labels: tokyo,
        summary: "The validator tokyo has been online for 94% only",
        description:
          "exporter:9652 has seen the validator NodeID-A (tokyo) of the subnet primary online for 94% of its period. Below what is required, 80 % or since Helicon 90 %, the whole reward is lost, that of its delegators too.",
      },
    ],
  },
  {
    // since Helicon more is required
    alert: "AvaxValidatorUptimeLow",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.91",
      [`avax_validator_uptime_required_ratio{${ofA}}`]: "0.9",
    },
    after: 30,
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "The validator tokyo has been online for 91% only",
        description:
          "exporter:9652 has seen the validator NodeID-A (tokyo) of the subnet primary online for 91% of its period. Below what is required, 80 % or since Helicon 90 %, the whole reward is lost, that of its delegators too.",
      },
      {
        severity: "warning",
        labels: tokyo,
        summary: "The validator tokyo has been online for 91% only",
        description:
          "exporter:9652 has seen the validator NodeID-A (tokyo) of the subnet primary online for 91% of its period. Below what is required, 80 % or since Helicon 90 %, the whole reward is lost, that of its delegators too.",
      },
    ],
  },
  {
    // it is not known what is required, and it has no name
    alert: "AvaxValidatorUptimeLow",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.84",
      [`avax_validator_uptime_required_ratio{${ofA}}`]: null,
      [`avax_validator_info{${ofA},tx_id="tx-1",alias="tokyo",auto_renew="false"}`]: null,
      [`avax_validator_info{${ofA},tx_id="tx-1",auto_renew="false"}`]: "1",
    },
    after: 30,
    fires: [
      {
        severity: "critical",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "The validator NodeID-A has been online for 84% only",
        description:
          "exporter:9652 has seen the validator NodeID-A of the subnet primary online for 84% of its period. Below what is required, 80 % or since Helicon 90 %, the whole reward is lost, that of its delegators too.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "The validator NodeID-A has been online for 84% only",
        description:
          "exporter:9652 has seen the validator NodeID-A of the subnet primary online for 84% of its period. Below what is required, 80 % or since Helicon 90 %, the whole reward is lost, that of its delegators too.",
      },
    ],
  },
  {
    // two thirds of its period are over
    alert: "AvaxValidatorRewardAtRisk",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.6",
      [`avax_validator_start_timestamp_seconds{${ofA}}`]: String(-200 * day),
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(100 * day),
    },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "The validator tokyo can no longer reach the uptime for its reward",
        description:
          "Were the validator NodeID-A (tokyo) of the subnet primary online from now to its end, it would reach 73.33% as exporter:9652 counts, which is less than required: the reward is lost unless others have seen more of it.",
      },
    ],
  },
  {
    alert: "AvaxValidatorEndingSoon",
    when: { [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(6 * day) },
    after: 5,
    fires: [
      {
        severity: "warning",
        labels: tokyo,
        summary: "The validator tokyo ends in 5d 23h 54m 0s",
        description:
          "The period of the validator NodeID-A (tokyo) of the subnet primary ends in 5d 23h 54m 0s, and it does not renew itself. From then on it earns nothing until it is staked anew.",
      },
      {
        severity: "info",
        labels: tokyo,
        summary: "The validator tokyo ends in 5d 23h 54m 0s",
        description:
          "The period of the validator NodeID-A (tokyo) of the subnet primary ends in 5d 23h 54m 0s, and it does not renew itself. From then on it earns nothing until it is staked anew.",
      },
    ],
  },
  {
    alert: "AvaxValidatorEndingSoon",
    when: { [`avax_validator_end_timestamp_seconds{${ofA}}`]: String(day / 2) },
    after: 5,
    fires: [
      {
        severity: "critical",
        labels: tokyo,
        summary: "The validator tokyo ends in 11h 54m 0s",
        description:
          "The period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew itself. From then on it earns nothing until it is staked anew.",
      },
      {
        severity: "warning",
        labels: tokyo,
        summary: "The validator tokyo ends in 11h 54m 0s",
        description:
          "The period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew itself. From then on it earns nothing until it is staked anew.",
      },
      {
        severity: "info",
        labels: tokyo,
        summary: "The validator tokyo ends in 11h 54m 0s",
        description:
          "The period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew itself. From then on it earns nothing until it is staked anew.",
      },
    ],
  },
  {
    alert: "AvaxValidatorNoSigner",
    when: { [`avax_validator_bls_key{${ofA}}`]: "0" },
    after: 60,
    fires: [
      {
        severity: "info",
        labels: tokyo,
        summary: "The validator tokyo has no BLS key registered",
        description:
          "The validator NodeID-A (tokyo) of the subnet primary began without a BLS key: it cannot sign messages between chains.",
      },
    ],
  },
];
