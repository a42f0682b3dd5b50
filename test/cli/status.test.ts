import { expect, test } from "vitest";
import { startExporter, startNode, startServer } from "../support/exporter.ts";
import { runToEnd } from "../support/program.ts";
import { until } from "../support/until.ts";

test("a node without a problem is ok, and its own validator is shown", async () => {
  const { url, simulator } = await startNode();
  const { code, out, err } = await runToEnd(["status", `--node.url=${url}`]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`Node ${url} (mainnet, avalanchego/1.15.0, ${simulator.nodeId})`);
  expect(out).toMatch(/✔ ok: connected to \d+\.\d % of the stake/);
  expect(out).toMatch(/✔ ok {2}P /);
  expect(out).toMatch(/NodeID-\w+… \(this node\) {2}yes/);
});

test.each([
  ["unhealthy", "! unhealthy: A health check of the node fails. Failing: network."],
  ["bootstrapping", "… bootstrapping: The node has not bootstrapped the P-Chain."],
] as const)("a node in the scenario %s says so", async (scenario, text) => {
  const { url } = await startNode({ scenario });
  expect((await runToEnd(["status", `--node.url=${url}`])).out).toContain(text);
});

test("a node that does not respond is unreachable, with a fix, and the exit status is 1", async () => {
  const { code, out } = await runToEnd(["status", "--node.url=http://127.0.0.1:1"]);
  expect(code).toBe(1);
  expect(out).toContain("✖ unreachable: The node does not respond.\n    → Check that the node runs");
});

test("an ID explains one validator: numbers, meaning and fix", async () => {
  const { url, simulator } = await startNode();
  const { code, out } = await runToEnd(["status", simulator.nodeId, `--node.url=${url}`]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Validator NodeID-.* on the primary network\n {2}✔ ok\n/);
  expect(out).toMatch(
    /Offline budget {2}\d+ d .* of the budget of the period\n {2}Period {10}ends in \d+ d .*, at 20\d\d-.* UTC/,
  );
});

test("an ID that is not watched is an error with the flags that watch it", async () => {
  const { url } = await startNode();
  const { code, err } = await runToEnd(["status", "NodeID-other", `--node.url=${url}`]);
  expect(code).toBe(2);
  expect(err).toContain("NodeID-other: is not watched; watch it with --watch.node-id");
});

async function startWithServer() {
  const { url: node, calls } = await startNode();
  const { exporter } = await startExporter({ node: { url: node } });
  await until(() => expect(exporter.ready()).toBe(true));
  return { ...(await startServer(exporter)), node, calls };
}

test("--url shows what a running exporter knows, without a call to the node", async () => {
  const { url, calls } = await startWithServer();
  const before = calls.length;
  const { code, out } = await runToEnd(["status", "--url", url]);
  expect([code, out.includes("✔ ok")]).toEqual([0, true]);
  expect(calls.length).toBe(before);
});

test("--format json prints the object that /status.json returns", async () => {
  const { url, node } = await startWithServer();
  const { out } = await runToEnd(["status", "--url", url, "--format=json"]);
  const { nodes } = JSON.parse(out);
  expect(nodes).toMatchObject([{ name: "", url: node, up: true, node: { state: "ok", network: "mainnet" } }]);
});

test.each([
  ["http://127.0.0.1:1", 1, "--url: no exporter responds at http://127.0.0.1:1"],
  ["here", 2, '--url: "here" is not a URL'],
])("--url %s is an error", async (url, code, message) => {
  expect(await runToEnd(["status", "--url", url])).toMatchObject({ code, out: "", err: `${message}\n` });
});

test("--url of another server is an error", async () => {
  const { url } = await startNode();
  const { code, err } = await runToEnd(["status", "--url", url]);
  expect(code).toBe(1);
  expect(err).toMatch(/^--url: http:\/\/127\.0\.0\.1:\d+\/status\.json responds with HTTP \d+\n$/);
});

test("without a watched entity the lines to copy are shown", async () => {
  const { url } = await startNode();
  const { out } = await runToEnd(["status", `--node.url=${url}`, "--no-watch.own"]);
  expect(out).toContain("Nothing is watched");
  expect(out).toContain("--watch.node-id NodeID-…");
});
