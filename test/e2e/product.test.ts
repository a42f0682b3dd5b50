/** The exporter as users install it, next to a real node with data of every kind, scraped by a real Prometheus. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { buildPackage } from "../../src/tools/packaging/build.ts";
import { ofPrometheus } from "../../src/tools/packaging/programs.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, startNode } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, parsePage, ready, startProgram } from "./support/exporter.ts";
import { type Populated, populate } from "./support/populate.ts";

/** Longer than the tests take: no L1 validator becomes inactive meanwhile. */
const shortSeconds = 3600n;

/** Compiles the package, and installs it in a folder. Returns the program. */
async function install(folder: string): Promise<string> {
  await buildPackage(join(folder, "package"));
  const npm = (...args: readonly string[]) =>
    execFileSync("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const archive = npm("pack", "./package").trim();
  npm("install", "--global", `--prefix=${folder}`, join(folder, archive));
  return join(folder, "bin", packageJson.name);
}

let folder: string;
let program: string;
let node: AvalancheNode;
let state: Populated;
let watched: Watched;
let flags: readonly string[];
let exporter: Exporter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "product-"));
  [program, node] = await Promise.all([install(folder), startNode()]);
  state = await populate(node, shortSeconds);
  const { permissioned, l1, primary, addresses } = state;
  watched = {
    nodes: [{ id: primary.self }, { id: primary.other }, { id: primary.absent }],
    subnets: [{ id: permissioned.subnetId }, { id: l1.subnetId }],
    validationIds: [l1.healthy.validationId],
    addresses: [addresses.p, addresses.x],
    evmAddresses: ["0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"],
    detail: "all",
  };
  flags = [`--node.url=${node.url}`, ...flagsOf(watched)];
  exporter = await startProgram([program, "serve"], [...flags, ...everySecond]);
  await ready(exporter);
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
  await rm(folder, { recursive: true });
});

/** Runs a command to its end. */
function command(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { status, stdout, stderr };
}

test("--version prints the version of the package", () => {
  expect(command("--version")).toMatchObject({ status: 0, stdout: expect.stringContaining(packageJson.version) });
});

test("serve: /metrics has the catalog's series of everything that is watched, with the values of the node", async () => {
  await expectAgreement(node, exporter, watched);
});

test("serve: each series of /metrics occurs once, and promtool accepts the page", async () => {
  const { names, text } = await exporter.page();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(new Set(names).size).toBe(lines.length);
  const { stdout, stderr } = spawnSync(ofPrometheus("promtool"), ["check", "metrics"], { input: text });
  expect([String(stdout), String(stderr)]).toEqual(["", ""]);
});

test("status has the states of the node and of what is watched, and exits with 1", () => {
  const { status, stdout, stderr } = command("status", "--url", exporter.url, "--format", "json");
  const [one] = JSON.parse(stdout).nodes;
  const states = (key: string) => one[key].map(({ state }: { state: string }) => state);
  expect([status, stderr]).toEqual([1, ""]);
  expect([one.up, one.node.state, one.collection.state]).toEqual([true, "unhealthy", "ok"]);
  expect([states("validators"), states("l1s"), states("l1_validators")]).toEqual([
    // no other validator reports the uptime of the node itself
    [null, "offline", "absent"],
    ["degraded"],
    ["registered"],
  ]);
});

test("doctor finds the problems of that node, no other ones, and exits with 1", () => {
  const { status, stdout, stderr } = command("doctor", ...flags, "--format", "json");
  const [one] = JSON.parse(stdout).nodes;
  const problems = one.findings.filter(({ level }: { level: string }) => level === "problem");
  expect([status, stderr]).toEqual([1, ""]);
  expect(problems.map(({ check }: { check: string }) => check)).toEqual([
    // the checks of chains whose virtual machines it does not have, those chains, its validator, the L1, and one that does not validate
    ...["states", "states", "states", "states", "states"],
  ]);
});

/** Families of the node's data. A forecast and the age of a height need two reads, and once makes one. */
const familiesOf = (text: string) =>
  new Set(
    [...text.matchAll(/^# TYPE (avax_(?!exporter_|up |node_reachable |l1_forecast|chain_height_age)\w+) /gm)].map(
      ([, name]) => name,
    ),
  );

test("once prints the families of /metrics", async () => {
  const { status, stdout, stderr } = command("once", ...flags);
  expect([status, stderr]).toEqual([0, ""]);
  expect(familiesOf(stdout)).toEqual(familiesOf((await exporter.page()).text));
  expect(parsePage(stdout).value("avax_up")).toBe(1);
});
