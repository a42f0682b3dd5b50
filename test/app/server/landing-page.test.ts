/** The status page: its content, and its HTTP responses. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readAll } from "../../../src/app/exporter.ts";
import { type CollectorState, type NodeReport, type Program, render } from "../../../src/app/server/page.ts";
import { collectionOf } from "../../../src/entities/collection.ts";
import { statusSchema } from "../../../src/entities/status.ts";
import { failures, NodeError, type NodeFailure, states, type UnavailableReason } from "../../../src/node-api/errors.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { readDocuments } from "../../support/documents.ts";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../../support/exporter.ts";
import { fc } from "../../support/random.ts";
import { until } from "../../support/until.ts";

const program: Program = {
  version: "1.2.3",
  revision: "abc",
  at: Date.UTC(2026, 10, 3, 12, 30, 5),
  hasReloadFailed: false,
  telemetryPath: "/metrics",
  repository: undefined,
};
const collector = (collector: string, state: CollectorState["state"] = { kind: "ok" }, more = {}): CollectorState => ({
  collector,
  state,
  required: true,
  dropped: 0,
  ...more,
});
const failed = (failure: NodeFailure, detail: string): CollectorState["state"] => {
  const error = new NodeError(detail, failure, "platform.getHeight at /ext/bc/P");
  return { kind: "failed", reason: error.reason, consecutiveFailures: 1, canRetry: true, error };
};
const unavailable = (reason: UnavailableReason, flag?: "--api-info-enabled" | "--index-enabled") => {
  const error = new NodeError("it is disabled", { code: reason, flag });
  return { kind: "unavailable", reason, error } as const;
};
const refused = failed({ code: "refused" }, "connection refused");

type More = Partial<NodeReport> & { readonly node?: object } & Readonly<Record<string, unknown>>;
/** Returns a node without chains and watched entities. */
const node = ({ collectors = [collector("p-height")], node = {}, ...more }: More = {}): NodeReport => ({
  collectors,
  status: statusSchema.parse({
    name: "",
    url: "http://127.0.0.1:9650",
    up: true,
    watching: true,
    collection: collectionOf(collectors),
    network: {},
    node: { state: "ok", node_id: "NodeID-A", failing_checks: [], ...node },
    chains: [],
    validators: [],
    subnets: [],
    l1s: [],
    l1_validators: [],
    ...more,
  }),
});
const down = (name = "") =>
  node({ name, up: false, node: { state: "unreachable" }, collectors: [collector("p-height", refused)] });
const chain = {
  chain: "P",
  blockchain_id: primaryNetwork,
  subnet_id: primaryNetwork,
  alias: "",
  state: "ok",
  height: 1234,
  block_age_seconds: 65,
  connected_ratio: 0.987,
  required_ratio: 0.8,
};
const validator = {
  subnet_id: primaryNetwork,
  node_id: "NodeID-B",
  alias: "berta",
  own: false,
  state: "ok",
  connected: true,
  uptime_ratio: 0.995,
  uptime_required_ratio: 0.8,
  offline_budget_seconds: 2 * 86_400 + 3600,
  end_timestamp_seconds: program.at / 1000 + 10 * 86_400,
  auto_renew: false,
};
const offline = { ...validator, state: "offline", connected: false };
const unseen = { ...validator, state: "registered", connected: null };

/** Returns an exporter whose collectors have run. */
async function startReady(config: object) {
  const { exporter } = await startExporter(config);
  await until(() => expect(exporter.ready()).toBe(true));
  return exporter;
}
const htmlOf = (reports: readonly NodeReport[], more: Partial<Program> = {}) =>
  render({ ...program, ...more }, reports);
const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
/** Returns the visible text of the page. */
const textOf = (html: string) =>
  unescaped(
    html
      .replace(/<style>.*?<\/style>/gs, "")
      .replace(/<\/?(?:code|bdi|b|span|time|a)\b[^>]*>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " "),
  );
const shown = (reports: readonly NodeReport[], more?: Partial<Program>) => textOf(htmlOf(reports, more));

test.each<[string, NodeReport, string, string]>([
  ["all is well", node({ chains: [chain], validators: [validator] }), "ok", "Node ok, with 1 chain, 1 validator."],
  [
    "an entity is not seen",
    node({ chains: [chain], validators: [unseen] }),
    "ok",
    "Node ok, with 1 chain, 1 validator.",
  ],
  ["the node is down", down(), "unreachable", "The node does not respond."],
  ["a validator is offline", node({ validators: [validator, offline] }), "offline", "Validator berta: offline."],
  [
    "a required collector fails",
    node({
      up: false,
      collectors: [collector("p-fee", failed({ code: "not_json" }, "no JSON")), collector("p-height")],
    }),
    "failing",
    "The server at this URL responds, but required collectors fail. Affected: p-fee.",
  ],
  [
    "the first runs are in progress",
    node({ up: false, node: { state: null }, collectors: [collector("p-height", { kind: "starting" })] }),
    "starting",
    "First collection in progress.",
  ],
])("if %s, title and verdict show it", (_what, one, word, sentence) => {
  const html = htmlOf([one]);
  expect(html).toContain(`<title>${word} · avalanche-exporter</title>`);
  expect(textOf(html)).toContain(` ${sentence} `);
});

test("each problem has its names, its time, its meaning and its fix once, the worst first", () => {
  const lasting = { ...offline, since_timestamp_seconds: program.at / 1000 - 14 * 60 };
  const subnets = [{ subnet_id: "S", alias: "", state: "empty" }];
  const text = shown([node({ subnets, validators: [lasting, { ...lasting, alias: "carl" }] })]);
  expect(text).toContain("Problems offline for up to 14 min Validators berta and carl The node has no connection");
  expect(text.match(/Fix: Check that the node of the validator runs/g)?.length).toBe(1);
  expect(text).toMatch(/ empty Subnet S .* Fix: /);
});

test("watched addresses have a table, in which one that was not read is unknown", () => {
  const low = { address: "0xA", chain: "C", alias: "relayer", state: "low_balance", balance: 0.5 };
  const text = shown([node({ addresses: [{ ...low, address: "0xB", alias: "", state: null, balance: null }, low] })]);
  expect(text).toContain(
    "Addresses Address State Balance To import relayer on C low balance 0.500 AVAX – 0xB on C unknown – – ",
  );
});

test("collectors with the same error are one problem, which replaces the state that it explains", () => {
  const collectors = ["p-height", "p-fee"].map((name) => collector(name, refused));
  const text = shown([node({ up: false, node: { state: "unreachable" }, collectors })]);
  const fix = "Start the node, or correct the host and port of node.url.";
  expect(text).toContain(`Problems failing: connect Collectors p-height and p-fee connection refused Fix: ${fix} `);
  expect(text.match(/Fix:/g)?.length).toBe(1);
});

test("series beyond the limit, and an API that a stock node has, are problems", () => {
  const info = collector("node", unavailable("api_off", "--api-info-enabled"));
  const text = shown([node({ collectors: [collector("p-fee", undefined, { dropped: 1204 }), info] })]);
  expect(text).toContain(
    "dropped: series_limit Collector p-fee 1,204 series are dropped Fix: Increase series_limit, or track fewer subnets. " +
      "unavailable: api_off Collector node it is disabled Fix: Start the node with --api-info-enabled=true, or disable",
  );
});

test("data that a stock node does not provide, or that will come, is no problem", () => {
  const states = [unavailable("api_off", "--index-enabled"), unavailable("bootstrapping")];
  expect(shown([node({ collectors: states.map((state) => collector("index", state)) })])).not.toContain("Problems");
});

test("chains and validators have tables, the worst first", () => {
  const text = shown([node({ chains: [chain], validators: [validator, offline] })]);
  expect(text).toContain("Chains Chain State Height Last block Connected P ok 1,234 1 min 5 s ago 98.7 % ");
  expect(text).toContain(
    "Validators Validator State Connected Uptime Required Offline budget Ends in " +
      "berta offline no 99.5 % 80.0 % 2 d 1 h 10 d berta ok yes 99.5 % 80.0 % 2 d 1 h 10 d ",
  );
});

test("a table has its worst rows, with the number of others", () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ ...validator, alias: `v${i}` }));
  const text = shown([node({ validators: [...many, { ...offline, alias: "last" }] })]);
  expect(text).toContain("Ends in last offline no ");
  expect(text).toContain(" and 11 more in better states ");
});

test("if nothing is watched, the page has the flags to copy", () => {
  const unwatched = { watching: false, node: { validates: false } };
  expect(shown([node(unwatched)])).toContain("Nothing is watched.");
  expect(shown([node(unwatched)])).toContain("--watch.node-id NodeID-… --watch.subnet-id ID");
  for (const one of [node(), node({ ...unwatched, validators: [validator] }), down()])
    expect(shown([one])).not.toContain("Nothing is watched");
});

test("several nodes have a verdict that counts them, a table with the worst first, and anchors", () => {
  const html = htmlOf([node({ name: "a" }), node({ name: "b.c", validators: [offline] }), down("d")]);
  expect(textOf(html)).toContain(" Of 3 nodes: 1 unreachable, 1 with validator offline, 1 ok. ");
  expect(textOf(html)).toContain(
    "d unreachable The node does not respond. b.c offline Validator berta: offline. a ok Node ok. d unreachable http:",
  );
  const links = [...html.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  expect(links.join(" ")).toBe(
    "./metrics ./status.json ./sd #node-d #node-b.c #node-a " +
      "./probe?target=d ./probe?target=b.c ./probe?target=a ./?reload=off ./",
  );
  for (const link of links.filter((one) => one?.startsWith("#"))) expect(html).toContain(`id="${link?.slice(1)}"`);
});

test("the page shows the node, the program, the time, a failed reload and the documents", () => {
  const one = node({ url: "http://node.example/rpc", node: { version: "avalanchego/1.16.0", network: "mainnet" } });
  const html = htmlOf([one], { hasReloadFailed: true, repository: "https://example.org/exporter" });
  for (const part of [
    " ok http://node.example/rpc, mainnet, avalanchego/1.16.0, NodeID-A ",
    " As of 2026-11-03 12:30:05 UTC. Version 1.2.3 (abc). ",
    " last configuration reload failed; the previous configuration is still active",
  ])
    expect(textOf(html)).toContain(part);
  expect(html).toContain('href="https://example.org/exporter/blob/main/docs/troubleshooting.md"');
  expect(shown([one])).not.toContain("last configuration reload failed");
});

test("the linked document has each reason", async () => {
  const text = (await readDocuments()).get("docs/troubleshooting.md");
  const named = [...Object.values(failures).map(({ reason }) => reason), ...Object.keys(states)];
  for (const name of named) expect(text).toMatch(new RegExp(`^(?:\\||-) \`${name}\`(?: \\||: )`, "m"));
});

/** Texts that could end a text, an attribute or the style of the page, or that look like a part of it. */
const parts = [..."<>&\"'`/=\0\n\u202e", "</style>", "<script>", "<!--", "]]>", "&lt;", "onload=", "<img src=x>"];
const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 90 }),
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }).map((some) => some.join("")),
);
/** Fields of the status with texts of the node or of the configuration. */
const external = new Set(["name", "url", "node_id", "network", "version", "chain", "blockchain_id", "alias"]);
/** Returns the tags of the page with the names of their attributes. */
const skeleton = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/="[^"]*"/g, ""));

test("no external text changes the structure of the page, and each is shown unchanged", async () => {
  const { url, simulator } = await startNode({ scenario: "l1-draining" });
  const exporter = await startReady({ node: { url }, watch: demoWatchOf(simulator.chain) });
  const json = JSON.stringify(readAll(exporter.targets())[0]);
  const pageOf = (text: string) => {
    const status = JSON.parse(json, (key, value) => (external.has(key) && typeof value === "string" ? text : value));
    const collectors = [collector(text, failed({ code: "rpc_error" }, text))];
    const more = { version: text, revision: text, telemetryPath: text, repository: text };
    return htmlOf([{ status, collectors }, node({ name: "other" })], more);
  };
  const expected = skeleton(pageOf("x"));
  fc.assert(
    fc.property(hostile, (text) => {
      const html = pageOf(text);
      expect(skeleton(html)).toEqual(expected);
      expect(unescaped(html)).toContain(`<bdi>${text.replaceAll("\0", "\ufffd")}</bdi>`);
    }),
  );
});

test("with a wrong path in the URL, the page has one problem with one fix", async () => {
  const { url } = await startNode();
  const collectors = onlyCollectors("p-height", "watched-validators", "rewards", "index", "node", "health");
  const page = await startServer(await startReady({ node: { url: `${url}/wrong` }, collectors }));
  const text = textOf((await rawRequest(page.url)).body.toString());
  expect(text.match(/Fix:/g)?.length).toBe(1);
  expect(text).toMatch(/failing: http_status Collectors p-height, .* HTTP 404: the server does not serve .ext.bc.P, /);
  expect(text).toContain(`Fix: Correct the port or the path of node.url, which is ${url}/wrong.`);
});

test("the page reloads unless the reader stops it, and its policy allows its own style alone", async () => {
  const { url } = await startServer(await startReady({ collectors: onlyCollectors() }));
  const { status, headers, body } = await rawRequest(url);
  const html = body.toString();
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(status).toBe(200);
  expect((await rawRequest(`${url}/?reload=off`)).headers["refresh"]).toBeUndefined();
  expect(headers).toMatchObject({
    refresh: "15; url=./",
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
  });
  expect(html).not.toMatch(/<script| (style|on\w+)=|(src|href)="(https?:)?\/\//);
});
