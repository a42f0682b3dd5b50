/** Answers of real nodes: test/fixtures/avalanchego-<version>/<method>[.<what>].json, each a whole HTTP body. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { contract, isName, methodOf, type Name } from "../../src/contract/contract.ts";
import { emptyNodeId } from "../../src/contract/ids.ts";
import type { Refusal } from "../../src/contract/method.ts";
import { parseJson } from "../../src/node/json.ts";

const folder = join(import.meta.dirname, "../fixtures");
const body = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });

const recorded = readdirSync(folder)
  .filter((version) => version.startsWith("avalanchego-"))
  .flatMap((version) =>
    readdirSync(join(folder, version)).map((file) => {
      const name = file.split(".", 2).join(".");
      if (!isName(name)) throw new Error(`${file}: no such method`);
      const text = readFileSync(join(folder, version, file), "utf8");
      return { version, file: file.slice(0, -".json".length), name, ...body.parse(parseJson(text)) };
    }),
  );
const answers = recorded.filter(({ error }) => !error);
const errors = recorded.flatMap(({ error, ...rest }) => (error ? [{ ...rest, message: error.message }] : []));
const answer = (version: string, file: string) => {
  const found = answers.find((one) => one.version === `avalanchego-${version}` && one.file === file);
  return found && methodOf(found.name).result.parse(found.result);
};

const states: Readonly<Record<string, Refusal>> = {
  "platform.getL1Validator.unknown": "not_found",
  "platform.getSubnet.unknown": "not_found",
  "platform.getSubnet.primary": "not_found",
  "platform.getCurrentSupply.l1": "not_found",
  "platform.getMinStake.l1": "not_found",
  "platform.getStakingAssetID.l1": "not_found",
  "platform.validates.unknown": "not_found",
  "platform.validatedBy.unknown": "not_found",
  "platform.sampleValidators.unknown": "not_found",
  "platform.getValidatorsAt.l1.future": "not_found",
  "platform.getAllValidatorsAt.future": "not_found",
  "platform.getTx.unknown": "not_found",
  "platform.getBlock.unknown": "not_found",
  "platform.getBlockByHeight.future": "not_found",
  "avm.getTx.unknown": "not_found",
  "avm.getBlock.unknown": "not_found",
  "avm.getBlockByHeight.future": "not_found",
  "avm.getBalance.unknown-asset": "not_found",
  "avm.getAssetDescription.unknown": "not_found",
  "avm.getAssetDescription.alias-unknown": "not_found",
  "avm.getAssetDescription.non-asset-tx": "not_found",
  "index.getLastAccepted.X-tx": "empty_index",
  "index.getContainerRange.X-tx": "empty_index",
  "index.getContainerRange.beyond": "not_found",
  "index.getContainerByIndex.beyond": "not_found",
  "index.getContainerByID.unknown": "not_found",
  "index.getIndex.unknown.P-block": "not_found",
  "info.isBootstrapped.nope": "not_found",
  "info.getBlockchainID.nope": "not_found",
  "info.uptime.no-validator": "not_validator",
  "admin.getLoggerLevel.unknown": "not_found",
};

test.each(answers)("$version $file: the answer is accepted", ({ name, result }) => {
  expect(() => methodOf(name).result.parse(result)).not.toThrow();
});

test("every method that reads was recorded from 1.14.0", () => {
  const seen = new Set(answers.filter(({ version }) => version === "avalanchego-1.14.0").map(({ name }) => name));
  const reads = (Object.keys(contract) as Name[]).filter((name) => methodOf(name).effect === "read");
  expect(reads.filter((name) => !seen.has(name))).toEqual([]);
});

test.each(errors)(
  "$version $file: an error that is a state is known as such, and no other",
  ({ name, file, message }) => {
    const refusals = Object.entries(methodOf(name).refusals ?? {});
    expect(refusals.filter(([, text]) => text.test(message)).map(([refusal]) => refusal)).toEqual(
      file in states ? [states[file]] : [],
    );
  },
);

test("every state above was recorded", () => {
  expect(Object.keys(states).filter((state) => !errors.some(({ file }) => file === state))).toEqual([]);
});

test("before Etna the constants of the gas fee are 0", () => {
  expect(answer("1.11.13", "platform.getFeeConfig")).toEqual({
    weights: [0n, 0n, 0n, 0n],
    maxCapacity: 0n,
    maxPerSecond: 0n,
    targetPerSecond: 0n,
    minPrice: 0n,
    excessConversionConstant: 0n,
  });
});

test("the supply, beyond 2^53, is exact", () => {
  expect(answer("1.11.13", "platform.getCurrentSupply")).toEqual({ supply: 361196333750752149n, height: 0n });
});

test("inactive L1 validators are one entry without a key", () => {
  expect(answer("1.14.0", "platform.getValidatorsAt.l1")).toMatchObject({
    validators: { [emptyNodeId]: { publicKey: null, weight: 23n } },
  });
});
