/** Each alert: the series with which each of its severities fires, after how many minutes, its labels and its summary. */
import type { Severity } from "../../../../src/alerts/alert.ts";
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import {
  bootstrap,
  day,
  here,
  hereOwn,
  idsOf,
  instance,
  job,
  l1,
  member,
  native,
  of,
  onEachNode,
  others,
  own,
  relayer,
  type Series,
  stateSet,
  tokyo,
  validator,
} from "./series.ts";

export type Case = {
  readonly alert: string;
  /** Distinguishes cases of one alert. */
  readonly when?: string;
  /** Series that replace healthy ones, or are added. */
  readonly series: Series;
  /** Healthy series that are absent, by a part of their text. */
  readonly without?: string;
  /** Minutes after which each severity fires, and not a minute earlier. No other severity fires. */
  readonly after: { readonly [S in Severity]?: number };
  /** Labels apart from severity. */
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly description?: string;
  /** A severity with other labels. */
  readonly other?: Pick<Case, "labels" | "summary"> & { readonly severity: Severity };
  /** The value changes with the time: the summary is compared at the end only. */
  readonly isTimed?: true;
  /** The alert is about absent data. */
  readonly isAboutAbsence?: true;
  /** The rule needs samples of some minutes before it is true. */
  readonly slack?: number;
  /** The rule reads an instant value on purpose, so that a missed scrape starts it again. */
  readonly isInstant?: true;
};

const target = { job, instance, network: "mainnet" };
const ownNode = { network: "mainnet", node_id: own };
const nodeIn = (state: "unreachable" | "bootstrapping" | "isolated" | "behind" | "unhealthy") =>
  stateSet(here, "avax_node_state", { node_id: own }, state);
const exporterTarget = { job, instance };
const ofNative = { job: "avalanchego", instance: "node:9650" };
const at = (name: string) => of({ job, instance: name, network: "mainnet" });
const c = { chain: "C" };
/** The state of the network on each of the three nodes. */
const onEachObserver = (state: "halted" | "slow"): Series =>
  Object.assign(
    {},
    ...[[instance, own] as const, ...others].map(([address, node_id]) =>
      stateSet(at(address), "avax_network_state", { node_id }, state),
    ),
  );

const otherNode = others[0] ?? ["", ""];
/** The upgrades of the chain of an L1 on a node, with the times of some. */
const upgradesOf = (address: string, node_id: string, digest: number, ...times: readonly number[]): Series => {
  const labels = { chain: "L1Chain", node_id, ...l1 };
  const timeOf = (time: number, i: number) => [
    at(address)("avax_evm_upgrade_timestamp_seconds", { ...labels, upgrade: `upgrade ${i}` }),
    String(time),
  ];
  return {
    [at(address)("avax_evm_upgrades_digest", labels)]: String(digest),
    ...Object.fromEntries(times.map(timeOf)),
  };
};
const differing = {
  labels: { network: "mainnet", chain: "L1Chain", subnet_id: l1.subnet_id },
  summary: "Upgrades of chain L1Chain (mainnet) differ between its nodes: compare upgrade.json",
};
const differenceText = (lacking: string) =>
  `Give all nodes of the chain the same upgrade.json, and restart those that lack it: a node reads the file at its start only.${lacking} The chain is L1Chain. It stops when too much of its weight has other upgrades. Nodes that are not monitored are not compared.`;

export const cases: readonly Case[] = [
  {
    alert: "AvaxExporterDown",
    series: {
      [hereOwn("avax_up")]: "1x5 stale",
      [here("avax_node_validates", { node_id: own })]: "1x5 stale",
    },
    without: ":10652",
    // 10 minutes without data, then 5
    after: { critical: 20 },
    slack: 1,
    labels: { job, network: "mainnet" },
    summary:
      "Nothing is monitored by job avalanche-exporter (mainnet): check its exporters and the scrape configuration",
    isAboutAbsence: true,
  },
  {
    alert: "AvaxExporterDown",
    when: "one of three",
    series: { [of(exporterTarget)("up")]: "0" },
    after: { warning: 5 },
    labels: exporterTarget,
    summary: "Prometheus gets no data from the exporter at exporter:10652: check it",
  },
  {
    alert: "AvaxExporterDown",
    when: "one of several nodes of an exporter",
    series: { [of({ ...exporterTarget, node: "main-1" })("up")]: "0" },
    after: { warning: 5 },
    labels: { ...exporterTarget, node: "main-1" },
    summary: "Prometheus gets no data from the exporter at exporter:10652 (node main-1): check it",
  },
  {
    alert: "AvaxNodesNotScraped",
    series: {},
    without: "avax_up",
    after: { warning: 15 },
    labels: {},
    summary: "Prometheus scrapes exporters, and none of their nodes: use the discovery at /sd",
    isAboutAbsence: true,
  },
  {
    alert: "AvaxCollectorFailing",
    series: { [hereOwn("avax_exporter_collector_success", { collector: "subnets" })]: "0" },
    after: { warning: 10 },
    labels: { ...exporterTarget, collector: "subnets" },
    summary: "Collector subnets of exporter:10652 fails: run avalanche-exporter doctor",
  },
  {
    alert: "AvaxCollectorFailing",
    when: "heights",
    series: {
      [hereOwn("avax_exporter_collector_success", { collector: "p-height" })]: "0",
    },
    after: { critical: 10, warning: 10 },
    labels: { ...target, node_id: own },
    summary: "No P-Chain data from NodeID-Own (mainnet): read the log of the node",
    other: {
      severity: "warning",
      labels: { ...exporterTarget, collector: "p-height" },
      summary: "Collector p-height of exporter:10652 fails: run avalanche-exporter doctor",
    },
  },
  {
    alert: "AvaxTargetLabelsCollide",
    series: {
      [of({ ...target, chain: "avalanche" })("avax_chain_state", { exported_chain: "P", state: "ok" })]: "1",
    },
    after: { warning: 15 },
    labels: { network: "mainnet" },
    summary: "Labels of targets replace labels of the metrics (mainnet): set honor_labels",
    isInstant: true,
  },
  {
    alert: "AvaxTargetLabelsCollide",
    when: "the label network",
    series: {
      [of({ job, instance, network: "production" })("avax_node_info", { exported_network: "mainnet" })]: "1",
    },
    after: { warning: 15 },
    labels: { network: "production" },
    summary: "Labels of targets replace labels of the metrics (production): set honor_labels",
    isInstant: true,
  },
  {
    alert: "AvaxCollectorUnavailable",
    series: { [hereOwn("avax_exporter_collector_unavailable", { collector: "health", reason: "api_off" })]: "1" },
    after: { warning: 15 },
    labels: { ...exporterTarget, collector: "health", reason: "api_off" },
    summary: "Node exporter:10652 does not provide the data of health: enable its API",
  },
  {
    alert: "AvaxWatchdog",
    series: {},
    after: { none: 0 },
    labels: {},
    summary: "Avalanche alerts are evaluated and sent",
  },
  {
    alert: "AvaxNodeGone",
    series: Object.fromEntries(
      Object.entries({
        ...nodeIn("unhealthy"),
        [here("avax_node_info", { node_id: own, version: "v", network_id: "1" })]: "1",
        [here("avax_node_validates", { node_id: own })]: "1",
      }).map(([name, value]) => [name, `${value}x20 stale`]),
    ),
    // 15 minutes without the node, then 5
    after: { critical: 39, warning: 39 },
    slack: 1,
    isAboutAbsence: true,
    labels: { job, ...ownNode },
    summary: "Node NodeID-Own (mainnet) is gone: check its machine and its exporter",
  },
  {
    alert: "AvaxNodeUnreachable",
    series: nodeIn("unreachable"),
    after: { critical: 5, warning: 10 },
    labels: ownNode,
    summary: "Node NodeID-Own (mainnet) is unreachable: check that it runs",
  },
  {
    alert: "AvaxNodeUnreachable",
    when: "it does not validate",
    series: { ...nodeIn("unreachable"), [here("avax_node_validates", { node_id: own })]: "0" },
    after: { warning: 10 },
    labels: ownNode,
    summary: "Node NodeID-Own (mainnet) is unreachable: check that it runs",
  },
  {
    alert: "AvaxNodeUnreachable",
    when: "it never responded",
    series: stateSet(of(exporterTarget), "avax_node_state", {}, "unreachable"),
    without: `instance="${instance}",network="mainnet"`,
    after: { warning: 10 },
    labels: exporterTarget,
    summary: "Node exporter:10652 is unreachable: check that it runs",
  },
  {
    alert: "AvaxNodeFlapping",
    series: stateSet(
      here,
      "avax_node_state",
      { node_id: own },
      Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? "ok" : "unreachable", 1] as const),
    ),
    after: { critical: 17, warning: 17 },
    slack: 1,
    isTimed: true,
    labels: { job, ...ownNode },
    summary: "Node NodeID-Own (mainnet) goes up and down, 18 changes in an hour: read its log",
    other: {
      severity: "warning",
      labels: { job, ...ownNode },
      summary: "Node NodeID-Own (mainnet) is down or unhealthy again and again, 18 changes in an hour: read its log",
    },
  },
  {
    alert: "AvaxNodeBootstrapping",
    series: nodeIn("bootstrapping"),
    // it is known after a quarter of an hour that the node has validated
    after: { critical: 134, warning: 60 },
    labels: ownNode,
    summary: "Node NodeID-Own (mainnet) has been bootstrapping for two hours or longer: its log shows the progress",
    other: {
      severity: "warning",
      labels: ownNode,
      summary: "Node NodeID-Own (mainnet) has been bootstrapping for an hour or longer: its log shows the progress",
    },
  },
  {
    alert: "AvaxNodeOutOfSync",
    series: nodeIn("isolated"),
    after: { critical: 5, warning: 5 },
    labels: { ...ownNode, state: "isolated" },
    summary: "Node NodeID-Own (mainnet) is isolated: check its staking port and firewall",
  },
  {
    alert: "AvaxNodeOutOfSync",
    when: "at an old block",
    series: nodeIn("behind"),
    after: { critical: 5, warning: 5 },
    labels: { ...ownNode, state: "behind" },
    summary: "Node NodeID-Own (mainnet) is behind: check its log, disk and connections",
  },
  {
    alert: "AvaxNodeHealthCheckFailing",
    series: { [here("avax_node_health_check_passing", { node_id: own, check: "database" })]: "0" },
    after: { critical: 5 },
    labels: { job, ...ownNode, check: "database" },
    summary: "Health check database of NodeID-Own (mainnet) fails: call health.health",
    description:
      "Read the failing checks: `avalanche-exporter call health.health`. The node is NodeID-Own (exporter: exporter:10652).",
  },
  {
    alert: "AvaxNodeHealthCheckFailing",
    when: "any check",
    series: {
      ...nodeIn("unhealthy"),
      [here("avax_node_health_check_passing", { node_id: own, check: "network" })]: "0",
    },
    after: { warning: 5 },
    labels: ownNode,
    summary: "Health check network of NodeID-Own (mainnet) fails: call health.health",
    description:
      "Read the failing checks: `avalanche-exporter call health.health`. The node is NodeID-Own (exporter: exporter:10652).",
  },
  {
    alert: "AvaxNodeUpgradeUnknown",
    series: {
      [here("avax_node_upgrade_unknown", { node_id: own })]: "1",
      [here("avax_node_upgrade_unknown_seconds", { node_id: own })]: String(2 * day),
    },
    after: { critical: 15, warning: 15 },
    labels: { ...target, node_id: own },
    summary: "Node NodeID-Own (mainnet) does not know the next network upgrade: install the new release",
  },
  {
    alert: "AvaxNodeUpgradeUnknown",
    when: "another node knows it",
    series: Object.fromEntries(
      others.map(([address, node_id]) => [
        at(address)("avax_upgrade_timestamp_seconds", { node_id, upgrade: "helicon" }),
        "200000",
      ]),
    ),
    after: { warning: 15 },
    labels: { ...target, node_id: own },
    summary: "Node NodeID-Own (mainnet) does not know the next network upgrade: install the new release",
  },
  {
    alert: "AvaxNodeDiskLow",
    series: { [here("avax_node_disk_available_bytes", { node_id: own })]: "40000000000-100000000" },
    after: { critical: 16, warning: 31 },
    labels: { ...target, node_id: own },
    summary: "Disk of NodeID-Own (mainnet) has 34.37GiB left: enlarge or clean it",
    isTimed: true,
  },
  {
    alert: "AvaxNodeDiskLow",
    when: "little of its size is left",
    series: {
      [here("avax_node_disk_available_ratio", { node_id: own })]: "0.04",
      [here("avax_node_disk_available_bytes", { node_id: own })]: "40000000000",
    },
    after: { critical: 15, warning: 30 },
    labels: { ...target, node_id: own },
    summary: "Disk of NodeID-Own (mainnet) has 37.25GiB left: enlarge or clean it",
  },
  {
    alert: "AvaxNodePeersLow",
    series: { [here("avax_node_peers", { node_id: own })]: "800x100 300" },
    // 15 minutes with few peers, then 10
    after: { warning: 125 },
    slack: 1,
    labels: { ...target, node_id: own },
    summary: "Node NodeID-Own (mainnet) has only 300 peers: check its network",
  },
  {
    alert: "AvaxNetworkUnhealthy",
    series: onEachObserver("halted"),
    after: { critical: 2 },
    labels: { network: "mainnet" },
    summary: "The network mainnet accepts no blocks: do not restart nodes",
  },
  {
    alert: "AvaxNetworkUnhealthy",
    when: "too little stake for fast blocks",
    series: onEachObserver("slow"),
    after: { warning: 10 },
    labels: { network: "mainnet" },
    summary: "The network mainnet is slow: do not restart nodes",
  },
  {
    alert: "AvaxChainHalted",
    series: onEachNode(c, "halted"),
    after: { critical: 5 },
    labels: { network: "mainnet", chain: "C" },
    summary: "Chain C (mainnet) has halted: check its validators and the nodes that run it",
  },
  {
    alert: "AvaxL1UpgradesDiffer",
    series: { ...upgradesOf(instance, own, 7), ...upgradesOf(otherNode[0], otherNode[1], 8, 3600) },
    after: { critical: 15, warning: 15 },
    ...differing,
  },
  {
    alert: "AvaxL1UpgradesDiffer",
    when: "one lacks the second of two activations, and both are far ahead",
    series: {
      ...upgradesOf(instance, own, 7, 30 * day),
      ...upgradesOf(otherNode[0], otherNode[1], 8, 30 * day, 40 * day),
    },
    after: { warning: 15 },
    ...differing,
    description: differenceText(" Nodes that lack an activation: NodeID-Own."),
  },
  {
    alert: "AvaxL1UpgradesDiffer",
    when: "none lacks an activation",
    series: { ...upgradesOf(instance, own, 7, 30 * day), ...upgradesOf(otherNode[0], otherNode[1], 8, 30 * day) },
    after: { warning: 15 },
    ...differing,
    description: differenceText(""),
  },
  {
    alert: "AvaxChainBehindPeers",
    series: { [here("avax_chain_last_accepted_height", { chain: "P", node_id: own })]: "600+30" },
    after: { warning: 20 },
    slack: 1,
    labels: { job, ...ownNode, chain: "P" },
    summary: "Chain P on NodeID-Own (mainnet) is 250 blocks behind: check the log and disk of the node",
  },
  {
    alert: "AvaxChainBehindPeers",
    when: "it executes no blocks",
    series: {
      [here("avax_evm_height", { node_id: own, chain: "C" })]: "600+30",
    },
    after: { warning: 20 },
    slack: 1,
    labels: { job, ...ownNode, chain: "C" },
    summary: "Chain C on NodeID-Own (mainnet) is 250 blocks behind: check the log and disk of the node",
  },
  {
    alert: "AvaxNodeClockSkewed",
    series: { [here("avax_node_clock_difference_seconds", { node_id: own })]: "-50" },
    after: { warning: 15 },
    labels: { job, ...ownNode },
    summary: "Clock of NodeID-Own (mainnet) is off by 50s: check its time synchronization",
  },
  {
    alert: "AvaxValidatorOffline",
    series: stateSet(here, "avax_validator_state", tokyo, "offline"),
    after: { critical: 7 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Validator tokyo (mainnet) is offline: check its node and its staking port.",
  },
  {
    alert: "AvaxValidatorFlapping",
    series: stateSet(
      here,
      "avax_validator_state",
      tokyo,
      Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? "ok" : "offline", i % 2 === 0 ? 7 : 3] as const),
    ),
    after: { warning: 30 },
    slack: 10,
    isTimed: true,
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Validator tokyo (mainnet) was offline for 29.27% of the time: read the log of its node",
  },
  {
    alert: "AvaxValidatorMissing",
    series: stateSet(here, "avax_validator_state", tokyo, "missing"),
    after: { critical: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary:
      "Validator tokyo (mainnet) no longer validates, although its period has not ended or was to renew: was it removed?",
  },
  {
    alert: "AvaxValidatorMissing",
    when: "its period has ended",
    series: stateSet(here, "avax_validator_state", tokyo, "absent"),
    after: { warning: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Validator tokyo (mainnet) does not validate: stake again, or stop watching it",
  },
  {
    alert: "AvaxValidatorMissing",
    when: "the exporter has restarted since",
    series: stateSet(here, "avax_validator_state", tokyo, [["missing", 30], "absent"]),
    after: { critical: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary:
      "Validator tokyo (mainnet) no longer validates, although its period has not ended or was to renew: was it removed?",
  },
  {
    alert: "AvaxValidatorOfflineBudgetLow",
    series: {
      [here("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "false" })]: String(50 * day),
      [here("avax_validator_offline_budget_ratio", { ...tokyo, own: "false" })]: "0.2",
    },
    after: { warning: 60 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary:
      "Validator tokyo (mainnet) will lose its reward: keep its node online. Its reward is lost in 50d 0h 0m 0s.",
  },
  {
    alert: "AvaxValidatorOfflineBudgetLow",
    when: "two hours are left",
    series: {
      [here("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "false" })]: "7200",
      [here("avax_validator_offline_budget_ratio", { ...tokyo, own: "false" })]: "0.1",
    },
    after: { critical: 25, warning: 60 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Validator tokyo (mainnet) will lose its reward: keep its node online. Its reward is lost in 2h 0m 0s.",
  },
  {
    alert: "AvaxValidatorOfflineBudgetLow",
    when: "it is to renew",
    series: {
      [here("avax_validator_info", { ...tokyo, tx_id: "tx", auto_renew: "true" })]: "1",
      [here("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "false" })]: "7200",
      [here("avax_validator_offline_budget_ratio", { ...tokyo, own: "false" })]: "0.1",
    },
    after: { critical: 25, warning: 60 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary:
      "Validator tokyo (mainnet) will lose its reward and leave the set: keep its node online. Its reward is lost in 2h 0m 0s.",
  },
  {
    alert: "AvaxValidatorUnrewarded",
    when: "the reward of the present period is lost",
    series: { [here("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "false" })]: "0" },
    after: { warning: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo), state: "reward_lost" },
    summary: "Validator tokyo (mainnet) has lost the reward of this period: find its outages",
  },
  {
    alert: "AvaxValidatorEndingSoon",
    series: {
      ...stateSet(here, "avax_validator_state", tokyo, "ending"),
      [here("avax_validator_time_left_seconds", tokyo)]: String(day),
    },
    after: { warning: 5 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Staking period of tokyo (mainnet) ends in 1d 0h 0m 0s: plan the next one",
  },
  {
    alert: "AvaxValidatorEndingSoon",
    when: "it was to renew, and has missed its uptime",
    series: {
      ...stateSet(here, "avax_validator_state", tokyo, "leaving"),
      [here("avax_validator_info", { ...tokyo, tx_id: "tx", auto_renew: "true" })]: "1",
      [here("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "false" })]: "0",
      [here("avax_validator_time_left_seconds", tokyo)]: String(day),
      [here("avax_validator_stake_avax", tokyo)]: "2000.5",
    },
    after: { critical: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary:
      "Validator tokyo (mainnet) has missed its uptime, and leaves the set in 1d 0h 0m 0s: plan its next stake. Stake in AVAX that earns nothing from then on: 2000.",
  },
  {
    alert: "AvaxL1QuorumRisk",
    series: { [here("avax_l1_weight_active_ratio", l1)]: "0.79" },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "Only 79% of the weight of our L1 (mainnet) is active: top up validators",
  },
  {
    alert: "AvaxL1SigningRisk",
    series: { [here("avax_l1_weight_signing_ratio", { ...l1, direction: "out" })]: "0.66" },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "Only 66% of the weight of our L1 (mainnet) can sign messages: start nodes",
  },
  {
    alert: "AvaxL1HaltAhead",
    series: { [here("avax_l1_time_to_halt_seconds", l1)]: String(day / 2) },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "L1 our L1 (mainnet) halts in 12h 0m 0s without top-ups",
  },
  {
    alert: "AvaxL1HaltAhead",
    when: "it has halted",
    series: {
      [here("avax_l1_time_to_halt_seconds", l1)]: "0",
      [here("avax_l1_weight_active_ratio", l1)]: "0.7",
    },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(l1), halted: "true" },
    summary: "L1 our L1 (mainnet) has halted: top up its validators",
  },
  {
    alert: "AvaxL1BalanceLow",
    series: { [here("avax_l1_balance_runway_seconds", l1)]: String(6 * day) },
    after: { warning: 10 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "Balance of a validator of our L1 (mainnet) runs out in 6d 0h 0m 0s: top it up",
  },
  {
    alert: "AvaxL1BalanceLow",
    when: "a watched validator",
    series: {
      [here("avax_l1_validator_balance_runway_seconds", member)]: String(day / 2),
    },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary: "Balance of one of our L1 (mainnet) runs out in 12h 0m 0s: top it up",
  },
  {
    alert: "AvaxL1BalanceLow",
    when: "a watched validator is inactive",
    series: { [here("avax_l1_validator_balance_runway_seconds", member)]: "0" },
    after: { critical: 10, warning: 10 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary: "Balance of one of our L1 (mainnet) has run out: top it up",
  },
  {
    alert: "AvaxL1ValidatorOffline",
    series: stateSet(here, "avax_l1_validator_state", member, "offline"),
    after: { critical: 7 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary:
      "Validator one of our L1 (mainnet) is offline, or does not run its L1: check its node and its staking port",
  },
  {
    alert: "AvaxL1ValidatorOffline",
    when: "it is watched by its node ID, too",
    series: {
      ...stateSet(here, "avax_l1_validator_state", member, "offline"),
      ...validator(here, { subnet_id: member.subnet_id, node_id: member.node_id, alias: "one" }, "offline"),
    },
    after: { critical: 7 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary:
      "Validator one of our L1 (mainnet) is offline, or does not run its L1: check its node and its staking port",
  },
  {
    alert: "AvaxL1ValidatorWrongKey",
    series: stateSet(here, "avax_l1_validator_state", member, "wrong_key"),
    after: { warning: 15 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary: "Validator one of our L1 (mainnet) has the wrong BLS key: start it with the registered one",
  },
  {
    alert: "AvaxL1ControlMoved",
    series: { [here("avax_validators_weight", l1)]: "400x10 4000" },
    after: { warning: 11 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The weights of our L1 (mainnet) have moved by a factor of 10.0: was that you?",
  },
  {
    alert: "AvaxL1ControlMoved",
    when: "one validator takes the weight",
    series: { [here("avax_validators_largest_weight", l1)]: "80x10 360" },
    after: { warning: 11 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The weights of our L1 (mainnet) have moved by a factor of 4.5: was that you?",
  },
  {
    alert: "AvaxWatchedUnobserved",
    series: {
      [here("avax_watched_unobserved", { entity: "validator", subnet_id: primaryNetwork, id: tokyo.node_id })]: "1",
    },
    after: { warning: 15 },
    labels: { network: "mainnet", entity: "validator", subnet_id: primaryNetwork, id: tokyo.node_id },
    summary: "The validator NodeID-A (mainnet) is observed by no node: check its ID and the nodes that watch it",
  },
  {
    alert: "AvaxSchemaMismatch",
    series: { [hereOwn("avax_exporter_rpc_request_failures_total", { reason: "schema" })]: "0x10 1x5 2" },
    after: { warning: 16 },
    slack: 2,
    labels: { ...exporterTarget, reason: "schema" },
    summary: "Unexpected response format from exporter:10652",
  },
  {
    alert: "AvaxSeriesLimitHit",
    series: { [hereOwn("avax_exporter_series_dropped_total", { collector: "subnets" })]: "0x5 0+7" },
    after: { warning: 11 },
    slack: 2,
    labels: { ...exporterTarget, collector: "subnets" },
    summary: "Collector subnets of exporter:10652 hit the series limit",
  },
  {
    alert: "AvaxConfigReloadFailed",
    series: { [hereOwn("avax_exporter_config_last_reload_successful")]: "0" },
    after: { warning: 5 },
    labels: exporterTarget,
    summary: "Configuration reload of the exporter at exporter:10652 failed",
  },
  {
    alert: "AvaxNodeVersionOld",
    series: { [here("avax_peers_higher_version_stake_ratio", { node_id: own })]: "0.6" },
    after: { info: 1440 },
    labels: { job, ...ownNode },
    summary: "60% of the stake runs a higher version than NodeID-Own (mainnet)",
  },
  {
    alert: "AvaxNodeVersionOld",
    when: "a watched validator without an exporter of its own",
    series: { [here("avax_validator_peer_info", { ...tokyo, version: "avalanchego/1.14.0", outdated: "true" })]: "1" },
    after: { info: 1440 },
    labels: { network: "mainnet", node_id: tokyo.node_id },
    summary: "Most of the stake runs a higher version than tokyo (mainnet)",
  },
  {
    alert: "AvaxIndexStalled",
    series: { [here("avax_index_last_accepted_index", { node_id: own, chain: "P", index: "block" })]: "999" },
    after: { warning: 11 },
    slack: 1,
    labels: { ...target, node_id: own, chain: "P", index: "block" },
    summary: "P-Chain block index of NodeID-Own (mainnet) has stalled",
  },
  {
    alert: "AvaxIndexDisabledUnexpectedly",
    series: { [here("avax_index_available", { node_id: own, chain: "P", index: "block" })]: "1x5 0" },
    after: { warning: 15 },
    labels: { ...target, node_id: own },
    summary: "Container index of NodeID-Own (mainnet) has been disabled",
    isInstant: true,
  },
  {
    alert: "AvaxL1FeePriceSpike",
    series: { [here("avax_pchain_validator_fee_price_avax_per_second")]: "0.000000512x5 0.00000256" },
    after: { warning: 35 },
    labels: { network: "mainnet" },
    summary: "L1 validator fee (mainnet) is 5.0 times its minimum",
    isInstant: true,
  },
  {
    alert: "AvaxAddressBalanceLow",
    series: {
      [here("avax_address_balance_avax", { address: "P-avax1a", alias: "payer", chain: "P", state: "unlocked" })]:
        "0.5",
    },
    after: { warning: 15 },
    labels: { network: "mainnet", address: "P-avax1a" },
    summary: "Address payer (mainnet) has 0.500 AVAX left",
  },
  {
    alert: "AvaxEvmAddressBalanceLow",
    series: { [here("avax_evm_address_balance", relayer)]: "0.5" },
    after: { warning: 15 },
    labels: { network: "mainnet", ...idsOf(relayer) },
    summary: "Address relayer (mainnet) has 0.500 tokens left",
  },
  {
    alert: "AvaxValidatorMissing",
    when: "an L1 has removed it",
    series: {
      ...Object.fromEntries(
        Object.keys(stateSet(here, "avax_l1_validator_state", member, "ok")).map((name) => [name, "stale"]),
      ),
      ...stateSet(here, "avax_l1_validator_state", { validation_id: "validation-1", alias: "one" }, "missing"),
    },
    after: { warning: 10 },
    labels: { network: "mainnet", validation_id: "validation-1" },
    summary: "L1 validator one (mainnet) was removed",
  },
  {
    alert: "AvaxL1ValidatorsLeft",
    series: { [here("avax_validators", l1)]: "20x5 8" },
    after: { warning: 20 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "60% of the validators of our L1 (mainnet) left within a day",
    isInstant: true,
  },
  {
    alert: "AvaxL1ValidatorUptimeLow",
    series: { [here("avax_l1_validator_uptime_ratio", { chain: "chain-1", ...member })]: "0.75" },
    after: { warning: 30 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary: "Validator one of our L1 (mainnet) has 75% uptime",
  },
  {
    alert: "AvaxL1BlocksMissing",
    series: { [here("avax_evm_timestamp_seconds", { node_id: own, chain: "chain-1", ...l1 })]: "-3600" },
    after: { warning: 6 },
    slack: 1,
    isTimed: true,
    labels: { network: "mainnet", chain: "chain-1", ...idsOf(l1) },
    summary: "L1 our L1 (mainnet) made its last block 1h 8m 0s ago",
  },
  {
    alert: "AvaxL1OwnerChanged",
    when: "the manager is another contract",
    series: {
      [here("avax_subnet_info", { ...l1, kind: "l1" })]: "1x10 stale",
      [here("avax_subnet_info", { ...l1, kind: "l1", manager_address: "0x1" })]: "_x10 1",
    },
    after: { warning: 11 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The validator manager of our L1 (mainnet) has changed, or its owner",
  },
  {
    alert: "AvaxL1OwnerChanged",
    when: "the manager has another owner",
    series: { [here("avax_l1_manager_owner_digest", l1)]: "491587516664222x10 491587516664223" },
    after: { warning: 11 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The validator manager of our L1 (mainnet) has changed, or its owner",
  },
  {
    alert: "AvaxL1ValidatorOwnerChanged",
    series: {
      [here("avax_l1_validator_owners_digest", member)]: "333212445207849x10 stale",
      [here("avax_l1_validator_owners_digest", { ...member, validation_id: "validation-2" })]: "_x10 333212445207850",
    },
    after: { warning: 11 },
    labels: { network: "mainnet", subnet_id: member.subnet_id, node_id: member.node_id },
    summary: "Validator one of our L1 (mainnet) has other owners",
  },
  {
    alert: "AvaxL1ValidatorNoOwner",
    series: { [here("avax_l1_validator_deactivation_owner", member)]: "0" },
    after: { warning: 5 },
    labels: { network: "mainnet", ...idsOf(member) },
    summary: "Anyone can deactivate the validator one of our L1 (mainnet)",
  },
  {
    alert: "AvaxL1ManagerWeightDiffers",
    series: { [here("avax_l1_manager_weight_difference", l1)]: "20" },
    after: { info: 1440 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The validator manager of our L1 (mainnet) differs by a weight of 20",
  },
  {
    alert: "AvaxL1ManagerWeightDiffers",
    when: "the manager was never initialized",
    series: {
      [here("avax_l1_manager_weight_difference", l1)]: "-20",
      [here("avax_l1_manager_weight", l1)]: "0",
    },
    after: { warning: 5, info: 1440 },
    labels: { network: "mainnet", ...idsOf(l1) },
    summary: "The validator manager of our L1 (mainnet) was never initialized",
    other: {
      severity: "info",
      labels: { network: "mainnet", ...idsOf(l1) },
      summary: "The validator manager of our L1 (mainnet) differs by a weight of -20",
    },
  },
  {
    alert: "AvaxValidatorUnrewarded",
    series: {
      [here("avax_validator_last_period_rewarded", tokyo)]: "0",
      [here("avax_validator_last_period_end_timestamp_seconds", tokyo)]: "-86400",
    },
    after: { warning: 10 },
    labels: { network: "mainnet", ...idsOf(tokyo) },
    summary: "Validator tokyo (mainnet) was not rewarded for its last period: find its outages",
  },
  {
    alert: "AvaxNodePollsFailing",
    series: { [native("avalanche_snowman_polls_failed", { chain: "C" })]: "0+1000" },
    after: { critical: 16, warning: 16 },
    slack: 2,
    isTimed: true,
    labels: { ...ofNative, chain: "C" },
    summary: "50% of the polls of C fail on node:9650",
  },
  {
    alert: "AvaxNodeBootstrapStalled",
    series: bootstrap("C", "0"),
    after: { warning: 60 },
    labels: { ...ofNative, chain: "C" },
    summary: "Bootstrapping of C makes no progress on node:9650",
    description:
      "The chain C of node:9650 is not bootstrapped. The node fetches and executes no blocks of the chain, and receives no state. Too little of the stake is connected, no peer has the blocks, or the database or disk is damaged.",
  },
  {
    alert: "AvaxNodeBootstrapStalled",
    when: "although the P-Chain receives transactions",
    series: {
      ...bootstrap("P", "0"),
      [native("avalanche_handler_messages", { chain: "P", op: "app_response" })]: "0+40",
    },
    after: { warning: 60 },
    labels: { ...ofNative, chain: "P" },
    summary: "Bootstrapping of P makes no progress on node:9650",
  },
  {
    alert: "AvaxNodeBadBlocks",
    series: { [native("avalanche_subnetevm_vm_eth_chain_block_bad_count", { chain: "chain-1" })]: "2x5 3" },
    after: { critical: 6 },
    labels: { ...ofNative, chain: "chain-1" },
    summary: "Chain chain-1 has bad blocks on node:9650",
  },
  {
    alert: "AvaxNodeBadBlocks",
    when: "in a virtual machine with an ID of its own",
    series: {
      [native("avalanche_qDNWSmpDZsaKrHyVTqM4EkfHVNxSgEoaMFACSg7QZekdR9Qet_vm_eth_chain_block_bad_count", {
        chain: "dvxbnK42oTeutURrp7F7MdjQLqEkMfCz95a3eL2KZosXtDtFy",
      })]: "0x5 1",
    },
    after: { critical: 6 },
    labels: { ...ofNative, chain: "dvxbnK42oTeutURrp7F7MdjQLqEkMfCz95a3eL2KZosXtDtFy" },
    summary: "Chain dvxbnK42oTeu has bad blocks on node:9650",
  },
  {
    alert: "AvaxNodeExecutionSlow",
    series: {
      [native("avalanche_evm_transition_sae_execution_queue_duration_seconds_sum", { chain: "C" })]: "0+360",
    },
    after: { warning: 16 },
    slack: 1,
    labels: { ...ofNative, chain: "C" },
    summary: "Blocks of C wait 6s for execution on node:9650",
  },
];
