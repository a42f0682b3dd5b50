/** Number of runs and seed of the random tests. */

/** Number of runs of a property that sets none, by default. */
const usualRuns = 100;

function readRuns(text = String(usualRuns)): number {
  const runs = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(runs) && runs > 0) return runs;
  throw new Error(`FUZZ_RUNS: "${text}" is not a whole number above 0; set 10000 for a hundred times the usual runs`);
}
/** By default the seed is fixed: the tests do the same every time. */
function readSeed(text = "1"): number {
  const seed = Number(text);
  if (/^-?\d+$/.test(text) && seed === (seed | 0)) return seed;
  throw new Error(`FUZZ_SEED: "${text}" is not a whole number of 32 bits; set the seed that a failure has printed`);
}

export const numRuns = readRuns(process.env["FUZZ_RUNS"]);
export const seed = readSeed(process.env["FUZZ_SEED"]);
export const runScale = numRuns / usualRuns;
