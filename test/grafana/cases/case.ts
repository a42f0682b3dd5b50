/** Test cases of alerts: a healthy target with changes. */
import { collectors } from "../../../src/collectors/all.ts";
import { milliseconds } from "../../../src/lib/duration.ts";

/** Values by series, one per minute. `v` stays, `v+s` grows, `v-s` falls, `vxN` and `v+sxN` are so many, `_` is none; the last one continues
 *  to the end. null: the series is absent. Timestamps count from the start, as Prometheus's clock does here. */
export type Series = { readonly [series: string]: string | null };

export type Firing = {
  readonly severity: "critical" | "warning" | "info";
  /** Labels in addition to those of `about`; undefined for those that are missing. */
  readonly labels?: Readonly<Record<string, string | undefined>>;
  readonly summary: string;
};
export type Case = {
  readonly alert: string;
  /** Values that replace healthy ones. */
  readonly when: Series;
  /** Minutes after which it fires, and not a minute earlier. */
  readonly after: number;
  readonly fires: readonly Firing[];
  /** Labels of its alerts: those of a target and its node (default); job and instance; the network; the network if all its nodes
   *  have the condition, otherwise as default; none. */
  readonly about?: "exporter" | "item" | "network" | "nothing";
  /** The alert uses a range: alternating values also fire, or do not occur. */
  readonly looksBack?: true;
};

/** Case in which an alert must not fire, or must not be suppressed. */
export type Special = {
  readonly why: string;
  readonly alert: string;
  readonly when: Series;
  /** Minutes. */
  readonly at: number;
  /** Number of firing alerts. */
  readonly firing: number;
};

const of = (name: string, ...labels: readonly string[]) => (labels.length > 0 ? `${name}{${labels.join(",")}}` : name);

const collectorSeries = collectors.flatMap(({ name, interval }): [string, string][] => {
  const collector = `collector="${name}"`;
  return [
    [of("avax_exporter_collector_success", collector), "1"],
    [of("avax_exporter_collector_last_success_timestamp_seconds", collector), "60+60"],
    [of("avax_exporter_collector_interval_seconds", collector), String(milliseconds(interval) / 1000)],
    [of("avax_exporter_series_dropped_total", collector), "0"],
  ];
});

export const healthy: Series = {
  up: "1",
  'avax_exporter_build_info{version="0.1.0"}': "1",
  avax_exporter_config_last_reload_successful: "1",
  avax_exporter_node_identity_changes_total: "0",
  avax_up: "1",
  avax_node_reachable: "1",
  ...Object.fromEntries(collectorSeries),
  'avax_exporter_rpc_lane_duration_seconds_count{lane="p"}': "0+6",
  'avax_exporter_rpc_request_failures_total{reason="schema"}': "0",
  'avax_exporter_rpc_request_failures_total{reason="timeout"}': "0",
  'avax_exporter_rpc_request_failures_total{reason="method_unavailable"}': "0+6",

  'avax_node_info{node_id="NodeID-Own",network="mainnet"}': "1",
  'avax_node_bootstrapped{chain="P"}': "1",
  'avax_node_health_check_passing{check="network"}': "1",
  'avax_node_health_check_passing{check="diskspace"}': "1",
  'avax_node_health_check_passing{check="C"}': "1",
  'avax_node_health_check_passing{check="bootstrapped"}': "1",
  'avax_chain_last_accepted_height{chain="X"}': "500",
  'avax_chain_longest_processing_block_seconds{chain="X"}': "0",
  'avax_chain_last_accepted_height{chain="C"}': "7000+30",
  'avax_chain_longest_processing_block_seconds{chain="C"}': "1",
  'avax_chain_last_accepted_height{chain="our-chain"}': "9",
  'avax_chain_longest_processing_block_seconds{chain="our-chain"}': "0",
  'avax_chain_connected_weight_ratio{chain="our-chain"}': "1",
  avax_node_uptime_weighted_average_ratio: "0.99",
  avax_node_rewarding_stake_ratio: "0.99",
  avax_node_upgrade_unknown: "0",
  'avax_upgrade_timestamp_seconds{upgrade="granite"}': "-8640000",
  avax_pchain_height: "1000+20",
  avax_pchain_timestamp_seconds: "60+60",
  avax_xchain_height: "500+1",
  'avax_index_available{chain="P",container="block"}': "1",
  'avax_index_available{chain="X",container="block"}': "1",
  'avax_index_last_accepted_index{chain="P",container="block"}': "999+20",
  'avax_index_last_accepted_index{chain="X",container="block"}': "499+1",

  'avax_validators_weight{subnet_id="primary"}': "1000",
  'avax_validators_connected_weight{subnet_id="primary"}': "980",
  'avax_validator_present{subnet_id="primary",node_id="NodeID-A"}': "1",
  'avax_validator_info{subnet_id="primary",node_id="NodeID-A",tx_id="tx-1",alias="tokyo",auto_renew="false"}': "1",
  'avax_validator_connected{subnet_id="primary",node_id="NodeID-A"}': "1",
  'avax_validator_uptime_ratio{subnet_id="primary",node_id="NodeID-A"}': "0.999",
  'avax_validator_uptime_required_ratio{subnet_id="primary",node_id="NodeID-A"}': "0.8",
  'avax_validator_start_timestamp_seconds{subnet_id="primary",node_id="NodeID-A"}': "-8640000",
  'avax_validator_end_timestamp_seconds{subnet_id="primary",node_id="NodeID-A"}': "17280000",
  'avax_validator_bls_key{subnet_id="primary",node_id="NodeID-A"}': "1",
  // the node's own metrics
  avalanche_network_peers: "800",
  'avalanche_snowman_polls_failed{chain="C"}': "0+1",
  'avalanche_snowman_polls_successful{chain="C"}': "0+1000",
  'avalanche_snowman_bootstrap_finished{chain="C"}': "1",
  avalanche_resource_tracker_disk_available_space: "500000000000",
  // it renews automatically
  'avax_validator_present{subnet_id="primary",node_id="NodeID-R"}': "1",
  'avax_validator_info{subnet_id="primary",node_id="NodeID-R",tx_id="tx-2",alias="oslo",auto_renew="true"}': "1",
  'avax_validator_end_timestamp_seconds{subnet_id="primary",node_id="NodeID-R"}': "1209600",
  'avax_validator_next_period_seconds{subnet_id="primary",node_id="NodeID-R"}': "2419200",
  'avax_validator_auto_compound_ratio{subnet_id="primary",node_id="NodeID-R"}': "1",
  'avax_validator_last_period_rewarded{subnet_id="primary",node_id="NodeID-R"}': "1",
  'avax_validator_last_period_end_timestamp_seconds{subnet_id="primary",node_id="NodeID-R"}': "-1209600",
  // one of many validators that are not watched
  'avax_validator_info{subnet_id="primary",node_id="NodeID-Z",tx_id="tx-9",auto_renew="false"}': "1",
  'avax_validator_connected{subnet_id="primary",node_id="NodeID-Z"}': "0",
  'avax_validator_uptime_ratio{subnet_id="primary",node_id="NodeID-Z"}': "0.1",
  'avax_validator_uptime_required_ratio{subnet_id="primary",node_id="NodeID-Z"}': "0.8",
  'avax_validator_start_timestamp_seconds{subnet_id="primary",node_id="NodeID-Z"}': "-8640000",
  'avax_validator_end_timestamp_seconds{subnet_id="primary",node_id="NodeID-Z"}': "20000",
  'avax_validator_bls_key{subnet_id="primary",node_id="NodeID-Z"}': "0",

  'avax_subnet_info{subnet_id="primary",kind="primary"}': "1",
  'avax_subnet_info{subnet_id="subnet-1",kind="l1",alias="our L1"}': "1",
  'avax_validators_weight{subnet_id="subnet-1"}': "400",
  'avax_validators{subnet_id="subnet-1"}': "4",
  'avax_validators_largest_weight{subnet_id="subnet-1"}': "80",
  'avax_l1_weight_active{subnet_id="subnet-1"}': "400",
  ...Object.fromEntries(
    ["1", "2", "3", "4"].flatMap((n): [string, string][] => {
      const labels = ['subnet_id="subnet-1"', `validation_id="validation-${n}"`, `node_id="NodeID-${n}"`];
      return [
        [of("avax_l1_validator_weight", ...labels), "100"],
        [of("avax_l1_validator_active", ...labels), "1"],
        [of("avax_l1_validator_balance_exhaustion_timestamp_seconds", ...labels), "8640000"],
      ];
    }),
  ),
  'avax_l1_validator_present{validation_id="validation-9"}': "1",

  avax_pchain_stake_avax: "200000000",
  avax_pchain_fee_state_timestamp_seconds: "60+60",
  avax_pchain_gas_capacity: "1000000",
  avax_pchain_gas_excess: "0",
  avax_pchain_gas_price_avax: "0.000000001",
  avax_pchain_gas_capacity_max: "1000000",
  avax_pchain_gas_max_per_second: "100000",
  avax_pchain_gas_target_per_second: "50000",
  avax_pchain_gas_price_min_avax: "0.000000001",
  avax_pchain_gas_excess_conversion_constant: "2164043",
  avax_pchain_validator_fee_excess: "0",
  avax_pchain_validator_fee_price_avax_per_second: "0.000000512",
  avax_pchain_validator_fee_price_min_avax_per_second: "0.000000512",
  avax_pchain_validator_fee_excess_conversion_constant: "1246488515",
  'avax_address_balance_avax{address="P-avax1a",chain="P",state="unlocked"}': "100",
  'avax_address_balance_avax{address="X-avax1a",chain="X",state="unlocked"}': "0",
};
