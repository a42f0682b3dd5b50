/** Performs the documented steps of adding a method, a collector, a field, a state, an alert and a setting on a copy of the repository. */
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocuments } from "../support/documents.ts";
import { testLimit } from "../support/limits.ts";
import { listeningUrl } from "../support/listening.ts";
import { eventually, run } from "./support/programs.ts";

const root = resolve(import.meta.dirname, "../..");
/** Large folders that do not change. */
const shared = ["node_modules", "grafana/previews"];
const left = [
  ...shared,
  ".git",
  "coverage",
  ...["node_modules", ".history"].map((name) => `src/tools/preview/${name}`),
];

let copy: string;
const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;

/** A program in the copy, to its end: what it printed, and its exit code at the end of that. */
function finish(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: "utf8", env, timeout: testLimit });
  return `${stdout}${stderr}exit ${status}`;
}
const node = (...args: readonly string[]) => finish(process.execPath, ...args);
const installed = (name: string, ...args: readonly string[]) => finish(join("node_modules/.bin", name), ...args);
/** Runs tests of the copy. Other suites need the other processors. */
const vitest = (...args: readonly string[]) =>
  installed("vitest", "run", "--config", "test/vitest.config.ts", "--reporter=dot", "--maxWorkers=1", ...args);

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "extended-"));
  await cp(root, copy, { recursive: true, filter: (file) => !left.includes(relative(root, file)) });
  for (const name of shared) await symlink(join(root, name), join(copy, name));
  const text = [...(await readDocuments()).values()].join("\n");
  for (const [, step = ""] of text.matchAll(/^```diff\n(.*?)^```$/gms)) {
    await writeFile(join(copy, "step.diff"), step);
    expect(finish("git", "apply", "--unidiff-zero", "step.diff")).toBe("exit 0");
  }
  await rm(join(copy, "step.diff"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("the added code compiles", () => {
  expect(installed("tsc")).toBe("exit 0");
});

test("it is formatted as the other code", () => {
  const folders = ["src", "test/app", "test/tools"];
  expect(installed("biome", "check", "--vcs-enabled=false", ...folders)).toMatch(/No fixes applied\.\s*exit 0$/);
});

test("all of it is used", () => {
  expect(installed("knip")).toMatch(/exit 0$/);
});

test("npm run record records the response of a real node", () => {
  expect(node("test/e2e/record.ts", "info.acps")).toMatch(/info\.acps\.json\s*exit 0$/);
});

test("npm run docs adds it to the tables, and writes the headings of a runbook", async () => {
  expect(node("src/tools/docs/all.ts")).toMatch(/exit 0$/);
  const runbook = join(copy, "grafana/runbooks/AvaxL1Thin.md");
  const diagnosis = "```promql\navax_l1_state\n```";
  const begin = "Users: blocks are slow.\n\n```\navalanche-exporter call platform.getHeight\n```\n\n## Meaning";
  const headings = await readFile(runbook, "utf8");
  const filled = headings
    .replace("## Meaning", begin)
    .replaceAll(/^## (\w+).*\n/gm, (heading, name) =>
      name === "Diagnosis" ? `${heading}\n${diagnosis}\n` : `${heading}\nThe L1 was thin for most of \`window\`.\n`,
    );
  await writeFile(runbook, filled);
  expect(node("src/tools/docs/all.ts", "--check")).toBe("exit 0");
  const text = [...(await readDocuments(copy)).values()].join("\n");
  expect(text).toMatch(/^- `avax_node_acp_stake_avax` \(acp, preference\): .* _acps_$/m);
  expect(text).toMatch(/^\| `acps` \| Support of the validators/m);
  expect(text).toMatch(/^- `avalanche-l1`: .*\[AvaxL1Thin\]/m);
  expect(text).toMatch(/^\| `avax_l1_state` \| `thin` \| Less than 90 %/m);
  expect(text).toMatch(/^\| `--web\.idle-timeout` \| `web\.idle_timeout` \| `30s` \|/m);
});

test("the simulated node and call support the method, and the collector exports the metric", async () => {
  const simulated = run(process.execPath, [join(copy, "src/main.ts"), "simulate", "--port=0"]);
  const url = await eventually("the simulated node", async () => listeningUrl(simulated.output()));
  const at = `--node.url=${url}`;
  expect(node("src/main.ts", "call", "info.acps", at)).toContain('"supportWeight": "2000000000"');
  expect(node("src/main.ts", "once", "--only=acps", at)).toMatch(
    /^avax_node_acp_stake_avax\{.*acp="77",preference="object"\} 1$/m,
  );
  await simulated.stop();
});

test("the tests that such a change can break pass after one update of the golden files", () => {
  const files = [
    ...["test/node-api", "test/collectors", "test/engine", "test/entities", "test/metrics.test.ts", "test/tools"],
    ...["test/app/config", "test/app/cli/rules.test.ts", "test/app/doctor/golden.test.ts"],
    ...["test/app/scenarios.test.ts", "test/app/catalog.test.ts"],
  ];
  expect(vitest(...files, "-u")).toMatch(/exit 0$/);
});
