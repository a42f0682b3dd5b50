/** What collectors make of answers that are JSON, and not what the contract says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { rewards } from "../../src/collectors/rewards.ts";
import { contract, methodOf, type RpcMethodName } from "../../src/contract/contract.ts";
import { parseJson } from "../../src/node/json.ts";
import { exampleResults } from "../contract/example-results.ts";
import { parseExposition } from "../support/exposition.ts";
import { samples } from "../support/run-collector.ts";
import { type Round, startSpoiledNode } from "./spoiled-node.ts";
import { spoil, spoiling } from "./wrong-json.ts";

type Case = { readonly round: Round; readonly good: Round };

/** It holds for rounds of any collector of which up to three answers are spoilt. */
async function holds(property: (one: Case) => void) {
  const { roundOf } = await startSpoiledNode();
  const good = new Map<string, Round>();
  for (const collector of collectors) good.set(collector.name, await roundOf(collector));
  const oneSpoilt = fc.tuple(fc.nat({ max: 30 }), spoiling);
  const several = fc.uniqueArray(oneSpoilt, { selector: ([call]) => call, minLength: 1, maxLength: 3 });
  const names = collectors.map(({ name }) => name);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), several, async (name, spoilings) => {
      const collector = collectors.find((one) => one.name === name);
      const usual = good.get(name);
      if (!collector || !usual) throw new Error(name);
      const spoilt = new Map(spoilings.map(([call, how]) => [call % usual.calls.length, how]));
      property({ good: usual, round: await roundOf(collector, spoilt) });
    }),
    { numRuns: 800 },
  );
}

/** Of answers that came. */
const reasons = ["rpc_error", "decode", "schema", "too_large", "method_unavailable"];

test("the round ends, and each call that gave nothing says why by a name", () =>
  holds(({ round: { ended, calls } }) => {
    expect(reasons).toEqual(expect.arrayContaining(calls.flatMap(({ error }) => error?.reason ?? [])));
    expect(ended.failed.length + ended.unavailable.length).toBeLessThanOrEqual(ended.items);
  }));

test("the page can be read", () => holds(({ round }) => void parseExposition(round.page)));

test("where no spoilt answer passes, nothing is published but what the good ones say", () =>
  holds(({ round, good }) => {
    if (round.passed) return;
    const known = new Set(samples(good.page.toString()));
    expect(samples(round.page.toString()).filter((line) => !known.has(line))).toEqual([]);
  }));

test("no answer to any method makes the contract throw", () => {
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

test("the good answers fail nothing, and give a page of every collector", async () => {
  const { roundOf } = await startSpoiledNode();
  for (const collector of collectors) {
    const { ended, page } = await roundOf(collector);
    expect([collector.name, ended.failed]).toEqual([collector.name, []]);
    // no staking period ends, since the clock is frozen
    if (collector !== rewards) expect(parseExposition(page).size).toBeGreaterThan(0);
  }
});
