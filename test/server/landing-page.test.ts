/** The status page: its content, and its HTTP responses. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import { type ApiFlagName, howToEnable } from "../../src/api/node-flags.ts";
import { collectionOf } from "../../src/model/collection.ts";
import type { StatusDocument } from "../../src/model/status.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import { failures, type NodeFailure, states, type UnavailableReason, withoutCode } from "../../src/rpc/failures.ts";
import { render } from "../../src/server/landing/render.ts";
import {
  documentFor,
  type NodeReport,
  type ProcessInfo,
  problemAdvice,
  viewOf,
} from "../../src/server/landing/view.ts";
import { anchorsIn, readDocuments } from "../support/documents.ts";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { fc } from "../support/random.ts";
import { until } from "../support/until.ts";

const second = 1000;
type Collector = NodeReport["states"][number];

const program: ProcessInfo = {
  version: "1.2.3",
  revision: "abc",
  nodeVersion: "v24.0.0",
  at: Date.UTC(2026, 10, 3, 12, 30, 5),
  runningFor: 90 * second,
  hasReloadFailed: false,
  telemetryPath: "/metrics",
  readme: undefined,
};
const collector = (more: Partial<Collector> = {}): Collector => ({
  collector: "p-height",
  required: true,
  state: { kind: "ok" },
  isIdle: false,
  interval: 10 * second,
  configured: 10 * second,
  age: 4200,
  series: 3,
  dropped: 0,
  ...more,
});
const failed = (
  failure: NodeFailure,
  detail: string,
  consecutiveFailures = 1,
  location?: string,
): Collector["state"] => {
  const error = new NodeError(detail, failure, location);
  return { kind: "failed", reason: error.reason, consecutiveFailures, canRetry: true, error };
};
const unavailable = (reason: UnavailableReason, message: string, flag?: ApiFlagName): Collector["state"] => {
  return {
    kind: "unavailable",
    reason,
    error: new NodeError(message, { code: reason, flag }),
  };
};
const refusal: NodeFailure = { code: "refused" };
const late: NodeFailure = { code: "timeout" };
const refused = (method = "platform.getHeight") => failed(refusal, "connection refused", 1, `${method} at /ext/bc/P`);
const noDetails: NodeReport["details"] = { bootstrapped: [], stakeByVersion: [], upgrades: [] };
/** A node without chains and watched entities. */
const okNode: StatusDocument["node"] = {
  missing: [],
  ...{ state: "ok", since_timestamp_seconds: null, same_node: [] },
  node_id: "NodeID-A",
  network: null,
  version: null,
  validates: null,
  failing_checks: [],
  connected_ratio: null,
  pchain_block_age_seconds: null,
  upgrade_unknown: null,
  upgrade_unknown_seconds: null,
  clock_difference_seconds: null,
};
type More = Partial<Omit<NodeReport, "status">> &
  Partial<Omit<StatusDocument, "node">> & { readonly node?: Partial<StatusDocument["node"]> };
const node = ({ states = [collector()], unused = [], details = noDetails, node, ...more }: More = {}): NodeReport => ({
  ...{ states, unused, details },
  status: {
    name: "",
    url: "http://127.0.0.1:9650",
    up: true,
    collection: { ...collectionOf(states), cause: null, collectors: [...collectionOf(states).collectors] },
    watching: true,
    network: { state: null, missing: [], since_timestamp_seconds: null },
    node: { ...okNode, ...node },
    chains: [],
    validators: [],
    subnets: [],
    l1s: [],
    l1_validators: [],
    ...more,
  },
});
const down = (name = "") =>
  node({ name, up: false, node: { state: "unreachable" }, states: [collector({ state: refused() })] });
const aValidator: StatusDocument["validators"][number] = {
  subnet_id: primaryNetwork,
  node_id: "NodeID-B",
  alias: "berta",
  own: false,
  missing: [],
  auto_renew: false,
  ...{ state: "ok", since_timestamp_seconds: null, found_on: null },
  connected: true,
  uptime_ratio: 0.995,
  uptime_required_ratio: 0.8,
  offline_budget_seconds: 2 * 86_400 + 3600,
  offline_budget_ratio: 0.5,
  end_timestamp_seconds: program.at / 1000 + 10 * 86_400,
  last_period_rewarded: null,
  last_period_end_timestamp_seconds: null,
};
const offline = { ...aValidator, state: "offline", connected: false } as const;
const aChain: StatusDocument["chains"][number] = {
  ...{ chain: "P", blockchain_id: primaryNetwork, subnet_id: primaryNetwork, alias: "", state: "ok", missing: [] },
  ...{ height: 1234, block_age_seconds: 65, connected_ratio: 0.987, required_ratio: 0.8, without_node_ratio: null },
  since_timestamp_seconds: null,
};
const anL1: StatusDocument["l1s"][number] = {
  ...{ subnet_id: "L1ID", alias: "", state: "at_risk", weight_active_ratio: 1, weight_active_forecast_ratio: 0.5 },
  manager_weight: null,
  ...{ balance_runway_seconds: 90_000, halt_seconds: 90_000, since_timestamp_seconds: null },
  ...{ manager_weight_difference: null, manager_churn_used_ratio: null, manager_churn_left: null },
  ...{
    missing: [],
    needed_ratio: 0.75,
    weight_signing_ratio: { out: null, in: null },
    top_up_30_days_avax: 3,
    top_up_90_days_avax: 9,
  },
  top_up: [
    {
      ...{ validation_id: "V1", node_id: "NodeID-C", alias: "", balance_avax: 0.25 },
      ...{ balance_runway_seconds: 90_000, top_up_avax: 1.08 },
    },
  ],
};
const anL1Validator: StatusDocument["l1_validators"][number] = {
  ...{ subnet_id: "L1ID", validation_id: "V1", node_id: "NodeID-C", alias: "", state: "low_balance", missing: [] },
  ...{ has_deactivation_owner: true, since_timestamp_seconds: null, found_on: null },
  ...{ connected: true, bls_key_matches: null, balance_avax: 0.25, balance_runway_seconds: 90_000, top_up_avax: 1.08 },
};

const htmlOf = (statuses: readonly NodeReport[], more: Partial<ProcessInfo> = {}) =>
  render(viewOf({ ...program, ...more }, statuses));

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
/** Returns the visible text of the page. */
const textOf = (html: string) =>
  unescaped(
    html
      .replace(/<(style|script|noscript)>.*?<\/\1>/gs, "")
      .replace(/<\/?(?:small|code|bdi|b|span|time|button|a|h2)\b[^>]*>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " "),
  );
const shown = (statuses: readonly NodeReport[], more?: Partial<ProcessInfo>) => textOf(htmlOf(statuses, more));
const titleOf = (statuses: readonly NodeReport[]) => /<title>(.*)<\/title>/.exec(htmlOf(statuses))?.[1];
const row = (one: Collector) => /<tr><th scope="row">(.*?)<\/tr>/s.exec(htmlOf([node({ states: [one] })]))?.[1] ?? "";

test.each<[string, Collector, string]>([
  ["that is ok", collector(), "p-height ok 4 s 10s 3 "],
  [
    "whose first run has not ended",
    collector({ state: { kind: "starting" }, age: undefined }),
    "p-height pending – 10s 3 ",
  ],
  ["that fails", collector({ state: failed(late, "late"), series: 0 }), "p-height failing: timeout 4 s 10s 0 "],
  [
    "that fails repeatedly",
    collector({ state: failed(late, "late", 1200) }),
    "p-height failing: timeout 1,200 times 4 s 10s 3 ",
  ],
  [
    "behind a proxy that asks for a delay",
    collector({ state: failed({ code: "bad_gateway", retryAt: program.at }, "HTTP 503") }),
    "p-height failing: http_status next try after 12:30:05 UTC 4 s 10s 3 ",
  ],
  [
    "that the node does not support",
    collector({ state: unavailable("api_off", "404"), age: undefined }),
    "p-height unavailable: api_off – 10s 3 ",
  ],
  [
    "that several nodes answered",
    collector({ state: { kind: "multipleNodes" } }),
    "p-height discarded: load_balancer 4 s 10s 3 ",
  ],
  [
    "whose interval is increased",
    collector({ interval: 250 * second, configured: 60 * second }),
    "p-height ok 4 s 4m10s increased from 1m 3 ",
  ],
  [
    "whose series are too many",
    collector({ series: 50_000, dropped: 1204 }),
    "p-height ok 4 s 10s 50,000 1,204 dropped ",
  ],
  ["whose data is old", collector({ age: (2 * 86_400 + 3600 + 5) * second }), "p-height ok 2 d 1 h 10s 3 "],
])("a collector %s has a row", (_what, one, text) => {
  expect(textOf(row(one))).toBe(text);
});

test.each<[string, NodeReport, string, string]>([
  ["all is well", node({ chains: [aChain], validators: [aValidator] }), "ok", "Node ok, with 1 chain, 1 validator."],
  ["the node is down", down(), "unreachable", "The node does not respond."],
  [
    "a health check fails",
    node({ node: { state: "unhealthy", failing_checks: [{ check: "network", error: "" }] } }),
    "unhealthy",
    "A health check of the node fails. Failing: network.",
  ],
  [
    "a chain has halted",
    node({ chains: [aChain, { ...aChain, state: "halted", chain: "C" }] }),
    "chain C halted",
    "Chain C: halted.",
  ],
  ["a validator is offline", node({ validators: [offline] }), "validator berta offline", "Validator berta: offline."],
  [
    "several validators are offline",
    node({ validators: [offline, { ...offline, alias: "carl" }, aValidator] }),
    "2 validators offline",
    "Validators berta and carl: offline.",
  ],
  ["an L1 is at risk", node({ l1s: [anL1] }), "L1 L1ID at risk", "L1 L1ID: at risk."],
  [
    "the node lacks an upgrade",
    node({ node: { upgrade_unknown: true, upgrade_unknown_seconds: 7200 } }),
    "upgrade missing",
    "The majority of the stake announces an upgrade that the node does not know. It activates in 2 h.",
  ],
  [
    "a required collector fails",
    node({
      up: false,
      states: [collector({ state: failed({ code: "not_json" }, "no JSON") }), collector({ collector: "p-fee" })],
    }),
    "failing",
    "The server at this URL responds, but required collectors fail. Affected: p-height.",
  ],
  [
    "another collector fails",
    node({
      states: [
        collector(),
        collector({ collector: "health", required: false, state: failed({ code: "schema" }, "?") }),
      ],
    }),
    "partly failing",
    "Collectors fail that are not required. Affected: health.",
  ],
  [
    "the node bootstraps",
    node({ node: { state: "bootstrapping" }, states: [collector({ state: unavailable("bootstrapping", "not yet") })] }),
    "bootstrapping",
    "The node has not bootstrapped its P-, X- or C-Chain.",
  ],
  ["an API is disabled", node({ states: [collector({ state: unavailable("api_off", "404") })] }), "ok", "Node ok."],
  [
    "a load balancer is in front of several nodes",
    node({ states: [collector({ state: { kind: "multipleNodes" } })] }),
    "multiple nodes",
    "Responses come from several nodes. Affected: p-height.",
  ],
  [
    "the first runs are in progress",
    node({ up: false, node: { state: null }, states: [collector({ state: { kind: "starting" } })] }),
    "starting",
    "First collection in progress.",
  ],
  ["no collector is on", node({ up: false, node: { state: null }, states: [] }), "idle", "No collectors are enabled."],
])("if %s, title and verdict show it", (_what, one, word, sentence) => {
  expect(titleOf([one])).toBe(`${word} · avalanche-exporter`);
  expect(shown([one])).toContain(` ${sentence} `);
});

test("the worst state comes first in verdict and title, and states without a problem are left out", () => {
  const unknown = { ...anL1Validator, state: null };
  const since_timestamp_seconds = program.at / 1000 - 14 * 60;
  const validators = [{ ...offline, since_timestamp_seconds }];
  const text = shown([node({ l1s: [anL1], validators, l1_validators: [unknown] })]);
  expect(text).toContain(" offline for 14 min Validator berta ");
  expect(text).toContain(" Validator berta: offline. L1 L1ID: at risk. ");
});

test("each state that asks for attention has its meaning and its fix once", () => {
  const text = shown([node({ validators: [offline, { ...offline, alias: "carl" }] })]);
  expect(text).toContain("Problems offline Validators berta and carl The node has no connection");
  expect(text.match(/Fix: Check that the node of the validator runs/g)?.length).toBe(1);
});

test("chains, validators and L1s have tables, the worst first", () => {
  const text = shown([
    node({ chains: [aChain], validators: [aValidator, offline], l1s: [anL1], l1_validators: [anL1Validator] }),
  ]);
  for (const part of [
    "Chains Chain State Height Last block Connected P ok 1,234 1 min 5 s ago 98.7 % ",
    "Validators Validator State Connected Uptime Required Offline budget Ends in " +
      "berta offline no 99.5 % 80.0 % 2 d 1 h 10 d berta ok yes 99.5 % 80.0 % 2 d 1 h 10 d ",
    "L1s L1 State Active weight In 7 days Lowest runway Halts in Top up L1ID at risk 100.0 % 50.0 % 1 d 1 h 1 d 1 h V1 (runs out in 1 d 1 h, add 1.080 AVAX) ",
    "L1 validators L1 validator State Connected Balance Runway V1 of L1ID low balance yes 0.250 AVAX 1 d 1 h ",
  ])
    expect(text).toContain(part);
});

test("an L1 validator that is ok is not listed", () => {
  expect(shown([node({ l1_validators: [{ ...anL1Validator, state: "ok" }] })])).not.toContain("need attention");
});

test("a table has its worst rows, with the number of others", () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ ...aValidator, alias: `v${i}` }));
  const text = shown([node({ validators: [...many, { ...offline, alias: "last" }] })]);
  expect(text).toContain("Ends in last offline no ");
  expect(text).toContain(" and 11 more in better states ");
});

test("if nothing is watched, the page has the lines to copy", () => {
  expect(shown([node({ watching: false })])).toContain("Nothing is watched.");
  expect(shown([node({ watching: false })])).toContain("--watch.node-id NodeID-… --watch.subnet-id ID");
  for (const one of [node(), node({ watching: false, validators: [aValidator] }), down()])
    expect(shown([one])).not.toContain("Nothing is watched");
});

test("a collector that had nothing to call is idle, not ok", () => {
  const text = shown([node({ states: [collector({ collector: "l1-uptimes", isIdle: true, series: 0 })] })]);
  expect(text).toContain(" l1-uptimes idle ");
});

test("the table of collectors is folded with a count of each state, unless one of them has a problem", () => {
  const fine = htmlOf([node({ states: [collector(), collector(), collector({ isIdle: true })] })]);
  expect(fine).toContain('<details id="collectors-node" class="folded">');
  expect(textOf(fine)).toContain(" Collectors: 2 ok, 1 idle ");
  const failing = htmlOf([node({ states: [collector(), collector({ state: refused() })] })]);
  expect(failing).toContain('<details id="collectors-node" class="folded" open>');
  expect(textOf(failing)).toContain(" Collectors: 1 ok, 1 failing ");
});

test("collectors without data are folded, each with a sentence", () => {
  const states = [
    collector(),
    collector({ collector: "index", state: unavailable("api_off", "it is disabled", "--index-enabled") }),
  ];
  const unused = [{ collector: "admin" }, { collector: "addresses", lists: ["addresses"] }];
  const advice = withoutCode(howToEnable("--index-enabled"));
  const html = htmlOf([node({ states, unused })]);
  expect(html).toMatch(/<details id="lacking-node" class="lacking">/);
  expect(textOf(html)).toContain(
    " 3 collectors without data: idle, disabled, or not provided by the node " +
      `index It is disabled. Disable the collector with --no-collector.index, or ${advice}. ` +
      "admin Disabled. Enable it with --collector.admin. " +
      "addresses Nothing to collect: set watch.addresses. ",
  );
  expect(textOf(html)).not.toContain("Problems");
});

test("without a node the page states that none is configured", () => {
  expect(shown([])).toContain(" No node is configured. ");
});

test("with several nodes the verdict counts each state, and the title shows the worst", () => {
  const nodes = [node({ name: "a" }), down("b"), node({ name: "c" })];
  expect(shown(nodes)).toContain(" Of 3 nodes: 1 unreachable, 2 ok. ");
  expect(titleOf(nodes)).toBe("1 of 3 nodes unreachable · avalanche-exporter");
  expect(shown([node({ name: "a" }), node({ name: "b" })])).toContain(" 2 nodes ok. ");
  const withOffline = [node({ name: "a" }), node({ name: "b", validators: [offline] })];
  expect(shown(withOffline)).toContain(" Of 2 nodes: 1 with validator offline, 1 ok. ");
  expect(titleOf(withOffline)).toBe("1 of 2 nodes with validator offline · avalanche-exporter");
});

test("an error of all collectors is shown once, with its fix", () => {
  const states = ["p-height", "p-fee"].map((name) =>
    collector({ collector: name, state: refused(`platform.${name}`) }),
  );
  const text = shown([node({ up: false, node: { state: "unreachable" }, states })]);
  expect(text.match(/connection refused/g)?.length).toBe(1);
  expect(text).toContain(
    "failing connect all collectors connection refused Fix: start the node, or correct the host and port of node.url.",
  );
  expect(text.match(/start the node/g)?.length).toBe(1);
  expect(text).toContain(" The node does not respond. ");
});

test("a disabled API that a stock node has is a problem with the advice on its own flag", () => {
  const state = unavailable("api_off", "info is disabled", "--api-info-enabled");
  expect(shown([node({ states: [collector({ collector: "info", state })] })])).toContain(
    "unavailable api_off info info is disabled Fix: start the node with --api-info-enabled=true, or disable the collector.",
  );
});

test("the page shows the URL of the node", () => {
  expect(shown([node({ url: "http://node.example/rpc" })])).toContain(" URL http://node.example/rpc ");
});

test("the error of one collector is shown with the method and the path", () => {
  const states = [collector(), collector({ collector: "p-fee", state: refused() })];
  expect(shown([node({ states })])).toContain(
    "failing connect p-fee platform.getHeight at /ext/bc/P: connection refused",
  );
});

test("of many different errors the first are shown, with the number of others", () => {
  const states = Array.from({ length: 8 }, (_, i) => collector({ state: failed({ code: "rpc_error" }, `error ${i}`) }));
  const text = shown([node({ states })]);
  expect(text).toContain("error 4 and 3 more Fix:");
  expect(text).not.toContain("error 5");
});

test("series beyond the limit are a separate problem", () => {
  const text = shown([node({ states: [collector({ dropped: 1204 })] })]);
  expect(text).toContain("dropped series_limit p-height 1,204 series are dropped Fix: increase series_limit");
});

test("the identity and the version of the node are shown, truncated if they are too long", () => {
  const bootstrapped = ["P", "X", "C"].map((chain) => ({ chain, isBootstrapped: chain === "P" }));
  const text = shown([
    node({
      details: { ...noDetails, bootstrapped },
      node: { version: "v".repeat(1_000_000), network: "mainnet" },
    }),
  ]);
  expect(text).toContain(`Version ${"v".repeat(100)}… Network mainnet Bootstrapped P not X, C Series 3`);
  expect(text).toContain("Node ID NodeID-A");
  expect(text.length).toBeLessThan(2000);
});

test("a chain that bootstraps has its alias", () => {
  const ofSubnet = { ...aChain, chain: "2JjKJC6DagFirstChain", alias: "my-chain" };
  const bootstrapped = [{ chain: ofSubnet.chain, isBootstrapped: false }];
  const text = shown([node({ chains: [ofSubnet], details: { ...noDetails, bootstrapped } })]);
  expect(text).toContain("Bootstrapped not my-chain ");
});

test("the next upgrade and the versions of the stake are shown, or absent if they are unknown", () => {
  const hours = (count: number) => new Date(program.at + count * 3600 * second);
  const upgrades = [
    { upgrade: "past", time: hours(-1) },
    { upgrade: "next", time: hours(1) },
    { upgrade: "later", time: hours(2) },
  ];
  const stakeByVersion = [
    { version: "avalanchego/1.16.0", share: 0.756 },
    { version: "other", share: 0.244 },
  ];
  expect(shown([node({ details: { ...noDetails, upgrades, stakeByVersion } })])).toContain(
    " Next upgrade next, 2026-11-03 13:30:05 UTC Versions by stake 76 % avalanchego/1.16.0, 24 % other Series 3",
  );
  const without = shown([node({ details: { ...noDetails, upgrades: upgrades.slice(0, 1) } })]);
  expect(without).not.toMatch(/Next upgrade|Versions by stake/);
});

test("each of several nodes has its states in the overview", () => {
  const outdated = { node: { upgrade_unknown: true, state: "unhealthy" } } as const;
  const html = htmlOf([
    node({ name: "a" }),
    node({ name: "b", ...outdated }),
    node({ name: "c", validators: [offline] }),
  ]);
  const rows = [...html.matchAll(/<tr id="row-.*<\/tr>/g)].map(([row]) => textOf(row));
  expect(rows.map((row) => row.replace(/ 3 $/, "").trim())).toEqual([
    "c offline validator berta",
    "b unhealthy upgrade missing",
    "a ok",
  ]);
});

test("the page shows the version of the program, the time, and the uptime", () => {
  expect(shown([node()])).toContain(
    "As of 2026-11-03 12:30:05 UTC. Version 1.2.3 (abc) on Node.js v24.0.0, running for 1 min 30 s.",
  );
});

test("a failed reload of the configuration is shown", () => {
  expect(shown([node()])).not.toContain("last configuration reload failed");
  expect(shown([node()], { hasReloadFailed: true })).toContain(
    "last configuration reload failed; the previous configuration is still active",
  );
});

const linksIn = (html: string) => [...html.matchAll(/<a (?:class="\w+" )?href="([^"]*)">/g)].map(([, href]) => href);

test("the page of a single node has its links in order", () => {
  expect(linksIn(htmlOf([node()], { telemetryPath: "/m" }))).toEqual(["#main", "./m", "./status.json"]);
});

test("each of several nodes has an anchor, and its own metrics", () => {
  const html = htmlOf([node({ name: "" }), node({ name: "b.c" })]);
  const links = ["#main", "./metrics", "./status.json", "./sd", "#of-node", "#of-node-b.c", "./probe?target=b.c"];
  expect(linksIn(html)).toEqual(links);
  for (const anchor of links.filter((link) => link?.startsWith("#")))
    expect(html).toContain(`id="${anchor?.slice(1)}"`);
});

test("with a known project URL, each problem links to its document", () => {
  const readme = "https://example.org/exporter";
  const states = [collector({ state: refused(), dropped: 1 })];
  expect(linksIn(htmlOf([node({ states })], { readme }))).toEqual([
    "#main",
    "./metrics",
    "./status.json",
    readme,
    `${readme}/blob/main/docs/troubleshooting.md`,
    `${readme}/blob/main/docs/metrics.md#cardinality`,
  ]);
});

test("the linked documents exist, and have a row for each reason", async () => {
  const documents = await readDocuments();
  const names = Object.keys(states) as UnavailableReason[];
  const shownReasons = new Set([...Object.values(failures).map(({ reason }) => reason), ...names]);
  for (const problem of [...shownReasons, ...(Object.keys(problemAdvice) as (keyof typeof problemAdvice)[])]) {
    const [path = "", anchor] = documentFor(problem).split("#");
    const text = documents.get(path) ?? "";
    expect(text, path).not.toBe("");
    if (anchor !== undefined) expect(anchorsIn(text)).toContain(anchor);
  }
  const troubleshooting = documents.get("docs/troubleshooting.md");
  for (const reason of shownReasons) expect(troubleshooting).toMatch(new RegExp(`^\\| \`${reason}\` +\\|`, "m"));
});

test("every element ID is unique, also with many nodes", () => {
  const html = htmlOf([node(), ...Array.from({ length: 20 }, (_, i) => down(`n${i}`))]);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("with two hundred nodes the worst come first, some of them open, and the page stays small", () => {
  const states = Array.from({ length: 19 }, (_, i) => collector({ collector: `collector-${i}` }));
  const nodes = Array.from({ length: 200 }, (_, i) =>
    i % 20 === 19 ? down(`n${i}`) : node({ name: `n${i}`, states }),
  );
  const html = htmlOf(nodes);
  const rows = [...html.matchAll(/<tr id="row-node-(\w+)">/g)].map(([, name]) => name);
  expect(rows.length).toBe(200);
  expect(rows.slice(0, 11)).toEqual([...Array.from({ length: 10 }, (_, i) => `n${20 * i + 19}`), "n0"]);
  expect(html.match(/<details id="node-[^>]+ open>/g)?.length).toBe(3);
  expect(html.length).toBeLessThan(1_000_000);
});

/** Texts that could end a text, an attribute, the style or the script of the page, or that look like a part of it. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 90 }),
  fc
    .array(
      fc.constantFrom(
        ..."<>&\"'`/=\0\n\u202e",
        "</style>",
        "</script>",
        "<!--",
        "]]>",
        "&lt;",
        "onload=",
        "<img src=x>",
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);
/** Returns the tags of the page with the names of their attributes. */
const skeleton = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/="[^"]*"/g, ""));

test("no external text changes the structure of the page, and each is shown unchanged", () => {
  const pageOf = (text: string) => {
    const states = [
      collector({ state: failed({ code: "rpc_error" }, text) }),
      collector({ collector: text, state: unavailable("not_found", text) }),
      collector({ collector: text, state: unavailable("empty_index", text) }),
    ];
    const facts = {
      bootstrapped: { [`chain ${text}`]: true },
      stakeByVersion: [{ version: text, share: 1 }],
      upgrades: [{ name: text, at: program.at + 1 }],
    };
    const ids = { subnet_id: text, node_id: text, validation_id: text, alias: text };
    const entities = {
      node: {
        state: "unhealthy",
        node_id: text,
        version: text,
        network: text,
        failing_checks: [{ check: text, error: text }],
      },
      chains: [{ ...aChain, chain: text, blockchain_id: text, ...ids }],
      validators: [{ ...offline, ...ids }],
      l1s: [{ ...anL1, ...ids, top_up: [{ ...ids, balance_avax: 0, balance_runway_seconds: 0, top_up_avax: null }] }],
      subnets: [{ ...ids, state: "empty", validators: 0 }],
      l1_validators: [{ ...anL1Validator, ...ids }],
    } as const;
    const unused = [{ collector: text, lists: ["addresses"] }];
    const one = { name: text, facts, states, unused, ...entities };
    const nodes = [node(one as unknown as More), node({ name: "other" })];
    return htmlOf(nodes, { version: text, revision: text, telemetryPath: text, readme: text });
  };
  const expected = skeleton(pageOf("x"));
  fc.assert(
    fc.property(hostile, (text) => {
      const html = pageOf(text);
      expect(skeleton(html)).toEqual(expected);
      const read = unescaped(html);
      expect(read).toContain(`<bdi>${text.replaceAll("\0", "\ufffd")}</bdi>`);
    }),
  );
});

async function startPage(config: object) {
  const { exporter } = await startExporter(config);
  await until(() => expect(exporter.ready()).toBe(true));
  const { url } = await startServer(exporter);
  return {
    exporter,
    get: (headers: Record<string, string> = {}, method = "GET") => rawRequest(`${url}/`, headers, method),
  };
}

test("over HTTP the page shows the current state of the nodes", async () => {
  const { url } = await startNode({
    index: false,
    faults: [{ method: "platform.getFeeState", fault: { kind: "empty" } }],
  });
  const { get } = await startPage({ node: { url }, collectors: onlyCollectors("p-height", "p-fee", "index", "node") });
  const { status, headers, body } = await get();
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  const text = textOf(body.toString());
  expect(text).toContain("The server at this URL responds, but required collectors fail. Affected: p-fee.");
  expect(text).toContain("State unchecked Version avalanchego/1.15.0 Network mainnet Bootstrapped P, X, C Series");
  expect(text).toContain(` URL ${url} `);
  for (const part of [/p-height ok \d s 10s 1/, /p-fee failing: decode/, /index unavailable: api_off – 2m 3/])
    expect(text).toMatch(part);
});

test("with a wrong path in the URL, the page has one problem with one fix", async () => {
  const { url } = await startNode();
  const { get } = await startPage({
    node: { url: `${url}/wrong` },
    collectors: onlyCollectors("p-height", "watched-validators", "rewards", "index", "node", "health"),
  });
  const text = textOf((await get()).body.toString());
  expect(text).toContain(` URL ${url}/wrong `);
  expect(text.match(/Fix:/g)?.length).toBe(1);
  expect(text).toContain(
    "failing http_status all collectors HTTP 404: the server does not serve /ext/bc/P, which every node serves " +
      `Fix: correct the port or the path of node.url, which is ${url}/wrong.`,
  );
  expect(text).toContain(" The server at this URL responds, but required collectors fail. Affected: p-height. ");
});

test("the content security policy allows only the page's style and script, by their hashes", async () => {
  const { get } = await startPage({ collectors: onlyCollectors() });
  const { headers, body } = await get();
  const html = body.toString();
  const hashOf = (name: string) => {
    const [, text = ""] = new RegExp(`<${name}>(.*)</${name}>`, "s").exec(html) ?? [];
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src ${hashOf("style")}; script-src ${hashOf("script")}; connect-src 'self'; ` +
      "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
  });
  expect(html).not.toMatch(/ (style|on\w+)=/);
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test("the page is compressed on request, and HEAD has no body", async () => {
  const { get } = await startPage({ collectors: onlyCollectors() });
  const packed = await get({ "accept-encoding": "gzip, br" });
  expect([packed.headers["content-encoding"], packed.headers["vary"]]).toEqual(["gzip", "Accept-Encoding"]);
  expect(gunzipSync(packed.body).toString()).toMatch(/^<!doctype html>.*<\/html>\n$/s);
  const head = await get({}, "HEAD");
  expect([head.status, head.body.length, Number(head.headers["content-length"]) > 1000]).toEqual([200, 0, true]);
});

test("simultaneous requests get the same page; a later one gets a new page", async () => {
  const { get, exporter } = await startPage({ collectors: onlyCollectors() });
  const [one, two] = await Promise.all([get(), get()]);
  expect(one.body.equals(two.body)).toBe(true);
  exporter.process.recordReload(false);
  await until(async () => expect((await get()).body.toString()).toContain('id="outdated"'));
});
