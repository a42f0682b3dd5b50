/** The command that prints the alert rules. */
import { readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { AlertRule, Group } from "../../src/rules/groups.ts";
import { alerts, optionalGroups } from "../../src/rules/groups.ts";
import { kindOf } from "../../src/rules/kinds.ts";
import { temporaryFolder } from "../support/folder.ts";
import { runToEnd } from "../support/program.ts";

const addresses = ["--grafana-url", "https://grafana.internal/", "--runbook-url", "https://wiki.internal/runbooks"];
const rulesOf = async (...flags: readonly string[]): Promise<readonly AlertRule[]> => {
  const { code, out, err } = await runToEnd(["rules", ...flags]);
  expect([code, err]).toEqual([0, ""]);
  return (parse(out).groups as readonly Group[]).flatMap(({ rules }) => rules);
};
const ofQuorum = (rules: readonly AlertRule[]) => rules.filter(({ alert }) => alert === "AvaxL1QuorumRisk");

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
    "AvaxL1QuorumRisk.critical.below=0.85",
    "AvaxL1QuorumRisk.critical.for=1m",
    "AvaxL1QuorumRisk.critical.severity=page",
    "AvaxL1QuorumRisk.warning.enabled=false",
    'AvaxExporterDown.critical.jobs=exporter\\..*|"a"',
    "AvaxNodePeersLow.enabled=false",
  ];
  const rules = await rulesOf(...addresses, ...settings.flatMap((setting) => ["--set", setting]));
  expect(ofQuorum(rules)).toMatchObject([{ for: "1m", labels: { severity: "page" } }]);
  expect(ofQuorum(rules)[0]?.expr).toMatch(/< 0\.85$/m);
  expect(rules.find(({ alert }) => alert === "AvaxExporterDown")?.expr).toContain(
    String.raw`up{job=~"exporter\\..*|\"a\""}`,
  );
  expect(rules.map(({ alert }) => alert)).not.toContain("AvaxNodePeersLow");
});

test("optional groups are added by their names", async () => {
  const names = async (...flags: readonly string[]) =>
    (await rulesOf(...addresses, ...flags)).map(({ alert }) => alert);
  expect(await names()).not.toContain("AvaxValidatorRenewalChanged");
  expect(await names("--group", "rewards")).toContain("AvaxValidatorRenewalChanged");
});

test.each<[flags: readonly string[], error: string]>([
  [[], "--grafana-url: a value is missing"],
  [["--grafana-url", "https://grafana.example"], '"https://grafana.example" is a placeholder'],
  [["--grafana-url", "http://127.0.0.1:3000"], "an address of this machine only"],
  [["--grafana-url", "grafana"], '"grafana" is not a URL; use the URL of your Grafana'],
  [[...addresses, "--group", "reward"], 'unknown group "reward"; did you mean rewards?'],
  [[...addresses, "--set", "AvaxL1QuorumRisk"], "has not the form ALERT.SEVERITY.PARAMETER=VALUE"],
  [[...addresses, "--set", "AvaxQuorumRisk.critical.below=1"], "did you mean AvaxL1QuorumRisk?"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.info.below=1"], "it has critical, warning"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.keepFiring=1m"], "and the settings enabled and keepFiringFor"],
  [
    [...addresses, "--set", "AvaxL1QuorumRisk.keepFiringFor=soon"],
    '"soon" is not a duration of up to 100y, such as 5m',
  ],
  [[...addresses, "--set", "AvaxL1QuorumRisk.keepFiringFor=300y"], "is not a duration of up to 100y"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.for="], '"" is not a duration of up to 100y'],
  [[...addresses, "--output", ""], "--output: the name of a file is missing"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.belw=1"], "did you mean below?"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.below=high"], '"high" is not a share from 0 to 1'],
  [
    [...addresses, "--set", "AvaxL1QuorumRisk.critical.below=85"],
    '"85" is not a share from 0 to 1, such as 0.85 for 85 %',
  ],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.below="], '"" is not a share'],
  [
    [...addresses, "--set", "AvaxL1QuorumRisk.critical.signing=0.95"],
    "AvaxL1QuorumRisk: critical.signing (0.95) is reached earlier than warning.signing (0.75): set both",
  ],
  [[...addresses, "--set", "AvaxL1HaltAhead.warning.seconds=60"], "critical.seconds (86400) is reached earlier"],
  [[...addresses, "--set", "AvaxNodeDiskLow.critical.below=-1"], '"-1" is not a number of bytes'],
  [
    [...addresses, "--set", "AvaxNodeDiskLow.critical.below=50"],
    '"50" is not a number of bytes of 1000000000 (1 GB) or more',
  ],
  [[...addresses, "--set", "AvaxAddressBalanceLow.warning.avax=0"], '"0" is not an amount of AVAX above 0'],
  [[...addresses, "--set", "AvaxNodeUnreachable.critical.window=300y"], "is not a duration above 0 and up to 100y"],
  [[...addresses, "--set", "AvaxNodeUnreachable.critical.for=300y"], "is not a duration of up to 100y"],
  [[...addresses, "--set", String.raw`AvaxExporterDown.critical.jobs=(a)\1`], "is not a regular expression"],
  ...[String.raw`\u0041`, String.raw`\Z`, String.raw`\E`, "(?<name>a)"].map((text): [string[], string] => [
    [...addresses, "--set", `AvaxExporterDown.critical.jobs=${text}`],
    `"${text}" is not a regular expression`,
  ]),
  [[...addresses, "--set", "AvaxL1HaltAhead.warning.seconds=Infinity"], '"Infinity" is not a number of seconds'],
  [[...addresses, "--set", "AvaxValidatorMissing.critical.state=ok"], '"ok" is not one of missing'],
  [[...addresses, "--set", "AvaxNodeFlapping.critical.changes=1.5"], '"1.5" is not a whole number of 1 or more'],
  [[...addresses, "--set", "AvaxL1HaltAhead.critical.seconds=0"], '"0" is not a number of seconds above 0'],
  [[...addresses, "--set", "AvaxNodeUnreachable.critical.window=1x"], '"1x" is not a duration above 0'],
  [[...addresses, "--set", "AvaxNodeUnreachable.critical.window=0s"], '"0s" is not a duration above 0'],
  [[...addresses, "--set", "AvaxNodeUnreachable.critical.window=30m1h"], '"30m1h" is not a duration above 0'],
  [[...addresses, "--set", "AvaxExporterDown.critical.jobs=("], '"(" is not a regular expression of Prometheus (RE2)'],
  [[...addresses, "--set", "AvaxExporterDown.critical.jobs=(?!a)b"], '"(?!a)b" is not a regular expression'],
  [
    [...addresses, "--set", "AvaxL1QuorumRisk.critical.coffee=1"],
    "allowed: for, enabled, severity, below (a share from 0 to 1, such as 0.85 for 85 %)",
  ],
  [[...addresses, "--set", "Coffee.critical.below=1"], "allowed: AvaxExporterDown, "],
  [
    [...addresses, "--set", "AvaxValidatorMissing.critical.state=nonsense"],
    '"nonsense" is not one of missing, inactive',
  ],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.for=soon"], '"soon" is not a duration of up to 100y, such as 5m'],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.enabled=no"], '"no" is neither true nor false'],
])("%j is refused", async (flags, error) => {
  const { code, out, err } = await runToEnd(["rules", ...flags]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(error);
});

test("severities whose thresholds are raised together stay in order", async () => {
  const settings = ["AvaxL1QuorumRisk.critical.below=0.95", "AvaxL1QuorumRisk.warning.below=0.97"];
  const rules = await rulesOf(...addresses, ...settings.flatMap((setting) => ["--set", setting]));
  expect(ofQuorum(rules).map(({ expr }) => expr.split("\n")[0]?.slice(-6))).toEqual(["< 0.95", "< 0.97"]);
});

test.each([
  "(?i)avalanche.*",
  "(?P<name>a)",
  String.raw`exporter\-1:\d+`,
  String.raw`a\\1`,
  "a{1000}",
  "[[:alpha:]]+",
  "(?U:a+)b",
  String.raw`\Qa(\E`,
])("%s is a regular expression of Prometheus", async (pattern) => {
  await rulesOf(...addresses, "--set", `AvaxExporterDown.critical.jobs=${pattern}`);
});

test.each(["AvaxL1QuorumRisk.warning.enabled=false", "AvaxL1QuorumRisk.enabled=false"])(
  "with %s, the other severity can have any threshold",
  async (disabled) => {
    await rulesOf(...addresses, "--set", disabled, "--set", "AvaxL1QuorumRisk.critical.below=0.95");
  },
);

test("an alert keeps firing for the time that is set, and for none by default unless it has one", async () => {
  const [before] = ofQuorum(await rulesOf(...addresses));
  expect(before?.keep_firing_for).toBe("15m");
  const rules = await rulesOf(
    ...[...addresses, "--set", "AvaxL1QuorumRisk.keepFiringFor=2h"],
    ...["--set", "AvaxL1QuorumRisk.critical.for=1m", "--set", "AvaxWatchdog.keepFiringFor=1m"],
  );
  expect(ofQuorum(rules).map(({ keep_firing_for }) => keep_firing_for)).toEqual(["2h", "2h"]);
  expect(ofQuorum(rules)[0]?.for).toBe("1m");
  expect(rules.find(({ alert }) => alert === "AvaxWatchdog")?.keep_firing_for).toBe("1m");
});

test("--list has each alert with its group, and each setting with its default, unit and range", async () => {
  const { code, out, err } = await runToEnd(["rules", "--list"]);
  expect([code, err]).toEqual([0, ""]);
  for (const { name } of alerts) expect(out).toContain(`\n${name}\n`);
  for (const group of optionalGroups) expect(out).toContain(`(optional: --group ${group})\n`);
  expect(out).toContain("Group avalanche-l1 (default)\n");
  const quorumRisk = alerts.find(({ name }) => name === "AvaxL1QuorumRisk");
  const [, ofQuorum = ""] = /^AvaxL1QuorumRisk\n((?: {2}.+\n)+)/m.exec(out) ?? [];
  expect(ofQuorum.replaceAll(/ {2,}/g, " ")).toBe(
    [
      ` critical.for ${quorumRisk?.tiers.critical?.for} (a duration of up to 100y, such as 5m)\n`,
      " critical.below 0.8 (a share from 0 to 1, such as 0.85 for 85 %)\n",
      " critical.signing 0.67 (a share from 0 to 1, such as 0.85 for 85 %)\n",
      ` warning.for ${quorumRisk?.tiers.warning?.for} (a duration of up to 100y, such as 5m)\n`,
      " warning.below 0.9 (a share from 0 to 1, such as 0.85 for 85 %)\n",
      " warning.signing 0.75 (a share from 0 to 1, such as 0.85 for 85 %)\n",
      " keepFiringFor 15m (a duration of up to 100y, such as 5m)\n",
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
  expect(out).toMatch(/rules\.yaml has \d+ rules in 5 groups\.\n$/);
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

test("--output follows a symbolic link", async () => {
  const folder = await temporaryFolder();
  const [file, link] = [join(folder, "rules.yaml"), join(folder, "link.yaml")];
  await writeFile(file, "before");
  await symlink(file, link);
  expect((await runToEnd(["rules", ...addresses, "--output", link])).code).toBe(0);
  expect([await readlink(link), await readFile(file, "utf8")]).toEqual([file, expect.stringMatching(/^groups:/)]);
});

test.each([
  ["missing/rules.yaml", "no such file or directory"],
  ["", "is not a regular file"],
])("--output to %j exits with 1 and prints the reason", async (name, reason) => {
  const file = join(await temporaryFolder(), name);
  const { code, out, err } = await runToEnd(["rules", ...addresses, "--output", file]);
  expect([code, out, err]).toEqual([1, "", `--output: cannot write ${file}: ${reason}\n`]);
});

const parameters = alerts.flatMap(({ name, tiers }) =>
  Object.values(tiers).flatMap((tier) =>
    Object.entries(tier.parameters).map(([key, value]) => [name, key, value] as const),
  ),
);
test.each(parameters)("%s.%s has a kind that accepts its default %s", (_alert, name, value) => {
  expect(kindOf(name, value)?.accepts(value)).toBe(true);
});
