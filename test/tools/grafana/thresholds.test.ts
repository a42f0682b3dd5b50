/** Colors and comparisons of the dashboards are thresholds: generated from other thresholds, all their numbers are different. */
import { expect, test, vi } from "vitest";
import { thresholds } from "../../../src/tools/grafana/dashboards/thresholds.ts";
import { type Dashboard, panelsOf, queriesOf } from "./dashboards.ts";

async function generate() {
  const { dashboardFiles } = await import("../../../src/tools/grafana/dashboards/files.ts");
  return [...dashboardFiles().values()].map((text) => JSON.parse(text) as Dashboard);
}
/** Shares remain shares. */
const other = (value: number | string) => (typeof value === "string" ? value : value < 1 ? value * 0.97 : value * 61);

vi.resetModules();
const real = await generate();
vi.resetModules();
const others = Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, other(value)]));
vi.doMock("../../../src/tools/grafana/dashboards/thresholds.ts", () => ({ thresholds: others }));
const altered = await generate();
vi.doUnmock("../../../src/tools/grafana/dashboards/thresholds.ts"); // other files of the same worker use the real ones
vi.resetModules();

type Found = { readonly where: string; readonly value: number };
/** Returns the values from which a color or a word applies. */
const stepsOf = (dashboard: Dashboard): readonly Found[] =>
  panelsOf(dashboard).flatMap(({ title, fieldConfig }) => {
    const values: unknown[] = [];
    JSON.stringify(fieldConfig, (key, part) => {
      if (key === "steps") values.push(...part.map((step: { readonly value: unknown }) => step.value));
      if (key === "options") values.push(part.from, part.to);
      return part;
    });
    const where = `${dashboard.uid}: ${title}`;
    return values.filter((value) => typeof value === "number").map((value) => ({ where, value }));
  });
/** Returns the numbers that queries compare with, apart from the majority of observers. */
const limitsOf = (dashboard: Dashboard): readonly Found[] =>
  queriesOf(dashboard).flatMap(({ name, target }) =>
    [...target.expr.replaceAll(/>=? 0\.5\b/g, "").matchAll(/[<>]=? ([\d.]+)/g)].map(([, value]) => ({
      where: name,
      value: Number(value),
    })),
  );

test.for([
  ["color", stepsOf],
  ["comparison in a query", limitsOf],
] as const)("every %s is a threshold, 0 or 1", ([, find]) => {
  const before = real.flatMap(find);
  const after = altered.flatMap(find);
  expect(before.length).toBeGreaterThan(5);
  expect(after.length).toBe(before.length);
  expect(before.filter(({ value }, i) => ![0, 1].includes(value) && value === after[i]?.value)).toEqual([]);
});
