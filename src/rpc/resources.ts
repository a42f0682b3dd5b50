/** Lookups of names and reads of files. Each holds a thread of the pool until the system responds, and cannot be canceled. */
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { createFileReader } from "../lib/files.ts";
import { shareTask } from "../lib/share.ts";

/** Milliseconds for which the addresses of a name, or the failure of its lookup, are used again: calls that start together share them. */
const maxLookupAgeMs = 5000;

/** Creates the lookups and reads that several clients share, so that a name or file that hangs holds one thread. */
export function createResources() {
  const find = shareTask((name) => lookup(name, { all: true }), maxLookupAgeMs);
  const lookUp: LookupFunction = (name, { all }, callback) =>
    void find(name).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family)),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  return { lookUp, readFile: createFileReader() };
}
export type Resources = ReturnType<typeof createResources>;
