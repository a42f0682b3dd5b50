import { expect, test } from "vitest";
import { l1Validators } from "../../src/collectors/l1-validators.ts";
import { classifyRun } from "../../src/exporter/collect.ts";
import { exampleResults } from "../contract/example-results.ts";
import { type Answers, failedError, runOnce, samples, settings, unavailableError } from "../support/run-collector.ts";

const sample = exampleResults["platform.getL1Validator"];
const ids = ["validation-a", "validation-b"];

async function round(answers: Answers = {}, tracked: readonly string[] = []) {
  const { text, ended } = await runOnce(l1Validators, answers, {
    settings: settings({ watch: { validation_ids: ids, subnet_ids: tracked.map((id) => ({ id, alias: "" })) } }),
  });
  const lines = samples(text);
  const of = (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`));
  return { of, ended, names: new Set(lines.map((line) => line.replace(/\{.*/, ""))) };
}
const asked = (params: unknown) => (params as { validationID: string }).validationID;
/** The answer to one of the two; to the other it is the sample. */
const about = (id: string, answer: object): Answers => ({
  "platform.getL1Validator": (params) =>
    (asked(params) === id ? answer : { ...sample, validationID: asked(params) }) as object,
});

test("without watched validations there is nothing to do", () => {
  expect(l1Validators.configure(settings())).toBeUndefined();
});

test("a validation that the node does not find is present 0, and that is no failure", async () => {
  const { of, ended } = await round(about("validation-a", unavailableError("not_found")));
  expect(of("avax_l1_validator_present")).toEqual([
    'avax_l1_validator_present{validation_id="validation-a"} 0',
    'avax_l1_validator_present{validation_id="validation-b"} 1',
  ]);
  expect([of("avax_l1_validator_balance_avax").length, classifyRun(ended)]).toEqual([1, { kind: "ok" }]);
});

test("an inactive one keeps its weight, and nothing runs out", async () => {
  const { of } = await round(about("validation-a", { ...sample, validationID: "validation-a", balance: "0" }));
  const inactive = (metric: string) =>
    of(metric)
      .filter((line) => line.includes("validation-a"))
      .map((line) => line.split(" ").at(-1));
  expect([
    inactive("avax_l1_validator_active"),
    inactive("avax_l1_validator_weight"),
    inactive("avax_l1_validator_balance_exhaustion_timestamp_seconds"),
  ]).toEqual([["0"], [sample.weight], []]);
});

test("of a tracked L1 only the presence is told here", async () => {
  const { names } = await round({}, [sample.subnetID]);
  expect([...names]).toEqual(["avax_l1_validator_present"]);
});

test("of a tracked L1 all is told here where nobody else does", async () => {
  const given = settings({
    watch: { validation_ids: ids, subnet_ids: [{ id: sample.subnetID, alias: "" }] },
    collectors: [],
  });
  const { text } = await runOnce(l1Validators, {}, { settings: given });
  expect(text).toContain("avax_l1_validator_balance_avax{");
});

test("one that fails leaves the other alone", async () => {
  const { of, ended } = await round(about("validation-a", failedError()));
  expect([of("avax_l1_validator_present").length, ended.outcome.get("validator validation-a")]).toEqual([1, "keep"]);
});

test.each(["method_unknown", "bootstrapping", "api_off"] as const)(
  "where the node has no L1 validators to tell of (%s) nobody is said to be absent",
  async (why) => {
    const { names, ended } = await round({ "platform.getL1Validator": unavailableError(why) });
    expect([names.size, classifyRun(ended)]).toEqual([
      0,
      expect.objectContaining({ kind: "unavailable", reason: why }),
    ]);
  },
);
