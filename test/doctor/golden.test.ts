/** Output of the doctor for states of the simulated node. `npx vitest -u` updates the golden files: review the changes.
 *  healthy.txt and defaults.txt are whole. The others have the findings that a healthy node does not have. */
import { expect, test } from "vitest";
import type { CheckedFinding, NodeReport } from "../../src/doctor/run-checks.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import { callLimit } from "../support/limits.ts";
import { createTime, everything, outputOf, sectionsOf, startPatient, textOf, withoutUnused } from "./support.ts";

/** Returns the findings on a node in this scenario, so many seconds after its start. Everything is watched. */
async function examine(scenario: ScenarioName, seconds = 0): Promise<readonly NodeReport[]> {
  const time = createTime();
  const { url, simulator } = await startPatient(time, { scenario });
  time.pass(seconds);
  const config = { node: { url, timeout: `${callLimit}ms` }, ...everything(simulator) };
  return withoutUnused(await sectionsOf(config, time));
}
let healthy: Promise<readonly NodeReport[]> | undefined;
/** Returns the findings on a healthy node, which are read once. */
function examineHealthy() {
  healthy ??= examine("healthy");
  return healthy;
}

/** Returns a key that is equal for findings that differ only in numbers. */
const keyOf = ({ check, what }: CheckedFinding) =>
  `${check}: ${what.replace(/\b\d[\d.,]*|\bone\b/g, "#").replace(/s\b/g, "")}`;

/** Returns the sections without the findings of a healthy node. */
async function unlikeHealthy(sections: readonly NodeReport[]): Promise<readonly NodeReport[]> {
  const known = new Set((await examineHealthy()).flatMap(({ findings }) => findings.map(keyOf)));
  return sections.map(({ findings, ...section }) => ({
    ...section,
    findings: findings.filter((finding) => !known.has(keyOf(finding))),
  }));
}

test("the output for a healthy node matches the golden file", async () => {
  await expect(textOf(await examineHealthy())).toMatchFileSnapshot("golden/healthy.txt");
});

test("the output for a configuration with only a node matches the golden file", async () => {
  const time = createTime();
  const { url } = await startPatient(time);
  await expect(await outputOf({ node: { url } }, time)).toMatchFileSnapshot("golden/defaults.txt");
});

test.each<[scenario: ScenarioName, seconds: number]>([
  ["bootstrapping", 30],
  ["unhealthy", 20],
  ["halted", 3600],
  ["no-index", 0],
  ["no-health", 0],
  ["no-x-chain", 0],
  ["stake-away", 60],
  ["wrong-key", 0],
  ["old-node", 0],
  ["rolling-upgrade", 0],
  ["validator-offline", 0],
  ["validator-leaving", 240],
  ["l1-draining", 0],
  ["l1-stalled", 0],
  ["l1-validator-offline", 0],
])("the findings in the scenario %s after %i s match the golden file", async (scenario, seconds) => {
  const sections = await examine(scenario, seconds);
  for (const { level, why, fix } of sections.flatMap(({ findings }) => findings))
    expect([why !== "", fix.length > 0]).toEqual(level === "ok" ? [false, false] : [true, true]);
  await expect(textOf(await unlikeHealthy(sections))).toMatchFileSnapshot(`golden/${scenario}.txt`);
});

test.each<[scenario: ScenarioName, seconds: number]>([
  ["congested", 0],
  ["quiet", 0],
  ["auto-renewed", 0],
  ["converting", 120],
  ["permissioned", 0],
  ["elastic", 0],
])("the scenario %s after %i s has no problem and no note that a healthy node does not have", async (...given) => {
  const findings = (await unlikeHealthy(await examine(...given))).flatMap(({ findings }) => findings);
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
});
