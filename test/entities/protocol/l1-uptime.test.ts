import { expect, test } from "vitest";
import { type CountedValidator, provenShare } from "../../../src/entities/protocol/staking.ts";

const of = (weight: bigint, uptime: number | undefined, more: Partial<CountedValidator> = {}): CountedValidator => ({
  ...{ weight, uptime, isOwn: false },
  ...more,
});
const own = { isOwn: true };

test.each<[string, readonly CountedValidator[], number | undefined]>([
  ["all prove it", [of(3n, 1), of(1n, 0.8)], 1],
  ["one is just below", [of(3n, 1), of(1n, 0.799999)], 0.75],
  ["the node itself does not count", [of(6n, 1, own), of(3n, 1), of(1n, 0)], 0.75],
  ["an unknown uptime does not count", [of(6n, undefined), of(3n, 0), of(1n, 1)], 0.25],
  ["only the node itself", [of(6n, 1, own)], undefined],
])("proofs of uptime, %s", (_name, validators, share) => {
  expect(provenShare(validators)).toBe(share);
});
