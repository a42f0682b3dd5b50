/** Memory in the pictures. The process that generates the history also runs the simulated node and the virtual clock: its own
 *  memory does not represent that of an exporter. */

const mebibyte = 2 ** 20;
/** Figures of the benchmark for one node, in bytes. */
const resident = 105 * mebibyte;
const heap = 20 * mebibyte;
/** Bytes that garbage collection frees every so many minutes. */
const garbage = 6 * mebibyte;
const collectedEachMinutes = 47;

/** Replaces the memory on a page by the figures of the benchmark. `at` in milliseconds. */
export function withMemory(page: string, at: number): string {
  const share = ((at / 60_000) % collectedEachMinutes) / collectedEachMinutes;
  const used = Math.round(heap + share * garbage);
  return page
    .replace(/^(process_resident_memory_bytes) .*$/m, `$1 ${resident}`)
    .replace(/^(nodejs_heap_size_used_bytes) .*$/m, `$1 ${used}`);
}
