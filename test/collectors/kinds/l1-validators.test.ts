import { expect, test } from "vitest";
import { digestOf, l1Validators } from "../../../src/collectors/kinds/l1-validators.ts";
import { classifyRun } from "../../../src/engine/after-run.ts";
import { exampleResults } from "../../support/example-results.ts";
import {
  type Answers,
  failedError,
  named,
  runOnce,
  samples,
  settings,
  unavailableError,
} from "../../support/run-collector.ts";

const sample = exampleResults["platform.getL1Validator"];
const ids = ["validation-a", "validation-b"];

async function run(answers: Answers = {}, tracked: readonly string[] = []) {
  const { text, ended } = await runOnce(l1Validators, answers, {
    settings: settings({
      watch: { validation_ids: named(...ids), subnet_ids: tracked.map((id) => ({ id, alias: "" })) },
    }),
  });
  const lines = samples(text);
  const of = (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`));
  return { of, ended, names: new Set(lines.map((line) => line.replace(/\{.*/, ""))) };
}
const asked = (params: unknown) => (params as { validationID: string }).validationID;
/** Returns the responses with this one for one of the two validations; the other has the example. */
const about = (id: string, answer: object): Answers => ({
  "platform.getL1Validator": (params) =>
    (asked(params) === id ? answer : { ...sample, validationID: asked(params) }) as object,
});

test("a validation that the node does not find is present 0, which is not a failure", async () => {
  const { of, ended } = await run(about("validation-a", unavailableError("not_found")));
  expect(of("avax_l1_validator_present")).toEqual([
    'avax_l1_validator_present{validation_id="validation-a"} 0',
    'avax_l1_validator_present{validation_id="validation-b"} 1',
  ]);
  expect([of("avax_l1_validator_balance_avax").length, classifyRun(ended)]).toEqual([1, { kind: "ok" }]);
});

test("the digest of the owners is that of the list of validators, whichever validation it is", async () => {
  const { of } = await run();
  const digests = of("avax_l1_validator_owners_digest").map((line) => Number(line.split(" ").at(-1)));
  const { remainingBalanceOwner: one, deactivationOwner: other } = sample;
  const text = [one, other].map(({ threshold, addresses }) => [Number(threshold), addresses]);
  expect(new Set(digests)).toEqual(new Set([digestOf(text)]));
});

test("a failed validation does not affect the other", async () => {
  const { of, ended } = await run(about("validation-a", failedError()));
  expect([of("avax_l1_validator_present").length, ended.updates.get("validator validation-a")]).toEqual([1, "keep"]);
});

test.each(["method_unknown", "bootstrapping", "api_off"] as const)(
  "if the node has no L1 validators (%s), none is reported as absent",
  async (why) => {
    const { names, ended } = await run({ "platform.getL1Validator": unavailableError(why) });
    expect([names.size, classifyRun(ended)]).toEqual([
      0,
      expect.objectContaining({ kind: "unavailable", reason: why }),
    ]);
  },
);
