/** Writes cases and scenarios as promtool's unit tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { severities } from "../../../src/alerts/alert.ts";
import type { Case } from "./cases/alerts.ts";
import { type End, worstAt } from "./cases/ends.ts";
import type { Scenario } from "./cases/scenarios.ts";
import { healthy, instance, job, of, type Series, withTargetLabels } from "./cases/series.ts";

/** Returns values per minute, the first of them a minute after the start. */
type Values = readonly (number | "stale" | undefined)[];

const round = (value: number) => Number(value.toPrecision(15));
function valuesOf(text: string, minutes: number): Values {
  const values: (number | "stale" | undefined)[] = [undefined];
  const tokens = text.split(" ");
  for (const [index, token] of tokens.entries()) {
    if (token === "stale") {
      values.push("stale");
      continue;
    }
    const [, first = "", step = "0", count] = /^(_|-?[\d.]+|Infinity)([+-][\d.]+)?(?:x(\d+))?$/.exec(token) ?? [];
    const isLast = index === tokens.length - 1 && count === undefined;
    const many = isLast ? minutes + 1 - values.length : Number(count ?? 1);
    for (let i = 0; i < many; i++) values.push(first === "_" ? undefined : round(Number(first) + i * Number(step)));
  }
  return values.slice(0, minutes + 1);
}

const tokenOf = (value: Values[number]) =>
  value === undefined ? "_" : value === Number.POSITIVE_INFINITY ? "Inf" : String(value);
function runs(values: Values): string {
  const tokens: string[] = [];
  for (let i = 0, end = 0; i < values.length; i = end) {
    for (end = i; end < values.length && values[end] === values[i]; ) end++;
    const many = end - i;
    const token = tokenOf(values[i]);
    const isPlain = token !== "stale" && token !== "_" && token !== "Inf";
    tokens.push(many > 1 && isPlain ? `${token}x${many - 1}` : `${token} `.repeat(many).trim());
  }
  return tokens.join(" ");
}
/** Moves samples to a second after the previous minute: at each minute a sample exists, but with an earlier time. */
const shifted = (values: Values) => `_ ${values.slice(1).map(tokenOf).join(" _x59 ")}`;
/** Every fifth scrape fails. */
const gapped = (values: Values, series: string): Values =>
  values.map((value, minute) => (minute % 5 !== 4 || value === undefined ? value : /^up\b/.test(series) ? 0 : "stale"));

export type UnitTest = {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test?: readonly object[];
  readonly promql_expr_test?: readonly object[];
};

type Writing = "plain" | "shifted" | "gapped";
const written = (series: Series, minutes: number, how: Writing = "plain") =>
  Object.entries(series).map(([name, text]) => {
    const values = valuesOf(text, minutes);
    if (how === "shifted") return { series: name, values: shifted(values) };
    return { series: name, values: runs(how === "gapped" ? gapped(values, name) : values) };
  });

const nothing: readonly object[] = [];
const minute = (count: number) => `${count}m`;

/** Returns the test of the description of a case, at the end. */
export function descriptionTestOf({ alert, series, after, labels, description }: Case): UnitTest {
  const [[severity = "", minutes = 0] = []] = Object.entries(after);
  const exp_alerts = [{ exp_labels: { severity, ...labels }, exp_annotations: { description } }];
  return {
    name: `${alert}: the description`,
    interval: "1m",
    input_series: written({ ...healthy, ...series }, minutes + 1),
    alert_rule_test: [{ eval_time: minute(minutes + 1), alertname: alert, exp_alerts }],
  };
}

/** Returns the tests of a case: promtool compares all alerts of its name. */
export function unitTestsOf(one: Case): UnitTest[] {
  const { alert, series, without, after, slack = 0, isTimed, isInstant } = one;
  const all =
    without === undefined
      ? healthy
      : Object.fromEntries(Object.entries(healthy).filter(([name]) => !name.includes(without)));
  const last = Math.max(...Object.values(after)) + 1 + slack;
  const broken: Series = { ...all, ...series };
  const at = (time: number) => ({
    eval_time: minute(time),
    alertname: alert,
    exp_alerts: severities
      .filter((severity) => (after[severity] ?? Number.POSITIVE_INFINITY) + 1 <= time)
      .map((severity) => {
        const own = severity === one.other?.severity ? one.other : one;
        return { exp_labels: { severity, ...own.labels }, exp_annotations: { summary: own.summary } };
      }),
  });
  const times = [...new Set(Object.values(after))].flatMap((minutes) => [minutes - slack, minutes + 1 + slack]);
  /** The summaries of timed alerts differ from minute to minute: they are compared at the end only. */
  const firing = isTimed ? [at(last)] : times.filter((time) => time > 0).map(at);
  const counts = (time: number) => ({
    expr: `count by (severity) (ALERTS{alertname="${alert}",alertstate="firing"})`,
    eval_time: minute(time),
    exp_samples: severities
      .filter((severity) => (after[severity] ?? Number.POSITIVE_INFINITY) + 1 <= time)
      .map((severity) => ({ labels: `{severity="${severity}"}`, value: 1 })),
  });
  const test = (name: string, input_series: UnitTest["input_series"], more: object, interval = "1m"): UnitTest => ({
    name: `${alert}${one.when === undefined ? "" : `, ${one.when}`}: ${name}`,
    interval,
    input_series,
    ...more,
  });
  const exact = { alert_rule_test: firing, promql_expr_test: times.filter((time) => time > 0).map(counts) };
  const tests = [test("fires", written(broken, last), exact)];
  if (alert === "AvaxWatchdog") return tests;
  const quiet = { promql_expr_test: [{ ...counts(last), exp_samples: nothing }] };
  const onlyHealthy = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in series)));
  tests.push(
    test("fires with labels of the targets", written(withTargetLabels(broken), last), {
      promql_expr_test: times.filter((time) => time > 0).map(counts),
    }),
    test(
      "fires if samples are a second later",
      written(broken, last, "shifted"),
      { promql_expr_test: times.filter((time) => time > 0).map(counts) },
      "1s",
    ),
    test("does not fire while everything is healthy", written(healthy, last), quiet),
    test("does not fire with labels of the targets", written(withTargetLabels(healthy), last), quiet),
    ...(one.isAboutAbsence ? [] : [test("does not fire without data", written(onlyHealthy, last), quiet)]),
  );
  // two minutes more: the first minutes of a range have few samples
  if (!isInstant) {
    const later = last + 2;
    const gaps = { promql_expr_test: [counts(later)] };
    tests.push(test("fires although every fifth scrape is missed", written(broken, later, "gapped"), gaps));
  }
  return tests;
}

const firing = 'alertstate="firing",alertname!="AvaxWatchdog"';

const restart = (values: Values, series: string): Values =>
  values.map((value, i) => {
    if (i < 10 || value === undefined) return value;
    if (i < 12) return /^up\b/.test(series) ? 0 : "stale";
    return /_(total|count)(\{|$)/.test(series) ? (values[i - 11] ?? 0) : value;
  });
/** Returns all healthy series, absent for two minutes, with counters that restart at 0. */
export function restartTest(): UnitTest {
  const input_series = Object.entries(healthy).map(([series, text]) => ({
    series,
    values: runs(restart(valuesOf(text, 90), series)),
  }));
  const checks = [11, 13, 25, 90].map((time) => ({
    expr: `ALERTS{alertstate="firing",alertname!="AvaxWatchdog"}`,
    eval_time: minute(time),
    exp_samples: nothing,
  }));
  return {
    name: "nothing fires where the exporter is restarted",
    interval: "1m",
    input_series,
    promql_expr_test: checks,
  };
}

/** Returns the series of the page of a node, with the labels that all series have. */
const seriesOf = (page: string) =>
  page.split("\n").flatMap((line) => {
    const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (value === undefined) return [];
    const own = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, label = "", text = ""]) => [label, text] as const,
    );
    return { name, labels: Object.fromEntries([...own, ["network", "mainnet"]]), value };
  });

/** Returns a test for each series of a metric on the page of a healthy node and each of its labels: the label is absent for 10 minutes.
 *  Nothing fires until an hour after that. */
export function labelTestsOf(page: string, metric: string): UnitTest[] {
  const pageSeries = seriesOf(page);
  const nameOf = ({ name, labels }: (typeof pageSeries)[number], without?: string) =>
    of({ job, instance })(name, { ...labels, ...(without !== undefined && { [without]: "" }) });
  const all = Object.fromEntries(pageSeries.map((one) => [nameOf(one), one.value]));
  return pageSeries.flatMap((one) =>
    Object.keys(one.name === metric ? one.labels : {}).flatMap((label) => {
      const { value } = one;
      const input = {
        ...all,
        [nameOf(one)]: `${value}x10 stale _x9 ${value}`,
        [nameOf(one, label)]: `_x11 ${value}x9 stale`,
      };
      const expr = `count by (alertname) (count_over_time(ALERTS{${firing}}[80m]))`;
      const check = { expr, eval_time: minute(80), exp_samples: nothing };
      return {
        name: `${nameOf(one)} without ${label}`,
        interval: "1m",
        input_series: written(input, 80),
        promql_expr_test: [check],
      };
    }),
  );
}

/** Returns the test that one of some alerts fires at each minute from 30 minutes before the worst value to an hour after it, and at the end
 *  the last of them: none is resolved because the worst has happened. */
export function endTestOf({ name, series, alerts }: End): UnitTest {
  const last = worstAt + 60;
  const isFiring = (names: readonly string[]) => `count(ALERTS{alertstate="firing",alertname=~"${names.join("|")}"})`;
  const always = {
    expr: `min_over_time((${isFiring(alerts)} > bool 0 or vector(0))[90m:1m])`,
    eval_time: minute(last),
  };
  const atEnd = { expr: `${isFiring(alerts.slice(-1))} > bool 0`, eval_time: minute(last) };
  return {
    name,
    interval: "1m",
    input_series: written({ ...healthy, ...series }, last),
    promql_expr_test: [
      { ...always, exp_samples: [{ labels: "{}", value: 1 }] },
      { ...atEnd, exp_samples: [{ labels: "{}", value: 1 }] },
    ],
  };
}

export const unitTestFile = (ruleFile: string, tests: readonly UnitTest[], evaluation_interval = "1m") =>
  stringify({ rule_files: [ruleFile], evaluation_interval, tests }, { lineWidth: 0, aliasDuplicateObjects: false });

type InhibitRule = Readonly<Record<"source_matchers" | "target_matchers" | "equal", readonly string[]>>;
const { inhibit_rules } = parse(readFileSync(join(import.meta.dirname, "../../../grafana/alertmanager.yaml"), "utf8"));

const matching = (matchers: readonly string[]) => `ALERTS{${[firing, ...matchers].join(",")}}`;
/** Returns the alerts that Alertmanager notifies of, in PromQL: without those that the inhibition rules of the example suppress. */
const notified = [
  matching([]),
  ...(inhibit_rules as readonly InhibitRule[]).map(
    ({ source_matchers, target_matchers, equal }) =>
      `(${matching(target_matchers)} and on (${equal.join(", ")}) ${matching(source_matchers)})`,
  ),
].join("\nunless\n");

/** Checks of which alerts a person is notified. `change`: of the series. */
export function scenarioTestOf(
  { name, input, interval = "1m", notifies }: Scenario,
  change = (all: Series) => all,
): UnitTest {
  const minutes = interval === "1h" ? 60 : 1;
  const lengthOf = (at: string) =>
    Number(/^(\d+)/.exec(at)?.[1]) * (at.endsWith("h") ? 60 : at.endsWith("d") ? 1440 : 1);
  const moments = Object.entries(notifies).flatMap(([times, alerts]) =>
    times.split(" ").map((time) => [time, alerts] as const),
  );
  const last = Math.max(...moments.map(([at]) => lengthOf(at))) / minutes + 1;
  const checks = moments.map(([eval_time, alerts]) => ({
    expr: `count by (alertname, severity) (\n${notified}\n)`,
    eval_time,
    exp_samples: Object.entries(alerts).map(([alert, value]) => {
      const [alertname, severity] = alert.split(" ");
      return { labels: `{alertname="${alertname}", severity="${severity}"}`, value };
    }),
  }));
  return { name, interval, input_series: written(change(input), last), promql_expr_test: checks };
}
