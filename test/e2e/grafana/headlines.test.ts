/** Checks the tile of validators on the overview with promtool: the majority of the observers counts, and each network has a state. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type State, validatorStates } from "../../../grafana/src/dashboards/state-codes.ts";
import { primaryNetwork } from "../../../src/api/ids.ts";
import { dashboards, queriesOf } from "../../grafana/dashboards.ts";
import { unitTestFile } from "../../grafana/promtool.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ofPrometheus } from "../support/programs.ts";

const rules = join(import.meta.dirname, "../../../grafana/rules/avalanche-exporter.rules.yaml");
const expr =
  dashboards
    .filter(({ uid }) => uid === "avax-overview")
    .flatMap(queriesOf)
    .find(({ panel, target }) => panel.title === "Validator status" && target.refId === "A")?.target.expr ?? "";
const chosen = expr.replaceAll(/\$(job|instance|node|network|watched)\b/g, ".*");

type Seen = { readonly network: string; readonly observer: string; readonly validator: string };
type View = { readonly connected?: 0 | 1; readonly uptime?: number };
/** Series of a validator in the middle of a period of 100 days that needs 80 %, as an observer sees it. */
function seen({ network, observer, validator }: Seen, { connected = 1, uptime = 0.99 }: View = {}) {
  const target = `job="avalanche-exporter",instance="${observer}"`;
  const one = `${target},subnet_id="${primaryNetwork}",node_id="NodeID-${validator}"`;
  const values: Readonly<Record<string, number>> = {
    [`up{${target}}`]: 1,
    [`avax_up{${target}}`]: 1,
    [`avax_node_info{${target},node_id="NodeID-${observer}",network="${network}",version="1"}`]: 1,
    [`avax_validator_present{${one}}`]: 1,
    [`avax_validator_info{${one},alias="${validator}",tx_id="tx",auto_renew="false"}`]: 1,
    [`avax_validator_connected{${one}}`]: connected,
    [`avax_validator_uptime_ratio{${one}}`]: uptime,
    [`avax_validator_uptime_required_ratio{${one}}`]: 0.8,
    [`avax_validator_start_timestamp_seconds{${one}}`]: -50 * 86_400,
    [`avax_validator_end_timestamp_seconds{${one}}`]: 50 * 86_400,
  };
  return Object.entries(values).map(([series, value]) => ({ series, values: `${value}x20` }));
}
const observers = ["a", "b", "c", "d", "e"];
const seenByAll = (network: string, validator: string, viewOf: (observer: string) => View = () => ({})) =>
  observers.flatMap((name) => {
    const observer = `${network}-${name}`;
    return seen({ network, observer, validator }, viewOf(name));
  });
type Input = ReturnType<typeof seen>;
/** Keeps one of the equal series of a target. */
const unique = (input: Input) => [...new Map(input.map((one) => [one.series, one])).values()];

/** Returns what promtool reports if the tile does not show these states. */
async function faultOf(input: Input, tiles: readonly (readonly [network: string, who: string, State])[]) {
  const file = join(await temporaryFolder(), "test.yaml");
  const named = `max by (network, who) (${chosen})`;
  const exp_samples = tiles.map(([network, who, { code }]) => ({
    labels: `{network="${network}",who="${who}"}`,
    value: code,
  }));
  const promql_expr_test = [{ expr: named, eval_time: "15m", exp_samples }];
  await writeFile(
    file,
    unitTestFile(rules, [{ interval: "1m", input_series: unique(input), promql_expr_test } as never]),
  );
  return promisify(execFile)(ofPrometheus("promtool"), ["test", "rules", file]).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
const { earning, offline, atRisk, highRisk, lost } = validatorStates;

test("one of five observers without a connection does not make a validator offline", async () => {
  const input = seenByAll("mainnet", "demo-1", (observer) => ({ connected: observer === "a" ? 0 : 1 }));
  expect(await faultOf(input, [["mainnet", "all 1", earning]])).toBe("");
});

test("a validator that most observers are not connected to is offline; the tile names it and counts", async () => {
  const others = ["demo-2", "demo-3"].flatMap((validator) => seenByAll("mainnet", validator));
  const input = [...seenByAll("mainnet", "demo-1", (name) => ({ connected: name < "c" ? 1 : 0 })), ...others];
  expect(await faultOf(input, [["mainnet", "demo-1, 1 of 3", offline]])).toBe("");
});

test("a validator of a test network that is offline does not hide mainnet", async () => {
  const input = [...seenByAll("mainnet", "demo-1"), ...seenByAll("fuji", "demo-9", () => ({ connected: 0 }))];
  const tiles = [["mainnet", "all 1", earning] as const, ["fuji", "demo-9, 1 of 1", offline] as const];
  expect(await faultOf(input, tiles)).toBe("");
});

test.each([
  ["more than half of the offline budget is left", 0.81, earning, "all 1"],
  ["less than half of the offline budget is left", 0.75, atRisk, "demo-1, 1 of 1"],
  ["less than a quarter of the offline budget is left", 0.65, highRisk, "demo-1, 1 of 1"],
  ["the offline budget is used up", 0.5, lost, "demo-1, 1 of 1"],
])("the state follows the alerts: %s", async (_, uptime, state, who) => {
  const input = seenByAll("mainnet", "demo-1", () => ({ uptime }));
  expect(await faultOf(input, [["mainnet", who, state]])).toBe("");
});
