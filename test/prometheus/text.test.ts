import { randomBytes } from "node:crypto";
import { crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  alone,
  checksumOf,
  coalesce,
  combine,
  concat,
  gzipStream,
  join,
  rejoin,
  toSmallText,
  toText,
} from "../../src/prometheus/text.ts";

const gunzip = (buffers: readonly Buffer[]) => gunzipSync(Buffer.concat(buffers));

test("the CRC of two parts is that of the whole", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
      expect(combine(checksumOf(a), checksumOf(b))).toEqual(checksumOf(Buffer.concat([a, b])));
      expect(checksumOf(a).crc32).toBe(crc32(a));
    }),
  );
});

test("parts made at different times are one gzip stream", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 200 }), { maxLength: 20 }), async (parts) => {
      const texts = await Promise.all(parts.map((part) => toText([Buffer.from(part)])));
      expect(gunzip(gzipStream(join(texts))).toString()).toBe(parts.join(""));
    }),
  );
});

test("large chunks are deflated in the thread pool and read back whole", async () => {
  const chunks = [randomBytes(300_000), Buffer.alloc(200_000, "a"), Buffer.from("end")];
  const text = await toText(chunks);
  expect(gunzip(gzipStream(text)).equals(Buffer.concat(chunks))).toBe(true);
});

test("nothing is an empty gzip stream", () => {
  expect(gunzip(gzipStream(join([]))).length).toBe(0);
});

test("small text made at once is the same as the other", async () => {
  expect(toSmallText("a b c")).toEqual(await toText([Buffer.from("a b c")]));
});

test("concatenating copies nothing", () => {
  const a = toSmallText("a");
  expect(concat([a, a]).plain[1]).toBe(a.plain[0]);
});

test("small neighbours are joined up to the size, large buffers are left as they are", () => {
  const large = Buffer.alloc(6);
  const buffers = [Buffer.from("ab"), Buffer.from("c"), large, Buffer.from("d"), Buffer.from("e")];
  const joined = coalesce(buffers, 10);
  expect(joined.map(({ length }) => length)).toEqual([3, 6, 2]);
  expect(joined[1]).toBe(large);
});

test("what follows on each other in one memory is one again, and nothing else", () => {
  const [memory, other] = [Buffer.from("abcdefgh"), Buffer.from("xyz")];
  const parts = [memory.subarray(1, 3), memory.subarray(3, 4), memory.subarray(5, 6), other, memory.subarray(6, 8)];
  const joined = rejoin(parts);
  expect(joined.map(String)).toEqual(["bcd", "f", "xyz", "gh"]);
  expect(joined.every(({ buffer }) => buffer === memory.buffer || buffer === other.buffer)).toBe(true);
});

test("a small part of a large memory is copied out of it", () => {
  const memory = Buffer.allocUnsafeSlow(1000).fill("a");
  const [small, large] = [alone(memory.subarray(10, 20)), alone(memory.subarray(10, 900))];
  expect([small.toString(), small.buffer.byteLength]).toEqual(["a".repeat(10), 10]);
  expect(large.buffer).toBe(memory.buffer);
});
