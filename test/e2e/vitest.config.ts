import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes. One that starts last runs alone. */
const longFiles = ["faults.test.ts", "alerts.test.ts", "cluster.test.ts"];

/** Starts the long files first. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.includes(basename(moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["test/e2e/**/*.test.ts"],
    setupFiles: ["test/e2e/support/after-each-file.ts"],
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    // for a busy machine: the longest take seconds on an idle one
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
