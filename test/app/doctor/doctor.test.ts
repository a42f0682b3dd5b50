/** The command as a whole. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { isMethodName, methodOf } from "../../../src/node-api/contract.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { runToEnd, startProgram } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { everything, longIntervals } from "./support.ts";

/** A healthy node, which the tests share. */
const healthy = await startNode({}, afterAll);
const here = async () => `--web.listen-address=127.0.0.1:${await freePort()}`;

/** Runs the doctor with a file that has this configuration. */
async function run(config: Readonly<Record<string, object>>, ...flags: readonly string[]) {
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, stringify({ collectors: longIntervals, ...config }));
  return runToEnd(["doctor", `--config.file=${file}`, await here(), ...flags]);
}

test("the command exits with 0 if there is no problem, and only calls methods that read", async () => {
  const { url, calls, simulator } = await startNode();
  const { code, out, err } = await run({ node: { url }, ...everything(simulator), collectors: longIntervals });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^Exporter \d.*\n\nNode http.*\n\nNo problems found, 2 notes\.\n$/s);
  const effects = calls.map((name = "") => isMethodName(name) && methodOf(name).effect);
  expect(new Set(effects)).toEqual(new Set(["read"]));
});

test("an API that a stock node lacks is a note", async () => {
  const { url } = await startNode({ index: false });
  const { code, out } = await run({ node: { url } });
  expect(out).toContain("\n  – apis: Disabled by default on the node: the API of index.\n  ✔");
  expect([code, out.split("\n").at(-2)]).toEqual([0, "No problems found, 1 note."]);
});

test("the configuration file is the operand, and fixes name its keys", async () => {
  const { url } = await serve(() => {});
  const file = join(await temporaryFolder(), "config.yml");
  const taken = new URL(url).host;
  await writeFile(file, stringify({ node: { url: (await startNode()).url }, web: { listen_address: taken } }));
  const { code, out } = await runToEnd(["doctor", file]);
  expect([code, out]).toEqual([1, expect.stringContaining("Use another address: `web.listen_address: :9653`")]);
});

test("a state that asks for attention is a problem, in the words of status", async () => {
  const { url, simulator } = await startNode({ scenario: "validator-offline" });
  const { node_ids } = demoWatchOf(simulator.chain);
  const flags = [`--node.url=${url}`, `--watch.node-id=${node_ids[1]?.id}`];
  const [ofDoctor, ofStatus] = [
    await runToEnd(["doctor", ...flags, await here()]),
    await runToEnd(["status", ...flags]),
  ];
  const [issue = "none"] = ofStatus.out.match(/^ {2}✖ offline: Validator .*\n {4}→ .*$/m) ?? [];
  const withoutTimes = (text: string) => text.replaceAll(/in \d.*? UTC/g, "");
  expect([ofDoctor.code, withoutTimes(ofDoctor.out)]).toEqual([1, expect.stringContaining(withoutTimes(issue))]);
});

test("the command exits with 2 and prints the errors of an invalid configuration, as check-config does", async () => {
  const web = join(await temporaryFolder(), "web.yml");
  await writeFile(web, "tls_server_config: 1\n");
  for (const wrong of [["--node.timeout=soon"], [`--web.config.file=${web}`]]) {
    const { code, out, err } = await runToEnd(["doctor", ...wrong]);
    expect([code, out]).toEqual([2, ""]);
    expect({ code, out, err }).toEqual(await runToEnd(["check-config", ...wrong]));
  }
});

test("--format json is one object with everything", async () => {
  const [{ url }, { url: other }] = [healthy, await startNode({ seed: 2, health: false, index: false })];
  const { code, out } = await run({ node: { url }, nodes: { other: { url: other } } }, "--format=json");
  const { nodes, ...report } = JSON.parse(out);
  const what = expect.stringContaining("is free");
  const findings = [{ check: "address", level: "ok", what, why: "", fix: [] }];
  expect([code, report]).toMatchObject([1, { ok: false, exporter: { findings } }]);
  expect(nodes).toMatchObject([
    { name: "", url },
    { name: "other", url: other },
  ]);
  const levels = nodes.flatMap(({ findings }: { findings: { level: string }[] }) => findings.map(({ level }) => level));
  const count = (wanted: string) => levels.filter((level: string) => level === wanted).length;
  expect([count("problem"), count("note")]).toEqual([report.problems, report.notes]);
  expect(report.problems).toBeGreaterThan(0);
  expect(nodes[1].findings[0]).toMatchObject({ check: "states", level: "problem", what: "Node: unchecked." });
});

test("an exporter that is already running is recognized by its response", async () => {
  const [{ url }, listen] = [healthy, await here()];
  const exporter = startProgram([`--node.url=${url}`, listen]);
  await until(() => expect(exporter.err()).toContain("listening"));
  const { out } = await runToEnd(["doctor", "--node.url=http://127.0.0.1:1", listen]);
  expect(out).toMatch(/✔ address: An exporter is running at 127\.0\.0\.1:\d+\./);
});

test.each<[status: number, text: string, web: readonly string[], found: RegExp]>([
  [200, "Prometheus Server is Healthy.\n", [], /✖ address: Another program is using 127\.0\.0\.1:\d+\./],
  [500, "", [], /✖ address: Another program is using /],
  [0, "", [], /✖ address: Another program is using /],
  [401, "", ["--web.config.file"], /✔ address: .* requires authentication/],
])("a program at the address of the exporter that responds with %i and %j", async (status, text, web, found) => {
  const { port } = await serve((_request, response) =>
    status === 0 ? response.destroy() : response.writeHead(status).end(text),
  );
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  const flags = [`--web.listen-address=127.0.0.1:${port}`, ...web.map((flag) => `${flag}=${file}`)];
  expect((await runToEnd(["doctor", "--node.url=http://127.0.0.1:1", ...flags])).out).toMatch(found);
});

test("an address of another machine is a problem", async () => {
  const { out } = await runToEnd(["doctor", "--node.url=http://127.0.0.1:1", "--web.listen-address=192.0.2.1:10652"]);
  expect(out).toMatch(/✖ address: Cannot listen on 192\.0\.2\.1:10652: address not available on this machine\./);
});

test("the command ends when it is stopped", async () => {
  const { url } = await startNode({ faults: [{ method: "info.peers", fault: { kind: "hang" } }] });
  const program = startProgram(["doctor", `--node.url=${url}`, await here()]);
  await until(() => expect(program.out()).toContain("Exporter"));
  program.stop();
  expect([await program.code, program.out()]).toEqual([1, expect.not.stringContaining("Node")]);
});

test("an entity of another network belongs to the node there, and two entries for one node are a problem", async () => {
  const [one, other] = await Promise.all([startNode({ seed: 5 }), startNode({ seed: 6, network: "fuji" })]);
  const { node_ids, subnet_ids, validation_ids } = demoWatchOf(other.simulator.chain);
  const watch = { node_ids: node_ids.slice(1, 2), subnet_ids: subnet_ids.slice(0, 1), validation_ids };
  const again = one.url.replace("127.0.0.1", "localhost");
  const nodes = { one: { url: one.url }, again: { url: again }, other: { url: other.url } };
  const { code, out } = await run({ nodes, watch });
  expect(code).toBe(1);
  const fixes = (text: string) => out.split(text).length - 1;
  expect([fixes("It is on fuji (node other): move it to nodes.other.watch."), fixes("! listed twice: ")]).toEqual([
    6, 2,
  ]);
});
