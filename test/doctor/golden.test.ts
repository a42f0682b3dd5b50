/** What the doctor says of each state of the simulated node. `npx vitest -u` writes the golden files anew: read them. */
import { expect, test } from "vitest";
import { type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { createTime, everything, startPatient, told } from "./support.ts";

/** Seconds until the scenario shows. */
const until: Readonly<Partial<Record<ScenarioName, number>>> = {
  bootstrapping: 30,
  unhealthy: 20,
  halted: 3600,
  flaky: 5,
  converting: 120,
  "validator-leaving": 240,
  "node-swapped": 90,
};

test.each(Object.keys(scenarios) as ScenarioName[])(
  "of a node that is %s it says what the golden file has",
  async (scenario) => {
    const time = createTime();
    const { url, simulator } = await startPatient(time, { scenario });
    time.pass(until[scenario] ?? 0);
    const config = { node: { url, timeout: "60s" }, ...everything(simulator) };
    await expect(await told(config, time)).toMatchFileSnapshot(`golden/${scenario}.txt`);
  },
);

test("of a node beside which nothing is configured it says what the golden file has", async () => {
  const time = createTime();
  const { url } = await startPatient(time);
  await expect(await told({ node: { url } }, time)).toMatchFileSnapshot("golden/defaults.txt");
});
