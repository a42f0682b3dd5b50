/** Checks of the rules with promtool and amtool. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { ruleFiles } from "../../../src/rules/files.ts";
import { alerts, optionalGroups, ruleGroups } from "../../../src/rules/groups.ts";
import { cases } from "../../grafana/cases/alerts.ts";
import { scenarios } from "../../grafana/cases/scenarios.ts";
import {
  descriptionTestOf,
  restartTest,
  scenarioTestOf,
  type UnitTest,
  unitTestFile,
  unitTestsOf,
} from "../../grafana/promtool.ts";
import { choose } from "../../support/choose-receiver.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ofAlertmanager, ofPrometheus } from "../support/programs.ts";

const grafana = join(import.meta.dirname, "../../../grafana");
const run = promisify(execFile);
/** Returns the errors that a program reports. Less garbage collection saves promtool a quarter of its time. */
const resultOf = (program: string, ...args: string[]) =>
  run(program, args, { maxBuffer: 1e8, env: { ...process.env, GOGC: "400" } }).then(
    () => "good",
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
  );
const promtool = (...args: string[]) => resultOf(ofPrometheus("promtool"), ...args);

const names = [...new Set(cases.map(({ alert }) => alert))];
const testsOf = (name: string): readonly UnitTest[] => cases.filter(({ alert }) => alert === name).flatMap(unitTestsOf);

/** Returns the result of promtool's unit tests, on the rules of one alert or of all. */
async function unitTest(tests: readonly UnitTest[], name?: string, annotation = "summary") {
  const folder = await temporaryFolder();
  const evaluation_interval = tests.some(({ interval }) => interval === "1h") ? "1h" : "1m";
  const groups = ruleGroups({}, optionalGroups).map((group) => ({
    ...group,
    rules: group.rules
      .filter((rule) => name === undefined || rule.alert === name)
      .map((rule) => ({ ...rule, annotations: { [annotation]: rule.annotations[annotation] } })),
  }));
  const rules = stringify({ groups });
  const used = tests.map(({ input_series, ...test }) => ({
    ...test,
    input_series: input_series.filter(({ series }) => new RegExp(`\\b${series.split("{")[0]}\\b`).test(rules)),
  }));
  await writeFile(join(folder, "rules.yaml"), rules);
  await writeFile(join(folder, "tests.yaml"), unitTestFile("rules.yaml", used, evaluation_interval));
  return promtool("test", "rules", join(folder, "tests.yaml"));
}

test("promtool accepts the rules and their style", async () => {
  const files = [...ruleFiles().keys()].map((file) => join(grafana, file));
  expect(await promtool("check", "rules", "--lint=all", "--lint-fatal", ...files)).toBe("good");
});

test("promtool accepts the configuration", async () => {
  expect(await promtool("check", "config", join(grafana, "prometheus.yaml"))).toBe("good");
});

/** Writes the example for Alertmanager with the chosen receivers, and returns the file. */
async function alertmanagerWith(...receivers: readonly [all: string, critical?: string]) {
  const file = join(await temporaryFolder(), "alertmanager.yaml");
  await writeFile(file, choose(await readFile(join(grafana, "alertmanager.yaml"), "utf8"), ...receivers));
  return file;
}

test.for(["none", "pagerduty", "slack", "telegram", "email"])("amtool accepts the receiver %s", async (receiver) => {
  expect(await resultOf(ofAlertmanager("amtool"), "check-config", await alertmanagerWith(receiver))).toBe("good");
});

test("amtool rejects a receiver that does not exist", async () => {
  expect(await resultOf(ofAlertmanager("amtool"), "check-config", await alertmanagerWith("pager"))).toContain("pager");
});

test.for([
  ["critical", "mainnet", "pagerduty"],
  ["critical", "fuji", "slack"],
  ["warning", "mainnet", "slack"],
  ["info", "mainnet", "none"],
] as const)("amtool routes all alerts of severity %s on %s to %s", async ([severity, network, receiver]) => {
  const some = alerts.filter(({ name, tiers }) => tiers[severity] && name !== "AvaxWatchdog");
  expect(some.length).toBeGreaterThan(5);
  const route = ["config", "routes", "test", `--config.file=${await alertmanagerWith("slack", "pagerduty")}`];
  for (const { name } of some) {
    const labels = [`alertname=${name}`, `severity=${severity}`, `network=${network}`];
    const test = await resultOf(ofAlertmanager("amtool"), ...route, `--verify.receivers=${receiver}`, ...labels);
    expect([name, test]).toEqual([name, "good"]);
  }
});

test.for(names)("%s fires exactly as expected", async (name) => {
  expect(await unitTest(testsOf(name), name)).toBe("good");
});

test.for(scenarios.map((one) => [one.name, one] as const))("%s", async ([, one]) => {
  expect(await unitTest([scenarioTestOf(one)])).toBe("good");
});

test.for(cases.filter(({ description }) => description !== undefined).map((one) => [one.alert, one] as const))(
  "the description of %s names the node, what is wrong, and the address of the exporter",
  async ([name, one]) => {
    expect(await unitTest([descriptionTestOf(one)], name, "description")).toBe("good");
  },
);

test("nothing fires when the exporter restarts", async () => {
  expect(await unitTest([restartTest()])).toBe("good");
});
