/** Special cases in which an alert must not fire, or must not be suppressed. */
import type { Series } from "./case.ts";

export type Special = {
  readonly why: string;
  readonly alert: string;
  readonly when: Series;
  /** Minutes. */
  readonly at: number;
  /** Number of firing alerts. */
  readonly firing: number;
};

const ofA = 'subnet_id="primary",node_id="NodeID-A"';
const ofFirst = 'subnet_id="subnet-1",validation_id="validation-1",node_id="NodeID-1"';
const lastSuccess = (collector: string) =>
  `avax_exporter_collector_last_success_timestamp_seconds{collector="${collector}"}`;
const success = (collector: string) => `avax_exporter_collector_success{collector="${collector}"}`;
const local = {
  'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null,
  'avax_node_info{node_id="NodeID-Own",network="local"}': "1",
};

export const specials: readonly Special[] = [
  {
    why: "a private network can be idle",
    alert: "AvaxPChainStalled",
    when: { ...local, avax_pchain_height: "1000" },
    at: 60,
    firing: 0,
  },
  {
    why: "a private network can be idle",
    alert: "AvaxPChainTimeLag",
    when: { ...local, avax_pchain_timestamp_seconds: "0" },
    at: 60,
    firing: 0,
  },
  {
    why: "the network is unknown",
    alert: "AvaxPChainStalled",
    when: { 'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null, avax_pchain_height: "1000" },
    at: 60,
    firing: 1,
  },
  {
    why: "two local networks are unrelated",
    alert: "AvaxNodeBehindPeers",
    when: {
      ...local,
      'avax_pchain_height{instance="behind:9652"}': "5",
      'avax_node_info{instance="behind:9652",node_id="NodeID-B",network="local"}': "1",
      'avax_exporter_collector_last_success_timestamp_seconds{instance="behind:9652",collector="p-height"}': "60+60",
      'avax_exporter_collector_interval_seconds{instance="behind:9652",collector="p-height"}': "10",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "the chain does not advance either",
    alert: "AvaxIndexStalled",
    when: {
      avax_xchain_height: "500",
      'avax_index_last_accepted_index{chain="X",container="block"}': "499",
    },
    at: 90,
    firing: 0,
  },
  {
    why: "the index was never enabled",
    alert: "AvaxIndexDisabledUnexpectedly",
    when: { 'avax_index_available{chain="P",container="block"}': "0" },
    at: 60,
    firing: 0,
  },
  {
    why: "its period had ended",
    alert: "AvaxValidatorMissing",
    when: {
      [`avax_validator_present{${ofA}}`]: "1x10 0",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "600x10 _",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "it renews automatically",
    alert: "AvaxValidatorEndingSoon",
    when: {
      [`avax_validator_info{${ofA},tx_id="tx-1",alias="tokyo",auto_renew="false"}`]: null,
      [`avax_validator_info{${ofA},tx_id="tx-1",alias="tokyo",auto_renew="true"}`]: "1",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "40000",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "the lost uptime can still be recovered",
    alert: "AvaxValidatorRewardAtRisk",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.6",
      [`avax_validator_start_timestamp_seconds{${ofA}}`]: "-8640000",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "17280000",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "the fee cannot rise without an excess",
    alert: "AvaxL1ValidatorBalanceWorstCase",
    when: { [`avax_l1_validator_balance_exhaustion_worst_timestamp_seconds{${ofFirst}}`]: "40000" },
    at: 60,
    firing: 0,
  },
  {
    why: "capacity that was empty ten seconds before the collection has refilled",
    alert: "AvaxGasCapacityLow",
    when: { avax_pchain_gas_capacity: "0", avax_pchain_fee_state_timestamp_seconds: "50+60" },
    at: 60,
    firing: 0,
  },
  {
    why: "an excess of minutes ago has been absorbed",
    alert: "AvaxGasPriceHigh",
    when: { avax_pchain_gas_excess: "12000000", avax_pchain_fee_state_timestamp_seconds: "-240+60" },
    at: 60,
    firing: 0,
  },
  {
    why: "a difference of one unit is rounding",
    alert: "AvaxProtocolConstantDrift",
    when: { avax_pchain_gas_price_avax: "0.000000002" },
    at: 120,
    firing: 0,
  },
  {
    why: "a bootstrapping chain is unavailable, which is not a failure",
    alert: "AvaxCollectorStale",
    when: {
      [lastSuccess("p-height")]: "0",
      'avax_exporter_collector_unavailable{collector="p-height",reason="bootstrapping"}': "1",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "the collector fails every other run",
    alert: "AvaxPChainTimeLag",
    when: {
      avax_pchain_timestamp_seconds: "-340+60",
      [success("p-height")]: "1 0 1 0 1 0 1 0 1 0 1 0 1",
      [lastSuccess("p-height")]: "30+60",
    },
    at: 12,
    firing: 1,
  },
  {
    why: "another subnet fails permanently",
    alert: "AvaxL1ValidatorInactive",
    when: {
      [`avax_l1_validator_active{${ofFirst}}`]: "0",
      [success("subnets")]: "0",
      [lastSuccess("subnets")]: null,
      [success("watched-validators")]: "0",
      [lastSuccess("watched-validators")]: "-10000",
      [success("l1-validators")]: "0",
      [lastSuccess("l1-validators")]: "-10000",
    },
    at: 12,
    firing: 1,
  },
  {
    why: "it keeps firing for a while",
    alert: "AvaxValidatorDisconnected",
    when: { [`avax_validator_connected{${ofA}}`]: "0x12 1" },
    at: 26,
    firing: 1,
  },
  {
    why: "the condition ended long enough ago",
    alert: "AvaxValidatorDisconnected",
    when: { [`avax_validator_connected{${ofA}}`]: "0x12 1" },
    at: 31,
    firing: 0,
  },
  {
    why: "the exporter has been down for longer than its series are remembered",
    alert: "AvaxExporterDown",
    when: { up: "0", avax_up: "1x2 _", 'avax_exporter_build_info{version="0.1.0"}': "1x2 _" },
    at: 180,
    firing: 1,
  },
];
