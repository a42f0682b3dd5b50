/** Checks formulas of the dashboards with promtool: values, and that unknown values stay unknown. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { supply } from "../../../src/collectors/primary-network.ts";
import { entities } from "../../../src/entities/all.ts";
import { growth, named, namedAlerts, withAliasOf } from "../../../src/tools/grafana/dashboards/queries.ts";
import { createSelect } from "../../../src/tools/grafana/promql.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ofPrometheus } from "../support/programs.ts";

type Series = Readonly<Record<string, string>>;
type Sample = { readonly labels: string; readonly value: number };

const select = createSelect();
const target = 'job="avalanche-exporter",instance="exporter:10652",network="mainnet"';

/** Returns what promtool reports if the value of an expression after so many minutes is not the expected one. */
async function faultOf(expr: string, series: Series, minutes: number, exp_samples: readonly Sample[]): Promise<string> {
  const file = join(await temporaryFolder(), "test.yaml");
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const promql_expr_test = [{ expr, eval_time: `${minutes}m`, exp_samples }];
  await writeFile(file, stringify({ tests: [{ interval: "1m", input_series, promql_expr_test }] }));
  return promisify(execFile)(ofPrometheus("promtool"), ["test", "rules", file]).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

/** Returns the name that an expression gives to a series with these labels. */
const isNamed = async (expr: (series: string) => string, labels: string, name: string) =>
  faultOf(`count by (name) (${expr("avax_test")})`, { [`avax_test{${labels}}`]: "1x60" }, 30, [
    { labels: `{name="${name}"}`, value: 1 },
  ]);

test.each([
  ["a chain of one letter", 'chain="C",alias=""', "C"],
  ["a chain with an alias", 'chain="2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5",alias="dexalot"', "dexalot"],
  ["a chain that has only an ID", 'chain="2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5"', "2q9e4r6M…"],
])("%s has a name", async (_, labels, name) => {
  expect(await isNamed((series) => named(series, "chain"), labels, name)).toBe("");
});

const inNetwork = 'network="mainnet"';
const ofTarget = `job="avalanche-exporter",instance="exporter:10652",${inNetwork}`;
const nodeId = 'node_id="NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"';
test("an alert whose rule drops the alias has that of the validator, otherwise the beginning of its ID", async () => {
  const named = withAliasOf("avax_test", entities.validator.metric("present"), "node_id").replaceAll(
    /,?\w+=~"\$\w+"/g,
    "",
  );
  const alias = `avax_validator_present{${nodeId},alias="mine",${ofTarget}}`;
  const alerts = { [`avax_test{${nodeId},${inNetwork}}`]: "1x60" };
  const names = (name: string) => [{ labels: `{name="${name}"}`, value: 1 }];
  const expr = `count by (name) (${namedAlerts(named)})`;
  expect(await faultOf(expr, { ...alerts, [alias]: "1x60" }, 30, names("mine"))).toBe("");
  expect(await faultOf(expr, alerts, 30, names("7Xhw2mDx…"))).toBe("");
});

const name = `${supply.name}{${target}}`;
test("growth within a day is unknown until the data covers a day", async () => {
  const expr = growth(select(supply), "1d");
  const series = { [name]: "460000000+2x3000" };
  expect(await faultOf(expr, series, 1439, [])).toBe("");
  expect(await faultOf(expr, series, 1500, [{ labels: `{${target}}`, value: 2 * 1440 }])).toBe("");
});
