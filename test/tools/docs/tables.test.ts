import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { optionalGroups } from "../../../src/alerts/groups.ts";
import { entriesOf } from "../../../src/app/config/options.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { pValidators } from "../../../src/collectors/primary-network.ts";
import { familiesOf } from "../../../src/entities/all.ts";
import { formatPath } from "../../../src/lib/schema.ts";
import { reasons } from "../../../src/node-api/errors.ts";
import { readValues } from "../../../src/tools/chart/values.ts";
import { configTable } from "../../../src/tools/docs/cli-tables.ts";
import { collectorTable, metricLists } from "../../../src/tools/docs/metric-table.ts";
import { reasonList, unavailableTable } from "../../../src/tools/docs/reason-table.ts";
import { seriesTable } from "../../../src/tools/docs/series-table.ts";
import { readDocuments } from "../../support/documents.ts";

const rows = (table: string) => table.split("\n").slice(2);

test("each metric is an item below one heading, with its labels and its collectors", () => {
  const lists = metricLists(collectors);
  expect(lists.match(/^- `/gm)).toHaveLength(familiesOf(collectors).size);
  expect(lists).toMatch(
    /### Validators\n\nLabels of all: subnet_id, node_id, alias\.\n\n(- .*\n)*- `avax_validator_uptime_ratio`: Uptime .*\. _p-validators, watched-validators_\n/,
  );
  expect(lists).toContain("- `avax_validator_state` (state): State of a watched validator");
});

test("the table of collectors shows calls, interval and lock", () => {
  const [height] = rows(collectorTable(collectors));
  expect(height).toContain("| `platform.getHeight` | 10s, required | P |");
});

test("the table of series shows each choice of detail", async () => {
  const table = rows(await seriesTable({ validators: 30, l1s: 3, l1Validators: 12 }));
  const [defaults = 0, one = 0, top = 0, all = 0, tracked = 0, everything = 0] = table.map((row) =>
    Number(row.split("|")[2]?.replace(",", "")),
  );
  const ofValidator = pValidators.metrics.filter(({ labels }) => [...labels].includes("node_id")).length;
  // some series exist only for validators that renew
  const isPer = (count: number, series: number) => series > 0.8 * count * ofValidator && series <= count * ofValidator;
  expect(one).toBeGreaterThan(defaults);
  expect([isPer(20, top - defaults), isPer(30, all - defaults)]).toEqual([true, true]);
  expect(everything - defaults).toBeGreaterThan(2 * (tracked - defaults));
});

test("the table of the configuration has a row for each flag and each key, collectors once", () => {
  const output = rows(configTable(collectors));
  const paths = entriesOf(configSchema(collectors)).map(({ path, collector }) =>
    formatPath(path.map((key) => (key === collector ? "NAME" : key))),
  );
  expect(output.map((row) => row.split("|")[2]?.replaceAll(/[` ]/g, ""))).toEqual(["", ...new Set(paths)]);
  expect(output).toContain("|  | `collectors.NAME.interval` | `per collector` | Interval between collector runs. |");
  expect(output).toContain("|  | `node.basic_auth` |  | username, and password or password_file. |");
});

test("the lists of reasons have every value of the label, and every reason for unavailable data", () => {
  const failed = [...reasonList().matchAll(/^- `(\w+)`: \w/gm)].map(([, reason]) => reason);
  const states = ["bootstrapping", "method_unavailable"];
  expect([...failed, ...states].toSorted()).toEqual([...reasons].toSorted());
  expect([...new Set(rows(unavailableTable()).map((row) => /^\| `(\w+)`/.exec(row)?.[1]))].toSorted()).toEqual([
    ...["api_off", "bootstrapping", "empty_index", "method_unknown"],
    ...["not_counted", "not_found", "not_manager", "not_validator"],
  ]);
});

test("the README has no table of other documents", async () => {
  const readme = await readFile("README.md", "utf8");
  const rowsOf = (text: string) => text.split("\n").filter((line) => /^\| [^-]/.test(line));
  const others = new Map(await readDocuments());
  others.delete("README.md");
  const known = new Set([...others.values()].flatMap(rowsOf));
  expect(rowsOf(readme).filter((row) => known.has(row))).toEqual([]);
});

test("amounts have their unit in the name, and weights of validators are in nAVAX as the introduction states", async () => {
  const metrics = [...familiesOf(collectors)];
  const inUnit = (unit: RegExp) => metrics.filter(({ help }) => unit.test(help)).map(({ name }) => name);
  expect(inUnit(/\bin AVAX\b/).filter((name) => !name.includes("_avax"))).toEqual([]);
  expect(inUnit(/\bnAVAX\b/).filter((name) => !/^avax_validators?_.*weight$/.test(name))).toEqual([]);
  const [introduction = ""] = (await readFile("docs/metrics.md", "utf8")).split("<!--");
  expect(introduction.replaceAll("\n", " ")).toContain(
    "Amounts have `_avax` in their name and are in AVAX. Weights of validators (`_weight`) are in nAVAX",
  );
});

test("each optional group of alerts has a row, and a switch of the chart with the same text", async () => {
  const guide = await readFile("docs/dashboards-and-alerts.md", "utf8");
  const values = readValues(await readFile("helm/avalanche-exporter/values.yaml", "utf8"));
  const childrenOf = (keys: typeof values, name: string) => keys.find((key) => key.name === name)?.children ?? [];
  const switches = childrenOf(childrenOf(values, "prometheusRule"), "optional");
  expect(switches.map(({ name }) => name)).toEqual(optionalGroups);
  for (const { name, description = "" } of switches) {
    const [, text = "no row"] = new RegExp(`^\\| ${name} \\| (.*?)(?: \\(see .*)? \\|$`, "m").exec(guide) ?? [];
    expect(description).toContain(`Alerts about ${text}.`);
  }
});
