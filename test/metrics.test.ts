/** Naming rules for every metric. */

import { expect, test } from "vitest";
import { contract } from "../src/api/contract.ts";
import { collectors } from "../src/collectors/all.ts";
import { familiesOf } from "../src/exporter/layout.ts";
import * as self from "../src/metrics/exporter.ts";

const data = [...familiesOf(collectors)];
const all = [...data, ...Object.values(self)];
const named = all.map((metric) => [metric.name, metric] as const);

test("every name is unique", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(named)("%s follows the naming rules", (name, { type, labels, help }) => {
  expect(name).toMatch(/^avax_[a-z0-9]+(_[a-z0-9]+)*$/);
  expect(name.endsWith("_total")).toBe(type === "counter");
  expect(name).not.toMatch(/percent|pct|_(gauge|counter|histogram|sum|count|bucket|age|since|until)$/);
  for (const label of labels) {
    expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(["type", "job", "instance", "owner", "env", "region", "zone", "le"]).not.toContain(label);
    if (!name.endsWith("_info")) expect(label).not.toBe("network");
    expect(name).not.toContain(`_by_${label}`);
  }
  expect(help).toMatch(/^[A-Z0-9].*\.$/);
});

test.each(data.map((metric) => [metric.name, metric] as const))(
  "%s documents its method and field",
  (_name, { from }) => {
    expect(Object.keys(contract)).toContain(from?.match(/^\w+\.\w+/)?.[0]);
  },
);

test("the exporter's own metrics have a separate prefix, except those about the node", () => {
  const others = Object.values(self).filter(({ name }) => !name.startsWith("avax_exporter_"));
  expect(others.map(({ name }) => name)).toEqual(["avax_up", "avax_node_reachable"]);
});

test("no label is on every metric", () => {
  const shared = data
    .map(({ labels }) => labels as readonly string[])
    .reduce((a, b) => a.filter((label) => b.includes(label)));
  expect(shared).toEqual([]);
});
