/** Days in the life of operators: of which alerts a person is notified, after inhibition, and that there are no others. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import {
  chain,
  day,
  healthy,
  job,
  l1,
  labelsOfExporter,
  member,
  node,
  of,
  type Series,
  type StateOf,
  stateSet,
  tokyo,
  validator,
} from "./series.ts";

type Notified = Readonly<Record<`Avax${string} ${"critical" | "warning" | "info"}`, number>>;
export type Scenario = {
  readonly name: string;
  readonly input: Series;
  readonly interval?: "1m" | "1h";
  /** Numbers of notified alerts by times after the start, which are separated by spaces. */
  readonly notifies: Readonly<Record<string, Notified>>;
};

const nothing: Notified = {};
const all = (...series: readonly Series[]): Series => Object.assign({}, ...series);
const each = <T>(items: readonly T[], seriesOf: (item: T, i: number) => Series): Series => all(...items.map(seriesOf));
const changed = (series: Series, change: (value: string, name: string) => string): Series =>
  Object.fromEntries(Object.entries(series).map(([name, value]) => [name, change(value, name)]));
/** Ends all series after so many minutes. */
const ended = (series: Series, minutes: number) => changed(series, (value) => `${value}x${minutes} stale`);
/** Begins all series after so many minutes. */
const begun = (series: Series, minutes: number) => changed(series, (value) => `_x${minutes} ${value}`);
const isUp = (name: string) => /^up\b/.test(name);
/** All scrapes fail for half an hour, after an hour. */
const away = (series: Series) =>
  changed(series, (value, name) => (isUp(name) ? "1x60 0x30 1" : `${value}x60 stale ${"_ ".repeat(29)}${value}`));

const at = (name: string, network?: string) => of(labelsOfExporter(name, network));
/** An exporter `name` of the node NodeID-name. */
const exporter = (name: string, more: Parameters<typeof node>[1] = {}) => node(name, { id: `NodeID-${name}`, ...more });
const up = (name: string) => of({ job, instance: name })("up");
const ofNode = (name: string, metric: string, labels: Readonly<Record<string, string>> = {}) =>
  at(name)(metric, { node_id: `NodeID-${name}`, ...labels });
const nodeState = (name: string, state: Parameters<typeof stateSet<"avax_node_state">>[3], id = `NodeID-${name}`) =>
  stateSet(at(name), "avax_node_state", { node_id: id }, state);
const networkState = (name: string, state: Parameters<typeof stateSet<"avax_network_state">>[3]) =>
  stateSet(at(name), "avax_network_state", { node_id: `NodeID-${name}` }, state);
const on = (one: string, chain = "C") => ({ chain, node_id: `NodeID-${one}` });
const chainState = (name: string, state: Parameters<typeof stateSet<"avax_chain_state">>[3], chain?: string) =>
  stateSet(at(name), "avax_chain_state", on(name, chain), state);
const failingCheck = (name: string, check: string): Series => ({
  [ofNode(name, "avax_node_health_check_passing", { check })]: "0",
});
const lacks = (name: string, collector: string) =>
  of({ job, instance: name })("avax_exporter_collector_unavailable", { collector, reason: "api_off" });

const observers = ["o0", "o1", "o2", "o3", "o4"];
const trio = ["a", "b", "c"];
type Seen = {
  readonly of?: string;
  readonly state?: Parameters<typeof validator>[2];
  /** Time to the loss of the reward, and the rest of the offline budget. */
  readonly loss?: string;
  readonly budget?: string;
};
/** An exporter, and the validator that it observes. */
function observing(name: string, { of: node_id = tokyo.node_id, state = "ok", loss, budget }: Seen = {}): Series {
  const labels = { ...tokyo, node_id };
  return {
    ...exporter(name),
    ...validator(at(name), labels, state),
    ...(loss !== undefined && {
      [at(name)("avax_validator_time_to_reward_loss_seconds", { ...labels, own: "false" })]: loss,
    }),
    ...(budget !== undefined && {
      [at(name)("avax_validator_offline_budget_ratio", { ...labels, own: "false" })]: budget,
    }),
  };
}
const lastPeriod = (name: string, rewarded: string, end: string): Series => ({
  [at(name)("avax_validator_last_period_rewarded", tokyo)]: rewarded,
  [at(name)("avax_validator_last_period_end_timestamp_seconds", tokyo)]: end,
});
const ofOwn = { ...tokyo, node_id: "NodeID-b", own: "true" };
const unobserved = (name: string, id: string) =>
  at(name)("avax_watched_unobserved", { entity: "validator", subnet_id: primaryNetwork, id });

type Cycle = {
  /** Steps until an outage begins, until it has used up the budget, from then to the end of the cycle, and until the node is back. */
  readonly ok: number;
  readonly budget: number;
  readonly rest: number;
  readonly back?: number;
  /** State after the end. */
  readonly after: "missing" | "ok";
  /** Seconds of a step. */
  readonly step: number;
};
/** Returns a validator that is to renew, and misses its uptime by an outage. */
function missingItsUptime(name: string, { ok, budget, rest, back = ok + budget + rest, after, step }: Cycle): Series {
  const later = { ...tokyo, own: "false" };
  const [length, atEnd] = [ok + budget + rest, after === "ok" ? "1" : "stale"];
  const states = [
    ["ok", ok],
    ["offline", budget],
    ["leaving", rest],
  ] as const;
  const used = budget > 0 ? `1-${1 / budget}x${budget} ` : "";
  return {
    ...observing(name, { state: [...states.filter(([, steps]) => steps > 0), after] }),
    [at(name)("avax_validator_info", { ...tokyo, tx_id: "tx", auto_renew: "true" })]: `1x${length} ${atEnd}`,
    [at(name)("avax_validator_connected", tokyo)]: `1x${ok} 0x${back - ok} 1x${length - back} ${atEnd}`,
    [at(name)("avax_validator_time_to_reward_loss_seconds", later)]:
      `Infinityx${ok} ${budget * step}-${step}x${budget} 0x${rest} ${after === "ok" ? "Infinity" : "stale"}`,
    [at(name)("avax_validator_offline_budget_ratio", later)]: `1x${ok} ${used}-0.01x${rest} ${atEnd}`,
    [at(name)("avax_validator_time_left_seconds", tokyo)]: `_x${ok + budget} ${rest * step}-${step}x${rest} stale`,
  };
}
/** Cycles of 48 hours, with a budget of 4.8 hours: all of one, its beginning and its last hour. */
const cycles = {
  all: { ok: 1, budget: 5, rest: 42, after: "missing", step: 3600 },
  beginning: { ok: 60, budget: 288, rest: 2532, after: "missing", step: 60 },
  lastHour: { ok: 0, budget: 0, rest: 60, after: "missing", step: 60 },
} as const satisfies Readonly<Record<string, Cycle>>;
const offline = "AvaxValidatorOffline critical";
const leaves = "AvaxValidatorEndingSoon critical";
const budgetLow = "AvaxValidatorOfflineBudgetLow critical";

const ofValidators: readonly Scenario[] = [
  {
    name: "everything is healthy for a day, and nothing is pending after the first scrape",
    input: healthy,
    notifies: { "1m 1h 24h": nothing },
  },
  {
    name: "one observer of five has no connection: no page",
    input: each(observers, (one) => observing(one, { state: one === "o0" ? "offline" : "ok" })),
    notifies: { "30m 80m": nothing },
  },
  {
    name: "five observers, one validator offline: one page",
    input: each(observers, (one) => observing(one, { state: "offline" })),
    notifies: { "60m": { "AvaxValidatorOffline critical": 1 } },
  },
  {
    name: "a pair of nodes with a broken link between them: no page, because the own exporter of the validator sees the network",
    input: { ...observing("a", { of: "NodeID-b", state: "offline" }), ...observing("b", { of: "NodeID-b" }) },
    notifies: { "30m 80m": nothing },
  },
  {
    name: "the same validator on Fuji and on mainnet",
    input: {
      ...observing("m", { state: "offline" }),
      ...exporter("f", { network: "fuji" }),
      ...validator(at("f", "fuji"), tokyo, "offline"),
    },
    notifies: { "30m": { "AvaxValidatorOffline critical": 2 } },
  },
  {
    name: "a period ends as planned, and the NodeID stays watched for a month",
    interval: "1h",
    input: {
      ...exporter("a", { validates: "0" }),
      ...validator(at("a"), tokyo, [["ok", 5], ["ending", 15], "absent"]),
      [at("a")("avax_validator_time_left_seconds", tokyo)]: `${20 * 3600}-3600x19 stale`,
    },
    notifies: { "10h": { "AvaxValidatorEndingSoon warning": 1 }, "30h 29d": { "AvaxValidatorMissing warning": 1 } },
  },
  {
    name: "four fifths of the offline budget are used up, and the rest lasts until the end: nothing",
    input: observing("a", { budget: "0.2" }),
    notifies: { "24h": nothing },
  },
  {
    name: "the stake sees a validator for too little of the time: a warning in days, and a page when two days are left",
    interval: "1h",
    input: observing("a", { state: "at_risk", loss: `${4 * day}-3600`, budget: "0.2" }),
    notifies: {
      "30h": { "AvaxValidatorOfflineBudgetLow warning": 1 },
      "72h": { "AvaxValidatorOfflineBudgetLow critical": 1 },
    },
  },
  {
    name: "a validator is offline until its offline budget is used up: two pages, and a warning that the reward is lost",
    input: observing("a", { state: "offline", loss: `${2 * day + 3600}-60x2940 0`, budget: "0.2" }),
    notifies: {
      "30m": { "AvaxValidatorOffline critical": 1 },
      "90m": { "AvaxValidatorOffline critical": 1, "AvaxValidatorOfflineBudgetLow critical": 1 },
      "50h": { "AvaxValidatorOffline critical": 1, "AvaxValidatorUnrewarded warning": 1 },
    },
  },
  {
    name: "a validator that renews each 48 hours is offline until it is removed: pages all the time, also afterwards",
    interval: "1h",
    input: { ...missingItsUptime("a", cycles.all), ...lastPeriod("a", "_x49 0", `_x49 ${2 * day}`) },
    notifies: {
      "1h": nothing,
      "8h 24h 47h": { [offline]: 1, [leaves]: 1 },
      "50h": { "AvaxValidatorMissing critical": 1 },
      "60h": { "AvaxValidatorMissing critical": 1, "AvaxValidatorUnrewarded warning": 1 },
    },
  },
  {
    name: "the budget of a cycle of 48 hours is used up within 4.8 hours: a page at each step",
    input: missingItsUptime("a", cycles.beginning),
    notifies: {
      "60m": nothing,
      "80m 200m": { [offline]: 1 },
      "310m": { [offline]: 1, [budgetLow]: 1 },
      "365m 400m": { [offline]: 1, [leaves]: 1 },
    },
  },
  {
    name: "a validator is removed at the end of its cycle: one page follows the other",
    input: missingItsUptime("a", cycles.lastHour),
    notifies: {
      "50m": { [offline]: 1, [leaves]: 1 },
      "72m": { [leaves]: 1 },
      "80m 2h": { "AvaxValidatorMissing critical": 1 },
    },
  },
  {
    name: "a validator has missed its uptime and is online again, and the stake renews it all the same: nothing afterwards",
    input: missingItsUptime("a", { ...cycles.lastHour, back: 0, after: "ok" }),
    notifies: { "50m": { [leaves]: 1 }, "2h": nothing },
  },
  {
    name: "another node has seen too little of a validator that renews, and its own exporter has not: no page",
    input: {
      ...missingItsUptime("a", { ...cycles.lastHour, back: 0, after: "ok" }),
      [at("b")("avax_validator_time_to_reward_loss_seconds", { ...tokyo, own: "true" })]: "Infinity",
      [at("b")("avax_validator_offline_budget_ratio", { ...tokyo, own: "true" })]: "0.9",
    },
    notifies: { "50m": nothing },
  },
  {
    name: "a node reboots for six minutes, and little of the budget is left: no page",
    input: observing("a", {
      state: [["ok", 60], ["offline", 6], "ok"],
      loss: "Infinityx60 7200x6 Infinity",
      budget: "0.1",
    }),
    notifies: { "70m 76m 82m": nothing },
  },
  {
    name: "an outage in a period of 14 days, with 39 % of the budget left: the second page comes when a quarter is left",
    input: observing("a", {
      state: [["ok", 60], "offline"],
      loss: `Infinityx60 ${Math.round(0.546 * day)}-60`,
      budget: "0.39x60 0.39-0.0005",
    }),
    notifies: {
      "100m 300m": { "AvaxValidatorOffline critical": 1 },
      "400m": { "AvaxValidatorOffline critical": 1, "AvaxValidatorOfflineBudgetLow critical": 1 },
    },
  },
  {
    name: "a validator is down for half an hour, bootstraps, and then finds its peers: one page, also at the end",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 60], ["unreachable", 30], ["bootstrapping", 20], "ok"]),
      ...each(["b", "c"], (one) => observing(one, { of: "NodeID-a", state: [["ok", 62], ["offline", 53], "ok"] })),
    },
    notifies: { "80m 100m 112m 128m": { "AvaxNodeUnreachable critical": 1 }, "135m": nothing },
  },
  {
    name: "two machines run with the keys of one validator, and the second one bootstraps for ever: a page",
    input: {
      ...exporter("a"),
      ...exporter("second", { id: "NodeID-a" }),
      ...nodeState("second", "bootstrapping", "NodeID-a"),
    },
    notifies: { "3h": { "AvaxNodeBootstrapping critical": 1 } },
  },
  {
    name: "a validator bootstraps for three days, and its new exporter does not know that it validates: a page all the time",
    interval: "1h",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 10], "bootstrapping"]),
      [ofNode("a", "avax_node_validates")]: "1x10 stale",
    },
    notifies: { "20h 60h 75h": { "AvaxNodeBootstrapping critical": 1 } },
  },
  {
    name: "a new machine synchronizes under a temporary ID, and then gets the keys of a validator: nothing about that ID",
    input: {
      ...ended(exporter("a", { id: "NodeID-temporary", validates: "0" }), 60),
      ...begun(exporter("a", { id: "NodeID-a" }), 61),
      [up("a")]: "1",
    },
    notifies: { "90m 4h": nothing },
  },
  {
    name: "a validator was not rewarded, and is about to lose the reward of its next period: both are notified",
    input: { ...observing("a", { loss: "90000", budget: "0.1" }), ...lastPeriod("a", "0", "0") },
    notifies: { "60m": { "AvaxValidatorUnrewarded warning": 1, "AvaxValidatorOfflineBudgetLow critical": 1 } },
  },
  {
    name: "the own exporter of a validator sees its loss, which another observer does not: a page",
    input: {
      ...observing("a", { of: "NodeID-b" }),
      ...observing("b", { of: "NodeID-b", loss: "stale" }),
      [at("b")("avax_validator_time_to_reward_loss_seconds", ofOwn)]: "90000",
      [at("b")("avax_validator_offline_budget_ratio", ofOwn)]: "0.1",
    },
    notifies: { "60m": { "AvaxValidatorOfflineBudgetLow critical": 1 } },
  },
  {
    name: "the own exporter of a validator knows more than two observers: no page",
    input: {
      ...observing("a", { of: "NodeID-b", budget: "0.5x10 0.1" }),
      ...observing("b", { of: "NodeID-b" }),
      [at("b")("avax_validator_offline_budget_ratio", ofOwn)]: "0.9",
    },
    notifies: { "60m": nothing },
  },
  {
    name: "one observer of three has seen little of a validator",
    input: each(trio, (one) => observing(one, { budget: one === "a" ? "0.5x10 0.1" : "0.9" })),
    notifies: { "60m": nothing },
  },
  {
    name: "a watched validator that all observers lose sight of: a warning, but not one that a node without a response never saw",
    input: {
      ...stateSet(at("new", ""), "avax_node_state", {}, "unreachable"),
      ...each(observers, (one) => ({
        ...exporter(one),
        [unobserved(one, "NodeID-x")]: "0x60 1",
        [unobserved(one, "NodeID-y")]: "0",
      })),
    },
    notifies: {
      "60m": { "AvaxNodeUnreachable warning": 1 },
      "100m": { "AvaxNodeUnreachable warning": 1, "AvaxWatchedUnobserved warning": 1 },
    },
  },
  {
    name: "a period without a reward, and the exporter restarts afterwards",
    input: { ...observing("a"), ...lastPeriod("a", "0x60 stale", "0x60 stale") },
    notifies: { "30m 24h": { "AvaxValidatorUnrewarded warning": 1 } },
  },
  {
    name: "a period without a reward, and an exporter that was replaced still has the period that was rewarded",
    input: {
      ...exporter("a"),
      ...lastPeriod("old", "1x30 stale", "-86400x30 stale"),
      ...lastPeriod("a", "_x60 0", "_x60 3600"),
    },
    notifies: { "60m": nothing, "90m": { "AvaxValidatorUnrewarded warning": 1 } },
  },
  {
    name: "a period ends as planned, and one observer of three sees it too early: a warning",
    input: each(trio, (one) =>
      observing(one, { state: [["ok", 60], [one === "a" ? "missing" : "absent", 1], "absent"] }),
    ),
    notifies: { "2h": { "AvaxValidatorMissing warning": 1 } },
  },
];

/** The exporter of a bootstrapping node in its i-th Pod, each of which lives for half an hour. */
function inPod(i: number): Series {
  const name = `10.0.0.${i}`;
  const series = {
    ...Object.fromEntries(Object.entries(exporter(name)).filter(([text]) => !text.includes("NodeID-10."))),
    ...nodeState(name, "bootstrapping", "NodeID-Pod"),
    [at(name)("avax_node_validates", { node_id: "NodeID-Pod" })]: "1",
    [at(name)("avax_node_info", { node_id: "NodeID-Pod", version: "v", network_id: "1" })]: "1",
  };
  return changed(series, (value) => `_x${30 * i} ${value}x30 stale`);
}

const ofNodes: readonly Scenario[] = [
  {
    name: "a reboot of six minutes",
    input: { ...exporter("a"), ...nodeState("a", [["ok", 60], ["unreachable", 6], "ok"]) },
    notifies: { "63m 67m 71m 80m": nothing },
  },
  {
    name: "a check fails for a minute every eight minutes: one warning",
    input: {
      ...exporter("a"),
      ...nodeState(
        "a",
        Array(15)
          .fill([["ok", 7] as const, ["unhealthy", 1] as const])
          .flat(),
      ),
    },
    notifies: { "100m": { "AvaxNodeFlapping warning": 1 } },
  },
  {
    name: "an exporter starts two minutes earlier than its node",
    input: {
      ...begun(exporter("a"), 3),
      ...stateSet(at("a", ""), "avax_node_state", {}, "unreachable"),
      [at("a", "")("avax_node_state", { state: "unreachable" })]: "1x2 stale",
    },
    notifies: { "10m 15m 20m": nothing },
  },
  {
    name: "the period of a validator ends, its exporter is replaced, and the node is switched off: no page",
    input: {
      ...ended(exporter("a"), 60),
      ...begun(ended(exporter("new", { id: "NodeID-a", validates: "0" }), 120), 61),
      ...exporter("b"),
    },
    notifies: { "4h": { "AvaxNodeGone warning": 1 } },
  },
  {
    name: "the job of two RPC nodes leaves the discovery: a page until it is back",
    input: each(["a", "b"], (one) => ended(exporter(one, { validates: "0" }), 60)),
    notifies: { "90m 8h 60h": { "AvaxExporterDown critical": 1 } },
  },
  {
    name: "all exporters are away for half an hour: one page, and none after that",
    input: each(["a", "b"], (one) => away(exporter(one))),
    notifies: { "88m 93m 105m": { "AvaxExporterDown critical": 1 }, "113m 120m": nothing },
  },
  {
    name: "the exporters of a region are away, and a validator of another region disappears with its exporter",
    input: {
      ...away(node("e", { id: "NodeID-e", validates: "0", more: { region: "eu" } })),
      ...ended(node("u", { id: "NodeID-u", more: { region: "us" } }), 60),
      ...node("v", { id: "NodeID-v", more: { region: "us" } }),
    },
    notifies: {
      "88m": { "AvaxExporterDown warning": 1, "AvaxNodeGone critical": 1, "AvaxNodeGone warning": 1 },
    },
  },
  {
    name: "a validator of mainnet disappears, and a node of Fuji has the same ID",
    input: { ...ended(exporter("a"), 60), ...exporter("f", { id: "NodeID-a", network: "fuji" }), ...exporter("b") },
    notifies: { "90m": { "AvaxNodeGone critical": 1 } },
  },
  {
    name: "an isolated RPC node: one warning",
    input: {
      ...exporter("a", { validates: "0" }),
      ...nodeState("a", [["ok", 60], "isolated"]),
      ...failingCheck("a", "network"),
      [ofNode("a", "avax_node_peers")]: "800x60 3",
      ...exporter("b"),
      [at("a")("avax_evm_timestamp_seconds", on("a"))]: "0+60x60 3600",
      [at("b")("avax_evm_timestamp_seconds", on("b"))]: "0+60",
    },
    notifies: { "2h": { "AvaxNodeOutOfSync warning": 1 } },
  },
  {
    name: "a bootstrapping node comes back in a new Pod every half an hour",
    input: each([0, 1, 2, 3, 4, 5, 6, 7], inPod),
    notifies: { "100m": { "AvaxNodeBootstrapping warning": 1 }, "3h": { "AvaxNodeBootstrapping critical": 1 } },
  },
  {
    name: "an RPC node is taken out of service",
    input: { ...ended(exporter("a", { validates: "0" }), 60), ...exporter("b") },
    notifies: { "90m": { "AvaxNodeGone warning": 1 }, "8h": nothing },
  },
  {
    name: "the Pod of a validator comes back with new staking keys, and is then down",
    input: {
      ...ended(exporter("a", { id: "NodeID-old" }), 60),
      ...begun(exporter("a", { id: "NodeID-new" }), 61),
      ...nodeState("a", [["ok", 120], "unreachable"], "NodeID-new"),
      ...ended(nodeState("a", "ok", "NodeID-old"), 60),
      [up("a")]: "1",
    },
    notifies: {
      "90m": { "AvaxNodeGone critical": 1 },
      "5h": { "AvaxNodeGone critical": 1, "AvaxNodeUnreachable critical": 1 },
    },
  },
  {
    name: "the exporter of one validator of two is down: a page for the validator that is not monitored, a warning for the exporter",
    input: { ...ended(exporter("a"), 60), [up("a")]: "1x60 0", ...exporter("b") },
    notifies: { "90m": { "AvaxNodeGone critical": 1, "AvaxExporterDown warning": 1 } },
  },
  {
    name: "one of two replicas of the exporter is down: a warning",
    input: { ...ended(exporter("a"), 60), ...node("b", { id: "NodeID-a" }), [up("a")]: "1x60 0" },
    notifies: { "90m": { "AvaxExporterDown warning": 1 } },
  },
  {
    name: "an exporter that is killed again and again",
    input: { ...exporter("a"), ...exporter("b"), [up("a")]: Array(100).fill("1x3 0x2").join(" ") },
    notifies: { "2h 6h": { "AvaxExporterDown warning": 1 } },
  },
  {
    name: "two clusters with the same names of targets: only the node of one is down",
    input: {
      ...node("127.0.0.1:10652", { id: "NodeID-a", more: { cluster: "tokyo" } }),
      ...node("127.0.0.1:10652", { id: "NodeID-b", more: { cluster: "oslo" } }),
      ...stateSet(
        of({ ...labelsOfExporter("127.0.0.1:10652"), cluster: "oslo" }),
        "avax_node_state",
        { node_id: "NodeID-b" },
        "unreachable",
      ),
    },
    notifies: { "60m": { "AvaxNodeUnreachable critical": 1 } },
  },
  {
    name: "no exporter is scraped, and none ever was",
    input: { 'up{job="prometheus",instance="p:9090"}': "1" },
    notifies: { "30m": nothing },
  },
  {
    name: "the node's own metrics are scraped by a job called avalanche-nodes, which is down",
    input: { ...exporter("a"), 'up{job="avalanche-nodes",instance="10.0.0.1:9650"}': "0" },
    notifies: { "30m": nothing },
  },
  {
    name: "the health API of a node is switched off",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 60], "unchecked"]),
      [lacks("a", "health")]: "_x60 1",
      [lacks("a", "index")]: "_x60 1",
    },
    notifies: { "65m": nothing, "90m": { "AvaxCollectorUnavailable warning": 1 } },
  },
  {
    name: "the info API of a validator is switched off: it has no name of a network any more, but it is not gone",
    input: {
      ...ended(exporter("a"), 60),
      ...begun(
        Object.fromEntries(
          Object.entries(exporter("a", { network: "" })).filter(([series]) => !series.startsWith("avax_node_info")),
        ),
        60,
      ),
      [lacks("a", "node")]: "_x60 1",
    },
    notifies: { "70m": nothing, "90m 5h": { "AvaxCollectorUnavailable warning": 1 } },
  },
  {
    name: "a large copy needs a third of the disk, and much is left",
    input: {
      ...exporter("a"),
      [ofNode("a", "avax_node_disk_available_bytes")]: "900000000000-2000000000x150 600000000000",
    },
    notifies: { "2h 150m 4h": nothing },
  },
  {
    name: "the diskspace check of an RPC node fails at a tenth of a large disk: a warning, once",
    input: {
      ...exporter("a", { validates: "0" }),
      ...nodeState("a", "unhealthy"),
      ...failingCheck("a", "diskspace"),
      [ofNode("a", "avax_node_disk_available_ratio")]: "0.09",
    },
    notifies: { "3h": { "AvaxNodeDiskLow warning": 1 } },
  },
];

/** A node that is behind sees the network and its chains halt. */
function standing(one: string, ...steps: readonly (readonly [StateOf<"avax_node_state">, number?])[]): Series {
  const stepsOf = <S extends string>(nameOf: (state: StateOf<"avax_node_state">) => S) =>
    steps.map(([state, minutes]) => (minutes === undefined ? nameOf(state) : ([nameOf(state), minutes] as const)));
  const halting = stepsOf((state) => (state === "ok" ? "ok" : "halted"));
  return {
    ...exporter(one),
    ...nodeState(
      one,
      stepsOf((state) => state),
    ),
    ...networkState(one, halting),
    ...chainState(one, halting),
    ...chainState(one, halting, "P"),
  };
}
/** States of the chains that the node does not know after so many minutes. */
const chainsUntil = (one: string, minutes: number) =>
  ended({ ...chainState(one, "ok"), ...chainState(one, "ok", "P") }, minutes);
const ofChains: readonly Scenario[] = [
  {
    name: "two validators of a site catch up after an outage of an hour: pages about them, none about the network",
    input: each(["a", "b"], (one) => ({
      ...exporter(one),
      ...nodeState(one, [["ok", 60], ["isolated", 60], ["behind", 25], "ok"]),
      ...ended(networkState(one, "ok"), 60),
      [ofNode(one, "avax_network_state", { state: "ok" })]: "1x60 stale _x59 1",
      ...chainsUntil(one, 60),
    })),
    notifies: {
      "90m": { "AvaxNodeOutOfSync critical": 2 },
      "140m": { "AvaxNodeOutOfSync critical": 4 },
      "180m": nothing,
    },
  },
  {
    name: "the only node that is left is isolated, and another one judged the network before it was removed: no page about the network",
    input: {
      ...ended(exporter("a"), 60),
      ...exporter("b"),
      ...nodeState("b", [["ok", 120], "isolated"]),
      ...networkState("b", [["ok", 120], "halted"]),
      ...chainsUntil("b", 120),
    },
    notifies: { "180m": { "AvaxNodeOutOfSync critical": 1, "AvaxNodeGone critical": 1 } },
  },
  {
    name: "the network stands for five hours, and one of two nodes is restarted: the page goes on, and none is about the other",
    input: {
      ...standing("a", ["ok", 60], ["behind"]),
      ...standing("b", ["ok", 60], ["behind", 90], ["bootstrapping"]),
      ...ended(networkState("b", [["ok", 60], "halted"]), 0),
      [ofNode("b", "avax_network_state", { state: "halted" })]: "0x60 1x90 stale",
      [ofNode("b", "avax_network_state", { state: "ok" })]: "1x60 0x90 stale",
    },
    notifies: {
      "100m 200m": { "AvaxNetworkUnhealthy critical": 1 },
      "250m": { "AvaxNetworkUnhealthy critical": 1, "AvaxNodeBootstrapping warning": 1 },
      "350m": { "AvaxNetworkUnhealthy critical": 1, "AvaxNodeBootstrapping critical": 1 },
    },
  },
  {
    name: "the network halts on five validators for 20 minutes: one page for the network, none per node, chain and validator, also at the end",
    input: each(observers, (one) => standing(one, ["ok", 60], ["behind", 20], ["ok"])),
    notifies: {
      "64m 116m 120m": nothing,
      "66m 70m 75m 81m 90m 100m 114m": { "AvaxNetworkUnhealthy critical": 1 },
    },
  },
  {
    name: "two own nodes of five stand at a block, and the others accept blocks: a page for each of the two",
    input: each(observers, (one, i) => standing(one, [i < 2 ? "behind" : "ok"])),
    notifies: { "4h": { "AvaxNodeOutOfSync critical": 2 } },
  },
  {
    name: "three quarters of the stake are connected, a little more or less on each node: the network is slow",
    input: each(observers, (one, i) => ({
      ...exporter(one),
      ...nodeState(one, "unhealthy"),
      ...failingCheck(one, "network"),
      ...networkState(one, i < 2 ? "halted" : "slow"),
    })),
    notifies: { "2h": { "AvaxNetworkUnhealthy warning": 1 } },
  },
  {
    name: "a quarter of the stake is away on twelve validators: one page for the network",
    input: each(
      Array.from({ length: 12 }, (_, i) => `v${i}`),
      (one) => ({
        ...observing(one, { of: `NodeID-${one}`, state: [["ok", 60], "offline"] }),
        ...nodeState(one, [["ok", 60], "isolated"]),
        ...networkState(one, [["ok", 60], "halted"]),
        ...ended(chainState(one, "ok"), 60),
      }),
    ),
    notifies: { "66m 70m 75m 2h": { "AvaxNetworkUnhealthy critical": 1 } },
  },
  {
    name: "the uplink of twelve validators breaks: each sees little, and none blames the network",
    input: each(["v0", "v1", "v2"], (one) => ({
      ...exporter(one),
      ...nodeState(one, [["ok", 60], "isolated"]),
      ...ended(networkState(one, "ok"), 60),
    })),
    notifies: { "80m": { "AvaxNodeOutOfSync critical": 3 } },
  },
  {
    name: "the chain of an L1 accepts a block now and then: no lag",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      [at("a")("avax_evm_timestamp_seconds", on("a", "chain-1"))]: "0x30 1800x30 3600",
      [at("b")("avax_evm_timestamp_seconds", on("b", "chain-1"))]: "0x31 1800x30 3600",
    },
    notifies: { "33m 64m 80m": nothing },
  },
  {
    name: "a day of Fuji, with gaps of 1 to 40 minutes between blocks of its P-Chain: no alert",
    input: each(trio, (one, delay) => ({
      ...exporter(one, { network: "fuji" }),
      [at(one, "fuji")("avax_chain_height_age_seconds", on(one, "P"))]: [
        ...(delay > 0 ? [`2400x${delay}`] : []),
        ...Array.from({ length: 72 }, (_, i) => `0+60x${(i * 7) % 41}`).filter((text) => !text.endsWith("x0")),
      ].join(" "),
    })),
    notifies: { "3h 9h 15h 23h": nothing },
  },
  {
    name: "the C-Chain has halted on one node of two, and its health checks pass",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      ...chainState("a", [["ok", 10], "halted"]),
      [at("a")("avax_chain_last_accepted_height", on("a"))]: "1000+30x10 1300",
    },
    notifies: { "8m": nothing, "60m": { "AvaxChainBehindPeers warning": 1 } },
  },
  {
    name: "the only node accepts blocks of the C-Chain, but executes none: one page",
    input: { ...exporter("a"), ...chainState("a", "not_executing") },
    notifies: { "60m": { "AvaxChainHalted critical": 1 } },
  },
  {
    name: "two local networks are unrelated",
    input: {
      ...exporter("a", { network: "local" }),
      ...exporter("b", { network: "local" }),
      [at("a", "local")("avax_chain_height_age_seconds", on("a"))]: "0+60",
      [at("b", "local")("avax_upgrade_timestamp_seconds", { node_id: "NodeID-b", upgrade: "helicon" })]: String(
        60 * day,
      ),
      [at("a", "local")("avax_upgrade_timestamp_seconds", { node_id: "NodeID-a", upgrade: "granite" })]: "-1000",
    },
    notifies: { "2h": nothing },
  },
];

const metricsOfL1 = {
  active: "avax_l1_weight_active_ratio",
  required: "avax_l1_weight_required_ratio",
  halt: "avax_l1_time_to_halt_seconds",
  runway: "avax_l1_balance_runway_seconds",
} as const;
type ValuesOfL1 = { readonly [M in keyof typeof metricsOfL1]?: string | number };
/** An exporter, and the L1 that it observes. Times are in seconds. */
const ofL1 = (name: string, values: ValuesOfL1): Series => ({
  ...exporter(name),
  ...Object.fromEntries(
    Object.entries(values).map(([value, text]) => [at(name)(metricsOfL1[value as keyof ValuesOfL1], l1), String(text)]),
  ),
});
const signing = (ratio: string) => ({
  [at("a")("avax_l1_weight_signing_ratio", { ...l1, direction: "out" })]: ratio,
});
const tracked = { active: "1", required: "0.8" };
const chainOfL1 = (state: Parameters<typeof stateSet<"avax_chain_state">>[3]) =>
  stateSet(at("a"), "avax_chain_state", { ...on("a", "L1Chain"), ...l1 }, state);
/** The upgrades of its chain on a node: their digest, and the time of one. */
const upgradesOf = (name: string, digest: string, time: string, network?: string, address = name): Series => {
  const labels = { ...on(name, "L1Chain"), ...l1 };
  return {
    [at(address, network)("avax_evm_upgrades_digest", labels)]: digest,
    [at(address, network)("avax_evm_upgrade_timestamp_seconds", { ...labels, upgrade: "feeManagerConfig" })]: time,
  };
};
const ofL1s: readonly Scenario[] = [
  {
    name: "an L1 has been slow for weeks: the pages about its halt and its chain come nevertheless",
    input: {
      ...ofL1("a", { ...tracked, active: "0.78", halt: `${20 * day}x30 ${day / 2}` }),
      ...chainOfL1([["slow", 60], "halted"]),
    },
    notifies: {
      "30m": { "AvaxL1QuorumRisk critical": 1 },
      "60m": { "AvaxL1QuorumRisk critical": 1, "AvaxL1HaltAhead critical": 1 },
      "90m": { "AvaxL1QuorumRisk critical": 1, "AvaxL1HaltAhead critical": 1, "AvaxChainHalted critical": 1 },
    },
  },
  {
    name: "one of two members lacks an upgrade from the beginning: a warning, three days before it a page, until a day after it",
    interval: "1h",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      ...upgradesOf("a", "7", `${6 * day}`),
      ...upgradesOf("b", "8x200 7", `_x200 ${6 * day}`),
    },
    notifies: {
      "71h": { "AvaxL1UpgradesDiffer warning": 1 },
      "75h 144h 167h": { "AvaxL1UpgradesDiffer critical": 1 },
      "169h": { "AvaxL1UpgradesDiffer warning": 1 },
      "202h": nothing,
    },
  },
  {
    name: "three Pods get an upgrade that is a day ahead, one after the other, within eight minutes: nothing",
    input: all(
      ...["a", "b", "c"].map((name, i) =>
        all(
          exporter(name),
          ended(upgradesOf(name, "7", "-1000"), 12 + 4 * i),
          begun(upgradesOf(name, "8", `${day}`, "mainnet", `${name}-new`), 12 + 4 * i),
        ),
      ),
    ),
    notifies: { "18m 22m 27m 32m 45m": nothing },
  },
  {
    name: "one observer of two, of which each sees other stake, sees an old version of a validator: nothing",
    interval: "1h",
    input: all(
      ...[["a", "true"] as const, ["b", "false"] as const].map(([name, outdated]) => ({
        ...exporter(name),
        [at(name)("avax_validator_peer_info", { ...tokyo, version: "avalanchego/1.14.0", outdated })]: "1",
      })),
    ),
    notifies: { "26h 30h": nothing },
  },
  {
    name: "one node alone has an upgrade ahead, and one of another network another one: nothing",
    input: {
      ...exporter("a"),
      ...exporter("f", { network: "fuji" }),
      ...upgradesOf("a", "7", "3600"),
      ...upgradesOf("f", "8", "3600", "fuji"),
    },
    notifies: { "2h": nothing },
  },
  {
    name: "70 % of an L1 are active, whose own limits are lower, as one node of three knows: a warning",
    input: {
      ...ofL1("a", { active: "0.7", halt: 60 * day, required: "0.6" }),
      ...each(["b", "c"], (one) => ofL1(one, { active: "0.7", halt: 0 })),
    },
    notifies: { "60m": { "AvaxL1QuorumRisk warning": 1 } },
  },
  {
    name: "less than 80 % of an L1 are active, whose chain no monitored node runs: a page",
    input: ofL1("a", { active: "0.78" }),
    notifies: { "30m": { "AvaxL1QuorumRisk critical": 1 } },
  },
  {
    name: "one wallet pays for five own validators of an L1, and is empty: one page",
    input: {
      ...ofL1("a", { ...tracked, halt: day / 2, runway: day / 2 }),
      ...each([1, 2, 3, 4, 5], (i) => {
        const one = { ...member, validation_id: `validation-${i}`, node_id: `NodeID-${i}` };
        return { [at("a")("avax_l1_validator_balance_runway_seconds", one)]: String(day / 2) };
      }),
    },
    notifies: { "60m": { "AvaxL1HaltAhead critical": 1 } },
  },
  {
    name: "balances of others run out within a week, and with them the L1",
    input: ofL1("a", { ...tracked, runway: 1.3 * day, halt: 5 * day }),
    notifies: { "60m": { "AvaxL1HaltAhead warning": 1 } },
  },
  {
    name: "74 % of an L1 are active: one page, although its chain has halted",
    input: {
      ...ofL1("a", { ...tracked, active: "0.74", halt: 0 }),
      ...chain("L1Chain", "a", "mainnet", { ...l1, node_id: "NodeID-a" }),
      ...chainOfL1("isolated"),
    },
    notifies: { "60m": { "AvaxL1HaltAhead critical": 1 } },
  },
  {
    name: "an L1 validator is offline, and one observer of three runs a chain of its L1",
    input: {
      ...each(trio, (one) =>
        Object.fromEntries(
          Object.entries({
            ...exporter(one),
            ...stateSet(at(one), "avax_l1_validator_state", member, "registered"),
          }).filter(([series]) => one === "a" || !/state="(ok|offline|wrong_key)"/.test(series)),
        ),
      ),
      ...stateSet(at("a"), "avax_l1_validator_state", member, "offline"),
    },
    notifies: { "20m": { "AvaxL1ValidatorOffline critical": 1 } },
  },
  {
    name: "a node does not run the L1 that it validates: one page, whatever the others see",
    input: each(trio, (one) => ({
      ...exporter(one),
      ...stateSet(at(one), "avax_l1_validator_state", member, one === "a" ? "not_running" : "registered"),
    })),
    notifies: { "20m": { "AvaxL1ValidatorOffline critical": 1 } },
  },
  {
    name: "40 % of an L1 run out of balance: one page, and none about messages",
    input: {
      ...ofL1("a", { ...tracked, active: "0.6", halt: 0 }),
      ...stateSet(at("a"), "avax_l1_state", l1, "halted"),
      ...signing("0.6"),
    },
    notifies: { "60m": { "AvaxL1HaltAhead critical": 1 } },
  },
  {
    name: "the balance of the own L1 validator lasts for half a day, that of no other",
    input: {
      ...ofL1("a", { ...tracked, runway: day / 2 }),
      [at("a")("avax_l1_validator_balance_runway_seconds", member)]: String(day / 2),
    },
    notifies: { "20m": { "AvaxL1BalanceLow critical": 1 } },
  },
  {
    name: "one observer of three is at an old block, before a top-up",
    input: each(trio, (one) => ofL1(one, { runway: one === "a" ? day / 2 : 90 * day })),
    notifies: { "60m": nothing },
  },
  {
    name: "an L1 halts, because too many of its validators are offline: the halt is the page",
    input: { ...ofL1("a", tracked), ...chainOfL1("isolated"), ...signing("0.6") },
    notifies: { "60m": { "AvaxChainHalted critical": 1 } },
  },
  {
    name: "the primary network loses validators",
    input: { ...ofL1("a", tracked), [at("a")("avax_validators", { subnet_id: primaryNetwork })]: "1000x60 800" },
    notifies: { "2h": nothing },
  },
];

export const scenarios: readonly Scenario[] = [...ofValidators, ...ofNodes, ...ofChains, ...ofL1s];
