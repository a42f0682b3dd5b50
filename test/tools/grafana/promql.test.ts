/** Tests of the PromQL parser of these tests. */
import { expect, test } from "vitest";
import { labelsOfResult, selectorsOf } from "./promql.ts";

const known: Readonly<Record<string, readonly string[]>> = {
  up: ["job", "instance"],
  info: ["job", "instance", "network"],
  calls_total: ["job", "instance", "method"],
  calls_bucket: ["job", "instance", "method", "le"],
};
const read = (expr: string) => {
  const { labels, messages } = labelsOfResult(expr, (metric) => known[metric]);
  return { labels: [...labels], messages };
};

test("every selector is found, with its matchers, enclosing functions and range", () => {
  const found = selectorsOf('sum by (job) (rate(calls_total{job=~"$job",method!="a\\"b"}[$__rate_interval])) / up');
  expect(found).toEqual([
    {
      metric: "calls_total",
      matchers: [
        { label: "job", operator: "=~", value: "$job" },
        { label: "method", operator: "!=", value: 'a"b' },
      ],
      within: ["rate", "sum"],
      range: "$__rate_interval",
    },
    { metric: "up", matchers: [], within: [], range: undefined },
  ]);
});

test("a selector can have a pattern of names", () => {
  const [found] = selectorsOf('increase({__name__=~"calls_.+",job="a"}[1h])');
  expect(found).toMatchObject({ metric: "calls_.+", matchers: [{ label: "job", operator: "=", value: "a" }] });
});

test("the labels of a result are known", () => {
  const labelsBy: Readonly<Record<string, readonly string[]>> = {
    "sum by (job) (calls_total)": ["job"],
    "sum(up)": [],
    "topk(3, calls_total)": ["job", "instance", "method"],
    "calls_total * on (job, instance) group_left (network) info": ["job", "instance", "method", "network"],
    "info * on (job, instance) up": ["job", "instance"],
    "histogram_quantile(0.5, sum by (job, le) (calls_bucket))": ["job"],
    'label_replace(up, "x", "$1", "job", "(.*)")': ["job", "instance", "x"],
    "time() - up": ["job", "instance"],
    "calls_total and on (job) up or up": ["job", "instance", "method"],
    "max_over_time((up + up)[5m:])": ["job", "instance"],
  };
  for (const [expr, labels] of Object.entries(labelsBy))
    expect({ expr, ...read(expr) }).toEqual({ expr, labels, messages: [] });
});

test.each([
  ["a metric that is not there", "down", "no metric down"],
  ["a label that a metric does not have", 'up{method="x"}', "up: no label method"],
  ["a label by which nothing can be summed up", "sum by (method) (up)", "no label method"],
  ["a label that one side of a join lacks", "calls_total * on (method) up", "no label method"],
  ["a label that a join cannot bring", "calls_total * on (job) group_left (network) up", "no label network"],
  ["series that never match", "calls_total / up", "no series match"],
  ["a label that is replaced from nothing", 'label_replace(up, "x", "$1", "y", "(.*)")', "no label y"],
])("%s is detected", (_what, expr, message) => {
  expect(read(expr).messages.join()).toContain(message);
});

test("invalid PromQL is rejected", () => {
  expect(() => selectorsOf("sum by (job (up)")).toThrow("no PromQL");
});
