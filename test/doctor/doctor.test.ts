/** The command as a whole, and properties that hold for any response of a node. */
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import { doctorTargets } from "../../src/cli/doctor.ts";
import { exporterText, sectionText } from "../../src/cli/doctor-text.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { checks, runChecks } from "../../src/doctor/run-checks.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { type Spoiling, spoil, spoiling } from "../fuzz/wrong-json.ts";
import { startNode } from "../support/exporter.ts";
import { temporaryFolder } from "../support/folder.ts";
import { callLimit } from "../support/limits.ts";
import { freePort } from "../support/ports.ts";
import { runToEnd, startProgram } from "../support/program.ts";
import { fc } from "../support/random.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";
import { createTime, everything, sectionsOf, startPatient, type Time } from "./support.ts";

/** Text without colors, and intervals at which a busy machine causes no note about slow calls. */
const plain = {
  NO_COLOR: "1",
  ...Object.fromEntries(
    collectors.map(({ name }) => [`AVAX_EXPORTER_COLLECTOR_${name.toUpperCase().replaceAll("-", "_")}_INTERVAL`, "1h"]),
  ),
};
/** A healthy node, which the tests share. */
const healthy = await startNode({}, afterAll);
const here = async () => `--web.listen-address=127.0.0.1:${await freePort()}`;

test("the command exits with 0 if there is no problem, and its last line reports that", async () => {
  const { url } = healthy;
  const { code, out, err } = await runToEnd(["doctor", `--node.url=${url}`, await here()], plain);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^Exporter \d/);
  expect(out).toMatch(/\nNo problems found\.\n$/);
});

test("an API that a stock node lacks is a note", async () => {
  const { url } = await startNode({ index: false });
  const { code, out } = await runToEnd(["doctor", `--node.url=${url}`, await here()], plain);
  expect(out).toMatch(/ note +apis +The index API/);
  expect([code, out.split("\n").at(-2)]).toEqual([0, "No problems found, 1 note."]);
});

test("a state that asks for attention is a problem, and the command exits with 1", async () => {
  const { url, simulator } = await startNode({ scenario: "l1-draining" });
  const watch = `--watch.subnet-id=${demoWatchOf(simulator.chain).subnet_ids[0]?.id}`;
  const { code, out } = await runToEnd(["doctor", `--node.url=${url}`, watch, await here()], plain);
  expect(out).toMatch(/ problem +states +\S/);
  expect(code).toBe(1);
});

test("the command exits with 2 and prints the errors of an invalid configuration, as check-config does", async () => {
  const wrong = ["--node.timeout=soon", "--web.config.file=/nowhere.yml"];
  const { code, out, err } = await runToEnd(["doctor", ...wrong]);
  expect([code, out]).toEqual([2, ""]);
  expect({ code, out, err }).toEqual(await runToEnd(["check-config", ...wrong]));
});

test("the command exits with 2 if the web configuration is invalid, as check-config does", async () => {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "tls_server_config: 1\n");
  const { code, err } = await runToEnd(["doctor", `--web.config.file=${file}`]);
  expect([code, err]).toEqual([2, (await runToEnd(["check-config", `--web.config.file=${file}`])).err]);
});

test("--format json is one object with everything", async () => {
  const [{ url }, { url: old }] = [healthy, await startNode({ scenario: "old-node" })];
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, stringify({ node: { url }, nodes: { old: { url: old } } }));
  const { code, out } = await runToEnd(["doctor", "--format=json", `--config.file=${file}`, await here()]);
  const report = JSON.parse(out);
  expect([code, report.ok]).toEqual([1, false]);
  expect(report.exporter.findings).toEqual([
    { check: "address", level: "ok", what: expect.stringContaining("is free"), why: "", fix: [] },
  ]);
  const levels = report.nodes.flatMap(({ findings }: { findings: { level: string }[] }) =>
    findings.map(({ level }) => level),
  );
  expect(report.nodes.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ["", url],
    ["old", old],
  ]);
  expect(levels.filter((level: string) => level === "problem")).toHaveLength(report.problems);
  expect(levels.filter((level: string) => level === "note")).toHaveLength(report.notes);
});

test("only output on a terminal is colored", () => {
  const finding = { check: "reachability", level: "problem", what: "It is `so`.", why: "", fix: [] } as const;
  const section = { name: "", url: "http://127.0.0.1:9650", findings: [finding] };
  expect(sectionText(section, false)).toBe("Node http://127.0.0.1:9650\n  problem  reachability  It is `so`.\n");
  expect(sectionText(section, true)).toBe(
    "\u001b[1mNode http://127.0.0.1:9650\u001b[22m\n  \u001b[31mproblem\u001b[39m  reachability  It is \u001b[36m`so`\u001b[39m.\n",
  );
  expect(exporterText({ version: "1.2.3", findings: [] }, true)).toContain("\u001b[1mExporter 1.2.3");
});

test("an exporter that is already running is recognized by its response", async () => {
  const [{ url }, listen] = [healthy, await here()];
  const exporter = startProgram([`--node.url=${url}`, listen]);
  await until(() => expect(exporter.err()).toContain("listening"));
  const { code, out } = await runToEnd(["doctor", `--node.url=${url}`, listen], plain);
  expect(code).toBe(0);
  expect(out).toMatch(/ok +address +An exporter is running at 127\.0\.0\.1:\d+\./);
});

test("another program at the exporter's address is a problem", async () => {
  const { port } = await serve((_request, response) => response.end("Prometheus Server is Healthy.\n"));
  const { url } = healthy;
  const flags = [`--node.url=${url}`, `--web.listen-address=127.0.0.1:${port}`];
  const { code, out } = await runToEnd(["doctor", ...flags], plain);
  expect(code).toBe(1);
  expect(out).toMatch(/problem +address +Another program is using 127\.0\.0\.1:\d+\./);
});

test("a program without HTTP, or with an error response, is a problem", async () => {
  const silent = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const { port } = await serve((_request, response) => response.writeHead(500).end());
  for (const taken of [typeof address === "object" ? address?.port : 0, port]) {
    const { out } = await runToEnd([
      "doctor",
      "--node.url=http://127.0.0.1:1",
      `--web.listen-address=127.0.0.1:${taken}`,
    ]);
    expect(out).toContain("Another program is using");
  }
});

test("a program that requires a password may be an exporter", async () => {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  const { port } = await serve((_request, response) => response.writeHead(401).end());
  const flags = [
    "--node.url=http://127.0.0.1:1",
    `--web.listen-address=127.0.0.1:${port}`,
    `--web.config.file=${file}`,
  ];
  expect((await runToEnd(["doctor", ...flags])).out).toContain("requires authentication");
});

test("an address of another machine is a problem", async () => {
  const { out } = await runToEnd(["doctor", "--node.url=http://127.0.0.1:1", "--web.listen-address=192.0.2.1:10652"]);
  expect(out).toMatch(/problem +address +Cannot listen on 192\.0\.2\.1:10652: address not available on this machine\./);
});

test("the command ends when it is stopped", async () => {
  const { url } = await startNode({ faults: [{ method: "*", fault: { kind: "hang" } }] });
  const program = startProgram(["doctor", `--node.url=${url}`, await here()], plain);
  await until(() => expect(program.out()).toContain("Exporter"));
  program.stop();
  expect(await program.code).toBe(1);
});

test("the node gets one call at a time, and no heavy call twice", async () => {
  const time = createTime();
  const spans: { readonly start: number; readonly end: number }[] = [];
  const simulator = createSimulator({
    now: time.now,
    onCall: (call) => spans.push(call),
  });
  onTestFinished(() => simulator.close());
  const bodies: string[] = [];
  const node = await simulator.listen();
  const { url } = await serve(async (request, response) => {
    const body = await text(request);
    bodies.push(body.replace(/"id":\d+,/, ""));
    const headers = { "content-type": "application/json" };
    const answer = await fetch(node + request.url, { method: "POST", headers, body });
    response.end(await answer.text());
  });
  await sectionsOf({ node: { url }, ...everything(simulator), validators: { detail: "all" } }, time);
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  for (const [i, { start }] of inOrder.entries()) expect(start).toBeGreaterThanOrEqual(inOrder[i - 1]?.end ?? 0);
  const heavy = bodies.filter(
    (body) => methodOf(JSON.parse(body).method.replace("_", ".") as RpcMethodName).cost === "heavy",
  );
  expect(heavy.length).toBeGreaterThan(3);
  expect(new Set(heavy).size).toBe(heavy.length);
});

test("the doctor only calls read methods", () => {
  const reads = collectors.flatMap(({ reads }) => reads);
  expect(reads.every((name) => methodOf(name).effect === "read")).toBe(true); // a check with a write method does not compile
});

test("every check of every file is in the list", async () => {
  const folder = join(import.meta.dirname, "../../src/doctor/checks");
  const modules = await Promise.all((await readdir(folder)).map((file) => import(join(folder, file))));
  const exported = modules.flatMap((module: object) => Object.entries(module));
  const all = exported.filter(([name]) => name.startsWith("check") && name !== "checkStates").map(([, run]) => run);
  expect(all.length).toBeGreaterThan(0);
  const [states, ...others] = checks.toReversed();
  expect(states?.name).toBe("states"); // it is given what the others report
  expect(new Set(others.map(({ run }) => run))).toEqual(new Set(all));
});

test("names of checks are short and unique", () => {
  const names = checks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(22);
});

test("a check that throws is a bug, and the others continue", async () => {
  const time = createTime();
  const { url } = await startPatient(time);
  const [about] = doctorTargets(configSchema(collectors).parse({ node: { url } }));
  if (!about) throw new Error("no node");
  const broken = { name: "broken", run: async () => Promise.reject(new Error("boom")) };
  const good = checks.filter(({ name }) => name === "reachability");
  const { signal } = new AbortController();
  const { findings } = await runChecks(about, { checks: [broken, ...good], now: time.now, signal });
  expect(findings.map(({ check, level }) => [check, level])).toEqual([
    ["broken", "problem"],
    ["reachability", "ok"],
  ]);
  expect(findings[0]?.what).toContain("boom");
});

/** A node with some corrupted responses, by the number of the call. */
async function startSpoiledNode(time: Time) {
  const { simulator, url: node } = await startNode({ validators: 4, l1Validators: 3, now: time.now });
  const known = new Map<string, { readonly status: number; readonly body: string }>();
  let spoilt: ReadonlyMap<number, Spoiling> = new Map();
  let count = 0;
  async function answerTo(path: string, request: object) {
    const body = JSON.stringify({ ...request, id: 0 });
    const before = known.get(path + body);
    if (before) return before;
    const answer = await fetch(node + path, { method: "POST", headers: { "content-type": "application/json" }, body });
    const answered = { status: answer.status, body: await answer.text() };
    known.set(path + body, answered);
    return answered;
  }
  const { url } = await serve(async (incoming, response) => {
    const how = spoilt.get(count++);
    const request = JSON.parse(await text(incoming));
    const { status, body } = await answerTo(incoming.url ?? "", request);
    response.writeHead(status, { "node-id": simulator.nodeId });
    if (status !== 200) return response.end(body);
    const answer = { ...JSON.parse(body), id: request.id };
    return response.end(how ? spoil(answer, how) : JSON.stringify(answer));
  });
  return {
    config: { node: { url, timeout: `${callLimit}ms` }, ...everything(simulator) },
    spoil(spoilings: ReadonlyMap<number, Spoiling>) {
      spoilt = spoilings;
      count = 0;
    },
  };
}

test("for any response no check throws, and no control character reaches the terminal", async () => {
  const time = createTime();
  const node = await startSpoiledNode(time);
  const one = fc.tuple(fc.nat({ max: 90 }), spoiling);
  const several = fc.uniqueArray(one, { selector: ([call]) => call, minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(several, async (spoilings) => {
      node.spoil(new Map(spoilings));
      const sections = await sectionsOf(node.config, time);
      const output = sections.map((section) => sectionText(section, false)).join("");
      expect(output).not.toMatch(/broke:|[^\P{Cc}\n]/u);
    }),
    { numRuns: 20 },
  );
});

test("what is watched on another network belongs to the node there, and two entries for one node are a problem", async () => {
  const [one, other] = await Promise.all([startNode({ seed: 5 }), startNode({ seed: 6, network: "fuji" })]);
  const { simulator } = other;
  const { node_ids, subnet_ids, validation_ids } = demoWatchOf(simulator.chain);
  const again = one.url.replace("127.0.0.1", "localhost");
  const file = join(await temporaryFolder(), "config.yml");
  const watch = { node_ids: node_ids.slice(1, 2), subnet_ids: subnet_ids.slice(0, 1), validation_ids };
  const nodes = { one: { url: one.url }, again: { url: again }, other: { url: other.url } };
  await writeFile(file, stringify({ nodes, watch }));
  const { code, out } = await runToEnd(["doctor", "--format=json", `--config.file=${file}`, await here()]);
  const findings = (at: number): { check: string; fix: string[] }[] => JSON.parse(out).nodes[at].findings;
  const fixes = (at: number) =>
    findings(at).flatMap(({ check, fix }) => (/^(watched-[nsl]|same)/.test(check) ? fix : []));
  const move = (entries: readonly (string | { id: string })[]) =>
    entries.map(
      (one) => `${typeof one === "string" ? one : one.id}: It is on fuji (node other): move it to nodes.other.watch.`,
    );
  const twice = "Point one entry at the other node, or remove it.";
  const all = [...move(watch.node_ids), ...move(watch.subnet_ids), ...move(watch.validation_ids), twice];
  expect([code, fixes(0), fixes(1), fixes(2)]).toEqual([1, all, all, []]);
});
