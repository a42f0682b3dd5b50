/** Checks of the rule files and of the examples of configurations with promtool and amtool. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleFiles } from "../../../src/rules/files.ts";
import { alerts } from "../../../src/rules/groups.ts";
import { choose } from "../../support/choose-receiver.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { errorsOf } from "../support/errors-of.ts";
import { ofAlertmanager, ofPrometheus } from "../support/programs.ts";

const grafana = join(import.meta.dirname, "../../../grafana");
const promtool = (...args: string[]) => errorsOf(ofPrometheus("promtool"), ...args);
const amtool = (...args: string[]) => errorsOf(ofAlertmanager("amtool"), ...args);

test("promtool accepts the rules and their style", async () => {
  const files = [...ruleFiles().keys()].map((file) => join(grafana, file));
  expect(await promtool("check", "rules", "--lint=all", "--lint-fatal", ...files)).toBe("");
});

test("promtool accepts the configuration", async () => {
  expect(await promtool("check", "config", join(grafana, "prometheus.yaml"))).toBe("");
});

/** Writes the example for Alertmanager with the chosen receivers, and returns the file. */
async function alertmanagerWith(...receivers: readonly [all: string, critical?: string]) {
  const file = join(await temporaryFolder(), "alertmanager.yaml");
  await writeFile(file, choose(await readFile(join(grafana, "alertmanager.yaml"), "utf8"), ...receivers));
  return file;
}

test.for(["none", "pagerduty", "slack", "telegram", "email", "webhook"])(
  "amtool accepts the receiver %s",
  async (receiver) => {
    expect(await amtool("check-config", await alertmanagerWith(receiver))).toBe("");
  },
);

test("amtool rejects a receiver that does not exist", async () => {
  expect(await amtool("check-config", await alertmanagerWith("pager"))).toContain("pager");
});

test.for([
  ["critical", "mainnet", "pagerduty"],
  ["critical", "fuji", "slack"],
  ["warning", "mainnet", "slack"],
  ["info", "mainnet", "none"],
] as const)("amtool routes all alerts of severity %s on %s to %s", async ([severity, network, receiver]) => {
  const some = alerts.filter(({ name, tiers }) => tiers[severity] && name !== "AvaxWatchdog");
  expect(some.length).toBeGreaterThan(1);
  const route = ["config", "routes", "test", `--config.file=${await alertmanagerWith("slack", "pagerduty")}`];
  for (const { name } of some) {
    const labels = [`alertname=${name}`, `severity=${severity}`, `network=${network}`];
    const test = await amtool(...route, `--verify.receivers=${receiver}`, ...labels);
    expect([name, test]).toEqual([name, ""]);
  }
});
