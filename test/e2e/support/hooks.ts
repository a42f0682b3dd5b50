/** Prints the logs of the programs that a failed test or hook has used, and ends those that it has left behind. */
import { afterAll, afterEach } from "vitest";
import { stopAll, takeLogs } from "./programs.ts";

afterEach(({ task }) => {
  const logs = takeLogs();
  if (task.result?.state === "fail") process.stdout.write(`Logs of the programs of "${task.name}":\n${logs}\n`);
});

// biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern
afterAll(async ({}, { tasks }) => {
  // a failed hook skips all tests
  if (tasks.every(({ result }) => result === undefined || result.state === "skip"))
    process.stdout.write(`Logs of the programs of the file:\n${takeLogs()}\n`);
  await stopAll();
});
