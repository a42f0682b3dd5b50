/** Writes cases as promtool's unit tests. */
import { stringify } from "yaml";
import { alertGroups, alertRules, optionalGroups, recordingGroups } from "../../grafana/src/rules/groups.ts";
import { type Case, type Firing, healthy, type Series, type Special } from "./cases/case.ts";
import type { Scenario } from "./cases/scenario.ts";

const job = "avalanche-exporter";
const instance = "exporter:9652";

/** Returns values per minute, the first of them a minute after the start. */
type Values = readonly (number | "stale" | undefined)[];

function valuesOf(text: string, minutes: number): Values {
  const values: (number | undefined)[] = [undefined];
  for (const token of text.split(" ")) {
    const [, first = "", step = "0", count] = /^(_|-?[\d.]+)([+-][\d.]+)?(?:x(\d+))?$/.exec(token) ?? [];
    const isLast = text.endsWith(token) && count === undefined;
    const many = isLast ? minutes + 1 - values.length : Number(count ?? 1);
    for (let i = 0; i < many; i++) values.push(first === "_" ? undefined : round(Number(first) + i * Number(step)));
  }
  return values.slice(0, minutes + 1);
}
const round = (value: number) => Number(value.toPrecision(15));

/** Alternates between the case's values and healthy ones every minute. */
const alternating = (broken: Values | undefined, good: Values | undefined, minutes: number): Values =>
  Array.from({ length: minutes + 1 }, (_, i) => {
    const now = i % 2 === 0 ? good : broken;
    return now ? now[i] : i === 0 ? undefined : "stale";
  });

type Target = { readonly node?: string };
function withTarget(series: string, { node }: Target): string {
  const [, name = "", labels = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(series) ?? [];
  const all = [
    `job="${job}"`,
    ...(labels.includes("instance=") ? [] : [`instance="${instance}"`]),
    ...(node === undefined ? [] : [`node="${node}"`]),
    ...(labels === "" ? [] : [labels]),
  ];
  return `${name}{${all.join(",")}}`;
}

type Input = ReadonlyMap<string, Values>;
function inputOf(series: Series, minutes: number): Input {
  const entries = Object.entries(series).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Map(entries.map(([name, text]) => [name, valuesOf(text, minutes)]));
}

const tokenOf = (value: Values[number]) => (value === undefined ? "_" : String(value));
function runs(values: Values): string {
  const tokens: string[] = [];
  for (let i = 0, end = 0; i < values.length; i = end) {
    for (end = i; end < values.length && values[end] === values[i]; ) end++;
    const many = end - i;
    const token = tokenOf(values[i]);
    tokens.push(
      many > 1 && token !== "stale" && token !== "_" ? `${token}x${many - 1}` : `${token} `.repeat(many).trim(),
    );
  }
  return tokens.join(" ");
}
/** Moves samples to a second after the previous minute: at each minute a sample exists, but with an earlier time. */
const shifted = (values: Values) => `_ ${values.slice(1).map(tokenOf).join(" _x59 ")}`;

type Writing = { readonly target?: Target; readonly shift?: boolean };
const written = (input: Input, { target = {}, shift = false }: Writing) =>
  [...input].map(([series, values]) => ({
    series: withTarget(series, target),
    values: shift ? shifted(values) : runs(values),
  }));

type Expected = { readonly exp_labels: object; readonly exp_annotations: object };
type Check = { readonly eval_time: string; readonly alertname: string; readonly exp_alerts: readonly Expected[] };
export type UnitTest = {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test?: readonly Check[];
  readonly promql_expr_test?: readonly object[];
};

const rules = alertRules();
const node = { node_id: "NodeID-Own", network: "mainnet" };
function labelsOf(about: Case["about"], { node: name }: Target): Readonly<Record<string, string>> {
  const target = { job, instance, ...(name !== undefined && { node: name }) };
  if (about === "nothing") return {};
  if (about === "exporter") return { job, instance };
  if (about === "item" || (about === "network" && name === undefined)) return { network: node.network };
  return { ...target, ...node };
}
/** Returns the text for a node with a name. */
const named = (text: string, { node: name }: Target) =>
  name === undefined ? text : text.replace(/NodeID-\w+|all nodes|exporter:9652/, name);
const expectedOf = ({ about }: Case, { severity, labels, summary }: Firing, target: Target): Expected => ({
  exp_labels: { severity, ...labelsOf(about, target), ...labels },
  exp_annotations: { summary: about === "exporter" ? summary : named(summary, target) },
});

const check = (minute: number, alertname: string, exp_alerts: readonly Expected[]): Check => ({
  eval_time: `${minute}m`,
  alertname,
  exp_alerts,
});

/** Returns all tests of a case. */
export function unitTestsOf(one: Case): UnitTest[] {
  const { alert, when, after, fires, about, looksBack = false } = one;
  const slack = looksBack ? 2 : 0;
  const at = 1 + after + slack;
  const broken = inputOf({ ...healthy, ...when }, at);
  const good = inputOf(healthy, at);
  const unknown = Object.fromEntries(Object.keys(when).map((series) => [series, null]));
  const silent = [check(at, alert, [])];
  const firing = (target: Target) => [
    ...(about === "nothing" ? [] : [check(after - slack, alert, [])]),
    check(
      at,
      alert,
      fires.map((each) => expectedOf(one, each, target)),
    ),
  ];
  const test = (
    name: string,
    input_series: UnitTest["input_series"],
    alert_rule_test: readonly Check[],
    interval = "1m",
  ): UnitTest => ({ name: `${alert}: ${name}`, interval, input_series, alert_rule_test });
  const tests = [
    test("fires", written(broken, {}), firing({})),
    test("fires if samples are a second later", written(broken, { shift: true }), firing({}), "1s"),
  ];
  if (about === "nothing") return tests;
  tests.push(
    test("does not fire while everything is healthy", written(good, {}), silent),
    test("does not fire without data", written(inputOf({ ...healthy, ...unknown }, at), {}), silent),
  );
  if (about !== "item") {
    const several = [...written(good, { target: { node: "a" } }), ...written(broken, { target: { node: "b" } })];
    tests.push(test("fires of one node of several", several, firing({ node: "b" })));
  }
  if (!looksBack) {
    const each = [...broken, ...good].map(([name]) => name);
    const input = each.map((name) => [name, alternating(broken.get(name), good.get(name), at)] as const);
    tests.push(test("is silent where it comes and goes", written(new Map(input), {}), silent));
  }
  return tests;
}

/** Checks the number of firing alerts. */
const countOf = (alert: string, minute: number, firing: number) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
  eval_time: `${minute}m`,
  exp_samples: [{ labels: "{}", value: firing }],
});

export function specialTestsOf({ why, alert, when, at, firing }: Special): UnitTest[] {
  return [false, true].map((shift) => ({
    name: `${alert}: ${why}${shift ? ", samples a second later" : ""}`,
    interval: shift ? "1s" : "1m",
    input_series: written(inputOf({ ...healthy, ...when }, at), { shift }),
    promql_expr_test: [countOf(alert, at, firing)],
  }));
}

/** Returns all healthy series, absent for two minutes, with counters that restart at 0. */
export function restartTest(): UnitTest {
  const minutes = 90;
  const before = inputOf(healthy, minutes);
  const away = (name: string, values: Values): Values =>
    values.map((value, i) => {
      if (i < 10 || value === undefined) return value;
      if (i < 12) return name === "up" ? 0 : "stale";
      return /_(total|count)(\{|$)/.test(name) ? (values[i - 11] ?? 0) : value;
    });
  const input = new Map([...before].map(([name, values]) => [name, away(name, values)]));
  const names = [...new Set(rules.map((rule) => rule.alert))].filter((name) => name !== "AvaxWatchdog");
  return {
    name: "nothing fires where the exporter is restarted",
    interval: "1m",
    input_series: written(input, {}),
    alert_rule_test: names.flatMap((name) => [11, 13, 25, 90].map((minute) => check(minute, name, []))),
  };
}

/** Tests in promtool's format. Recording rules are evaluated first, otherwise alerts fire a minute later. */
export const unitTestFile = (ruleFile: string, tests: readonly UnitTest[], evaluation_interval = "1m") => {
  const group_eval_order = [...recordingGroups, ...alertGroups({}, optionalGroups)].map(({ name }) => name);
  const file = { rule_files: [ruleFile], evaluation_interval, group_eval_order, tests };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
};

const notWatchdog = 'alertstate="firing",alertname!="AvaxWatchdog"';
/** Checks which alerts fire, and that each names the network. */
export function scenarioTestOf({ name, input, interval = "1m", firing }: Scenario): UnitTest {
  const checks = firing.flatMap(([eval_time, alerts]) => [
    {
      expr: `count by (alertname, severity) (ALERTS{${notWatchdog}})`,
      eval_time,
      exp_samples: Object.entries(alerts).map(([alert, value]) => {
        const [alertname, severity] = alert.split(" ");
        return { labels: `{alertname="${alertname}", severity="${severity}"}`, value };
      }),
    },
    { expr: `ALERTS{${notWatchdog},network=""}`, eval_time, exp_samples: [] },
  ]);
  const input_series = Object.entries(input).map(([series, values]) => ({ series, values }));
  return { name, interval, input_series, promql_expr_test: checks };
}
