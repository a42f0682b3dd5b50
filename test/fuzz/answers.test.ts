/** Collectors with responses that are valid JSON but violate the contract. */
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import type { Collector } from "../../src/collectors/collector.ts";
import { rewards } from "../../src/collectors/rewards.ts";
import { cleanText } from "../../src/lib/redaction.ts";
import { parseJson } from "../../src/lib/text.ts";
import { contract, methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import { exampleResults } from "../support/example-results.ts";
import { parseExposition } from "../support/exposition.ts";
import { fc, runs } from "../support/random.ts";
import { samples } from "../support/run-collector.ts";
import { type Run, startSpoiledNode } from "./spoiled-node.ts";
import { spoil, spoiling } from "./wrong-json.ts";

/** Reasons of failed calls with a response. */
const reasons = ["rpc_error", "decode", "schema", "too_large", "method_unavailable"];

function expectReasons({ ended, calls }: Run) {
  expect(reasons).toEqual(expect.arrayContaining(calls.flatMap(({ error }) => error?.reason ?? [])));
  expect(ended.failed.length + ended.unavailable.length).toBeLessThanOrEqual(ended.items);
}

/** Removes the labels of a chain that are absent if their lookup fails. */
const withoutChainIds = (line: string) =>
  line.startsWith("avax_chain_") ? line.replace(/,blockchain_id="\w+",subnet_id="\w+"(,alias="[^"]*")?/, "") : line;
const linesOf = ({ page }: Run) => samples(page.toString()).map(withoutChainIds);

function expectKnownSamples(run: Run, good: Run) {
  const known = new Set(linesOf(good));
  expect(linesOf(run).filter((line) => !known.has(line))).toEqual([]);
}

/** Up to three corrupted responses of a run. */
const spoilings = fc.uniqueArray(fc.tuple(fc.nat({ max: 30 }), spoiling), {
  selector: ([call]) => call,
  minLength: 1,
  maxLength: 3,
});

test("with corrupted responses a run ends, and its metrics are valid and only those of accepted responses", async () => {
  const { runOf } = await startSpoiledNode();
  const good = new Map<Collector, Run>();
  for (const collector of collectors) good.set(collector, await runOf(collector));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...good), spoilings, async ([collector, usual], several) => {
      const run = await runOf(collector, new Map(several.map(([call, how]) => [call % usual.calls.length, how])));
      expectReasons(run);
      parseExposition(run.page);
      if (!run.passed) expectKnownSamples(run, usual);
    }),
    { numRuns: runs(150) },
  );
});

/** Members that no collector shows, apart from clean names of upgrades. */
const raw = new Set(["block", "tx", "message", "upgrades"]);
/** Returns all texts in a value, with the names of members. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...(raw.has(name) ? [] : textsIn(part))]);
}

/** Returns the result in a body. A body that is nested too deeply is refused like one that is not JSON. */
function parsed(parse: (text: string) => unknown, body: string): unknown {
  try {
    return (parse(body) as { readonly result?: unknown } | null)?.result;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

test("no response to any method makes the contract throw, and decoded texts are clean", () => {
  const names = Object.keys(contract) as RpcMethodName[];
  fc.assert(
    fc.property(fc.constantFrom(...names), spoiling, (name, how) => {
      const { result } = methodOf(name);
      const body = spoil({ result: exampleResults[name] }, how) || "null";
      for (const parse of [JSON.parse, parseJson]) {
        const { data } = result.safeParse(parsed(parse, body));
        expect(textsIn(data).filter((text) => cleanText(text) !== text)).toEqual([]);
      }
    }),
    { numRuns: runs(1000) },
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
