/** Text that is ready to send, plain and deflated. Parts made at different times join into one page and one gzip stream
 *  without compressing again: sync-flushed blocks end on a byte (RFC 1951 3.2.4). Not gzip members one after the other
 *  (RFC 1952 2.2): curl, wget and Chromium stop after the first. */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

export type Text = {
  readonly plain: readonly Buffer[];
  readonly deflated: readonly Buffer[];
  readonly checksum: Checksum;
  /** Plain bytes. */
  readonly length: number;
};
/** Of plain bytes. */
export type Checksum = {
  readonly crc32: number;
  /** What it does to the checksum of whatever comes before: x^(8·length) over GF(2), bits reflected. */
  readonly shift: number;
};
export const empty: Text = { plain: [], deflated: [], checksum: { crc32: 0, shift: 0x80000000 }, length: 0 };

/** Node.js cuts small buffers from slabs of 64 KiB: one of 100 bytes that is kept would hold all of it. */
export function kept(buffers: readonly Buffer[]): Buffer {
  const copy = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const buffer of buffers) {
    copy.set(buffer, at);
    at += buffer.length;
  }
  return copy;
}

const deflate = promisify(deflateRaw);

/** A window no larger than the text: else every one of a few hundred bytes took 330 kB beside V8's heap for a moment, which
 *  has it collect garbage again and again. */
function optionsFor({ length }: Buffer) {
  const windowBits = Math.min(Math.max(32 - Math.clz32(length), 9), 15);
  const chunkSize = Math.min(length + 64, 64 * 1024);
  return {
    level: 1,
    finishFlush: constants.Z_SYNC_FLUSH,
    windowBits,
    memLevel: Math.max(windowBits - 7, 2),
    chunkSize,
  };
}
const small = 8 * 1024;

/** Bytes that are compressed in one go. */
const most = 128 * 1024;
const pieces = (buffer: Buffer) =>
  Array.from({ length: Math.ceil(buffer.length / most) }, (_, i) => buffer.subarray(i * most, (i + 1) * most));

/** Small text at once, large text in the thread pool, one piece after the other: no step holds the event loop for long. */
export async function toText(buffers: readonly Buffer[]): Promise<Text> {
  const texts: Text[] = [];
  for (const plain of buffers.flatMap(pieces)) {
    const options = optionsFor(plain);
    texts.push(textOf(plain, plain.length < small ? deflateRawSync(plain, options) : await deflate(plain, options)));
  }
  const all = concat(texts);
  return { ...all, deflated: coalesce(all.deflated, most) };
}

/** The same for text known to be small, at once. */
export function toSmallText(text: string): Text {
  const plain = Buffer.from(text);
  return textOf(kept([plain]), deflateRawSync(plain, optionsFor(plain)));
}

const textOf = (plain: Buffer, deflated: Buffer): Text => ({
  plain: [plain],
  deflated: [kept([deflated])],
  checksum: checksumOf(plain),
  length: plain.length,
});

/** One after the other; nothing is copied. */
export function concat(texts: readonly Text[]): Text {
  const checksum = texts.reduce((sum, text) => combine(sum, text.checksum), empty.checksum);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return {
    plain: texts.flatMap(({ plain }) => plain),
    deflated: texts.flatMap(({ deflated }) => deflated),
    checksum,
    length,
  };
}

/** A small part of a large memory would hold all of it. */
export const alone = (buffer: Buffer): Buffer =>
  buffer.length < buffer.buffer.byteLength / 2 ? kept([buffer]) : buffer;

/** Buffers that follow on each other in one memory as one; nothing is copied. */
export function rejoin(buffers: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  for (const next of buffers) {
    const last = joined.at(-1);
    const follows = last?.buffer === next.buffer && last.byteOffset + last.length === next.byteOffset;
    if (!follows) joined.push(next);
    else joined[joined.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + next.length);
  }
  return joined;
}

const neighbours = 32 * 1024;

/** As `concat`, but small neighbours are copied together: sending costs 0.6 µs a buffer, so one commit saves it for every
 *  scrape. What is large stays as it is: every commit of a small round would copy it. */
export function join(texts: readonly Text[]): Text {
  const all = concat(texts);
  return { ...all, plain: coalesce(all.plain, neighbours), deflated: coalesce(all.deflated, neighbours) };
}

/** Small neighbours copied together; buffers of more than half the size stay as they are. */
export function coalesce(buffers: readonly Buffer[], size = most): Buffer[] {
  const runs: Buffer[][] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const buffer of buffers) {
    const isLarge = buffer.length > size / 2;
    if (isLarge || last + buffer.length > size) {
      runs.push([]);
      last = 0;
    }
    runs.at(-1)?.push(buffer);
    last = isLarge ? Number.POSITIVE_INFINITY : last + buffer.length;
  }
  return runs.map((run) => (run.length === 1 && run[0] ? run[0] : kept(run)));
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);

/** One gzip stream, as buffers to be written one after the other. */
export function gzipStream({ deflated, checksum, length }: Text): Buffer[] {
  const end = Buffer.alloc(10);
  end[0] = 3; // an empty final block, padded to a byte: 03 00
  end.writeUInt32LE(checksum.crc32, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  return coalesce([gzipHeader, ...deflated, end], neighbours);
}

export function checksumOf(bytes: Uint8Array): Checksum {
  let shift = 0x80000000; // x^0
  let power = 0x00800000; // x^8
  for (let n = bytes.length; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return { crc32: crc32(bytes), shift };
}

/** Of A followed by B: crc(A)·x^(8·|B|) + crc(B), as zlib's crc32_combine. */
export const combine = (a: Checksum, b: Checksum): Checksum => ({
  crc32: (multiply(b.shift, a.crc32) ^ b.crc32) >>> 0,
  shift: multiply(a.shift, b.shift),
});

function multiply(a: number, b: number): number {
  let product = 0;
  let term = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= term;
    term = term & 1 ? (term >>> 1) ^ 0xedb88320 : term >>> 1;
  }
  return product >>> 0;
}
