/** Output of the doctor for each state of the simulated node. `npx vitest -u` updates the golden files: review the changes. */
import { expect, test } from "vitest";
import { type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { callLimit } from "../support/limits.ts";
import { createTime, everything, outputOf, outputWithoutUnused, startPatient } from "./support.ts";

/** Seconds until the scenario has an effect. */
const until: Readonly<Partial<Record<ScenarioName, number>>> = {
  bootstrapping: 30,
  unhealthy: 20,
  halted: 3600,
  flaky: 5,
  converting: 120,
  "epoch-behind": 120,
  "validator-leaving": 240,
  "node-swapped": 90,
};

test.each(Object.keys(scenarios) as ScenarioName[])(
  "the output for the scenario %s matches the golden file",
  async (scenario) => {
    const time = createTime();
    const { url, simulator } = await startPatient(time, { scenario });
    time.pass(until[scenario] ?? 0);
    const config = { node: { url, timeout: `${callLimit}ms` }, ...everything(simulator) };
    await expect(await outputWithoutUnused(config, time)).toMatchFileSnapshot(`golden/${scenario}.txt`);
  },
);

test("the output for a configuration with only a node matches the golden file", async () => {
  const time = createTime();
  const { url } = await startPatient(time);
  await expect(await outputOf({ node: { url } }, time)).toMatchFileSnapshot("golden/defaults.txt");
});
