/** Evaluates expressions with promtool. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { ofPrometheus } from "../../../src/tools/packaging/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";

export type Series = Readonly<Record<string, string>>;
type Sample = { readonly labels: string; readonly value: number };

/** Returns what promtool reports if the value of an expression after so many minutes is not the expected one. */
export async function faultOf(
  expr: string,
  series: Series,
  minutes: number,
  exp_samples: readonly Sample[],
): Promise<string> {
  const file = join(await temporaryFolder(), "test.yaml");
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const promql_expr_test = [{ expr, eval_time: `${minutes}m`, exp_samples }];
  await writeFile(file, stringify({ tests: [{ interval: "1m", input_series, promql_expr_test }] }));
  return promisify(execFile)(ofPrometheus("promtool"), ["test", "rules", file]).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
