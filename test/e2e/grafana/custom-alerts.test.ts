/** The custom alerts of the documents, in promtool. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";
import { ofPrometheus } from "../support/programs.ts";

const text = await readFile("docs/dashboards-and-alerts.md", "utf8");
const [, section = ""] = /^## Custom alerts\n(.*)/ms.exec(text) ?? [];
const lines = [...section.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));

/** Two nodes observe one validator, which has an alias, and one L1, which has another. */
const observers = ["a", "b"].map((node) => `job="nodes",instance="exporter:9652",node="${node}"`);
const seriesOf = (observer: string): Readonly<Record<string, number>> => {
  const validator = `${observer},subnet_id="primary",node_id="NodeID-1"`;
  const subnet = `${observer},subnet_id="l1"`;
  return {
    [`avax_validator_connected{${validator}}`]: 0,
    [`avax_validator_uptime_ratio{${validator}}`]: 0.81,
    [`avax_validator_uptime_required_ratio{${validator}}`]: 0.8,
    [`avax_validator_info{${validator},tx_id="tx",alias="tokyo",auto_renew="false"}`]: 1,
    [`avax_l1_validator_balance_exhaustion_timestamp_seconds{${subnet},validation_id="v",node_id="NodeID-1"}`]: 3600,
    [`avax_l1_weight_active{${subnet}}`]: 60,
    [`avax_validators_weight{${subnet}}`]: 100,
    [`avax_subnet_info{${subnet},kind="l1",alias="our L1",conversion_id="c",manager_chain_id="m"}`]: 1,
    [`target:avax_node_info:last{${observer},network="fuji",node_id="NodeID-2"}`]: 1,
  };
};

/** Returns the label sets of the alert's series. */
async function firing(expr: string): Promise<readonly string[]> {
  const file = join(await temporaryFolder(), "test.yaml");
  const input_series = observers
    .flatMap((observer) => Object.entries(seriesOf(observer)))
    .map(([series, value]) => ({ series, values: `${value}x10` }));
  const promql_expr_test = [{ expr, eval_time: "5m", exp_samples: [] }];
  await writeFile(file, stringify({ tests: [{ interval: "1m", input_series, promql_expr_test }] }));
  const { stdout, stderr } = await promisify(execFile)(ofPrometheus("promtool"), ["test", "rules", file]).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  const [, got = ""] = /^\s*got:(.*)$/m.exec(stdout + stderr) ?? [];
  return [...got.matchAll(/\{[^}]*\}/g)].map(([labels]) => labels);
}

test.each(lines)("%s", async (expr) => {
  const labels = await firing(expr);
  expect(labels).toHaveLength(observers.length);
  for (const label of /group_left \((\w+)\)/.exec(expr)?.slice(1) ?? [])
    expect(labels.join()).toContain(
      { alias: expr.includes("l1") ? 'alias="our L1"' : 'alias="tokyo"', network: 'network="fuji"' }[label],
    );
});

test("there are custom alerts, and joins with each alias", () => {
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter((line) => line.includes("group_left (alias)"))).toHaveLength(2);
});
