/** What `status` prints about each scenario of the simulated node: a fault is named, and nothing else asks for attention. */
import { expect, test } from "vitest";
import { statusText } from "../../src/app/cli/status-text.ts";
import { readAll } from "../../src/app/exporter.ts";
import { collectors } from "../../src/collectors/all.ts";
import { isAllOk } from "../../src/entities/issues.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { networkOf, type ScenarioName } from "../../src/simulator/scenarios.ts";
import { settings } from "../support/run-collector.ts";
import { smallScenarios } from "../support/scenario.ts";
import { startTarget } from "../support/target.ts";

const only = collectors.filter(({ disabledByDefault }) => !disabledByDefault).map(({ name }) => name);
const start = Date.UTC(2026, 10, 21);

/** Returns the status of a node in a scenario after runs of all collectors at these seconds. */
async function statusOf(scenario: ScenarioName, seconds: readonly number[]) {
  let now = start;
  const { target } = await startTarget({
    only,
    simulator: { scenario, network: networkOf(scenario), now: () => now, pause: async () => {} },
    settings: ({ chain }) => settings({ watch: { ...demoWatchOf(chain), own: true } }),
    interval: 60_000,
  });
  for (const time of seconds) {
    now = start + 1000 * time;
    await target.once();
    target.facts();
  }
  const [status] = readAll([target]);
  if (!status) throw new Error("no status");
  return { isOk: isAllOk(status, now / 1000), text: statusText(status, { hasColor: false, now: now / 1000 }) };
}

const minute = 60;
/** Seconds at which the collectors run, and the fault that is named; none if everything is ok. */
const expected: Readonly<Record<string, readonly [seconds: readonly number[], fault?: RegExp]>> = {
  healthy: [[90]],
  incident: [
    [4 * minute, 6 * minute],
    /✖ offline: Validator demo-1\. .* It has enough uptime for the reward of this period\./,
  ],
  congested: [[90]],
  bootstrapping: [[30], /… bootstrapping: The node has not bootstrapped/],
  unhealthy: [[30], /! unhealthy: .* Failing: network: network layer is unhealthy reason: messages failure send rate/],
  halted: [
    [30, 2 * minute, 10 * minute],
    /✖ halted: Network simulated\. [\s\S]*✖ behind: .* Ages of the last blocks: of P 9 min 1 s, of C 9 min 1 s\.[\s\S]*✖ halted: Chains P and C[\s\S]*unknown: Validators/,
  ],
  quiet: [[90, 15 * minute]],
  "no-index": [[90]],
  "no-admin": [[90]],
  "no-health": [
    [90],
    /! unchecked: The health checks of the node are not known, because its health API .* is disabled/,
  ],
  "no-x-chain": [[90], /… unknown: Addresses demo-owner on X and demo-relayer on C\./],
  "rolling-upgrade": [[13 * 3600], /! upgrade missing: .* It activates in 1 d 11 h\./],
  "auto-renewed": [[90]],
  "stake-away": [
    [90],
    /✖ halted: Network simulated\. .* 72\.4 % of the stake is connected\.[\s\S]*✖ isolated: .* It is connected to 72\.4 %/,
  ],
  "wrong-key": [[90], /✖ wrong key: L1 validator .*The BLS key that is registered .* is not that of the node/],
  "validator-offline": [[90], /✖ offline: Validator demo-1\. .* It loses its reward in .*, if it stays offline\./],
  "validator-leaving": [[90, 4 * minute], /! absent: Validator demo-2\. The validator is not in the current set\./],
  unrewarded: [[90, 4 * minute], /! unrewarded: Validator demo-2\. .* It lost the reward of 2026-11-21 00:03 UTC\./],
  "renewal-missed": [
    [90, 8 * minute],
    /✖ leaving: Validator demo-1\. .* It is offline, and leaves the set in 5 min .*\.\n *→ Prepare the next staking transaction/,
  ],
  "l1-draining": [
    [30],
    /! at risk: L1 Simulated L1\. .* It halts in .*, without top-ups\.\n.*Validations, the most urgent first, with the amounts for 30 days: \w{40,} \(.*, add 1\.327 AVAX\)/,
  ],
  "l1-stalled": [
    [30, 10 * minute],
    /✖ isolated: Chain Simulated L1\. .*6\d\.\d % of its weight connected, and needs 75\.0 %\.[\s\S]*Failing: Simulated L1: engine: block processing too long: 9m0s > 30s/,
  ],
  "l1-upgrade": [[90]],
  "l1-validator-offline": [[90], /✖ offline: L1 validator demo-l1-validator of Simulated L1\./],
  "c-chain-stalled": [
    [30, ...Array.from({ length: 24 }, (_, i) => (i + 1) * minute)],
    /✖ not executing for 18 min: Chain C\. .* It executed its last block 23 min 1 s ago\./,
  ],
  converting: [[90]],
  permissioned: [[90]],
  elastic: [[90]],
  "forwarder-403": [[90], /✖ failing: .* The first error: .*403/],
  "node-swapped": [[30, 90]],
  flaky: [[5], /✖ unreachable: .* The first error: .*503: the proxy in front of the node cannot reach it/],
  slow: [[90]],
};

test("each scenario has a row", () => {
  expect(Object.keys(expected).toSorted()).toEqual(smallScenarios.toSorted());
});

test.for(Object.entries(expected))(
  "the status of %s names its fault, or is ok",
  async ([scenario, [seconds, fault]]) => {
    const { isOk, text } = await statusOf(scenario as ScenarioName, seconds);
    if (fault) expect(text).toMatch(fault);
    expect(isOk, text).toBe(fault === undefined);
  },
);

test("a validator that missed its uptime is missing after the end of its cycle", async () => {
  const { text } = await statusOf("renewal-missed", [90, 8 * minute, 16 * minute]);
  expect(text).toMatch(/✖ missing: Validator demo-1\. .* was to renew\.\n *→ .* stake again\./);
});

test("an upgrade ahead is a note, which is no fault", async () => {
  const { isOk, text } = await statusOf("l1-upgrade", [90]);
  expect(text).toMatch(/– upgrade ahead: Chain .* feeManagerConfig in 1 d 23 h, the same on 1 of 1 monitored node\./);
  expect(isOk).toBe(true);
});
