/** Checks formulas of the dashboards with promtool: values, and that unknown values stay unknown. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { growth, topUp } from "../../../grafana/src/formulas.ts";
import { createSelect } from "../../../grafana/src/promql.ts";
import { l1Balance } from "../../../src/metrics/l1.ts";
import { supply } from "../../../src/metrics/pchain.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ofPrometheus } from "../support/programs.ts";

type Series = Readonly<Record<string, string>>;
type Sample = { readonly labels: string; readonly value: number };

const select = createSelect();
const month = 30 * 86_400;
const target = 'job="avalanche-exporter",instance="exporter:10652",network="mainnet"';
const validator = `${target},subnet_id="l1",validation_id="v1",node_id="n1"`;

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

/** The minimum fee: 1.327104 AVAX in 30 days. */
const minimumFee: Series = { [`${fee.validatorFeePrice.name}{${target}}`]: "512e-9x60" };
const price = `max by (network) (${select(fee.validatorFeePrice)})`;
const topUpOf = (multiple: number) => topUp(price, select(l1Balance), month, multiple);
const balanceOf = (avax: number): Series => ({ [`${l1Balance.name}{${validator}}`]: `${avax}x60` });
const needs = (value: number) => [{ labels: `{${validator}}`, value }];

test.each([
  ["the fee of the period without the balance", 0.327104, 1, 1],
  ["twice the fee of the period without the balance", 0.654208, 2, 2],
  ["nothing if the balance lasts for the period", 5, 2, 0],
])("a top-up is %s", async (_, balance, multiple, expected) => {
  const rounded = `round(${topUpOf(multiple)}, 1e-6)`;
  expect(await faultOf(rounded, { ...minimumFee, ...balanceOf(balance) }, 45, needs(expected))).toBe("");
});

test("a top-up is unknown while the fee is", async () => {
  expect(await faultOf(topUpOf(1), balanceOf(1), 45, [])).toBe("");
});

const name = `${supply.name}{${target}}`;
test("growth within a day is unknown until the data covers a day", async () => {
  const expr = growth(select(supply), "1d");
  const series = { [name]: "460000000+2x3000" };
  expect(await faultOf(expr, series, 1439, [])).toBe("");
  expect(await faultOf(expr, series, 1500, [{ labels: `{${target}}`, value: 2 * 1440 }])).toBe("");
});
