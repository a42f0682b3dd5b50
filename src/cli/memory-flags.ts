/** Flags of V8 that reduce the resident memory. docs/benchmark.md has their effect. */
import { setFlagsFromString } from "node:v8";

const flags = [
  // TurboFan takes 6 to 12 MB for its code and its work, and the runs of collectors are not faster with it
  "--no-opt",
  // TurboFan takes 25 MB while it compiles the HTTP parser of undici, which is WebAssembly
  "--liftoff-only",
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
  // Maglev compiles only functions that run often: its work takes 3 to 5 MB, and at defaults it saves little time
  "--invocation-count-for-maglev=4000",
  // garbage takes at most 70 % of the live heap until the next collection; at 30 % runs take a third longer
  "--heap-growing-percent=70",
];

/** Must run before the libraries are loaded: they have an effect on what is compiled and allocated from then on. */
export function setMemoryFlags() {
  for (const flag of flags) setFlagsFromString(flag);
}
