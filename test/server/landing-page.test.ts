/** The status page: its content, and its HTTP responses. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NodeError } from "../../src/rpc/errors.ts";
import { failures, type NodeFailure, type UnavailableReason } from "../../src/rpc/failures.ts";
import { render } from "../../src/server/landing/render.ts";
import {
  documentFor,
  type NodeStatus,
  type ProcessInfo,
  problemAdvice,
  viewOf,
} from "../../src/server/landing/view.ts";
import { anchorsIn, readDocuments } from "../support/documents.ts";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { until } from "../support/until.ts";

const second = 1000;
type Collector = NodeStatus["states"][number];

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
const unavailable = (reason: UnavailableReason, message: string, flag?: string): Collector["state"] => {
  return {
    kind: "unavailable",
    reason,
    error: new NodeError(message, { kind: "unavailable", reason, flag }),
  };
};
const refusal: NodeFailure = { kind: "connect", code: "ECONNREFUSED" };
const late: NodeFailure = { kind: "timeout", phase: "answer" };
const refused = (method = "platform.getHeight") => failed(refusal, "connection refused", 1, `${method} at /ext/bc/P`);
const noFacts: NodeStatus["facts"] = {
  nodeId: undefined,
  version: undefined,
  network: undefined,
  bootstrapped: {},
  stakeByVersion: [],
  upgrades: [],
  isUpgradeUnknown: false,
};
const node = (more: Partial<NodeStatus> = {}): NodeStatus => ({
  name: "",
  url: "http://127.0.0.1:9650",
  up: true,
  reachable: true,
  nodeId: "NodeID-A",
  facts: noFacts,
  states: [collector()],
  ...more,
});
const down = (name = "") => node({ name, up: false, reachable: false, states: [collector({ state: refused() })] });

const htmlOf = (statuses: readonly NodeStatus[], more: Partial<ProcessInfo> = {}) =>
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
const shown = (statuses: readonly NodeStatus[], more?: Partial<ProcessInfo>) => textOf(htmlOf(statuses, more));
const titleOf = (statuses: readonly NodeStatus[]) => /<title>(.*)<\/title>/.exec(htmlOf(statuses))?.[1];
const row = (one: Collector) => /<tr><th scope="row">(.*?)<\/tr>/s.exec(htmlOf([node({ states: [one] })]))?.[1] ?? "";

test.each<[string, Collector, string]>([
  ["that is ok", collector(), "p-height ok 4s 10s 3 "],
  [
    "whose first run has not ended",
    collector({ state: { kind: "starting" }, age: undefined }),
    "p-height pending – 10s 3 ",
  ],
  ["that fails", collector({ state: failed(late, "late"), series: 0 }), "p-height failing: timeout 4s 10s 0 "],
  [
    "that fails repeatedly",
    collector({ state: failed(late, "late", 1200) }),
    "p-height failing: timeout 1,200 times 4s 10s 3 ",
  ],
  [
    "that the node does not support",
    collector({ state: unavailable("api_off", "404"), age: undefined }),
    "p-height unavailable: api_off – 10s 3 ",
  ],
  [
    "that several nodes answered",
    collector({ state: { kind: "multipleNodes" } }),
    "p-height discarded: load_balancer 4s 10s 3 ",
  ],
  [
    "whose interval is increased",
    collector({ interval: 250 * second, configured: 60 * second }),
    "p-height ok 4s 4m 10s increased from 1m 3 ",
  ],
  [
    "whose series are too many",
    collector({ series: 50_000, dropped: 1204 }),
    "p-height ok 4s 10s 50,000 1,204 dropped ",
  ],
  ["whose data is old", collector({ age: (2 * 86_400 + 3600 + 5) * second }), "p-height ok 2d 1h 10s 3 "],
])("a collector %s has a row", (_what, one, text) => {
  expect(textOf(row(one))).toBe(text);
});

test.each<[string, NodeStatus, string, string]>([
  ["all is well", node(), "ok", "Node reachable. All collectors succeeded."],
  ["the node is down", down(), "down", "The node does not respond."],
  [
    "a required collector fails",
    node({
      up: false,
      states: [collector({ state: failed({ kind: "decode" }, "no JSON") }), collector({ collector: "p-fee" })],
    }),
    "failing",
    "The node responds, but required collectors fail: p-height.",
  ],
  [
    "another collector fails",
    node({
      states: [
        collector(),
        collector({ collector: "health", required: false, state: failed({ kind: "schema" }, "?") }),
      ],
    }),
    "partly failing",
    "The node is up, but some collectors fail: health.",
  ],
  [
    "the node bootstraps",
    node({ states: [collector({ state: unavailable("bootstrapping", "not yet") })] }),
    "bootstrapping",
    "The node is bootstrapping: some of its data is not available yet.",
  ],
  [
    "an API is disabled",
    node({ states: [collector({ state: unavailable("api_off", "404") })] }),
    "ok",
    "Node reachable. 1 collector has no data, because the node does not provide it.",
  ],
  [
    "a load balancer is in front of several nodes",
    node({ states: [collector({ state: { kind: "multipleNodes" } })] }),
    "multiple nodes",
    "Responses come from several nodes: point the exporter at one node, not at a load balancer.",
  ],
  [
    "the first runs are in progress",
    node({ up: false, reachable: false, states: [collector({ state: { kind: "starting" } })] }),
    "starting",
    "First collection in progress.",
  ],
  ["no collector is on", node({ up: false, reachable: false, states: [] }), "idle", "No collectors are enabled."],
])("if %s, title and verdict show it", (_what, one, word, sentence) => {
  expect(titleOf([one])).toBe(`${word} · avalanche-exporter`);
  expect(shown([one])).toContain(` ${sentence} `);
});

test("without a node the page states that none is configured", () => {
  expect(shown([])).toContain(" No node is configured. ");
});

test("with several nodes the verdict counts each state, and the title shows the worst", () => {
  const nodes = [node({ name: "a" }), down("b"), node({ name: "c" })];
  expect(shown(nodes)).toContain(" Of 3 nodes: 1 down, 2 ok. ");
  expect(titleOf(nodes)).toBe("1 of 3 nodes down · avalanche-exporter");
  expect(shown([node({ name: "a" }), node({ name: "b" })])).toContain(" 2 nodes ok. ");
});

test("an error of all collectors is shown once, with its fix", () => {
  const states = ["p-height", "p-fee"].map((name) =>
    collector({ collector: name, state: refused(`platform.${name}`) }),
  );
  const text = shown([node({ up: false, reachable: false, states })]);
  expect(text.match(/connection refused/g)?.length).toBe(1);
  expect(text).toContain(
    "failing connect all collectors connection refused Fix: start the node, or correct the host and port of node.url.",
  );
  expect(text.match(/start the node/g)?.length).toBe(1);
  expect(text).toContain(" The node does not respond. ");
});

test("a disabled API has the advice on its own flag only", () => {
  const states = ["index", "admin"].map((name) =>
    collector({ collector: name, state: unavailable("api_off", `${name} is disabled`, `--${name}-flag`) }),
  );
  const text = shown([node({ states })]);
  for (const name of ["index", "admin"])
    expect(text).toContain(
      `unavailable api_off ${name} ${name} is disabled Fix: start the node with --${name}-flag, or disable the collector.`,
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
  const states = Array.from({ length: 8 }, (_, i) => collector({ state: failed({ kind: "rpc_error" }, `error ${i}`) }));
  const text = shown([node({ states })]);
  expect(text).toContain("error 4 and 3 more Fix:");
  expect(text).not.toContain("error 5");
});

test("series beyond the limit are a separate problem", () => {
  const text = shown([node({ states: [collector({ dropped: 1204 })] })]);
  expect(text).toContain("dropped series_limit p-height 1,204 series are dropped Fix: increase series_limit");
});

test("the identity and the version of the node are shown, truncated if they are too long", () => {
  const bootstrapped = { P: true, X: false, C: false };
  const facts = { ...noFacts, version: "v".repeat(1_000_000), network: "mainnet", bootstrapped };
  const text = shown([node({ facts })]);
  expect(text).toContain(`Version ${"v".repeat(100)}… Network mainnet Bootstrapped P not X, C Series 3`);
  expect(text).toContain("Node ID NodeID-A");
  expect(text.length).toBeLessThan(2000);
});

test("the next upgrade and the versions of the stake are shown, or absent if they are unknown", () => {
  const hours = (count: number) => program.at + count * 3600 * second;
  const upgrades = [
    { name: "past", at: hours(-1) },
    { name: "next", at: hours(1) },
    { name: "later", at: hours(2) },
  ];
  const stakeByVersion = [
    { version: "avalanchego/1.16.0", share: 0.756 },
    { version: "other", share: 0.244 },
  ];
  expect(shown([node({ facts: { ...noFacts, upgrades, stakeByVersion } })])).toContain(
    " Next upgrade next, 2026-11-03 13:30:05 UTC Connected stake 76 % avalanchego/1.16.0, 24 % other Series 3",
  );
  const without = shown([node({ facts: { ...noFacts, upgrades: upgrades.slice(0, 1) } })]);
  expect(without).not.toMatch(/Next upgrade|Connected stake/);
});

test("an upgrade that the node does not know is a problem, for each of several nodes", () => {
  const outdated = { facts: { ...noFacts, isUpgradeUnknown: true } };
  expect(shown([node(outdated)])).toContain(
    "Problems outdated unknown_upgrade health The majority of the stake announces an upgrade that the node does not " +
      "know. Fix: upgrade AvalancheGo to its latest release.",
  );
  const rows = [...htmlOf([node({ name: "a" }), node({ name: "b", ...outdated })]).matchAll(/<tr id="row-.*<\/tr>/g)];
  expect(rows.map(([row]) => /unknown_upgrade/.test(row))).toEqual([false, true]);
});

test("the page shows the version of the program, the time, and the uptime", () => {
  expect(shown([node()])).toContain(
    "As of 2026-11-03 12:30:05 UTC. Version 1.2.3 (abc) on Node.js v24.0.0, running for 1m 30s.",
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
  expect(linksIn(htmlOf([node()], { telemetryPath: "/m" }))).toEqual(["#main", "/m"]);
});

test("each of several nodes has an anchor, and its own metrics", () => {
  const html = htmlOf([node({ name: "" }), node({ name: "b.c" })]);
  const links = ["#main", "/metrics", "/sd", "#of-node", "#of-node-b.c", "/probe?target=b.c"];
  expect(linksIn(html)).toEqual(links);
  for (const anchor of links.filter((link) => link?.startsWith("#")))
    expect(html).toContain(`id="${anchor?.slice(1)}"`);
});

test("with a known project URL, each problem links to its document", () => {
  const readme = "https://example.org/exporter";
  const states = [collector({ state: refused(), dropped: 1 })];
  expect(linksIn(htmlOf([node({ states })], { readme }))).toEqual([
    "#main",
    "/metrics",
    readme,
    `${readme}/blob/main/docs/troubleshooting.md`,
    `${readme}/blob/main/docs/metrics.md#cardinality`,
  ]);
});

test("the linked documents exist, and have a row for each reason", async () => {
  const documents = await readDocuments();
  const shownReasons = new Set(
    Object.values(failures).map((entry) => ("unavailable" in entry ? entry.unavailable : entry.reason)),
  );
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
  expect(html.match(/<details [^>]+ open>/g)?.length).toBe(3);
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
      collector({ state: failed({ kind: "rpc_error" }, text) }),
      collector({ collector: text, state: unavailable("not_found", text) }),
    ];
    const facts = {
      ...{ nodeId: text, version: text, network: text, bootstrapped: { [`chain ${text}`]: true } },
      stakeByVersion: [{ version: text, share: 1 }],
      upgrades: [{ name: text, at: program.at + 1 }],
      isUpgradeUnknown: true,
    };
    const nodes = [node({ name: text, nodeId: text, facts, states }), node({ name: "other" })];
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
  expect(text).toContain("The node responds, but required collectors fail: p-fee.");
  expect(text).toContain("Version avalanchego/1.15.0 Network mainnet Bootstrapped P, X, C Series");
  expect(text).toContain(` URL ${url} `);
  for (const part of [/p-height ok \ds 10s 3/, /p-fee failing: decode/, /index unavailable: api_off – 30s 3/])
    expect(text).toMatch(part);
});

test("with a wrong path in the URL, the page has one problem with one fix", async () => {
  const { url } = await startNode();
  const { get } = await startPage({
    node: { url: `${url}/wrong` },
    collectors: onlyCollectors("p-height", "watched-validators", "rewards", "index", "admin", "node", "health"),
  });
  const text = textOf((await get()).body.toString());
  expect(text).toContain(` URL ${url}/wrong `);
  expect(text.match(/Fix:/g)?.length).toBe(1);
  expect(text).toContain(
    "failing http_status all collectors HTTP 404: the server does not serve /ext/bc/P, which every node serves " +
      `Fix: correct the port or the path of node.url, which is ${url}/wrong.`,
  );
  expect(text).toContain(" The server at this URL responds, but all collectors fail. ");
});

test("over HTTP the page shows an upgrade that most of the stake announces", async () => {
  const { url } = await startNode({ scenario: "rolling-upgrade" });
  const { get } = await startPage({ node: { url }, collectors: onlyCollectors("health", "peers") });
  const text = textOf((await get()).body.toString());
  expect(text).toMatch(/ Connected stake \d\d % avalanchego\/1\.16\.0, \d+ % avalanchego\/1\.15\.\d, /);
  expect(text).toContain(" outdated unknown_upgrade health ");
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
