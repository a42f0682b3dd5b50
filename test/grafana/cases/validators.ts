import type { Case } from "./case.ts";

const day = 86_400;
const tokyo = { alias: "tokyo", subnet_id: "primary", node_id: "NodeID-A" };
const ofA = 'subnet_id="primary",node_id="NodeID-A"';
/** Only reports that the validator is not present. */
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
        summary: "Watched validator NodeID-A is not in the current set",
        description:
          "As reported by exporter:9652, NodeID-A is not a current validator of the subnet primary. As far as known, its staking period had not ended. It earns nothing.",
      },
    ],
  },
  {
    // its period ends much later
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
        summary: "Watched validator NodeID-A is not in the current set",
        description:
          "As reported by exporter:9652, NodeID-A is not a current validator of the subnet primary. As far as known, its staking period had not ended. It earns nothing.",
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
        summary: "Staking period of validator NodeID-A has ended",
        description:
          "The staking period of the validator NodeID-A of the subnet primary ended at 1970-01-01 00:10:00 +0000 UTC, and no new period has begun. Its stake has been returned and no longer earns rewards.",
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
        summary: "Validator tokyo is offline (observed by exporter:9652)",
        description:
          "The node exporter:9652 has no connection to the validator NodeID-A (tokyo) of the subnet primary. If other nodes observe the same, its uptime falls and its reward is at risk.",
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
        summary: "Uptime of validator tokyo is only 94%",
        description:
          "exporter:9652 has observed the validator NodeID-A (tokyo) of the subnet primary online for 94% of its staking period. Below the required 80 % (90 % for periods since Helicon) the validator and its delegators lose the whole reward.",
      },
    ],
  },
  {
    // the required uptime is higher since Helicon
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
        summary: "Uptime of validator tokyo is only 91%",
        description:
          "exporter:9652 has observed the validator NodeID-A (tokyo) of the subnet primary online for 91% of its staking period. Below the required 80 % (90 % for periods since Helicon) the validator and its delegators lose the whole reward.",
      },
      {
        severity: "warning",
        labels: tokyo,
        summary: "Uptime of validator tokyo is only 91%",
        description:
          "exporter:9652 has observed the validator NodeID-A (tokyo) of the subnet primary online for 91% of its staking period. Below the required 80 % (90 % for periods since Helicon) the validator and its delegators lose the whole reward.",
      },
    ],
  },
  {
    // the required uptime is unknown, and it has no alias
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
        summary: "Uptime of validator NodeID-A is only 84%",
        description:
          "exporter:9652 has observed the validator NodeID-A of the subnet primary online for 84% of its staking period. Below the required 80 % (90 % for periods since Helicon) the validator and its delegators lose the whole reward.",
      },
      {
        severity: "warning",
        labels: { subnet_id: "primary", node_id: "NodeID-A" },
        summary: "Uptime of validator NodeID-A is only 84%",
        description:
          "exporter:9652 has observed the validator NodeID-A of the subnet primary online for 84% of its staking period. Below the required 80 % (90 % for periods since Helicon) the validator and its delegators lose the whole reward.",
      },
    ],
  },
  {
    // two thirds of its period have passed
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
        summary: "Validator tokyo can no longer reach the required uptime",
        description:
          "Even if the validator NodeID-A (tokyo) of the subnet primary stays online until the end of its period, it reaches an uptime of only 73.33% as observed by exporter:9652. This is less than required. The reward is lost unless other validators have observed a higher uptime.",
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
        summary: "Staking period of validator tokyo ends in 5d 23h 54m 0s",
        description:
          "The staking period of the validator NodeID-A (tokyo) of the subnet primary ends in 5d 23h 54m 0s, and it does not renew automatically. After that it earns nothing until it is staked again.",
      },
      {
        severity: "info",
        labels: tokyo,
        summary: "Staking period of validator tokyo ends in 5d 23h 54m 0s",
        description:
          "The staking period of the validator NodeID-A (tokyo) of the subnet primary ends in 5d 23h 54m 0s, and it does not renew automatically. After that it earns nothing until it is staked again.",
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
        summary: "Staking period of validator tokyo ends in 11h 54m 0s",
        description:
          "The staking period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew automatically. After that it earns nothing until it is staked again.",
      },
      {
        severity: "warning",
        labels: tokyo,
        summary: "Staking period of validator tokyo ends in 11h 54m 0s",
        description:
          "The staking period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew automatically. After that it earns nothing until it is staked again.",
      },
      {
        severity: "info",
        labels: tokyo,
        summary: "Staking period of validator tokyo ends in 11h 54m 0s",
        description:
          "The staking period of the validator NodeID-A (tokyo) of the subnet primary ends in 11h 54m 0s, and it does not renew automatically. After that it earns nothing until it is staked again.",
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
        summary: "Validator tokyo has no BLS key registered",
        description:
          "The validator NodeID-A (tokyo) of the subnet primary was registered without a BLS key: it cannot sign messages between chains.",
      },
    ],
  },
];
