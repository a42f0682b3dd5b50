/** fast-check with the number of runs and the seed of this run of the tests. A failure prints the seed and the path. */
import fc from "fast-check";
import { numRuns, runScale, seed } from "./runs.ts";

fc.configureGlobal({ numRuns, seed });

/** Returns the number of runs of an expensive property, from the number without FUZZ_RUNS. */
export const runs = (usual: number): number => Math.ceil(usual * runScale);

export { fc };
