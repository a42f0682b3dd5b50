/** Flags of V8 that reduce the resident memory. docs/performance.md has their effect. */
import { setFlagsFromString } from "node:v8";

const flags = [
  // TurboFan takes 6 to 12 MB for its code and its work, and the runs of collectors are not faster with it
  "--no-opt",
  // nor does it compile the HTTP parser of undici, which is WebAssembly: 25 MB while it works
  "--liftoff-only",
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
];

/** Must run before the libraries are loaded: they have an effect on what is compiled and allocated from then on. */
export function setMemoryFlags() {
  for (const flag of flags) setFlagsFromString(flag);
}
