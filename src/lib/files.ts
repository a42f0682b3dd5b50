/** Reads configured files and bodies of HTTP messages, whose type and size are not known, and replaces files. */
import { constants } from "node:fs";
import { lstat, open, rename, rm, writeFile } from "node:fs/promises";
import { getSystemErrorMessage } from "node:util";
import { orAborted, shareTask } from "./clock.ts";

/** Maximum size of a configured file. The certificates of all public authorities take a quarter of it. */
const maxBytes = 2 ** 20;
/** Maximum time to read it: a network file system can hang. */
const maxSeconds = 10;

/** Creates a function that returns the text of a file. Calls share a read in progress, so that a file that hangs holds one thread.
 *  It rejects with the error of the system, if the file is a pipe or too large, or when the signal is aborted. */
export function createFileReader() {
  const read = shareTask(readRegularFile);
  return async (file: string, signal?: AbortSignal): Promise<string> => {
    const limit = AbortSignal.any([AbortSignal.timeout(1000 * maxSeconds), ...(signal ? [signal] : [])]);
    return await orAborted(read(file), limit, () => new Error("its file system does not respond"));
  };
}

/** Returns the text of a file that is read once. */
export const readTextFile = (file: string): Promise<string> => createFileReader()(file);

async function readRegularFile(file: string): Promise<string> {
  // without O_NONBLOCK, opening a named pipe waits for its writer, and the process cannot exit until then
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFIFO()) throw new Error("is a pipe, which can be read only once; use a regular file");
  const { text, isWhole } = await readBody(handle.createReadStream({ end: maxBytes }), maxBytes);
  if (!isWhole) throw new Error("is larger than 1 MiB");
  return text;
}

/** Returns the reason why a file cannot be read or written. */
export function fileErrorMessage(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : getSystemErrorMessage(errno);
}

/** Writes a file as a whole, or keeps it as it is: its readers never see a part. Does not follow a symbolic link, which can be that of
 *  another user or /dev/stdout. Rejects if it is not a regular file, or with the error of the system. */
export async function replaceTextFile(file: string, text: string): Promise<void> {
  const before = await lstat(file).catch(() => undefined);
  if (before && !before.isFile()) throw new Error("is not a regular file");
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: before?.mode ?? 0o666, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Maximum number of chunks of a body: each takes time and memory. 32 MiB in segments of TCP are 23,000. */
const maxChunks = 30_000;

/** Reads a body until it exceeds `maxBytes` or has too many chunks; `isWhole` is false if it does. The memory for it has no other limit. */
export async function readBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) {
  let [buffer, bytes, chunks] = [Buffer.alloc(0), 0, 0];
  for await (const chunk of body) {
    const end = Math.min(bytes + chunk.length, maxBytes);
    if (end > buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * end, maxBytes));
    buffer.set(chunk.subarray(0, end - bytes), bytes);
    bytes += chunk.length;
    if (bytes > maxBytes || ++chunks > maxChunks) break; // which destroys the stream and its connection
  }
  const text = new TextDecoder().decode(buffer.subarray(0, Math.min(bytes, maxBytes)));
  return { text, bytes, isWhole: bytes <= maxBytes && chunks <= maxChunks };
}
