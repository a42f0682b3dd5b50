/** The command that prints the alert rules. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { AlertRule, Group } from "../../src/rules/groups.ts";
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
  expect(ofQuorum(rules)[0]?.expr).toMatch(/< 0\.85$/);
  expect(rules.find(({ alert }) => alert === "AvaxExporterDown")?.expr).toContain(
    String.raw`up{job=~"exporter\\..*|\"a\""}`,
  );
  expect(rules.map(({ alert }) => alert)).not.toContain("AvaxNodePeersLow");
});

test("optional groups are added by their names", async () => {
  const names = async (...flags: readonly string[]) =>
    (await rulesOf(...addresses, ...flags)).map(({ alert }) => alert);
  expect(await names()).not.toContain("AvaxValidatorUnrewarded");
  expect(await names("--group", "rewards")).toContain("AvaxValidatorUnrewarded");
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
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.belw=1"], "did you mean below?"],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.below=high"], '"high" is not a number'],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.for=soon"], '"soon" is not a duration such as 5m'],
  [[...addresses, "--set", "AvaxL1QuorumRisk.critical.enabled=no"], '"no" is neither true nor false'],
])("%j is refused", async (flags, error) => {
  const { code, out, err } = await runToEnd(["rules", ...flags]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(error);
});
