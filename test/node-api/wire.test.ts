import { describe, expect, test } from "vitest";
import * as z from "zod";
import { methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import {
  goDuration,
  hex,
  id,
  listOf,
  message,
  nanoseconds,
  nodeId,
  nullableList,
  paramAddress,
  paramCount,
  paramId,
  paramNodeId,
  paramUint64,
  percent,
  text,
  time,
  uint32,
  uint64,
  unixTime,
} from "../../src/node-api/wire.ts";
import { fc } from "../support/random.ts";

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const uint64s = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test.each([
  ["0s", 0],
  ["865.565494ms", 0.865565494],
  ["12µs", 0.000012],
  ["7ns", 7e-9],
  ["1m2.5s", 62.5],
  ["26h0m3s", 93_603],
])("goDuration: %s is %d seconds", (text, seconds) => {
  expect(goDuration.parse(text)).toBe(seconds);
});

test.each([[""], ["soon"], ["-1s"], ["5"], ["3m"], ["1s1s"], [`${"9".repeat(400)}s`], [7], [null]])(
  "goDuration: %j is rejected",
  (value) => {
    expect(accepts(goDuration, value)).toBe(false);
  },
);

describe("uint64", () => {
  test("is exact as text and as bigint, and as a number as far as numbers are", () =>
    fc.assert(
      fc.property(uint64s, fc.maxSafeNat(), (value, safe) => {
        expect([uint64.parse(String(value)), uint64.parse(value)]).toEqual([value, value]);
        expect(uint64.parse(safe)).toBe(BigInt(safe));
      }),
    ));

  test("beyond 64 bits or below 0 is refused in any form", () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 64n, max: 2n ** 80n }), fc.bigInt({ max: -1n }), (large, negative) => {
        for (const value of [large, negative])
          expect([accepts(uint64, value), accepts(uint64, String(value))]).toEqual([false, false]);
      }),
    ));

  test.each(["", " 1", "1.0", "0x1", "1e3", 1.5, Number.NaN, 2 ** 53, null, undefined, true])(
    "%j is refused",
    (value) => {
      expect(accepts(uint64, value)).toBe(false);
    },
  );
});

describe("uint32", () => {
  test("is a number", () =>
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 32 - 1 }), (value) => {
        expect(uint32.parse(String(value))).toBe(value);
      }),
    ));

  test("beyond 32 bits is refused", () => {
    expect(accepts(uint32, String(2 ** 32))).toBe(false);
  });
});

describe("percent", () => {
  const shares = fc.nat({ max: 1_000_000 });

  test("as text with four decimals and as a number is the ratio", () =>
    fc.assert(
      fc.property(shares, (share) => {
        for (const form of [(share / 10_000).toFixed(4), share / 10_000])
          expect(percent.parse(form)).toBe(share / 1_000_000);
      }),
    ));

  test.each(["NaN", "+Inf", "-1.0000", "100.0001", 100.1, -0.1, Number.NaN, Number.POSITIVE_INFINITY, "", null])(
    "%s is refused",
    (value) => {
      expect(accepts(percent, value)).toBe(false);
    },
  );
});

describe("time", () => {
  const instants = fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 });

  test("with any offset and up to nine digits of a second is the same instant", () =>
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        fc.stringMatching(/^\d{0,6}$/),
        (instant, offset, digits) => {
          const local = new Date(instant + offset * 60_000).toISOString().slice(0, -1);
          const minutes = Math.abs(offset);
          const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
          expect(time.parse(`${local}${digits}${offset < 0 ? "-" : "+"}${clock}`).getTime()).toBe(instant);
        },
      ),
    ));

  test("without digits of a second", () => {
    expect(time.parse("2024-12-16T17:19:07Z")).toEqual(new Date(1_734_369_547_000));
  });

  test("of a check that has not run", () => {
    expect(time.parse("0001-01-01T00:00:00Z").getUTCFullYear()).toBe(1);
  });

  test.each(["2024-12-16T17:19:07", "2024-12-16", "2024-02-30T00:00:00Z", "soon", "", 1_734_369_547, null])(
    "%s is refused",
    (value) => {
      expect(accepts(time, value)).toBe(false);
    },
  );

  test("as Unix seconds", () => {
    expect(unixTime.parse("1735689600")).toEqual(new Date("2025-01-01T00:00:00Z"));
  });

  test("as Unix seconds beyond what a date can hold is refused", () => {
    expect(accepts(unixTime, "8640000000001")).toBe(false);
  });

  test("as nanoseconds is in seconds", () => {
    expect(nanoseconds.parse(300_000_000_000)).toBe(300);
  });
});

describe("hex", () => {
  test("takes any bytes", () =>
    fc.assert(fc.property(fc.uint8Array(), (all) => accepts(hex, `0x${Buffer.from(all).toString("hex")}`))));

  test("takes 20 MB", () => {
    const large = `0x${"aB".repeat(10_000_000)}`;
    expect(accepts(hex, large)).toBe(true);
  });

  test.each(["", "0", "00", "0x0", "0x0g", "0X00"])("%j is refused", (text) => {
    expect(accepts(hex, text)).toBe(false);
  });
});

test("a list that is null is empty", () => {
  expect([nullableList(id).parse(null), nullableList(id).parse(["a"])]).toEqual([[], ["a"]]);
});

test("a list that is missing is refused", () => {
  expect(accepts(nullableList(id), undefined)).toBe(false);
});

test("a node ID in a response is only verified by its prefix and length", () => {
  expect([accepts(nodeId, "NodeID-x"), accepts(nodeId, "x")]).toEqual([true, false]);
});

test.each<[string, z.ZodType, string]>([
  ["an ID", id, ""],
  ["a node ID", nodeId, "NodeID-"],
])("%s in a response has at most 64 characters", (_what, schema, prefix) => {
  expect([64, 65].map((length) => accepts(schema, prefix.padEnd(length, "1")))).toEqual([true, false]);
});

describe("parameters", () => {
  test.each<[string, z.ZodType, string]>([
    ["an ID", paramId, "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT"],
    ["a node ID", paramNodeId, "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
    ["an address", paramAddress, "P-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"],
  ])("%s is verified", (_what, schema, text) => {
    expect([accepts(schema, text), accepts(schema, text.replace(/.$/, "q"))]).toEqual([true, false]);
  });

  test("the error for an invalid ID names it", () => {
    expect(paramId.safeParse("abc").error?.issues[0]?.message).toMatch(/^"abc" /);
  });

  test.each([
    [uint64, "12a", "expected an unsigned integer"],
    [uint64, undefined, "expected an unsigned integer"],
    [uint64, "18446744073709551616", "beyond 64 bits"],
    [percent, "half", "expected a percentage"],
    [percent, "101", "expected 0 to 100"],
    [paramCount(10), "11", "expected 1 to 10"],
  ])("%#: an invalid value has one plain error", (schema, value, message) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test("a number can be text or a number, but not bigint", () => {
    expect(["5", 5, 5n].map((form) => accepts(paramUint64, form))).toEqual([true, true, false]);
  });

  test("a count has bounds in both forms", () => {
    const forms = [0, 1, 10, 11].flatMap((count) => [count, String(count)]);
    expect(forms.filter((form) => accepts(paramCount(10), form))).toEqual([1, "1", 10, "10"]);
  });
});

test.each<[RpcMethodName, object, string]>([
  [
    "platform.getCurrentValidators",
    { validators: ["5", "6"].map((weight) => ({ nodeID: "NodeID-a", weight, startTime: "1" })) },
    "NodeID-a",
  ],
  [
    "platform.getCurrentValidators",
    {
      validators: ["a", "b"].map((nodeID) => ({
        nodeID: `NodeID-${nodeID}`,
        weight: "5",
        startTime: "1",
        validationID: "v",
      })),
    },
    "v",
  ],
  [
    "platform.getBlockchains",
    { blockchains: ["a", "b"].map((name) => ({ id: "chain", name, subnetID: "subnet", vmID: "vm" })) },
    "chain",
  ],
  ["admin.getChainAliases", { aliases: ["X", "avm", "X"] }, "X"],
])(
  "a response of %s with a duplicate key is rejected, and the path of the error contains the key",
  (name, answer, twice) => {
    const { error } = methodOf(name).result.safeParse(answer);
    expect(error?.issues).toMatchObject([{ message: "is there twice", path: [twice] }]);
  },
);

test("a list is checked up to its first invalid item", () => {
  const { error } = listOf(z.object({ id })).safeParse([{ id: "a" }, { id: 1 }, { id: 2 }]);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1, "id"]]);
});

test("schemas of large answers can be compiled", () => {
  const entry = z.object({ id, nodeId, weight: uint64, at: unixTime.optional(), share: percent.optional() });
  expect(() => z.compile(entry, { strict: true })).not.toThrow();
});

test("a value that is not a list is rejected", () => {
  expect([null, undefined, "a", {}].filter((wire) => listOf(id).safeParse(wire).success)).toEqual([]);
});

test("a node may validate an L1 and be a validator from before its conversion", () => {
  const one = { nodeID: "NodeID-a", weight: "5", startTime: "1" };
  const { success } = methodOf("platform.getCurrentValidators").result.safeParse({
    validators: [one, { ...one, validationID: "v" }],
  });
  expect(success).toBe(true);
});

const digest = /…[\w-]{22}$/;

test("a text of 512 characters is kept, and a longer one is cut to them, with a digest of the original at the end", () => {
  const [kept, cut] = [512, 30_000].map((length) => text.parse("x".repeat(length)));
  expect([kept, cut?.length, cut?.replace(digest, "")]).toEqual(["x".repeat(512), 512, "x".repeat(512 - 23)]);
});

test.each(["\u001b", "\0", "\n", "\r", "\t", "\u007f", "\u009b", "\u200b", "\u202e", "\u2028", "\ud800", "\udfff"])(
  "%j in a text or a key becomes U+FFFD",
  (character) => {
    const shown = text.parse(`a${character}b`);
    expect([shown.replace(digest, ""), digest.test(shown)]).toEqual(["a\ufffdb", true]);
    expect(z.record(text, z.null()).parse({ [`a${character}b`]: null })).toEqual({ [shown]: null });
  },
);

test("of a message, the first 1,000 characters are one line", () => {
  expect(message.parse(`a\n b\u001b[31m${"x".repeat(3000)}`)).toMatch(/^a b\ufffd\[31mx{991}$/);
});

const odd = fc.string({ unit: fc.constantFrom("\ud800", "\ud801", "\ufffd", "\u001b", "\n", "…", "é", "😀") });
const long = fc.constantFrom("", "x".repeat(510), "x".repeat(2000));
const oddTexts = fc.uniqueArray(
  fc.tuple(long, odd).map((both) => both.join("")),
  { maxLength: 8 },
);

test("different texts never become equal, even if one imitates the changed form of another", () => {
  const changed = (texts: readonly string[]) => texts.map((one) => text.parse(one));
  fc.assert(
    fc.property(oddTexts, (texts) => {
      const first = changed(texts);
      const all = [...new Set([...texts, ...first, ...changed(first)])];
      expect([new Set(first).size, new Set(changed(all)).size]).toEqual([texts.length, all.length]);
    }),
  );
});
