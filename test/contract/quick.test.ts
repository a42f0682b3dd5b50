import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { quick } from "../../src/contract/quick.ts";
import { alsoNamed, id, list, nodeId, percent, time, uint64, unixTime } from "../../src/contract/wire.ts";

const entry = alsoNamed(
  { fee: "feeRate" },
  z.object({
    nodeID: nodeId,
    txID: id.optional(),
    weight: uint64,
    startTime: unixTime,
    fee: percent.optional(),
    connected: z.boolean().optional(),
    signer: z.object({ publicKey: z.string() }).optional(),
    owner: z.looseObject({}).optional(),
  }),
);
const schema = z.object({ validators: z.array(entry) });

/** What the schema says, and what is said instead: a value, or the issues. */
const both = (wire: unknown) =>
  [schema, quick(schema)].map((each) => {
    const { data, error } = each.safeParse(wire);
    return error ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) : data;
  });

const odd = fc.constantFrom<unknown>(
  null,
  5,
  "5",
  "-1",
  "",
  "18446744073709551616",
  "0x1",
  " 7",
  "100.0001",
  true,
  {},
  [],
);
/** In the form of today's nodes, but now and then in another one, or wrong. */
const often = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
const digits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const wire = fc.record({
  validators: often(
    fc.array(
      fc.record(
        {
          nodeID: often(fc.constant("NodeID-a")),
          txID: often(fc.string({ minLength: 1 })),
          weight: often(digits),
          startTime: often(fc.nat().map(String)),
          fee: often(fc.integer({ min: 0, max: 1_000_000 }).map((n) => (n / 10_000).toFixed(4))),
          feeRate: odd,
          connected: often(fc.boolean()),
          signer: often(fc.record({ publicKey: often(fc.string()), proofOfPossession: fc.string() })),
          owner: often(fc.dictionary(fc.string(), fc.string())),
          unknown: odd,
        },
        { requiredKeys: ["nodeID", "weight", "startTime"] },
      ),
      { maxLength: 3 },
    ),
  ),
});

test("what is read the quick way is what the schema makes of it, and so is what is wrong", () => {
  fc.assert(
    fc.property(wire, (wire) => {
      const [slow, fast] = both(wire);
      expect(fast).toEqual(slow);
    }),
    { numRuns: 2000 },
  );
});

test.each([undefined, null, 5, "text", [], {}, { validators: null }, { validators: [null] }])(
  "%j is told of like by the schema",
  (wire) => {
    const [slow, fast] = both(wire);
    expect(fast).toEqual(slow);
  },
);

test.each([
  ["a number that must be small", uint64.refine((value) => value < 100n), "100"],
  ["an ID that must be short", id.max(2), "abc"],
  ["a list that must be long", z.array(id).min(2), ["a"]],
  ["an object that must be right", z.object({ id }).refine(() => false), { id: "a" }],
  ["a flag that must be set", z.boolean().refine(Boolean), false],
  ["a loose object that must be right", z.looseObject({}).refine(() => false), {}],
  ["an object that must have no other members", z.strictObject({}), { more: 1 }],
  ["an object, all of whose members may be missing", z.object({ id: id.optional() }), []],
])("%s is refused like by the schema", (_what, part, wire) => {
  expect([part.safeParse(wire).success, quick(part as z.ZodType).safeParse(wire).success]).toEqual([false, false]);
});

test("a part of which no usual form is known is left to the schema", () => {
  const parts = z.object({ at: time, names: list(z.string()), all: z.looseObject({ at: time }) });
  const wire = { at: "2024-12-16T17:19:07Z", names: null, all: { at: "2024-12-16T17:19:07Z", more: 1 } };
  expect(quick(parts).parse(wire)).toEqual(parts.parse(wire));
});
