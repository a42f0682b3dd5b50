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
  readonly notifies: readonly (readonly [at: string, alerts: Notified])[];
};

const nothing: Notified = {};
const at = (name: string, network?: string) => of(labelsOfExporter(name, network));
/** An exporter `name` of the node NodeID-name. */
const exporter = (name: string, more: Parameters<typeof node>[1] = {}) => node(name, { id: `NodeID-${name}`, ...more });
const nodeState = (name: string, state: Parameters<typeof stateSet<"avax_node_state">>[3], id = `NodeID-${name}`) =>
  stateSet(at(name), "avax_node_state", { node_id: id }, state);
const lacks = (name: string, collector: string) =>
  of({ job, instance: name })("avax_exporter_collector_unavailable", { collector, reason: "api_off" });
const watchedId = { entity: "validator", subnet_id: primaryNetwork };
const observers = ["o0", "o1", "o2", "o3", "o4"];
const observed = (stateOf: (name: string) => StateOf<"avax_validator_state">): Series =>
  Object.assign({}, ...observers.map((one) => ({ ...exporter(one), ...validator(at(one), tokyo, stateOf(one)) })));

const on = (one: string, chain = "C") => ({ chain, node_id: `NodeID-${one}` });
/** Ends all series after so many minutes. */
const ended = (series: Series, minutes: number, rest = "stale"): Series =>
  Object.fromEntries(Object.entries(series).map(([name, value]) => [name, `${value}x${minutes} ${rest}`]));
/** Begins all series after so many minutes. */
const begun = (series: Series, minutes: number): Series =>
  Object.fromEntries(Object.entries(series).map(([name, value]) => [name, `_x${minutes} ${value}`]));
/** All scrapes fail for half an hour, after an hour. */
const away = (series: Series): Series =>
  Object.fromEntries(
    Object.entries(series).map(([name, value]) => [
      name,
      /^up\b/.test(name) ? "1x60 0x30 1" : `${value}x60 stale ${"_ ".repeat(29)}${value}`,
    ]),
  );
/** Every fifth scrape fails. */
const missing = (series: Series, minutes: number): Series =>
  Object.fromEntries(
    Object.entries(series).map(([name, value]) => {
      const missed = /^up\b/.test(name) ? "0" : "stale";
      return [name, Array.from({ length: minutes / 5 }, () => `${value}x4 ${missed}`).join(" ")];
    }),
  );

const budget = (unit: "ratio" | "seconds") => `avax_validator_offline_budget_${unit}`;
const loss = "avax_validator_time_to_reward_loss_seconds";
const watched = { ...tokyo, own: "false" };
const ofValidators: readonly Scenario[] = [
  {
    name: "everything is healthy for a day, and nothing is pending after the first scrape",
    input: healthy,
    notifies: ["1m", "1h", "24h"].map((when) => [when, nothing] as const),
  },
  {
    name: "one observer of five has no connection: no page",
    input: observed((one) => (one === "o0" ? "offline" : "ok")),
    notifies: [
      ["30m", nothing],
      ["80m", nothing],
    ],
  },
  {
    name: "five observers, one validator offline: one page",
    input: observed(() => "offline"),
    notifies: [["60m", { "AvaxValidatorOffline critical": 1 }]],
  },
  {
    name: "a pair of nodes with a broken link between them: no page, because the own exporter of the validator sees the network",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      ...validator(at("a"), { ...tokyo, node_id: "NodeID-b" }, "offline"),
      ...validator(at("b"), { ...tokyo, node_id: "NodeID-b" }, "ok"),
    },
    notifies: [
      ["30m", nothing],
      ["80m", nothing],
    ],
  },
  {
    name: "the same validator on Fuji and on mainnet",
    input: {
      ...exporter("m"),
      ...validator(at("m"), tokyo, "offline"),
      ...exporter("f", { network: "fuji" }),
      ...validator(at("f", "fuji"), tokyo, "offline"),
    },
    notifies: [["30m", { "AvaxValidatorOffline critical": 2 }]],
  },
  {
    name: "a validator is offline for two minutes every eight, for a day",
    input: {
      ...exporter("a"),
      ...validator(
        at("a"),
        tokyo,
        Array.from({ length: 300 }, (_, i) => [i % 2 ? "offline" : "ok", i % 2 ? 2 : 8] as const),
      ),
    },
    notifies: ["2h", "20h"].map((when) => [when, { "AvaxValidatorFlapping warning": 1 }] as const),
  },
  {
    name: "a validator is offline while every fifth scrape is missed",
    input: missing({ ...exporter("a"), ...validator(at("a"), tokyo, "offline") }, 200),
    notifies: ["20m", "63m", "159m"].map((when) => [when, { "AvaxValidatorOffline critical": 1 }] as const),
  },
  {
    name: "the own node is down: one page for the node, none for its validator",
    input: {
      ...exporter("a"),
      ...nodeState("a", "unreachable"),
      ...exporter("b"),
      ...validator(at("b"), { ...tokyo, node_id: "NodeID-a" }, "offline"),
    },
    notifies: [["60m", { "AvaxNodeUnreachable critical": 1 }]],
  },
  {
    name: "a period ends as planned, and the NodeID stays watched for a month",
    interval: "1h",
    input: {
      ...exporter("a", { validates: "0" }),
      ...validator(at("a"), tokyo, [["ok", 5], ["ending", 15], "absent"]),
      [at("a")("avax_validator_time_left_seconds", tokyo)]: `${20 * 3600}-3600x19 stale`,
    },
    notifies: [
      ["10h", { "AvaxValidatorEndingSoon warning": 1 }],
      ["30h", { "AvaxValidatorMissing warning": 1 }],
      ["29d", { "AvaxValidatorMissing warning": 1 }],
    ],
  },
  {
    name: "four fifths of the offline budget are used up, and the rest lasts until the end: nothing",
    input: { ...exporter("a"), ...validator(at("a")), [at("a")(budget("ratio"), watched)]: "0.2" },
    notifies: [["24h", nothing]],
  },
  {
    name: "the stake sees a validator for too little of the time: a warning in days, and a page when two days are left",
    interval: "1h",
    input: {
      ...exporter("a"),
      ...validator(at("a"), tokyo, "at_risk"),
      [at("a")(loss, watched)]: `${4 * day}-3600`,
      [at("a")(budget("ratio"), watched)]: "0.2",
    },
    notifies: [
      ["30h", { "AvaxValidatorOfflineBudgetLow warning": 1 }],
      ["72h", { "AvaxValidatorOfflineBudgetLow critical": 1 }],
    ],
  },
  {
    name: "a validator is offline until its offline budget is used up: two pages, and a warning that the reward is lost",
    input: {
      ...exporter("a"),
      ...validator(at("a"), tokyo, "offline"),
      [at("a")(loss, watched)]: `${2 * day + 3600}-60x2940 0`,
      [at("a")(budget("ratio"), watched)]: "0.2",
    },
    notifies: [
      ["30m", { "AvaxValidatorOffline critical": 1 }],
      ["90m", { "AvaxValidatorOffline critical": 1, "AvaxValidatorOfflineBudgetLow critical": 1 }],
      ["50h", { "AvaxValidatorOffline critical": 1, "AvaxValidatorUnrewarded warning": 1 }],
    ],
  },
  {
    name: "a node reboots for six minutes, and little of the budget is left: no page",
    input: {
      ...exporter("a"),
      ...validator(at("a"), tokyo, [["ok", 60], ["offline", 6], "ok"]),
      [at("a")(loss, watched)]: "Infinityx60 7200x6 Infinity",
      [at("a")(budget("ratio"), watched)]: "0.1",
    },
    notifies: ["70m", "76m", "82m"].map((when) => [when, nothing] as const),
  },
  {
    name: "an outage in a short period, with most of the budget left: one page",
    input: {
      ...exporter("a"),
      ...validator(at("a"), tokyo, [["ok", 60], "offline"]),
      [at("a")(loss, watched)]: `Infinityx60 ${day}-60`,
      [at("a")(budget("ratio"), watched)]: "0.8",
    },
    notifies: [["80m", { "AvaxValidatorOffline critical": 1 }]],
  },
  {
    name: "an outage in a period of 14 days, with 39 % of the budget left: the second page comes when a quarter is left",
    input: {
      ...exporter("a"),
      ...validator(at("a"), tokyo, [["ok", 60], "offline"]),
      [at("a")(loss, watched)]: `Infinityx60 ${Math.round(0.546 * day)}-60`,
      [at("a")(budget("ratio"), watched)]: "0.39x60 0.39-0.0005",
    },
    notifies: [
      ["100m", { "AvaxValidatorOffline critical": 1 }],
      ["300m", { "AvaxValidatorOffline critical": 1 }],
      ["400m", { "AvaxValidatorOffline critical": 1, "AvaxValidatorOfflineBudgetLow critical": 1 }],
    ],
  },
  {
    name: "a validator is down for half an hour, bootstraps, and then finds its peers: one page, also at the end",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 60], ["unreachable", 30], ["bootstrapping", 20], "ok"]),
      ...Object.assign(
        {},
        ...["b", "c"].map((one) => ({
          ...exporter(one),
          ...validator(at(one), { ...tokyo, node_id: "NodeID-a" }, [["ok", 62], ["offline", 53], "ok"]),
        })),
      ),
    },
    notifies: [
      ...["80m", "100m", "112m", "128m"].map((when) => [when, { "AvaxNodeUnreachable critical": 1 }] as const),
      ["135m", nothing],
    ],
  },
  {
    name: "two machines run with the keys of one validator, and the second one bootstraps for ever: a page",
    input: {
      ...exporter("a"),
      ...exporter("second", { id: "NodeID-a" }),
      ...nodeState("second", "bootstrapping", "NodeID-a"),
    },
    notifies: [["3h", { "AvaxNodeBootstrapping critical": 1 }]],
  },
  {
    name: "a validator bootstraps for three days, and its new exporter does not know that it validates: a page all the time",
    interval: "1h",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 10], "bootstrapping"]),
      [at("a")("avax_node_validates", { node_id: "NodeID-a" })]: "1x10 stale",
    },
    notifies: ["20h", "60h", "75h"].map((when) => [when, { "AvaxNodeBootstrapping critical": 1 }] as const),
  },
  {
    name: "a new machine synchronizes under a temporary ID, and then gets the keys of a validator: nothing about that ID",
    input: {
      ...ended(exporter("a", { id: "NodeID-temporary", validates: "0" }), 60),
      ...begun(exporter("a", { id: "NodeID-a" }), 61),
      [of({ job, instance: "a" })("up")]: "1",
    },
    notifies: ["90m", "4h"].map((when) => [when, nothing] as const),
  },
  {
    name: "a validator was not rewarded, and is about to lose the reward of its next period: both are notified",
    input: {
      ...exporter("a"),
      ...validator(at("a")),
      [at("a")("avax_validator_last_period_rewarded", tokyo)]: "0",
      [at("a")("avax_validator_last_period_end_timestamp_seconds", tokyo)]: "0",
      [at("a")(loss, watched)]: "90000",
      [at("a")(budget("ratio"), watched)]: "0.1",
    },
    notifies: [["60m", { "AvaxValidatorUnrewarded warning": 1, "AvaxValidatorOfflineBudgetLow critical": 1 }]],
  },
  {
    name: "the own exporter of a validator sees its loss, which another observer does not: a page",
    input: {
      ...Object.assign(
        {},
        ...["a", "b"].map((one) => ({ ...exporter(one), ...validator(at(one), { ...tokyo, node_id: "NodeID-b" }) })),
      ),
      [at("b")(loss, { ...watched, node_id: "NodeID-b", own: "true" })]: "90000",
      [at("b")(loss, { ...watched, node_id: "NodeID-b" })]: "stale",
      [at("b")(budget("ratio"), { ...watched, node_id: "NodeID-b", own: "true" })]: "0.1",
    },
    notifies: [["60m", { "AvaxValidatorOfflineBudgetLow critical": 1 }]],
  },
  {
    name: "the own exporter of a validator knows more than two observers: no page",
    input: {
      ...Object.assign(
        {},
        ...["a", "b"].map((one) => ({ ...exporter(one), ...validator(at(one), { ...tokyo, node_id: "NodeID-b" }) })),
      ),
      [at("a")(budget("ratio"), { ...watched, node_id: "NodeID-b" })]: "0.5x10 0.1",
      [at("b")(budget("ratio"), { ...watched, node_id: "NodeID-b", own: "true" })]: "0.9",
    },
    notifies: [["60m", nothing]],
  },
  {
    name: "one observer of three has seen little of a validator",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one) => ({
        ...exporter(one),
        ...validator(at(one)),
        [at(one)(budget("ratio"), watched)]: one === "a" ? "0.5x10 0.1" : "0.9",
      })),
    ),
    notifies: [["60m", nothing]],
  },
  {
    name: "a watched validator that all observers lose sight of: a warning, but not one that a node without a response never saw",
    input: Object.assign(
      {
        ...stateSet(at("new", ""), "avax_node_state", {}, "unreachable"),
      },
      ...observers.map((one) => ({
        ...exporter(one),
        [at(one)("avax_watched_unobserved", { ...watchedId, id: "NodeID-x" })]: "0x60 1",
        [at(one)("avax_watched_unobserved", { ...watchedId, id: "NodeID-y" })]: "0",
      })),
    ),
    notifies: [
      ["60m", { "AvaxNodeUnreachable warning": 1 }],
      ["100m", { "AvaxNodeUnreachable warning": 1, "AvaxWatchedUnobserved warning": 1 }],
    ],
  },
  {
    name: "a period without a reward, and the exporter restarts afterwards",
    input: {
      ...exporter("a"),
      ...validator(at("a")),
      [at("a")("avax_validator_last_period_rewarded", tokyo)]: "0x60 stale",
      [at("a")("avax_validator_last_period_end_timestamp_seconds", tokyo)]: "0x60 stale",
    },
    notifies: [
      ["30m", { "AvaxValidatorUnrewarded warning": 1 }],
      ["24h", { "AvaxValidatorUnrewarded warning": 1 }],
    ],
  },
  {
    name: "a period without a reward, and an exporter that was replaced still has the period that was rewarded",
    input: {
      ...exporter("a"),
      [at("old")("avax_validator_last_period_rewarded", tokyo)]: "1x30 stale",
      [at("old")("avax_validator_last_period_end_timestamp_seconds", tokyo)]: "-86400x30 stale",
      [at("a")("avax_validator_last_period_rewarded", tokyo)]: "_x60 0",
      [at("a")("avax_validator_last_period_end_timestamp_seconds", tokyo)]: "_x60 3600",
    },
    notifies: [
      ["60m", nothing],
      ["90m", { "AvaxValidatorUnrewarded warning": 1 }],
    ],
  },
  {
    name: "a period ends as planned, and one observer of three sees it too early: a warning",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one) => ({
        ...exporter(one),
        ...validator(at(one), tokyo, [["ok", 60], [one === "a" ? "missing" : "absent", 1], "absent"]),
      })),
    ),
    notifies: [["2h", { "AvaxValidatorMissing warning": 1 }]],
  },
];

const failingCheck = (one: string, check: string): Series => ({
  [at(one)("avax_node_health_check_passing", { node_id: `NodeID-${one}`, check })]: "0",
});
const ofNodes: readonly Scenario[] = [
  {
    name: "a reboot of six minutes",
    input: { ...exporter("a"), ...nodeState("a", [["ok", 60], ["unreachable", 6], "ok"]) },
    notifies: ["63m", "67m", "71m", "80m"].map((when) => [when, nothing] as const),
  },
  {
    name: "a check fails for a minute every eight minutes: one warning",
    input: {
      ...exporter("a"),
      ...nodeState(
        "a",
        Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? (["ok", 7] as const) : (["unhealthy", 1] as const))),
      ),
    },
    notifies: [["100m", { "AvaxNodeFlapping warning": 1 }]],
  },
  {
    name: "an exporter starts two minutes earlier than its node",
    input: {
      ...begun(exporter("a"), 3),
      ...stateSet(at("a", ""), "avax_node_state", {}, "unreachable"),
      [at("a", "")("avax_node_state", { state: "unreachable" })]: "1x2 stale",
    },
    notifies: ["10m", "15m", "20m"].map((when) => [when, nothing] as const),
  },
  {
    name: "a validator bootstraps for an hour and a half in a new Pod: it is not gone",
    input: {
      ...ended(exporter("a"), 60),
      ...begun(exporter("new", { id: "NodeID-a" }), 61),
      ...nodeState("new", [["ok", 61], ["bootstrapping", 90], "ok"], "NodeID-a"),
      [at("new")("avax_node_validates", { node_id: "NodeID-a" })]: "_x151 1",
      [at("new")("avax_chain_last_accepted_height", on("a"))]: "_x151 5500+30",
      [at("new")("avax_chain_last_accepted_height", on("a", "P"))]: "_x151 5500+30",
      [at("new")("avax_evm_height", on("a"))]: "_x151 5500+30",
      ...exporter("b"),
    },
    notifies: [
      ...["90m", "120m", "190m"].map((when) => [when, nothing] as const),
      ["135m", { "AvaxNodeBootstrapping warning": 1 }],
    ],
  },
  {
    name: "the period of a validator ends, its exporter is replaced, and the node is switched off: no page",
    input: {
      ...ended(exporter("a"), 60),
      ...begun(ended(exporter("new", { id: "NodeID-a", validates: "0" }), 120), 61),
      ...exporter("b"),
    },
    notifies: [["4h", { "AvaxNodeGone warning": 1 }]],
  },
  {
    name: "the job of two RPC nodes leaves the discovery: a page until it is back",
    input: Object.assign({}, ...["a", "b"].map((one) => ended(exporter(one, { validates: "0" }), 60))),
    notifies: ["90m", "8h", "60h"].map((when) => [when, { "AvaxExporterDown critical": 1 }] as const),
  },
  {
    name: "all exporters are away for half an hour: one page, and none after that",
    input: Object.assign({}, ...["a", "b"].map((one) => away(exporter(one)))),
    notifies: [
      ...["88m", "93m", "105m"].map((when) => [when, { "AvaxExporterDown critical": 1 }] as const),
      ...["113m", "120m"].map((when) => [when, nothing] as const),
    ],
  },
  {
    name: "the exporters of a region are away, and a validator of another region disappears with its exporter",
    input: {
      ...away(node("e", { id: "NodeID-e", validates: "0", more: { region: "eu" } })),
      ...ended(node("u", { id: "NodeID-u", more: { region: "us" } }), 60),
      ...node("v", { id: "NodeID-v", more: { region: "us" } }),
    },
    notifies: [["88m", { "AvaxExporterDown warning": 1, "AvaxNodeGone critical": 1, "AvaxNodeGone warning": 1 }]],
  },
  {
    name: "a validator of mainnet disappears, and a node of Fuji has the same ID",
    input: { ...ended(exporter("a"), 60), ...exporter("f", { id: "NodeID-a", network: "fuji" }), ...exporter("b") },
    notifies: [["90m", { "AvaxNodeGone critical": 1 }]],
  },
  {
    name: "an isolated RPC node: one warning",
    input: {
      ...exporter("a", { validates: "0" }),
      ...nodeState("a", [["ok", 60], "isolated"]),
      ...failingCheck("a", "network"),
      [at("a")("avax_node_peers", { node_id: "NodeID-a" })]: "800x60 3",
      ...exporter("b"),
      [at("a")("avax_evm_timestamp_seconds", on("a"))]: "0+60x60 3600",
      [at("b")("avax_evm_timestamp_seconds", on("b"))]: "0+60",
    },
    notifies: [["2h", { "AvaxNodeOutOfSync warning": 1 }]],
  },
  {
    name: "bootstrapping for half a day while scrapes are missed; the validator had been seen before",
    input: {
      ...missing({ ...exporter("a"), ...nodeState("a", "bootstrapping") }, 700),
      [at("a")("avax_node_validates", { node_id: "NodeID-a" })]: "1",
    },
    notifies: [
      ["90m", { "AvaxNodeBootstrapping warning": 1 }],
      ["3h", { "AvaxNodeBootstrapping critical": 1 }],
      ["11h", { "AvaxNodeBootstrapping critical": 1 }],
    ],
  },
  {
    name: "a bootstrapping node comes back in a new Pod every half an hour",
    input: Object.assign(
      {},
      ...Array.from({ length: 8 }, (_, i) => {
        const name = `10.0.0.${i}`;
        const series = { ...exporter(name), ...nodeState(name, "bootstrapping", "NodeID-Pod") };
        const known = Object.fromEntries(Object.entries(series).filter(([text]) => !text.includes("NodeID-10.")));
        const identity = {
          [at(name)("avax_node_validates", { node_id: "NodeID-Pod" })]: "1",
          [at(name)("avax_node_info", { node_id: "NodeID-Pod", version: "v", network_id: "1" })]: "1",
        };
        return Object.fromEntries(
          Object.entries({ ...known, ...identity }).map(([text, value]) => [text, `_x${30 * i} ${value}x30 stale`]),
        );
      }),
    ),
    notifies: [
      ["100m", { "AvaxNodeBootstrapping warning": 1 }],
      ["3h", { "AvaxNodeBootstrapping critical": 1 }],
    ],
  },
  {
    name: "an RPC node is taken out of service",
    input: { ...ended(exporter("a", { validates: "0" }), 60), ...exporter("b") },
    notifies: [
      ["90m", { "AvaxNodeGone warning": 1 }],
      ["8h", nothing],
    ],
  },
  {
    name: "the Pod of a validator comes back with new staking keys, and is then down",
    input: {
      ...ended(exporter("a", { id: "NodeID-old" }), 60),
      ...begun(exporter("a", { id: "NodeID-new" }), 61),
      ...nodeState("a", [["ok", 120], "unreachable"], "NodeID-new"),
      ...ended(nodeState("a", "ok", "NodeID-old"), 60),
      [of({ job: "avalanche-exporter", instance: "a" })("up")]: "1",
    },
    notifies: [
      ["90m", { "AvaxNodeGone critical": 1 }],
      ["5h", { "AvaxNodeGone critical": 1, "AvaxNodeUnreachable critical": 1 }],
    ],
  },
  {
    name: "the exporter of a validator is down: one page",
    input: { ...ended(exporter("a"), 60), [of({ job: "avalanche-exporter", instance: "a" })("up")]: "1x60 0" },
    notifies: [
      ["90m", { "AvaxExporterDown critical": 1 }],
      ["3h", { "AvaxExporterDown critical": 1 }],
    ],
  },
  {
    name: "the exporter of one validator of two is down: a page for the validator that is not monitored, a warning for the exporter",
    input: {
      ...ended(exporter("a"), 60),
      [of({ job: "avalanche-exporter", instance: "a" })("up")]: "1x60 0",
      ...exporter("b"),
    },
    notifies: [["90m", { "AvaxNodeGone critical": 1, "AvaxExporterDown warning": 1 }]],
  },
  {
    name: "one of two replicas of the exporter is down: a warning",
    input: {
      ...ended(node("a", { id: "NodeID-a" }), 60),
      ...node("b", { id: "NodeID-a" }),
      [of({ job: "avalanche-exporter", instance: "a" })("up")]: "1x60 0",
    },
    notifies: [["90m", { "AvaxExporterDown warning": 1 }]],
  },
  {
    name: "an exporter that is killed again and again",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      [of({ job: "avalanche-exporter", instance: "a" })("up")]: Array.from({ length: 100 }, () => "1x3 0x2").join(" "),
    },
    notifies: ["2h", "6h"].map((when) => [when, { "AvaxExporterDown warning": 1 }] as const),
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
    notifies: [["60m", { "AvaxNodeUnreachable critical": 1 }]],
  },
  {
    name: "no exporter is scraped, and none ever was",
    input: { 'up{job="prometheus",instance="p:9090"}': "1" },
    notifies: [["30m", nothing]],
  },
  {
    name: "the node's own metrics are scraped by a job called avalanche-nodes, which is down",
    input: { ...exporter("a"), 'up{job="avalanche-nodes",instance="10.0.0.1:9650"}': "0" },
    notifies: [["30m", nothing]],
  },
  {
    name: "the health API of a node is switched off",
    input: {
      ...exporter("a"),
      ...nodeState("a", [["ok", 60], "unchecked"]),
      [lacks("a", "health")]: "_x60 1",
      [lacks("a", "index")]: "_x60 1",
    },
    notifies: [
      ["65m", nothing],
      ["90m", { "AvaxCollectorUnavailable warning": 1 }],
    ],
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
    notifies: ["70m", "90m", "5h"].map(
      (when) => [when, when === "70m" ? nothing : { "AvaxCollectorUnavailable warning": 1 }] as const,
    ),
  },
  {
    name: "a large copy needs a third of the disk, and much is left",
    input: {
      ...exporter("a"),
      [at("a")("avax_node_disk_available_bytes", { node_id: "NodeID-a" })]: "900000000000-2000000000x150 600000000000",
    },
    notifies: ["2h", "150m", "4h"].map((when) => [when, nothing] as const),
  },
  {
    name: "the diskspace check of an RPC node fails at a tenth of a large disk: a warning, once",
    input: {
      ...exporter("a", { validates: "0" }),
      ...nodeState("a", "unhealthy"),
      ...failingCheck("a", "diskspace"),
      [at("a")("avax_node_disk_available_ratio", { node_id: "NodeID-a" })]: "0.09",
    },
    notifies: [["3h", { "AvaxNodeDiskLow warning": 1 }]],
  },
];

/** A node that is behind sees the network and its chains halt. */
const standing = (one: string, state: Parameters<typeof nodeState>[1]): Series => {
  const steps = typeof state === "string" ? [state] : state;
  const halting = steps.map((step) =>
    typeof step === "string"
      ? step === "ok"
        ? "ok"
        : "halted"
      : ([step[0] === "ok" ? "ok" : "halted", step[1]] as const),
  );
  return {
    ...exporter(one),
    ...nodeState(one, state),
    ...stateSet(at(one), "avax_network_state", { node_id: `NodeID-${one}` }, halting),
    ...stateSet(at(one), "avax_chain_state", on(one), halting),
    ...stateSet(at(one), "avax_chain_state", on(one, "P"), halting),
  };
};
const networkState = (one: string, states: Parameters<typeof stateSet<"avax_network_state">>[3]) =>
  stateSet(at(one), "avax_network_state", { node_id: `NodeID-${one}` }, states);
const ofChains: readonly Scenario[] = [
  {
    name: "two validators of a site catch up after an outage of an hour: pages about them, none about the network",
    input: Object.assign(
      {},
      ...["a", "b"].map((one) => ({
        ...exporter(one),
        ...nodeState(one, [["ok", 60], ["isolated", 60], ["behind", 25], "ok"]),
        ...ended(networkState(one, "ok"), 60),
        [at(one)("avax_network_state", { node_id: `NodeID-${one}`, state: "ok" })]: "1x60 stale _x59 1",
        ...ended(stateSet(at(one), "avax_chain_state", on(one), "ok"), 60),
        ...ended(stateSet(at(one), "avax_chain_state", on(one, "P"), "ok"), 60),
      })),
    ),
    notifies: [
      ["90m", { "AvaxNodeOutOfSync critical": 2 }],
      ["140m", { "AvaxNodeOutOfSync critical": 4 }],
      ["180m", nothing],
    ],
  },
  {
    name: "the only node that is left is isolated, and another one judged the network before it was removed: no page about the network",
    input: {
      ...ended(exporter("a"), 60),
      ...exporter("b"),
      ...nodeState("b", [["ok", 120], "isolated"]),
      ...networkState("b", [["ok", 120], "halted"]),
      ...ended(stateSet(at("b"), "avax_chain_state", on("b"), "ok"), 120),
      ...ended(stateSet(at("b"), "avax_chain_state", on("b", "P"), "ok"), 120),
    },
    notifies: [["180m", { "AvaxNodeOutOfSync critical": 1, "AvaxNodeGone critical": 1 }]],
  },
  {
    name: "the network stands for five hours, and one of two nodes is restarted: the page goes on, and none is about the other",
    input: {
      ...standing("a", [["ok", 60], "behind"]),
      ...standing("b", [["ok", 60], ["behind", 90], "bootstrapping"]),
      ...ended(networkState("b", [["ok", 60], "halted"]), 0),
      [at("b")("avax_network_state", { node_id: "NodeID-b", state: "halted" })]: "0x60 1x90 stale",
      [at("b")("avax_network_state", { node_id: "NodeID-b", state: "ok" })]: "1x60 0x90 stale",
    },
    notifies: [
      ["100m", { "AvaxNetworkUnhealthy critical": 1 }],
      ["200m", { "AvaxNetworkUnhealthy critical": 1 }],
      ["250m", { "AvaxNetworkUnhealthy critical": 1, "AvaxNodeBootstrapping warning": 1 }],
      ["350m", { "AvaxNetworkUnhealthy critical": 1, "AvaxNodeBootstrapping critical": 1 }],
    ],
  },
  {
    name: "the network halts on five validators for 20 minutes: one page for the network, none per node, chain and validator, also at the end",
    input: Object.assign({}, ...observers.map((one) => standing(one, [["ok", 60], ["behind", 20], "ok"]))),
    notifies: [
      ...["64m", "116m", "120m"].map((when) => [when, nothing] as const),
      ...["66m", "70m", "75m", "81m", "90m", "100m", "114m"].map(
        (when) => [when, { "AvaxNetworkUnhealthy critical": 1 }] as const,
      ),
    ],
  },
  {
    name: "two own nodes of five stand at a block, and the others accept blocks: a page for each of the two",
    input: Object.assign({}, ...observers.map((one, i) => standing(one, i < 2 ? "behind" : "ok"))),
    notifies: [["4h", { "AvaxNodeOutOfSync critical": 2 }]],
  },
  {
    name: "three quarters of the stake are connected, a little more or less on each node: the network is slow",
    input: Object.assign(
      {},
      ...observers.map((one, i) => ({
        ...exporter(one),
        ...nodeState(one, "unhealthy"),
        ...failingCheck(one, "network"),
        ...stateSet(at(one), "avax_network_state", { node_id: `NodeID-${one}` }, i < 2 ? "halted" : "slow"),
      })),
    ),
    notifies: [["2h", { "AvaxNetworkUnhealthy warning": 1 }]],
  },
  {
    name: "a quarter of the stake is away on twelve validators: one page for the network",
    input: Object.assign(
      {},
      ...Array.from({ length: 12 }, (_, i) => `v${i}`).map((one) => ({
        ...exporter(one),
        ...nodeState(one, [["ok", 60], "isolated"]),
        ...stateSet(at(one), "avax_network_state", { node_id: `NodeID-${one}` }, [["ok", 60], "halted"]),
        ...validator(at(one), { ...tokyo, node_id: `NodeID-${one}` }, [["ok", 60], "offline"]),
        ...ended(stateSet(at(one), "avax_chain_state", on(one), "ok"), 60),
      })),
    ),
    notifies: ["66m", "70m", "75m", "2h"].map((when) => [when, { "AvaxNetworkUnhealthy critical": 1 }] as const),
  },
  {
    name: "the uplink of twelve validators breaks: each sees little, and none blames the network",
    input: Object.assign(
      {},
      ...["v0", "v1", "v2"].map((one) => ({
        ...exporter(one),
        ...nodeState(one, [["ok", 60], "isolated"]),
        ...ended(stateSet(at(one), "avax_network_state", { node_id: `NodeID-${one}` }, "ok"), 60),
      })),
    ),
    notifies: [["80m", { "AvaxNodeOutOfSync critical": 3 }]],
  },
  {
    name: "the chain of an L1 accepts a block now and then: no lag",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      [at("a")("avax_evm_timestamp_seconds", on("a", "chain-1"))]: "0x30 1800x30 3600",
      [at("b")("avax_evm_timestamp_seconds", on("b", "chain-1"))]: "0x31 1800x30 3600",
    },
    notifies: ["33m", "64m", "80m"].map((when) => [when, nothing] as const),
  },
  {
    name: "a day of Fuji, with gaps of 1 to 40 minutes between blocks of its P-Chain: no alert",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one, delay) => ({
        ...exporter(one, { network: "fuji" }),
        [at(one, "fuji")("avax_chain_height_age_seconds", on(one, "P"))]: [
          ...(delay > 0 ? [`2400x${delay}`] : []),
          ...Array.from({ length: 72 }, (_, i) => `0+60x${(i * 7) % 41}`).filter((text) => !text.endsWith("x0")),
        ].join(" "),
      })),
    ),
    notifies: ["3h", "9h", "15h", "23h"].map((when) => [when, nothing] as const),
  },
  {
    name: "the C-Chain has halted on one node of two, and its health checks pass",
    input: {
      ...exporter("a"),
      ...exporter("b"),
      ...stateSet(at("a"), "avax_chain_state", on("a"), [["ok", 10], "halted"]),
      [at("a")("avax_chain_last_accepted_height", on("a"))]: "1000+30x10 1300",
    },
    notifies: [
      ["8m", nothing],
      ["60m", { "AvaxChainBehindPeers warning": 1 }],
    ],
  },
  {
    name: "the only node accepts blocks of the C-Chain, but executes none: one page",
    input: { ...exporter("a"), ...stateSet(at("a"), "avax_chain_state", on("a"), "not_executing") },
    notifies: [["60m", { "AvaxChainHalted critical": 1 }]],
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
    notifies: [["2h", nothing]],
  },
];

const tracked = (more: Series = {}): Series => ({
  ...exporter("a"),
  [at("a")("avax_l1_weight_active_ratio", l1)]: "1",
  [at("a")("avax_l1_weight_required_ratio", l1)]: "0.8",
  ...more,
});
const ofL1s: readonly Scenario[] = [
  {
    name: "an L1 has been slow for weeks: the pages about its halt and its chain come nevertheless",
    input: tracked({
      ...stateSet(at("a"), "avax_chain_state", { ...on("a", "L1Chain"), ...l1 }, [["slow", 60], "halted"]),
      [at("a")("avax_l1_weight_active_ratio", l1)]: "0.78",
      [at("a")("avax_l1_time_to_halt_seconds", l1)]: `${20 * day}x30 ${day / 2}`,
    }),
    notifies: [
      ["30m", { "AvaxL1QuorumRisk critical": 1 }],
      ["60m", { "AvaxL1QuorumRisk critical": 1, "AvaxL1HaltAhead critical": 1 }],
      ["90m", { "AvaxL1QuorumRisk critical": 1, "AvaxL1HaltAhead critical": 1, "AvaxChainHalted critical": 1 }],
    ],
  },
  {
    name: "70 % of an L1 are active, whose own limits are lower, as one node of three knows: a warning",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one) => ({
        ...exporter(one),
        [at(one)("avax_l1_weight_active_ratio", l1)]: "0.7",
        [at(one)("avax_l1_time_to_halt_seconds", l1)]: one === "a" ? String(60 * day) : "0",
        ...(one === "a" && { [at(one)("avax_l1_weight_required_ratio", l1)]: "0.6" }),
      })),
    ),
    notifies: [["60m", { "AvaxL1QuorumRisk warning": 1 }]],
  },
  {
    name: "less than 80 % of an L1 are active, whose chain no monitored node runs: a page",
    input: {
      ...exporter("a"),
      [at("a")("avax_l1_weight_active_ratio", l1)]: "0.78",
    },
    notifies: [["30m", { "AvaxL1QuorumRisk critical": 1 }]],
  },
  {
    name: "one wallet pays for five own validators of an L1, and is empty: one page",
    input: tracked({
      [at("a")("avax_l1_time_to_halt_seconds", l1)]: String(day / 2),
      [at("a")("avax_l1_balance_runway_seconds", l1)]: String(day / 2),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((i) => {
          const one = { ...member, validation_id: `validation-${i}`, node_id: `NodeID-${i}` };
          return [at("a")("avax_l1_validator_balance_runway_seconds", one), String(day / 2)];
        }),
      ),
    }),
    notifies: [["60m", { "AvaxL1HaltAhead critical": 1 }]],
  },
  {
    name: "balances of others run out within a week, and with them the L1",
    input: tracked({
      [at("a")("avax_l1_balance_runway_seconds", l1)]: String(1.3 * day),
      [at("a")("avax_l1_time_to_halt_seconds", l1)]: String(5 * day),
    }),
    notifies: [["60m", { "AvaxL1HaltAhead warning": 1 }]],
  },
  {
    name: "74 % of an L1 are active: one page, although its chain has halted",
    input: tracked({
      ...chain("L1Chain", "a", "mainnet", { ...l1, node_id: "NodeID-a" }),
      ...stateSet(at("a"), "avax_chain_state", { ...on("a", "L1Chain"), ...l1 }, "isolated"),
      [at("a")("avax_l1_weight_active_ratio", l1)]: "0.74",
      [at("a")("avax_l1_time_to_halt_seconds", l1)]: "0",
    }),
    notifies: [["60m", { "AvaxL1HaltAhead critical": 1 }]],
  },
  {
    name: "79 % of an L1 are active, whose own limits are lower, as the node that runs its chain knows",
    input: tracked({
      ...exporter("b"),
      [at("b")("avax_l1_weight_active_ratio", l1)]: "0.79",
      [at("a")("avax_l1_weight_required_ratio", l1)]: "0.64",
      [at("a")("avax_l1_weight_active_ratio", l1)]: "0.79",
    }),
    notifies: [["60m", { "AvaxL1QuorumRisk warning": 1 }]],
  },
  {
    name: "an L1 validator is offline, and one observer of three runs a chain of its L1",
    input: {
      ...Object.fromEntries(
        ["a", "b", "c"].flatMap((one) =>
          Object.entries({
            ...exporter(one),
            ...stateSet(at(one), "avax_l1_validator_state", member, "registered"),
          }).filter(([series]) => one === "a" || !/state="(ok|offline|wrong_key)"/.test(series)),
        ),
      ),
      ...stateSet(at("a"), "avax_l1_validator_state", member, "offline"),
    },
    notifies: [["20m", { "AvaxL1ValidatorOffline critical": 1 }]],
  },
  {
    name: "a node does not run the L1 that it validates: one page, whatever the others see",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one) => ({
        ...exporter(one),
        ...stateSet(at(one), "avax_l1_validator_state", member, one === "a" ? "not_running" : "registered"),
      })),
    ),
    notifies: [["20m", { "AvaxL1ValidatorOffline critical": 1 }]],
  },
  {
    name: "40 % of an L1 run out of balance: one page, and none about messages",
    input: tracked({
      ...stateSet(at("a"), "avax_l1_state", l1, "halted"),
      [at("a")("avax_l1_weight_active_ratio", l1)]: "0.6",
      [at("a")("avax_l1_weight_signing_ratio", { ...l1, direction: "out" })]: "0.6",
      [at("a")("avax_l1_time_to_halt_seconds", l1)]: "0",
    }),
    notifies: [["60m", { "AvaxL1HaltAhead critical": 1 }]],
  },
  {
    name: "the balance of the own L1 validator lasts for half a day, that of no other",
    input: tracked({
      [at("a")("avax_l1_balance_runway_seconds", l1)]: String(day / 2),
      [at("a")("avax_l1_validator_balance_runway_seconds", member)]: String(day / 2),
    }),
    notifies: [["20m", { "AvaxL1BalanceLow critical": 1 }]],
  },
  {
    name: "one observer of three is at an old block, before a top-up",
    input: Object.assign(
      {},
      ...["a", "b", "c"].map((one) => ({
        ...exporter(one),
        [at(one)("avax_l1_balance_runway_seconds", l1)]: String(one === "a" ? day / 2 : 90 * day),
      })),
    ),
    notifies: [["60m", nothing]],
  },
  {
    name: "the last maker of blocks of an L1 has stopped",
    input: tracked({
      ...stateSet(at("a"), "avax_chain_state", { ...on("a", "L1Chain"), ...l1 }, "halted"),
      ...stateSet(at("a"), "avax_l1_state", l1, "halted"),
    }),
    notifies: [["60m", { "AvaxChainHalted critical": 1 }]],
  },
  {
    name: "an L1 halts, because too many of its validators are offline: the halt is the page",
    input: tracked({
      ...stateSet(at("a"), "avax_chain_state", { ...on("a", "L1Chain"), ...l1 }, "isolated"),
      [at("a")("avax_l1_weight_signing_ratio", { ...l1, direction: "out" })]: "0.6",
    }),
    notifies: [["60m", { "AvaxChainHalted critical": 1 }]],
  },
  {
    name: "the primary network loses validators",
    input: tracked({ [at("a")("avax_validators", { subnet_id: primaryNetwork })]: "1000x60 800" }),
    notifies: [["2h", nothing]],
  },
];

export const scenarios: readonly Scenario[] = [...ofValidators, ...ofNodes, ...ofChains, ...ofL1s];
