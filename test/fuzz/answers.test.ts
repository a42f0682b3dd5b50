/** Collectors with responses that are valid JSON but violate the contract. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleResults } from "../../docs/src/example-results.ts";
import { contract, methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import { collectors } from "../../src/collectors/all.ts";
import { rewards } from "../../src/collectors/rewards.ts";
import { parseJson } from "../../src/rpc/json.ts";
import { parseExposition } from "../support/exposition.ts";
import { samples } from "../support/run-collector.ts";
import { type Run, startSpoiledNode } from "./spoiled-node.ts";
import { spoil, spoiling } from "./wrong-json.ts";

type Case = { readonly run: Run; readonly good: Run };

/** Checks a property for runs of any collector with up to three corrupted responses. */
async function holds(property: (one: Case) => void) {
  const { runOf } = await startSpoiledNode();
  const good = new Map<string, Run>();
  for (const collector of collectors) good.set(collector.name, await runOf(collector));
  const oneSpoilt = fc.tuple(fc.nat({ max: 30 }), spoiling);
  const several = fc.uniqueArray(oneSpoilt, { selector: ([call]) => call, minLength: 1, maxLength: 3 });
  const names = collectors.map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), several, async (name, spoilings) => {
      const collector = collectors.find((one) => one.name === name);
      const usual = good.get(name);
      if (!collector || !usual) throw new Error(name);
      const spoilt = new Map(spoilings.map(([call, how]) => [call % usual.calls.length, how]));
      property({ good: usual, run: await runOf(collector, spoilt) });
    }),
    { numRuns: 800 },
  );
}

/** Reasons of failed calls with a response. */
const reasons = ["rpc_error", "decode", "schema", "too_large", "method_unavailable"];

test("the run ends, and each failed call has a reason", () =>
  holds(({ run: { ended, calls } }) => {
    expect(reasons).toEqual(expect.arrayContaining(calls.flatMap(({ error }) => error?.reason ?? [])));
    expect(ended.failed.length + ended.unavailable.length).toBeLessThanOrEqual(ended.items);
  }));

test("the exposition is valid", () => holds(({ run }) => void parseExposition(run.page)));

/** Removes the labels of a chain that are absent if their lookup fails. */
const withoutChainIds = (line: string) =>
  line.startsWith("avax_chain_") ? line.replace(/,blockchain_id="\w+",subnet_id="\w+"(,alias="[^"]*")?/, "") : line;

test("if every corrupted response is rejected, only samples of the valid ones are published", () =>
  holds(({ run, good }) => {
    if (run.passed) return;
    const linesOf = ({ page }: typeof run) => samples(page.toString()).map(withoutChainIds);
    const known = new Set(linesOf(good));
    expect(linesOf(run).filter((line) => !known.has(line))).toEqual([]);
  }));

test("no response to any method makes the contract throw", () => {
  const names = Object.keys(contract) as RpcMethodName[];
  fc.assert(
    fc.property(fc.constantFrom(...names), spoiling, (name, how) => {
      const { result } = methodOf(name);
      const body = spoil({ result: exampleResults[name] }, how) || "null";
      for (const parse of [JSON.parse, parseJson]) result.safeParse(parse(body)?.result);
    }),
    { numRuns: 5000 },
  );
});

test("valid responses cause no failure, and every collector has samples", async () => {
  const { runOf } = await startSpoiledNode();
  for (const collector of collectors) {
    const { ended, page } = await runOf(collector);
    expect([collector.name, ended.failed]).toEqual([collector.name, []]);
    // no staking period ends, since the clock is frozen
    if (collector !== rewards) expect(parseExposition(page).size).toBeGreaterThan(0);
  }
});
