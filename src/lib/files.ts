/** Reads configured files, whose type and size are not known. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** Maximum size of a configured file. The certificates of all public authorities take a quarter of it. */
const maxBytes = 2 ** 20;

/** Returns the text of a file. Rejects with the error of the system, or if the file is a pipe or too large. */
export async function readTextFile(file: string): Promise<string> {
  // without O_NONBLOCK, opening a named pipe waits for its writer, and the process cannot exit until then
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFIFO()) throw new Error("is a pipe, which can be read only once; use a regular file");
  const content = await text(handle.createReadStream({ end: maxBytes }));
  if (Buffer.byteLength(content) > maxBytes) throw new Error("is larger than 1 MiB");
  return content;
}
