/** Limits the memory of pages whose clients read slowly. */
import type { ServerResponse } from "node:http";
import { finished } from "node:stream";

/** Maximum size of all pages in responses in progress. */
const maxHeldBytes = 32 * 1024 * 1024;

/** Creates a function that registers a response with the bytes of its page. Each collector run creates another version of a page, and a
 *  slow client keeps its version in memory. If all versions together exceed the limit, the function closes the responses of the
 *  oldest ones, but not those of the newest. */
export function createVersionLimit() {
  /** Responses in progress by the bytes that they share, the oldest version first. */
  const open = new Map<Uint8Array, Set<ServerResponse>>();

  return (bytes: Uint8Array, response: ServerResponse) => {
    const readers = open.get(bytes) ?? new Set();
    open.set(bytes, readers.add(response));
    // also calls back for a response that has been closed already
    finished(response, () => {
      readers.delete(response);
      if (readers.size === 0 && open.get(bytes) === readers) open.delete(bytes);
    });
    let heldBytes = open.keys().reduce((sum, { length }) => sum + length, 0);
    for (const [version, responses] of open) {
      if (heldBytes <= maxHeldBytes || version === bytes) return;
      heldBytes -= version.length;
      open.delete(version);
      for (const one of responses) one.destroy();
    }
  };
}
