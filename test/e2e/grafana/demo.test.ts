/** Alerts on the page of `demo`, held still for two hours. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { collectors } from "../../../src/collectors/all.ts";
import { parseExposition } from "../../support/exposition.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { startProgram } from "../../support/program.ts";
import { eventually, ofPrometheus } from "../support/programs.ts";

const ruleFiles = globSync(join(import.meta.dirname, "../../../grafana/rules/**/*.yaml"));
const target = { job: "avalanche-exporter", instance: "exporter:10652" };
const minutes = 120;

type Input = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly first: number;
  readonly perMinute: number;
};

/** Seconds within which a time is that of the last poll or block. */
const recent = 600;
/** Returns the value at time 0 and its growth per minute, as on a node where all goes well. */
function growthOf(name: string, type: string, value: number, now: number): Pick<Input, "first" | "perMinute"> {
  if (name.startsWith("avax_") && name.endsWith("_timestamp_seconds")) {
    return { first: value - now, perMinute: Math.abs(now - value) < recent ? 60 : 0 };
  }
  const isAdvancing =
    type === "gauge" ? /_(height|index)$/.test(name) : !/(failures|dropped|changes)_total$/.test(name);
  return { first: value, perMinute: isAdvancing ? 60 : 0 };
}

const enabled = collectors.flatMap(({ name, disabledByDefault }) => (disabledByDefault ? [] : [name]));
/** Returns the page of the demonstration, once all collectors have succeeded. */
async function readDemo(): Promise<readonly Input[]> {
  const port = await freePort();
  const program = startProgram(["demo", `--web.listen-address=127.0.0.1:${port}`, "--log.level=error"]);
  const page = await eventually("a complete page", async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    const families = parseExposition(Buffer.from(await response.arrayBuffer()));
    const states = families.get("avax_exporter_collector_success")?.samples ?? [];
    const isGood = (name: string) => states.some(({ labels, value }) => labels["collector"] === name && value === "1");
    return enabled.every(isGood) ? families : undefined;
  });
  const now = Date.now() / 1000;
  program.stop();
  return [...page.values()].flatMap(({ type, samples }) =>
    samples
      .filter(({ name }) => !name.endsWith("_bucket"))
      .map(({ name, labels, value }) => ({ name, labels, ...growthOf(name, type ?? "", Number(value), now) })),
  );
}
const valuesOf = ({ first, perMinute }: Input) => `${first}+${perMinute}x${minutes}`;

type Check = { readonly expr: string; readonly at: string; readonly alerts: readonly string[] };
/** Returns the errors of promtool. */
async function evaluate(demo: readonly Input[], checks: readonly Check[], values = valuesOf): Promise<string> {
  const seriesOf = ({ name, labels }: Pick<Input, "name" | "labels">) =>
    `${name}{${Object.entries({ ...labels, ...target }).map(([label, value]) => `${label}=${JSON.stringify(value)}`)}}`;
  const input_series = [
    ...demo.map((input) => ({ series: seriesOf(input), values: values(input) })),
    { series: seriesOf({ name: "up", labels: {} }), values: `1x${minutes}` },
  ];
  const promql_expr_test = checks.map(({ expr, at, alerts }) => ({
    expr: `group by (alertname) (${expr})`,
    eval_time: at,
    exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
  }));
  const file = join(await temporaryFolder(), "tests.yaml");
  const tests = [{ interval: "1m", input_series, promql_expr_test }];
  await writeFile(file, stringify({ rule_files: ruleFiles, evaluation_interval: "1m", tests }));
  return promisify(execFile)(ofPrometheus("promtool"), ["test", "rules", file]).then(
    () => "",
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
  );
}

const firing = 'ALERTS{alertstate="firing", alertname!~".*Watchdog"}';
const ever = `last_over_time(${firing}[2h])`;

test("no alert fires within two hours", async () => {
  expect(await evaluate(await readDemo(), [{ expr: ever, at: "2h", alerts: [] }])).toBe("");
});

test("an offline validator is the only alert of the incident, from minute 15 on", async () => {
  const demo = await readDemo();
  const offlineId = demo.find(({ labels }) => labels["alias"] === "demo-1")?.labels["node_id"];
  const isOf = ({ name, labels }: Input, state: string) =>
    name === "avax_validator_state" && labels["node_id"] === offlineId && labels["state"] === state;
  const incident = (input: Input) =>
    isOf(input, "offline")
      ? `0x4 1x14 0x${minutes - 20}`
      : isOf(input, "ok")
        ? `1x4 0x14 1x${minutes - 20}`
        : valuesOf(input);
  expect(
    await evaluate(
      demo,
      [
        { expr: firing, at: "14m", alerts: [] },
        { expr: firing, at: "15m", alerts: ["AvaxValidatorOffline"] },
        { expr: ever, at: "2h", alerts: ["AvaxValidatorOffline"] },
        { expr: firing, at: "2h", alerts: [] },
      ],
      incident,
    ),
  ).toBe("");
});
