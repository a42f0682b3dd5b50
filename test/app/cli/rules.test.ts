/** The command that prints the alert rules. */
import { readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type AlertRule, alerts, optionalGroups, type RuleGroup } from "../../../src/alerts/groups.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/program.ts";

const addresses = ["--grafana-url", "https://grafana.internal/", "--runbook-url", "https://wiki.internal/runbooks"];
const rulesOf = async (...flags: readonly string[]): Promise<readonly AlertRule[]> => {
  const { code, out, err } = await runToEnd(["rules", ...flags]);
  expect([code, err]).toEqual([0, ""]);
  return (parse(out).groups as readonly RuleGroup[]).flatMap(({ rules }) => rules);
};
const ofSigning = (rules: readonly AlertRule[]) => rules.filter(({ alert }) => alert === "AvaxL1SigningRisk");

test("the links of all alerts begin with the given addresses", async () => {
  const rules = await rulesOf(...addresses);
  expect(rules.length).toBeGreaterThan(30);
  for (const { alert, annotations } of rules) {
    expect(annotations["runbook_url"]).toBe(`https://wiki.internal/runbooks/${alert}.md`);
    expect(annotations["dashboard_url"]).toMatch(/^https:\/\/grafana\.internal\/d\/avax-/);
  }
});

test("with none, alerts have no links", async () => {
  const rules = await rulesOf("--grafana-url", "none", "--runbook-url", "none");
  expect(rules.flatMap(({ annotations }) => Object.keys(annotations)).filter((key) => key.endsWith("_url"))).toEqual(
    [],
  );
});

test("settings change thresholds, durations and severities, and switch alerts off", async () => {
  const settings = [
    "AvaxL1SigningRisk.critical.below=0.7",
    "AvaxL1SigningRisk.critical.for=1m",
    "AvaxL1SigningRisk.critical.severity=page",
    "AvaxL1SigningRisk.warning.enabled=false",
    "AvaxL1HaltAhead.warning.duration=1w2d",
    'AvaxExporterDown.warning.jobs=exporter\\..*|"a"',
    "AvaxNodePeersLow.enabled=false",
  ];
  const rules = await rulesOf(...addresses, ...settings.flatMap((setting) => ["--set", setting]));
  expect(ofSigning(rules)).toMatchObject([{ for: "1m", labels: { severity: "page" } }]);
  expect(ofSigning(rules)[0]?.expr).toMatch(/< 0\.7$/m);
  const ahead = rules.filter(({ alert }) => alert === "AvaxL1HaltAhead");
  expect(ahead.map(({ expr }) => / < (\d+)/.exec(expr)?.[1])).toEqual(["86400", "777600"]);
  expect(
    rules.find(({ alert, labels }) => alert === "AvaxExporterDown" && labels["severity"] === "warning")?.expr,
  ).toContain(String.raw`up{job=~"exporter\\..*|\"a\""}`);
  expect(rules.map(({ alert }) => alert)).not.toContain("AvaxNodePeersLow");
});

test("an address of this machine is a warning", async () => {
  const { code, err } = await runToEnd(["rules", "--grafana-url", "http://127.0.0.1:3000", "--runbook-url", "none"]);
  expect([code, err]).toEqual([0, "warning: links to http://127.0.0.1:3000 work on this machine only\n"]);
});

test("optional groups are added by their names", async () => {
  const names = async (...flags: readonly string[]) =>
    (await rulesOf(...addresses, ...flags)).map(({ alert }) => alert);
  expect(await names()).not.toContain("AvaxL1ValidatorsLeft");
  expect(await names("--group", "governance")).toContain("AvaxL1ValidatorsLeft");
});

test.each<[flags: readonly string[], error: string]>([
  [[], "--grafana-url: a value is missing"],
  [["--grafana-url", "https://grafana.example"], '"https://grafana.example" is a placeholder'],
  [["--grafana-url", "grafana"], '"grafana" is not a URL; use the URL of your Grafana'],
  [[...addresses, "--group", "economic"], 'unknown group "economic"; did you mean economics?'],
  [[...addresses, "--set", "AvaxL1SigningRisk"], "has not the form ALERT.SEVERITY.PARAMETER=VALUE"],
  [[...addresses, "--set", "AvaxSigningRisk.critical.below=1"], "did you mean AvaxL1SigningRisk?"],
  [[...addresses, "--set", "Coffee.critical.below=1"], "allowed: AvaxExporterDown, "],
  [
    [...addresses, "--set", "AvaxL1SigningRisk.info.below=1"],
    'unknown setting "info.below"; allowed: enabled, keepFiringFor, critical.enabled, ',
  ],
  [[...addresses, "--set", "AvaxL1SigningRisk.keepFiring=1m"], "did you mean keepFiringFor?"],
  [[...addresses, "--set", "AvaxL1SigningRisk.warnin.below=1"], "did you mean warning.below?"],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.belw=1"], "did you mean critical.below?"],
  [
    [...addresses, "--set", "AvaxL1SigningRisk.critical.coffee=1"],
    "critical.for, critical.keepFiringFor, critical.below",
  ],
  [[...addresses, "--set", "AvaxL1SigningRisk.keepFiringFor=soon"], '"soon" is not a duration such as 5m'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.for="], '"" is not a duration'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.for=30m1h"], '"30m1h" is not a duration'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.severity="], '"" is not the name of a severity'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.enabled=no"], '"no" is neither true nor false'],
  [[...addresses, "--set", "AvaxL1HaltAhead.warning.duration=604800"], '"604800" is not a duration such as 5m'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.below=high"], '"high" is not a number'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.below="], '"" is not a number'],
  [[...addresses, "--set", "AvaxL1SigningRisk.critical.below=Infinity"], '"Infinity" is not a number'],
  [[...addresses, "--output", ""], "--output: the name of a file is missing"],
])("%j is refused", async (flags, error) => {
  const { code, out, err } = await runToEnd(["rules", ...flags]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(error);
});

test("an alert keeps firing for the time that is set, and for none by default unless it has one", async () => {
  const [before] = ofSigning(await rulesOf(...addresses));
  expect(before?.keep_firing_for).toBe("15m");
  const rules = await rulesOf(
    ...[...addresses, "--set", "AvaxL1SigningRisk.keepFiringFor=2h"],
    ...["--set", "AvaxL1SigningRisk.critical.for=1m", "--set", "AvaxWatchdog.keepFiringFor=1m"],
  );
  expect(ofSigning(rules).map(({ keep_firing_for }) => keep_firing_for)).toEqual(["2h", "2h"]);
  expect(ofSigning(rules)[0]?.for).toBe("1m");
  expect(rules.find(({ alert }) => alert === "AvaxWatchdog")?.keep_firing_for).toBe("1m");
});

test("--list has each alert with its group, and each setting with its default", async () => {
  const { code, out, err } = await runToEnd(["rules", "--list"]);
  expect([code, err]).toEqual([0, ""]);
  for (const { name } of alerts) expect(out).toContain(`\n${name}\n`);
  for (const group of optionalGroups) expect(out).toContain(`(optional: --group ${group})\n`);
  expect(out).toContain("Group avalanche-l1 (default)\n");
  const signingRisk = alerts.find(({ name }) => name === "AvaxL1SigningRisk");
  const [, ofSigning = ""] = /^AvaxL1SigningRisk\n((?: {2}.+\n)+)/m.exec(out) ?? [];
  expect(ofSigning.replaceAll(/ {2,}/g, " ")).toBe(
    [
      ` critical.for ${signingRisk?.tiers.critical?.for}\n`,
      " critical.below 0.67\n",
      ` warning.for ${signingRisk?.tiers.warning?.for}\n`,
      " warning.below 0.75\n",
      " keepFiringFor 15m\n",
    ].join(""),
  );
});

test("the settings of --list are accepted by --set", async () => {
  const { out } = await runToEnd(["rules", "--list"]);
  let alert = "";
  const settings = out.split("\n").flatMap((line) => {
    if (/^Avax/.test(line)) alert = line;
    const [, setting, value] = /^ {2}([a-z]\S+) +(\S+)/i.exec(line) ?? [];
    return setting === undefined || value === "none" ? [] : ["--set", `${alert}.${setting}=${value}`];
  });
  expect(settings.length).toBeGreaterThan(200);
  expect(await rulesOf(...addresses, ...settings)).toEqual(await rulesOf(...addresses));
});

test("--output writes the same rules to a file, and prints how many", async () => {
  const file = join(await temporaryFolder(), "rules.yaml");
  const { code, out, err } = await runToEnd(["rules", ...addresses, "--output", file]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/rules\.yaml has \d+ rules in 6 groups\.\n$/);
  expect(await readFile(file, "utf8")).toBe((await runToEnd(["rules", ...addresses])).out);
});

test("--output keeps the file as it is after an error, and leaves no other file", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "rules.yaml");
  await writeFile(file, "before", { mode: 0o640 });
  expect((await runToEnd(["rules", ...addresses, "--output", file, "--set", "A.critical.below=1"])).code).toBe(2);
  expect([await readFile(file, "utf8"), await readdir(folder)]).toEqual(["before", ["rules.yaml"]]);
  expect((await runToEnd(["rules", ...addresses, "--output", file])).code).toBe(0);
  expect([(await stat(file)).mode & 0o777, await readdir(folder)]).toEqual([0o640, ["rules.yaml"]]);
});

test("--output refuses a symbolic link, and keeps its target", async () => {
  const folder = await temporaryFolder();
  const [file, link] = [join(folder, "rules.yaml"), join(folder, "link.yaml")];
  await writeFile(file, "before");
  await symlink(file, link);
  expect(await runToEnd(["rules", ...addresses, "--output", link])).toMatchObject({
    code: 1,
    err: `--output: cannot write ${link}: is not a regular file\n`,
  });
  expect([await readlink(link), await readFile(file, "utf8")]).toEqual([file, "before"]);
});

test.each([
  ["missing/rules.yaml", "no such file or directory"],
  ["", "is not a regular file"],
])("--output to %j exits with 1 and prints the reason", async (name, reason) => {
  const file = join(await temporaryFolder(), name);
  const { code, out, err } = await runToEnd(["rules", ...addresses, "--output", file]);
  expect([code, out, err]).toEqual([1, "", `--output: cannot write ${file}: ${reason}\n`]);
});
