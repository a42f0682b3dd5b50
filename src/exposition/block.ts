/** Text with its deflated form. Deflated blocks can be joined into one gzip stream without compressing again, because a sync flush
 *  ends on a byte boundary (RFC 1951, 3.2.4). Concatenated gzip members (RFC 1952, 2.2) are no alternative: curl, wget and Chromium
 *  stop after the first. */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

export type Block = { readonly plain: Uint8Array; readonly deflated: Uint8Array };

/** Blocks in the order in which they are sent. */
export type Body = {
  readonly plain: readonly Uint8Array[];
  readonly deflated: readonly Uint8Array[];
  /** CRC-32 of the plain bytes. */
  readonly crc32: number;
  /** Number of plain bytes. */
  readonly length: number;
};

/** Maximum size for synchronous compression; longer texts are compressed in the thread pool. */
const maxSyncBytes = 8 * 1024;
const deflate = promisify(deflateRaw);

/** Returns options with a window no larger than the text. With the default of 32 KiB a text of 100 bytes allocates 330 kB. */
function deflateOptions({ length }: Uint8Array) {
  const windowBits = Math.min(Math.max(32 - Math.clz32(length), 9), 15);
  const memLevel = Math.max(windowBits - 7, 2);
  return { level: 1, finishFlush: constants.Z_SYNC_FLUSH, windowBits, memLevel };
}

/** Copies both texts, because a small buffer of Node.js keeps its pool of 64 KiB in memory. */
const createBlock = (plain: Uint8Array, deflated: Uint8Array): Block => ({
  plain: new Uint8Array(plain),
  deflated: new Uint8Array(deflated),
});

/** Deflates a text synchronously. */
export const toBlockSync = (plain: Uint8Array): Block =>
  createBlock(plain, deflateRawSync(plain, deflateOptions(plain)));

/** Deflates a text, in the thread pool if it is long. */
export async function toBlock(plain: Uint8Array): Promise<Block> {
  if (plain.length <= maxSyncBytes) return toBlockSync(plain);
  return createBlock(plain, await deflate(plain, deflateOptions(plain)));
}

export const emptyBody: Body = { plain: [], deflated: [], crc32: 0, length: 0 };

/** Returns the body followed by the blocks. */
export function append(body: Body, blocks: readonly Block[]): Body {
  const plain = blocks.map((block) => block.plain);
  return {
    plain: [...body.plain, ...plain],
    deflated: [...body.deflated, ...blocks.map(({ deflated }) => deflated)],
    crc32: plain.reduce((sum, bytes) => crc32(bytes, sum), body.crc32),
    length: plain.reduce((sum, { length }) => sum + length, body.length),
  };
}

export const join = (blocks: readonly Block[]): Body => append(emptyBody, blocks);

/** Returns the plain text. */
export const textOf = ({ plain }: Body): string => Buffer.concat(plain).toString();

const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff);

/** Returns the parts of one gzip stream. */
export function gzip({ deflated, crc32, length }: Body): Uint8Array[] {
  const end = Buffer.alloc(10);
  end[0] = 3; // an empty final block, padded to a byte: 03 00
  end.writeUInt32LE(crc32, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  return [gzipHeader, ...deflated, end];
}
