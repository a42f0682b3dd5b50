import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { testLimit } from "../support/limits.ts";

/** Files that take more than a minute, the longest first. */
const longFiles = [
  "grafana/timeline",
  "abuse/clients",
  "delivery/image",
  "abuse/nodes",
  "faults",
  "landing-page",
  "extending",
  "cluster",
  "getting-started",
  "grafana/rules",
  "grafana/dashboards",
  "release/release",
  "populated",
  "evm-l1",
  "l1-consensus",
];

/** Starts the long files first: a long file that starts last runs alone. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longFiles.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.ts`));
      return rank < 0 ? longFiles.length : rank;
    };
    return (await super.sort(files)).toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

export default defineConfig({
  test: {
    include: ["test/e2e/**/*.test.ts"],
    tags: [{ name: "night", description: "Tests that the gate leaves to the nightly run of their file." }],
    setupFiles: ["test/e2e/support/hooks.ts"],
    // one more than the cores of the build machine: most of these tests also wait for other programs
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    testTimeout: testLimit,
    hookTimeout: testLimit,
  },
});
