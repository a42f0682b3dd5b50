/** promtool on the pages of the simulated node in all its scenarios, which together have every metric. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ofPrometheus } from "../../src/tools/packaging/programs.ts";
import { runScenario, smallScenarios } from "../support/scenario.ts";

const checkMetrics = (input: string) => {
  const { stdout, stderr, status } = spawnSync(ofPrometheus("promtool"), ["check", "metrics"], { input });
  return [String(stdout), String(stderr), status];
};

test.each(smallScenarios)("promtool accepts the page of the scenario %s, with a node that validates", async (name) => {
  const { own, data } = await runScenario(name, 200, 90);
  expect(checkMetrics(`${own}${data}`)).toEqual(["", "", 0]);
});
