/** Checks the state tiles and the table of validators on the overview with promtool: most observers decide. */
import { expect, test } from "vitest";
import { validatorStates } from "../../../src/entities/validator/state.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { dashboards, queriesOf } from "../../tools/grafana/dashboards.ts";
import { faultOf as faultAfter, type Series } from "../support/promtool-result.ts";

function queryOf(title: string, refId: string): string {
  const found = dashboards
    .filter(({ uid }) => uid === "avax-overview")
    .flatMap(queriesOf)
    .find(({ panel, target }) => panel.title === title && target.refId === refId);
  return found?.target.expr.replaceAll(/\$\w+/g, ".*") ?? "";
}
const [problemCount, okCount] = ["A", "B"].map((refId) => queryOf("Validators", refId)) as [string, string];
const [problems, others] = ["A", "B"].map((refId) => queryOf("Watched validators", refId)) as [string, string];

type State = keyof typeof validatorStates;
const labelsText = (labels: Series) => `{${Object.entries(labels).map(([label, text]) => `${label}="${text}"`)}}`;
/** State sets of a validator as several observers see it. */
function seen(network: string, validator: string, ...states: readonly State[]): Series {
  const series = states.flatMap((current, observer) =>
    Object.keys(validatorStates).map((state) => {
      const labels = { job: "exporter", instance: `observer-${observer}`, network, subnet_id: primaryNetwork };
      const all = { ...labels, node_id: `NodeID-${validator}`, alias: validator, state };
      return [`avax_validator_state${labelsText(all)}`, `${state === current ? 1 : 0}x5`] as const;
    }),
  );
  return Object.fromEntries(series);
}

type Sample = readonly [labels: Series, value: number];
/** Returns what promtool reports if the result of an expression differs. */
const faultOf = (expr: string, input: Series, expected: readonly Sample[]) =>
  faultAfter(
    expr,
    input,
    3,
    expected.map(([all, value]) => ({ labels: labelsText(all), value })),
  );
const rowOf = (name: string, state: State) => ({
  network: "mainnet",
  subnet_id: primaryNetwork,
  node_id: `NodeID-${name}`,
  state,
});

test("one of five observers without a connection does not make a validator offline", async () => {
  const input = seen("mainnet", "a", "offline", "ok", "ok", "ok", "ok");
  expect(await faultOf(problemCount, input, [])).toBe("");
  expect(await faultOf(okCount, input, [[{ network: "mainnet" }, 1]])).toBe("");
  expect(await faultOf(problems, input, [])).toBe("");
  expect(await faultOf(others, input, [[rowOf("a", "ok"), 0.8]])).toBe("");
});

test("of two observers that disagree, the table and the tile show the problem", async () => {
  const input = seen("mainnet", "a", "offline", "ok");
  expect(await faultOf(problemCount, input, [[{ network: "mainnet", state: "offline" }, 1]])).toBe("");
  expect(await faultOf(okCount, input, [])).toBe("");
  expect(await faultOf(problems, input, [[rowOf("a", "offline"), 0.5]])).toBe("");
  expect(await faultOf(others, input, [])).toBe("");
});

test("of observers that see different problems, the one that most of them see counts, and the validator counts once", async () => {
  const input = seen("mainnet", "a", "offline", "at_risk", "offline", "ok", "ok");
  expect(await faultOf(problemCount, input, [[{ network: "mainnet", state: "offline" }, 1]])).toBe("");
  expect(await faultOf(okCount, input, [])).toBe("");
});

test("a validator of a test network that is offline does not hide mainnet", async () => {
  const input = { ...seen("mainnet", "a", "ok", "ok"), ...seen("fuji", "a", "offline", "offline") };
  expect(await faultOf(problemCount, input, [[{ network: "fuji", state: "offline" }, 1]])).toBe("");
  expect(await faultOf(okCount, input, [[{ network: "mainnet" }, 1]])).toBe("");
});
