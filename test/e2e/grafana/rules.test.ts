/** The alerts fire exactly as expected: unit tests of the rules in promtool. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { optionalGroups, ruleGroups } from "../../../src/alerts/groups.ts";
import { ofPrometheus } from "../../../src/tools/packaging/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { runScenario } from "../../support/scenario.ts";
import { cases } from "../../tools/grafana/cases/alerts.ts";
import { ends } from "../../tools/grafana/cases/ends.ts";
import { scenarios } from "../../tools/grafana/cases/scenarios.ts";
import { withTargetLabels } from "../../tools/grafana/cases/series.ts";
import {
  descriptionTestOf,
  endTestOf,
  labelTestsOf,
  restartTest,
  scenarioTestOf,
  type UnitTest,
  unitTestFile,
  unitTestsOf,
} from "../../tools/grafana/promtool.ts";
import { metrics, sourceOf } from "../../tools/grafana/sources.ts";
import { errorsOf } from "../support/errors-of.ts";

const promtool = (...args: string[]) => errorsOf(ofPrometheus("promtool"), ...args);

const names = [...new Set(cases.map(({ alert }) => alert))];
const testsOf = (name: string): readonly UnitTest[] => cases.filter(({ alert }) => alert === name).flatMap(unitTestsOf);

/** Returns the result of promtool's unit tests, on the rules of one alert or of all. */
async function unitTest(tests: readonly UnitTest[], name?: string, annotation = "summary") {
  const folder = await temporaryFolder();
  const evaluation_interval = tests.some(({ interval }) => interval === "1h") ? "1h" : "1m";
  // the operator names the chains that make blocks at a minimum rate
  const overrides = { AvaxL1BlocksMissing: { tiers: { warning: { parameters: { chains: "chain-1" } } } } };
  const groups = ruleGroups({ overrides }, optionalGroups).map((group) => ({
    ...group,
    rules: group.rules
      .filter((rule) => name === undefined || rule.alert === name)
      .map((rule) => ({ ...rule, annotations: { [annotation]: rule.annotations[annotation] } })),
  }));
  const rules = stringify({ groups });
  const used = tests.map(({ input_series, ...test }) => ({
    ...test,
    input_series: input_series.filter(({ series }) =>
      new RegExp(`\\b${sourceOf(series.replace(/\{.*/, ""))}\\b`).test(rules),
    ),
  }));
  await writeFile(join(folder, "rules.yaml"), rules);
  await writeFile(join(folder, "tests.yaml"), unitTestFile("rules.yaml", used, evaluation_interval));
  return promtool("test", "rules", join(folder, "tests.yaml"));
}

test.for(names)("%s fires exactly as expected", async (name) => {
  expect(await unitTest(testsOf(name), name)).toBe("");
});

test.for(scenarios.map((one) => [one.name, one] as const))("%s", async ([, one]) => {
  expect(await unitTest([scenarioTestOf(one), scenarioTestOf(one, withTargetLabels)])).toBe("");
});

test.for(ends.map((one) => [one.name, one] as const))("%s: an alert fires from before to after it", async ([, one]) => {
  expect(await unitTest([endTestOf(one)])).toBe("");
});

test.for(cases.filter(({ description }) => description !== undefined).map((one) => [one.alert, one] as const))(
  "the description of %s names the node, what is wrong, and the address of the exporter",
  async ([name, one]) => {
    expect(await unitTest([descriptionTestOf(one)], name, "description")).toBe("");
  },
);

test("nothing fires when the exporter restarts", async () => {
  expect(await unitTest([restartTest()])).toBe("");
});

/** The default alerts that read a metric. */
const readersOf = (metric: string) => {
  const rules = ruleGroups().flatMap((group) => group.rules);
  return new Set(rules.filter(({ expr }) => new RegExp(`\\b${metric}\\b`).test(expr)).map((rule) => rule.alert));
};
test.for(metrics.map(({ name }) => name).filter((metric) => readersOf(metric).size > 0))(
  "nothing fires if a label of %s is absent for a while",
  async (metric) => {
    const { data } = await runScenario("healthy");
    for (const name of readersOf(metric)) expect(await unitTest(labelTestsOf(data, metric), name)).toBe("");
  },
);
