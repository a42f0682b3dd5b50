/** Special cases in which an alert must not fire, or must not be suppressed. */
import type { Special } from "./case.ts";
import { nativeSpecials } from "./native.ts";

const ofA = 'subnet_id="primary",node_id="NodeID-A"';
const success = (collector: string) => `avax_exporter_collector_success{collector="${collector}"}`;
const local = {
  'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null,
  'avax_node_info{node_id="NodeID-Own",network="local"}': "1",
};

export const specials: readonly Special[] = [
  ...nativeSpecials,
  {
    why: "a private network can be idle",
    alert: "AvaxPChainTimeLag",
    when: { ...local, avax_pchain_timestamp_seconds: "0" },
    at: 60,
    firing: 0,
  },
  {
    why: "two local networks are unrelated",
    alert: "AvaxNodeBehindPeers",
    when: {
      ...local,
      'avax_pchain_height{instance="behind:9652"}': "5",
      'avax_node_info{instance="behind:9652",node_id="NodeID-B",network="local"}': "1",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "two local networks are unrelated",
    alert: "AvaxNodeUpgradeUnknown",
    when: {
      ...local,
      'avax_node_info{instance="other:9652",node_id="NodeID-B",network="local"}': "1",
      'avax_upgrade_timestamp_seconds{instance="other:9652",upgrade="helicon"}': "100000",
    },
    at: 120,
    firing: 0,
  },
  {
    why: "the period without a reward ended long ago",
    alert: "AvaxValidatorUnrewarded",
    when: { 'avax_validator_last_period_rewarded{subnet_id="primary",node_id="NodeID-R"}': "0" },
    at: 60,
    firing: 0,
  },
  {
    why: "it never renewed",
    alert: "AvaxValidatorRenewalChanged",
    when: { 'avax_validator_next_period_seconds{subnet_id="primary",node_id="NodeID-R"}': "0" },
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
    why: "the reward can no longer be lost",
    alert: "AvaxValidatorOfflineBudgetLow",
    when: {
      [`avax_validator_uptime_ratio{${ofA}}`]: "0.85",
      [`avax_validator_start_timestamp_seconds{${ofA}}`]: "-31104000",
      [`avax_validator_end_timestamp_seconds{${ofA}}`]: "432000",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "little of the period has passed",
    alert: "AvaxNodeRewardingStakeLow",
    when: {
      avax_node_rewarding_stake_ratio: "0",
      avax_node_uptime_weighted_average_ratio: "0.75",
      'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null,
      'avax_node_info{node_id="NodeID-A",network="mainnet"}': "1",
      [`avax_validator_start_timestamp_seconds{${ofA}}`]: "-7200",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "all nodes of the network have the condition",
    alert: "AvaxPChainTimeLag",
    when: {
      avax_pchain_timestamp_seconds: "-940+60",
      'avax_pchain_timestamp_seconds{instance="other:9652"}': "-940+60",
      'avax_up{instance="other:9652"}': "1",
      'avax_node_info{instance="other:9652",node_id="NodeID-B",network="mainnet"}': "1",
    },
    at: 20,
    firing: 1,
  },
  {
    why: "the exporter reports a bootstrapping chain as failing",
    alert: "AvaxNodeHealthCheckFailing",
    when: { 'avax_node_health_check_passing{check="C"}': "0", 'avax_node_bootstrapped{chain="P"}': "0" },
    at: 60,
    firing: 0,
  },
  {
    why: "a bootstrapping chain is unavailable, which is not a failure",
    alert: "AvaxCollectorFailing",
    when: {
      'avax_exporter_collector_last_success_timestamp_seconds{collector="p-height"}': "0",
      'avax_exporter_collector_unavailable{collector="p-height",reason="bootstrapping"}': "1",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "the node is unreachable, which has a separate alert",
    alert: "AvaxCollectorFailing",
    when: { [success("subnets")]: "0", avax_node_reachable: "0" },
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
    why: "the exporter has been down for hours",
    alert: "AvaxExporterDown",
    when: { up: "1x2 0", avax_up: "1x2 _" },
    at: 180,
    firing: 1,
  },
];
