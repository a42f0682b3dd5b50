/** Checks of the rule files and of the examples of configurations with promtool and amtool. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleFiles } from "../../../src/tools/grafana/alert-files.ts";
import { ofPrometheus } from "../../../src/tools/packaging/programs.ts";
import { choose } from "../../support/choose-receiver.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { errorsOf } from "../support/errors-of.ts";
import { ofAlertmanager } from "../support/programs.ts";

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
  "amtool of the oldest release and of the present one accepts the receiver %s",
  async (receiver) => {
    const file = await alertmanagerWith(receiver);
    for (const release of ["v0.25.0", "v0.30.1"])
      expect([release, await errorsOf(ofAlertmanager("amtool", release), "check-config", file)]).toEqual([release, ""]);
  },
);

test("amtool rejects a receiver that does not exist", async () => {
  expect(await amtool("check-config", await alertmanagerWith("pager"))).toContain("pager");
});

test.for([
  ["alertname=AvaxNodeUnreachable severity=critical network=mainnet", "pagerduty"],
  ["alertname=AvaxNodeUnreachable severity=critical network=fuji", "slack"],
  ["alertname=AvaxCollectorFailing severity=critical", "pagerduty"],
  ["alertname=AvaxNodePeersLow severity=warning network=mainnet", "slack"],
  ["alertname=AvaxValidatorEndingSoon severity=info network=mainnet", "none"],
  ["alertname=AvaxWatchdog severity=info", "watchdog"],
  ["alertname=AvaxMyOwn severity=critical", "pagerduty"],
  ["alertname=NodeDown severity=critical", "slack"],
] as const)("amtool routes %s to %s", async ([labels, receiver]) => {
  const file = `--config.file=${await alertmanagerWith("slack", "pagerduty")}`;
  const how = ["config", "routes", "test", file, `--verify.receivers=${receiver}`];
  expect(await amtool(...how, ...labels.split(" "))).toBe("");
});
