import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test, vi } from "vitest";
import { runProgram } from "../../../src/app/cli/program.ts";
import { statusText } from "../../../src/app/cli/status-text.ts";
import { readStatus } from "../../../src/app/exporter.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import type { ScenarioName } from "../../../src/simulator/scenarios.ts";
import { createAuthority } from "../../support/certificates.ts";
import { startExporter, startNode, startServer } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createIo } from "../../support/io.ts";
import { untilListening } from "../../support/listening.ts";
import { runToEnd, startProgram } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";

test("a node without a problem is ok, and its own validator is shown", async () => {
  const { url, simulator } = await startNode();
  const { code, out, err } = await runToEnd(["status", `--node.url=${url}`]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`Node ${url} (mainnet, avalanchego/1.15.0, ${simulator.nodeId})`);
  expect(out).toMatch(/✔ ok: connected to \d+\.\d % of the stake/);
  expect(out).toMatch(/✔ ok {2}P /);
  expect(out).toMatch(/NodeID-\w+… \(this node\) {2}yes/);
  expect(out).toMatch(/\n\nThis node can be stopped: without it, this share .* stays connected: P \d.*\.\n$/);
});

test("a node that does not respond is unreachable, with a fix, and the exit status is 1", async () => {
  const { code, out } = await runToEnd(["status", "--node.url=http://127.0.0.1:1"]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /✖ unreachable: The node does not respond\. The first error: .*refused.*\n {4}→ Check that the node runs/,
  );
  expect(out).toMatch(/\nTo ask a running exporter instead: .*status --url http:\/\/127\.0\.0\.1:10652\n$/);
});

test("a node that accepts connections and does not respond is unreachable after the first timeouts", async () => {
  const paths: unknown[] = [];
  const { url } = await serve(({ url }) => void paths.push(url));
  const { code, out } = await runToEnd(["status", `--node.url=${url}`, "--node.timeout=1s"]);
  // one that needs the lock of the chain and one that does not, and no later one
  expect([code, paths.filter((path) => path === "/ext/bc/P").length]).toEqual([1, 2]);
  expect(out).toMatch(/✖ unreachable: The node does not respond\. The first error: .*no response within 1 s\n/);
});

test("an ID explains one validator: numbers, meaning and fix", async () => {
  const { url, simulator } = await startNode();
  const { code, out } = await runToEnd(["status", simulator.nodeId, `--node.url=${url}`]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Validator NodeID-.* on the primary network\n {2}✔ ok\n/);
  expect(out).toMatch(
    /Offline budget {2}\d+ d .* of the budget of the period\n(?: {2}Stop .*\n)? {2}Period {10}ends in \d+ d .*, at 20\d\d-.* UTC/,
  );
});

test("an ID that is not watched is an error with the flags that watch it", async () => {
  const { url } = await startNode();
  const { code, err } = await runToEnd(["status", "NodeID-other", `--node.url=${url}`]);
  expect(code).toBe(2);
  expect(err).toContain("NodeID-other: is not watched; watched: NodeID-");
  expect(err).toContain("watch it with --watch.node-id, ");
  expect(err).toContain("--watch.address or --watch.evm-address\n");
});

test("a watched address is explained by its ID, its alias or a unique beginning, with its locked amounts", async () => {
  const { url } = await startWithServer();
  const explain = async (text: string) => (await runToEnd(["status", text, "--url", url])).out;
  const onP = await explain("P-avax133gz…");
  expect(onP).toMatch(/^Address P-avax133\w+ \(demo-owner\) on P\n {2}✔ ok\n {2}Balance +\d+\.000 AVAX\n/);
  expect(onP).toContain(
    "  Locked     900.000 AVAX, which can be staked\n  Locked     700.000 AVAX, which cannot be staked\n",
  );
  expect((await explain("demo-owner")).match(/^Address .* on \w$/gm)).toHaveLength(2);
  expect(await explain("0X8DB97c7c")).toMatch(/^Address 0x8db97C7c\w+ \(demo-relayer\) on C\n/);
});

test("a watched address with a low balance has a row and a fix, and the exit status is 1", async () => {
  const { url } = await startNode();
  const { code, out } = await runToEnd([
    "status",
    `--node.url=${url}`,
    `--watch.evm-address=0x${"1".padStart(40, "0")}`,
  ]);
  expect(code).toBe(1);
  expect(out).toMatch(/! low balance: Address 0x0+… on C\..* It has 0\.930 AVAX\.\n {4}→ Top up the address/);
  expect(out).toMatch(/\nAddresses\n.*\n {2}! low balance {2}0x0+… on C {2}0\.930 AVAX/);
});

async function startWithServer(scenario: ScenarioName = "healthy") {
  const { url: node, calls, simulator } = await startNode({ scenario });
  const { exporter } = await startExporter({ node: { url: node }, watch: demoWatchOf(simulator.chain) });
  await until(() => expect(exporter.ready()).toBe(true));
  return { ...(await startServer(exporter)), node, calls, exporter };
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
  ["here", 2, "--url: is not a URL such as http://127.0.0.1:10652"],
  ["localhost:10652", 2, "--url: is not a URL such as http://127.0.0.1:10652"],
  [
    "https://alice:secret@localhost",
    2,
    "--url: must not contain a user or password, because the list of processes shows them; use --user-file",
  ],
])("--url %s is an error", async (url, code, message) => {
  expect(await runToEnd(["status", "--url", url])).toMatchObject({ code, out: "", err: `${message}\n` });
});

test("--url of another server is an error", async () => {
  const { url } = await startNode();
  const { code, err } = await runToEnd(["status", "--url", url]);
  expect(code).toBe(1);
  expect(err).toBe(
    `--url: ${url}/status.json responds with HTTP 404; use the address of an exporter, such as http://127.0.0.1:10652, not that of /metrics or of a node\n`,
  );
  const withTls = url.replace("http:", "https:");
  expect((await runToEnd(["status", "--url", withTls])).err).toMatch(
    /^--url: no exporter responds at https.* \(ERR_SSL_\w+\); if it has no TLS, use http\n$/,
  );
});

test("--url of a server that sends without end is an error", async () => {
  const { url } = await serve((_request, response) => {
    const chunk = Buffer.alloc(2 ** 20, " ");
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", send);
    send();
  });
  const { code, err } = await runToEnd(["status", "--url", url]);
  expect([code, err]).toEqual([1, `--url: the response of ${url} is larger than 64 MiB\n`]);
});

test("--url of a server that does not end its response in time is an error", async () => {
  const limit = new AbortController();
  const ofTimeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  onTestFinished(() => ofTimeout.mockRestore());
  const { url } = await serve((_request, response) =>
    response.write("{", () => limit.abort(new DOMException("", "TimeoutError"))),
  );
  const { code, err } = await runToEnd(["status", "--url", url]);
  expect([code, err]).toEqual([1, `--url: ${url} sent no complete response within 10 seconds\n`]);
});

test("without a watched entity the lines to copy are shown", async () => {
  const { url } = await startNode();
  const { out } = await runToEnd(["status", `--node.url=${url}`, "--no-watch.own"]);
  expect(out).toContain("Nothing is watched");
  expect(out).toContain("--watch.node-id NodeID-…");
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, `node: {url: "${url}"}\nwatch: {own: false}\n`);
  expect((await runToEnd(["status", `--config.file=${file}`])).out).toContain("  watch.node_ids: [NodeID-…]\n");
});

test("a command shows what it waits for", async () => {
  const { url } = await startNode();
  const { io, err } = createIo();
  await runProgram(["status", `--node.url=${url}`], { ...io, noticeAfterMs: 0 });
  expect(err()).toBe(`waiting for ${url}\n`);
});

test("with TLS the log contains the https URL, and --url reads from it as a user", async () => {
  const folder = await temporaryFolder();
  const authority = createAuthority(folder);
  authority.server("server");
  const file = join(folder, "web.yml");
  const users = `basic_auth_users: { alice: "${await bcrypt.hash("secret", 4)}" }`;
  await writeFile(file, `tls_server_config: { cert_file: server.pem, key_file: server.key }\n${users}\n`);
  const flags = [`--web.config.file=${file}`, "--web.listen-address=127.0.0.1:0", "--node.url=http://127.0.0.1:1"];
  const { host, protocol } = new URL(await untilListening(startProgram(["serve", ...flags]).err));
  expect(protocol).toBe("https:");
  const statusOf = async (user: string, ...more: readonly string[]) => {
    const userFile = join(folder, "user");
    await writeFile(userFile, `${user}\n`);
    return runToEnd(["status", "--url", `https://${host}`, "--user-file", userFile, ...more]);
  };
  const ca = `--ca-file=${authority.cert}`;
  expect((await statusOf("alice:secret")).err).toBe(
    `--url: the certificate of https://${host} is signed by an unknown authority; pass its certificate with --ca-file\n`,
  );
  expect((await statusOf("alice:other", ca)).err).toBe(
    `--user-file: https://${host} rejects the user or the password in ${folder}/user; correct them\n`,
  );
  expect((await statusOf("alice", ca)).err).toBe(`--user-file: ${folder}/user does not contain USER:PASSWORD\n`);
  expect((await runToEnd(["status", "--url", `http://${host}`])).err).toBe(
    `--url: no exporter responds at http://${host} (UND_ERR_SOCKET); if it has TLS, use https\n`,
  );
  const { code, out, err } = await statusOf("alice:secret", ca);
  expect([code, err, out.includes("http://127.0.0.1:1")]).toEqual([1, "", true]);
});

test("with --url, --target selects one of the nodes of the exporter", async () => {
  const { url: node } = await startNode();
  const other = node.replace("127.0.0.1", "localhost");
  const { exporter } = await startExporter({ nodes: { a: { url: node }, b: { url: other } } });
  await until(() => expect(exporter.ready()).toBe(true));
  const { url } = await startServer(exporter);
  const { out } = await runToEnd(["status", "--url", url, "--target=b"]);
  expect(out.match(/^Node \w at/gm)).toEqual(["Node b at"]);
  expect(out).toMatch(
    /! listed twice: Another entry .* the same node, or two machines .* the same keys\. Entries: a\./,
  );
  expect(await runToEnd(["status", "--url", url, "--target=c"])).toMatchObject({
    code: 1,
    err: '--target: unknown node "c"; allowed: a, b\n',
  });
});

test("an ID is unknown while the node does not respond", async () => {
  const { code, err } = await runToEnd(["status", "NodeID-other", "--node.url=http://127.0.0.1:1"]);
  expect([code, err]).toEqual([1, "NodeID-other: unknown, because there is no data from http://127.0.0.1:1\n"]);
});

test("an ID cannot be combined with --format json", async () => {
  expect((await runToEnd(["status", "NodeID-other", "--format=json"])).code).toBe(2);
});

test("only with color the output has escape sequences", async () => {
  const { exporter } = await startWithServer("validator-offline");
  const [target] = exporter.targets();
  if (!target) throw new Error("no target");
  const status = readStatus(target);
  const textWith = (hasColor: boolean) => statusText(status, { hasColor, now: Date.now() / 1000 });
  expect(textWith(true)).toContain("\u001b[31m✖ offline");
  expect(stripVTControlCharacters(textWith(true))).toBe(textWith(false));
  const chains = status.chains.map((chain) => ({ ...chain, without_node_ratio: 0.7 }));
  expect(statusText({ ...status, chains }, { hasColor: false, now: 0 })).toContain(
    "\nDo not stop this node now: without it, this share of the weight stays connected: P 70.0 %",
  );
});
