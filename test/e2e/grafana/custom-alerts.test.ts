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
const lines = [...section.matchAll(/^```promql\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));

/** Two nodes observe one validator and one L1, each with an alias. */
const observers = ["a", "b"].map((node) => `job="nodes",instance="exporter:10652",node="${node}",network="fuji"`);
const seriesOf = (observer: string): Readonly<Record<string, number>> => {
  const validator = `${observer},subnet_id="primary",node_id="NodeID-1",alias="tokyo"`;
  const l1 = `${observer},subnet_id="l1",alias="our L1"`;
  return {
    [`avax_validator_uptime_ratio{${validator}}`]: 0.81,
    [`avax_validator_uptime_required_ratio{${validator}}`]: 0.8,
    [`avax_validator_offline_budget_seconds{${validator}}`]: 3600,
    [`avax_l1_balance_runway_seconds{${l1}}`]: 3600,
    [`avax_l1_weight_active_ratio{${l1}}`]: 0.9,
    [`avax_l1_state{${l1},state="at_risk"}`]: 1,
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
  expect(labels).toHaveLength(/ by \(/.test(expr) ? 1 : observers.length);
  for (const label of labels) {
    expect(label).toContain(expr.includes("l1") ? 'subnet_id="l1"' : 'node_id="NodeID-1"');
    expect(label).toContain('network="fuji"');
  }
});

test("there are custom alerts", () => {
  expect(lines.length).toBeGreaterThan(4);
});
