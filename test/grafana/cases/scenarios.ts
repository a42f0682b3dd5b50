/** Days in the life of operators: which alerts fire, and that nothing else does. */
import { primaryNetwork } from "../../../src/api/ids.ts";
import {
  a,
  always,
  balances,
  bootstrapped,
  checks,
  crashing,
  day,
  info,
  l1,
  l1Validator,
  long,
  node,
  nothing,
  observedBy,
  observers,
  of,
  type Scenario,
  tracked,
  validator,
  watched,
} from "./scenario.ts";
import { upgradeAndRewardScenarios } from "./upgrades-and-rewards.ts";

const ofValidators: readonly Scenario[] = [
  {
    name: "01 one observer of five has no connection",
    input: observedBy((one) => ({ connected: one === "o0" ? "0" : "1", uptime: "0.99" })),
    firing: [
      ["30m", nothing],
      ["80m", { "AvaxValidatorDisconnected info": 1 }],
    ],
  },
  {
    name: "02 five observers, one validator offline",
    input: observedBy(() => ({ connected: "0", uptime: "0.84" })),
    firing: [["60m", { "AvaxValidatorDisconnected critical": 1 }]],
  },
  {
    name: "03 two hours into a period of a year, half an hour missed",
    input: { ...node("a"), ...validator("a", { connected: "1", uptime: "0.75", start: -7200 }) },
    firing: [["45m", nothing]],
  },
  {
    name: "04 five days before the end, the reward can no longer be lost",
    input: {
      ...node("a"),
      ...validator("a", { connected: "1", uptime: "0.845", start: -360 * day, end: 5 * day }),
    },
    firing: [["45m", { "AvaxValidatorEndingSoon warning": 1 }]],
  },
  {
    name: "05 two thirds of the offline budget are used up",
    input: {
      ...node("a"),
      ...validator("a", { connected: "1", uptime: "0.925", required: "0.9", start: -12 * day, end: 2 * day }),
    },
    firing: [["45m", { "AvaxValidatorOfflineBudgetLow warning": 1, "AvaxValidatorEndingSoon warning": 1 }]],
  },
  {
    name: "05 four fifths of the offline budget are used up",
    input: {
      ...node("a"),
      ...validator("a", { connected: "1", uptime: "0.91", required: "0.9", start: -12 * day, end: 2 * day }),
    },
    firing: [["45m", { "AvaxValidatorOfflineBudgetLow critical": 1, "AvaxValidatorEndingSoon warning": 1 }]],
  },
  {
    name: "06 the own node was seen for 87 %, with 90 % required and a year left",
    input: {
      ...node("a", { id: "NodeID-V", validates: true }),
      ...validator("a", { required: "0.9" }),
      [a("avax_node_uptime_weighted_average_ratio")]: `0.87${long}`,
    },
    firing: [["60m", nothing]],
  },
  {
    name: "06 the own node was seen for 88.5 %, with 90 % required and two months left",
    input: {
      ...node("a", { id: "NodeID-V" }),
      ...validator("a", { required: "0.9", start: -300 * day, end: 65 * day }),
      [a("avax_node_uptime_weighted_average_ratio")]: `0.885${long}`,
      [a("avax_node_rewarding_stake_ratio")]: `0.7${long}`,
    },
    firing: [["60m", { "AvaxValidatorOfflineBudgetLow critical": 1, "AvaxNodeRewardingStakeLow critical": 1 }]],
  },
  {
    name: "06 the own node can no longer earn its reward",
    input: {
      ...node("a", { id: "NodeID-V", validates: true }),
      ...validator("a", { required: "0.9", start: -300 * day, end: 65 * day }),
      [a("avax_node_uptime_weighted_average_ratio")]: `0.86${long}`,
    },
    firing: [["60m", { "AvaxValidatorOfflineBudgetLow warning": 1 }]],
  },
  {
    name: "12 a validator that ended as planned; then the exporter's Pod gets a new address",
    input: {
      ...always(node("10.0.0.1", { id: "NodeID-O" }), "1x200 stale"),
      ...Object.fromEntries(Object.keys(node("10.0.0.9", { id: "NodeID-O" })).map((name) => [name, `_x200 1${long}`])),
      [of({ instance: "10.0.0.1", ...watched })("avax_validator_present")]: "1x100 0x100 stale",
      [of({ instance: "10.0.0.1", ...watched })("avax_validator_end_timestamp_seconds")]: "6000x99 stale",
      [of({ instance: "10.0.0.9", ...watched })("avax_validator_present")]: `_x200 0${long}`,
    },
    firing: [
      ["150m", { "AvaxValidatorEnded warning": 1 }],
      ["6h", { "AvaxValidatorEnded warning": 1 }],
    ],
  },
  {
    name: "13 ended as planned, the NodeID is still watched a month later",
    interval: "1h",
    input: {
      ...node("a", { count: 800 }),
      [of({ instance: "a", ...watched })("avax_validator_present")]: "1x9 0x790",
      [of({ instance: "a", ...watched })("avax_validator_end_timestamp_seconds")]: "36000x9 stale",
    },
    firing: [
      ["29d", { "AvaxValidatorEnded warning": 1 }],
      ["31d", { "AvaxValidatorEnded warning": 1 }],
    ],
  },
  {
    name: "14 a validator that ends as planned",
    input: {
      ...node("a"),
      [of({ instance: "a", ...watched })("avax_validator_present")]: "1x149 0x2500",
      [of({ instance: "a", ...watched })("avax_validator_info", info)]: "1x149 stale",
      [of({ instance: "a", ...watched })("avax_validator_end_timestamp_seconds")]: "9000x149 stale",
    },
    firing: [
      ["1h", { "AvaxValidatorEndingSoon warning": 1 }],
      ["3h", { "AvaxValidatorEnded warning": 1 }],
      ["5h", { "AvaxValidatorEnded warning": 1 }],
    ],
  },
  {
    name: "25 two scrapes are missed",
    input: {
      ...always(node("a"), "1x100 stale _ 1x100"),
      ...Object.fromEntries(
        Object.entries(validator("a", { end: 60_000 })).map(([name, values]) => {
          const value = values.split("x")[0];
          return [name, `${value}x100 stale _ ${value}x100`];
        }),
      ),
      [of({ instance: "a", ...watched })("avax_validator_connected")]: "0x100 stale _ 0x100",
    },
    firing: ["99m", "102m", "112m"].map(
      (at) => [at, { "AvaxValidatorDisconnected critical": 1, "AvaxValidatorEndingSoon warning": 1 }] as const,
    ),
  },
  {
    name: "32 a healthy exporter and validator",
    input: {
      ...node("a", { id: "NodeID-V", validates: true }),
      ...validator("a", { connected: "1", uptime: "0.99" }),
      [a("avax_node_uptime_weighted_average_ratio")]: `0.998${long}`,
    },
    firing: [["4h", nothing]],
  },
  {
    name: "34 the same validator on Fuji and on mainnet",
    input: {
      ...node("m"),
      ...validator("m", { connected: "0", uptime: "0.99" }),
      ...node("f", { network: "fuji" }),
      ...validator("f", { connected: "0", uptime: "0.99" }),
    },
    firing: [["30m", { "AvaxValidatorDisconnected critical": 2 }]],
  },
  {
    name: "an observer without connections is the only one",
    input: {
      ...node("a"),
      ...validator("a", { connected: "0", uptime: "0.99" }),
      [a("avax_validators_weight", { subnet_id: primaryNetwork })]: `1000${long}`,
      [a("avax_validators_connected_weight", { subnet_id: primaryNetwork })]: `10${long}`,
    },
    firing: [["30m", { "AvaxStakeConnectedLow critical": 1 }]],
  },
];

const ofNodes: readonly Scenario[] = [
  {
    name: "07 bootstrapping for half a day, a scrape is missed every five",
    input: {
      ...always(node("a"), `1x290${" stale 1x300".repeat(6)}`),
      [a("up")]: `1x290${" 0 1x300".repeat(6)}`,
      [bootstrapped]: `0x290${" stale 0x300".repeat(6)}`,
    },
    firing: ["3h", "6h", "12h"].map((at) => [at, { "AvaxNodeBootstrapping warning": 1 }] as const),
  },
  {
    name: "08 a validator is stuck in bootstrapping",
    input: {
      ...node("a"),
      ...checks(`1x60 0${long}`),
      [bootstrapped]: `1x60 0${long}`,
      [a("avax_node_rewarding_stake_ratio")]: "0.99x60 stale",
    },
    firing: [
      ["90m", nothing],
      ["3h", { "AvaxNodeBootstrapping critical": 1 }],
      ["359m", { "AvaxNodeBootstrapping critical": 1 }],
    ],
  },
  {
    name: "09 a node crashes every four minutes",
    input: crashing(480),
    firing: [
      ["90m", { "AvaxNodeFlapping critical": 1 }],
      ["8h", { "AvaxNodeFlapping critical": 1 }],
    ],
  },
  {
    name: "10 the Pod of a sidecar is evicted, another exporter stays",
    input: { ...always(node("a", { validates: true }), "1x60 stale"), ...node("b") },
    firing: [
      ["61m", nothing],
      ["90m", { "AvaxNodeGone critical": 1 }],
      ["8h", { "AvaxNodeGone critical": 1 }],
    ],
  },
  {
    name: "10 an RPC node is taken out of service",
    input: { ...always(node("a"), "1x60 stale"), ...node("b") },
    firing: [
      ["90m", { "AvaxNodeGone warning": 1 }],
      ["8h", nothing],
    ],
  },
  {
    name: "a validator is shut down half an hour after the end of its period",
    input: {
      ...always(node("a"), "1x90 stale"),
      [a("avax_node_rewarding_stake_ratio")]: "0.99x60 stale",
      [bootstrapped]: "1x90 stale",
      ...node("b"),
    },
    firing: [
      ["110m", { "AvaxNodeGone warning": 1 }],
      ["8h", nothing],
    ],
  },
  {
    name: "a watched validator is shut down an hour before the end of its period",
    input: {
      ...always(node("a", { id: "NodeID-V", validates: true }), "1x60 stale"),
      ...Object.fromEntries(
        Object.entries(validator("a", { end: 7200 })).map(([name, values]) => [
          name,
          `${values.split("x")[0]}x60 stale`,
        ]),
      ),
      ...node("b"),
    },
    firing: [
      ["59m", { "AvaxValidatorEndingSoon warning": 1 }],
      ["90m", { "AvaxNodeGone warning": 1 }],
      ["8h", nothing],
    ],
  },
  {
    name: "a watched validator is gone from three days before the end of its period on",
    interval: "1h",
    input: {
      ...always(node("a", { id: "NodeID-V", validates: true }), "1x10 stale"),
      ...Object.fromEntries(
        Object.entries(validator("a", { end: 82 * 3600 })).map(([name, values]) => [
          name,
          `${values.split("x")[0]}x10 stale`,
        ]),
      ),
      ...node("b"),
    },
    firing: [
      ["15h", { "AvaxNodeGone critical": 1 }],
      ["80h", { "AvaxNodeGone critical": 1 }],
      ["85h", nothing],
    ],
  },
  {
    name: "11 a restart of four minutes",
    input: {
      ...node("a", { validates: true }),
      [a("avax_up")]: "1x59 0x3 1x100",
      [a("avax_node_reachable")]: "1x59 0x3 1x100",
    },
    firing: ["63m", "67m", "80m"].map((at) => [at, nothing] as const),
  },
  {
    name: "22 a slow collector, with the interval stretched, and its recovery",
    input: {
      ...node("a"),
      [a("avax_exporter_collector_duration_seconds", { collector: "p-height" })]: "9x180 0.05x1000",
      [a("avax_exporter_collector_interval_seconds", { collector: "p-height" })]: "90x180 10x1000",
    },
    firing: ["60m", "179m", "200m"].map((at) => [at, nothing] as const),
  },
  {
    name: "24 the nodes' own metrics are scraped by a job called avalanche-nodes, which is down",
    input: { ...node("a"), 'up{job="avalanche-nodes",instance="10.0.0.1:9650"}': `0${long}` },
    firing: [["30m", nothing]],
  },
  {
    name: "26 the P-Chain has stalled",
    input: {
      ...node("a"),
      [a("avax_pchain_height")]: "0+1x60 60x1000",
      [a("avax_pchain_timestamp_seconds")]: "0+60x60 3600x1000",
    },
    firing: [
      ["74m", { "AvaxPChainTimeLag warning": 1 }],
      ["82m", { "AvaxPChainTimeLag critical": 1 }],
    ],
  },
  {
    name: "26 the P-Chain has stalled on five nodes",
    input: Object.assign(
      {},
      ...observers.map((instance) => ({
        ...node(instance),
        [of({ instance })("avax_pchain_timestamp_seconds")]: "0+60x60 3600x1000",
      })),
    ),
    firing: [["82m", { "AvaxPChainTimeLag critical": 1 }]],
  },
  {
    name: "27 the Pod of a validator comes back with new staking keys",
    input: {
      ...node("a"),
      [a("avax_node_info", { node_id: "NodeID-a", version: "v", network_id: "1", network: "mainnet" })]: "1x60 stale",
      [a("avax_node_info", {
        node_id: "NodeID-NEW",
        version: "v",
        network_id: "1",
        network: "mainnet",
      })]: `_x61 1${long}`,
      [a("avax_node_rewarding_stake_ratio")]: "0.99x60 stale",
    },
    firing: [
      ["70m", nothing],
      ["80m", { "AvaxNodeGone critical": 1 }],
      ["5h", { "AvaxNodeGone critical": 1 }],
    ],
  },
  {
    name: "28 the keys of a node that does not validate are replaced",
    input: {
      ...node("a"),
      [a("avax_node_info", { node_id: "NodeID-a", version: "v", network_id: "1", network: "mainnet" })]: "1x60 stale",
      [a("avax_node_info", {
        node_id: "NodeID-NEW",
        version: "v",
        network_id: "1",
        network: "mainnet",
      })]: `_x60 1${long}`,
      [a("avax_exporter_node_identity_changes_total")]: "0x60 1x1000",
    },
    firing: [
      ["70m", { "AvaxNodeIdentityChanged warning": 1 }],
      ["125m", { "AvaxNodeGone warning": 1 }],
    ],
  },
  {
    name: "30 the C-Chain has stalled",
    input: {
      ...node("a"),
      [a("avax_chain_last_accepted_height", { chain: "C" })]: "0+30x60 1800x3000",
      [a("avax_chain_last_accepted_height", { chain: "P" })]: `9${long}`,
    },
    firing: [
      ["70m", nothing],
      ["3h", { "AvaxChainStalled critical": 1 }],
    ],
  },
  {
    name: "30 the C-Chain has stalled on one node of two",
    input: {
      ...node("a"),
      ...node("b"),
      [a("avax_chain_last_accepted_height", { chain: "C" })]: "0+30x60 1800x3000",
      [of({ instance: "b" })("avax_chain_last_accepted_height", { chain: "C" })]: "0+30x3000",
    },
    firing: [["3h", nothing]],
  },
  {
    name: "31 the index is switched off on purpose",
    input: {
      ...node("a"),
      ...Object.fromEntries(
        ["P", "X", "C"].map((chain) => [a("avax_index_available", { chain, container: "block" }), `1x60 0${long}`]),
      ),
    },
    firing: [["2h", { "AvaxIndexDisabledUnexpectedly warning": 1 }]],
  },
  {
    name: "33 a crash loop, with the counters of the exporter",
    input: {
      ...crashing(600),
      [a("avax_exporter_rpc_request_failures_total", { reason: "connect" })]: "0+20x600",
      [a("avax_exporter_rpc_lane_duration_seconds_count", { lane: "p" })]: "0+60x600",
    },
    firing: [["4h", { "AvaxNodeFlapping critical": 1, "AvaxRpcErrorsHigh warning": 1 }]],
  },
  {
    name: "36 no exporter is scraped, and none ever was",
    input: { 'up{job="prometheus",instance="p:9090"}': "1x60" },
    firing: [["30m", nothing]],
  },
  {
    name: "37 an upgrade with 25 minutes of bootstrapping",
    input: {
      ...node("a", { validates: true }),
      ...checks("1x60 0x25 1x200"),
      [bootstrapped]: "1x60 0x25 1x200",
    },
    firing: ["69m", "75m", "98m", "104m"].map((at) => [at, nothing] as const),
  },
];

const ofL1s: readonly Scenario[] = [
  {
    name: "15 balances for months on Fuji, and an excess of 1",
    input: {
      ...node("a", { network: "fuji" }),
      ...tracked(100),
      ...balances(31 * day + 7200, 60 * day, 180 * day, 365 * day, 1000 * day),
      [a("avax_pchain_validator_fee_excess")]: `1${long}`,
    },
    firing: [["60m", nothing]],
  },
  {
    name: "16 six balances of others, with 60 % of the weight, run out within a week",
    input: { ...node("a"), ...tracked(100), ...balances(...[1.3, 1.4, 1.6, 2, 5, 6.9].map((days) => days * day)) },
    firing: [["60m", { "AvaxL1ValidatorBalanceLow warning": 6, "AvaxL1HaltAhead warning": 1 }]],
  },
  {
    name: "17 74 % of an L1 are active",
    input: { ...node("a"), ...tracked(74) },
    firing: [["60m", { "AvaxL1QuorumRisk critical": 1 }]],
  },
  {
    name: "18 in twelve hours an L1 falls from 100 % to 70 %",
    input: {
      ...node("a"),
      ...tracked(100),
      ...l1Validator(0, { runsOut: day / 2, weight: 30 }),
      ...l1Validator(1, { runsOut: 90 * day, weight: 70 }),
    },
    firing: [["60m", { "AvaxL1HaltAhead critical": 1, "AvaxL1ValidatorBalanceLow warning": 1 }]],
  },
  {
    name: "19 a validator of others with 0.5 % of a tracked L1 is inactive",
    input: { ...node("a"), ...tracked(995, 1000), ...l1Validator(0, { active: 0, weight: 5 }) },
    firing: [
      ["20m", { "AvaxL1ValidatorInactive warning": 1 }],
      ["6h", { "AvaxL1ValidatorInactive warning": 1 }],
    ],
  },
  {
    name: "19 the own L1 validator is inactive",
    input: { ...node("a", { id: "NodeID-0" }), ...tracked(995, 1000), ...l1Validator(0, { active: 0, weight: 5 }) },
    firing: [["20m", { "AvaxL1ValidatorInactive critical": 1 }]],
  },
  {
    name: "20, 21 stake falls and the excess of the fee is one higher than yesterday, reported by five exporters",
    input: Object.assign(
      {},
      ...observers.map((instance) => ({
        ...node(instance),
        [of({ instance })("avax_pchain_stake_avax")]: "100x1450 90x1500",
        [of({ instance })("avax_pchain_validator_fee_price_avax_per_second")]: `0.000000512${long}`,
        [of({ instance })("avax_pchain_validator_fee_excess")]: "0x1450 1x1500",
      })),
    ),
    firing: [["25h", { "AvaxNetworkStakeDrop info": 1 }]],
  },
  {
    name: "23 an address that only receives rewards is empty",
    input: {
      ...node("a"),
      [a("avax_address_balance_avax", { address: "P-avax1reward", chain: "P", state: "unlocked" })]: `0${long}`,
    },
    firing: [["3h", nothing]],
  },
  {
    name: "29 an L1 loses 12 of 20 validators",
    input: {
      ...node("a"),
      ...tracked(80, 80),
      [a("avax_validators", l1)]: "20x60 8x1000",
    },
    firing: [
      ["2h", { "AvaxL1ValidatorsLeft warning": 1 }],
      ["10h", { "AvaxL1ValidatorsLeft warning": 1 }],
    ],
  },
  {
    name: "35 one balance is one alert",
    input: { ...node("a"), ...tracked(100), ...balances(36_000) },
    firing: [["60m", { "AvaxL1ValidatorBalanceLow warning": 1 }]],
  },
];

export const scenarios: readonly Scenario[] = [...ofValidators, ...ofNodes, ...ofL1s, ...upgradeAndRewardScenarios];
