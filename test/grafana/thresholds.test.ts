/** Texts and colors follow the thresholds: output generated from other thresholds contains none of the real ones. */
import { describe, expect, test, vi } from "vitest";
import { type Dashboard, panelsOf, queriesOf } from "./dashboards.ts";
import { kinds, literalsIn, type Name, names, type Thresholds } from "./spellings.ts";

/** Returns a value of the same kind, different for each threshold, that no text contains by chance. */
function otherValue(name: Name, index: number): number | string {
  if (kinds[name] === "pattern") return `other-${index}`;
  if (kinds[name] === "duration") return `${1001 + index}m`;
  if (kinds[name] === "seconds") return (1001 + index) * 60;
  return kinds[name] === "share" ? Number((0.7123 + index / 1000).toFixed(4)) : 7001 + index;
}
const others = Object.fromEntries(names.map((name, index) => [name, otherValue(name, index)])) as Thresholds;

async function generate() {
  const { dashboardFiles } = await import("../../grafana/src/dashboards/files.ts");
  const { alertRules } = await import("../../src/rules/groups.ts");
  const { fillRunbook, runbookFiles } = await import("../../grafana/src/runbooks.ts");
  const dashboards = [...dashboardFiles()].filter(([name]) => name.startsWith("dashboards/"));
  return {
    dashboards: dashboards.map(([, text]) => JSON.parse(text) as Dashboard),
    rules: alertRules(),
    runbooks: await runbookFiles(),
    fillRunbook,
  };
}
const real = await generate();
vi.resetModules();
vi.doMock("../../src/rules/thresholds.ts", () => ({ thresholds: others }));
const altered = await generate();

/** A generated file, and its human-readable part. */
type Item = { readonly where: string; readonly whole: string; readonly prose: string; readonly isCode?: true };

const notProse = new Set(["expr", "query", "definition", "regex"]);
function proseOf(value: object): string {
  const texts: string[] = [];
  JSON.stringify(value, (key, part) => {
    if (notProse.has(key)) return undefined;
    if (typeof part === "string") texts.push(part);
    return part;
  });
  return texts.join("\n");
}
const itemOf = (where: string, value: object): Item => ({
  where,
  whole: JSON.stringify(value),
  prose: proseOf(value),
});
function runbookItems(where: string, whole: string): Item[] {
  const own = whole.replace(/<!-- generated: .*?<!-- \/generated -->/s, "");
  const fence = /^```.*?^```$/gms;
  return [
    { where, whole, prose: own.replaceAll(fence, "").replaceAll(/\s+/g, " ") },
    { where, whole, prose: (own.match(fence) ?? []).join("\n"), isCode: true },
  ];
}
const itemsOf = ({ dashboards, rules, runbooks }: Awaited<ReturnType<typeof generate>>): readonly Item[] => [
  ...dashboards.flatMap(({ panels, ...rest }) => [
    itemOf(rest.uid, rest),
    ...panelsOf({ ...rest, panels }).map((panel) => itemOf(`${rest.uid}: ${panel.title}`, panel)),
  ]),
  ...rules.map((rule) => ({ ...itemOf(rule.alert, rule), prose: proseOf(rule.annotations) })),
  ...[...runbooks].flatMap(([name, text]) => runbookItems(name, text)),
];

/** Facts with the same number as a threshold, by chance or from the protocol. */
const facts: Readonly<Record<string, readonly string[]>> = {
  "avax-validators: Superminority": ["more than a third of the weight"],
  "avax-overview: L1s": ["signatures from 67 % of it"],
  "avax-overview: Active weight": ["signatures from 67 % of it"],
  "avax-l1: Lowest active weight": ["signatures from 67 % of it"],
  "avax-l1: Active weight": ["signatures from 67 % of it"],
  "avax-l1: L1s and subnets": ["more than a third of the weight"],
  "avax-exporter: Event loop and garbage collection": ["99th percentile"],
  "avax-exporter: Open files": ["Above 80 %, raise the limit"],
  AvaxNodeOutOfSync: ["less than 80 % of the stake"],
  AvaxL1WeightConcentration: ["the share is above 25 %"],
  AvaxL1QuorumRisk: ["signatures from 67 % of it"],
  "runbooks/AvaxNodeHealthCheckFailing.md": ["less than 10 % of the disk is free"],
  "runbooks/AvaxNodeUpgradeUnknown.md": ["Three days before the upgrade"],
  "runbooks/AvaxValidatorOfflineBudgetLow.md": [
    "uptime of 80 % to all validators, also to those that need 90 %",
    "20 % of it, or 10 % for periods since Helicon",
  ],
  "runbooks/AvaxL1ValidatorBalanceLow.md": [
    "1.33 AVAX in a month of 30 days",
    "86400 * avax_pchain_validator_fee_price_avax_per_second",
    "Below 80 % of its weight an L1 becomes slow",
  ],
  "runbooks/AvaxL1QuorumRisk.md": ["with less than 80 % of its weight"],
  "runbooks/AvaxL1HaltAhead.md": ["with less than 80 % of its weight"],
  "runbooks/AvaxL1WeightConcentration.md": [
    "has more than 20 % of the weight",
    "with more than a third of the weight",
    "has more than 25 % it",
  ],
  "runbooks/AvaxChainHalted.md": ["With less than 80 % of its weight", "until 90 % of the weight is active"],
};
const withoutFacts = ({ where, prose }: Item) =>
  (facts[where] ?? []).reduce((rest, fact) => rest.replaceAll(fact, "…"), prose);

/** Returns whether any output generated from the other thresholds contains the other value of this one. */
const uses = (whole: string) => (name: Name) => {
  const value = String(others[name]);
  const percents = typeof others[name] === "number" ? [String(Number((others[name] * 100).toPrecision(12)))] : [];
  return [value, ...percents].some((one) => new RegExp(`(?<![\\w.])${one}(?!\\w)`).test(whole));
};
const messagesOf = (item: Item) =>
  literalsIn(withoutFacts(item), uses(item.whole))
    .filter(({ name }) => !item.isCode || uses(item.whole)(name))
    .map(({ name, text }) => `${item.where}: "${text}" is ${name}`);

type Step = { readonly where: string; readonly value: number };
/** Values from which a color or a word applies. */
function stepsOf({ uid, panels }: Dashboard): Step[] {
  const values: Step[] = [];
  for (const { title, fieldConfig } of panels)
    JSON.stringify(fieldConfig, (key, part) => {
      const limits: unknown[] = key === "steps" ? part.map((step: { value: unknown }) => step.value) : [];
      if (key === "options") limits.push(part.from, part.to);
      const where = `${uid}: ${title}`;
      values.push(...limits.filter((one) => typeof one === "number").map((value) => ({ where, value })));
      return part;
    });
  return values;
}
/** The numbers that queries compare with, apart from the majority of observers. */
const limitsOf = (dashboard: Dashboard): Step[] =>
  queriesOf(dashboard).flatMap(({ name, target }) =>
    [...target.expr.replaceAll(/>=? 0\.5\b/g, "").matchAll(/[<>]=? ([\d.]+)/g)].map(([, value]) => ({
      where: name,
      value: Number(value),
    })),
  );

describe("generated from other thresholds", () => {
  const items = itemsOf(altered);
  test("each threshold appears", () => {
    const all = items.map(({ whole }) => whole).join("\n");
    expect(names.filter((name) => !uses(all)(name))).toEqual([]);
  });
  test("no text of a dashboard, an alert or a runbook contains a real threshold", () => {
    expect(items.flatMap(messagesOf)).toEqual([]);
  });
  test.for([
    ["color step", stepsOf],
    ["comparison in a query", limitsOf],
  ] as const)("every %s of a dashboard has another number, 0 and 1 apart", ([, find]) => {
    const before = real.dashboards.flatMap(find);
    const after = altered.dashboards.flatMap(find);
    expect(before.length).toBeGreaterThan(10);
    expect(after.length).toBe(before.length);
    const same = before.filter(({ value }, i) => value !== 0 && value !== 1 && value === after[i]?.value);
    expect(same).toEqual([]);
  });
  test("facts that only look like thresholds are at their declared places", () => {
    const missing = Object.entries(facts).flatMap(([where, phrases]) => {
      const prose = items.filter((item) => item.where === where).map((item) => item.prose);
      return phrases.filter((phrase) => !prose.some((one) => one.includes(phrase)));
    });
    expect(missing).toEqual([]);
  });
});

describe("a threshold that is written by hand is found", () => {
  const everywhere = itemOf("a panel", {});
  test.for([
    ["Alerts begin at 100 times the minimum.", "gasPriceMultiple"],
    ["Alerts begin at a hundred times the minimum.", "gasPriceMultiple"],
    ["The price is 4x its lowest.", "validatorFeeMultiple"],
    ["Less than 90 % of the weight is active.", "activeWeightWarning"],
    ["Less than 90% of the weight is active.", "activeWeightWarning"],
    ["Less than four fifths of the weight are active.", "activeWeightCritical"],
    ["The share is below 0.8.", "activeWeightCritical"],
    ["More than 20 blocks behind.", "blocksBehind"],
    ["An address with less than 1 AVAX.", "addressBalance"],
  ] as const)("in any text: %s", ([prose, name]) => {
    expect(messagesOf({ ...everywhere, prose }).join("\n")).toContain(name);
  });
  test.for([
    ["The balance ends within 7 days.", "exhaustionWarning"],
    ["The balance ends within seven days.", "exhaustionWarning"],
    ["The balance ends within a week.", "exhaustionWarning"],
    ["The balance ends within 7d.", "exhaustionWarning"],
    ["The balance ends within 604800 seconds.", "exhaustionWarning"],
    ["No new container for an hour.", "indexStall"],
    ["Networks called mainnet are compared.", "networks"],
  ] as const)("in a text about it: %s", ([prose, name]) => {
    expect(messagesOf({ ...everywhere, whole: `x < ${others[name]}`, prose }).join("\n")).toContain(name);
  });
  test("in the prose and the queries of its runbook", () => {
    const name = "runbooks/AvaxL1FeePriceSpike.md";
    const text = `${altered.runbooks.get(name)}\nMore than 4 times.\n\`\`\`promql\nmin_over_time(x[7d])\n\`\`\`\n`;
    const found = runbookItems(name, text).flatMap(messagesOf).join("\n");
    expect(found).toContain('"4 times" is validatorFeeMultiple');
    expect(found).toContain('"7d" is validatorFeeLookback');
  });
  test("but no number that only looks like it", () => {
    const prose = "Port 9651, ACP-100, version 1.0.80, 100 nodes, 180 %, 0.801, 1,000 AVAX, within a week.";
    expect(messagesOf({ ...everywhere, prose })).toEqual([]);
  });
});
