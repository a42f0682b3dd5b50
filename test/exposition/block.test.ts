import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { append, gzip, join, textOf, toBlock, toBlockSync } from "../../src/exposition/block.ts";
import { fc } from "../support/random.ts";

const gunzip = (parts: readonly Uint8Array[]) => gunzipSync(Buffer.concat(parts));
const texts = fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 20 });

test("blocks made at different times are one gzip stream", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (some, others) => {
      const blocks = await Promise.all([...some, ...others].map((text) => toBlock(Buffer.from(text))));
      const body = append(join(blocks.slice(0, some.length)), blocks.slice(some.length));
      const whole = Buffer.concat([...some, ...others].map((text) => Buffer.from(text)));
      expect([gunzip(gzip(body)), textOf(body), body.length]).toEqual([whole, whole.toString(), whole.length]);
    }),
  );
});

test("large texts are deflated in the thread pool without loss", async () => {
  const plain = [randomBytes(300_000), Buffer.alloc(200_000, "a"), Buffer.from("end")];
  const body = join(await Promise.all(plain.map(toBlock)));
  expect(gunzip(gzip(body)).equals(Buffer.concat(plain))).toBe(true);
});

test("zero blocks are an empty gzip stream", () => {
  expect(gunzip(gzip(join([]))).length).toBe(0);
});

test("a block holds no more memory than its bytes", async () => {
  for (const text of ["a", "b".repeat(5000), "c".repeat(50_000)]) {
    const { plain, deflated } = await toBlock(Buffer.from(text));
    expect([plain, deflated].map(({ length }) => length)).toEqual(
      [plain, deflated].map(({ buffer }) => buffer.byteLength),
    );
  }
});

test("a small text deflated at once is the same block", async () => {
  expect(toBlockSync(Buffer.from("a b c"))).toEqual(await toBlock(Buffer.from("a b c")));
});
