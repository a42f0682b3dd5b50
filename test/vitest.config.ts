import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    // one more than cores: there is always a test file that waits for a clock
    maxWorkers: availableParallelism() + 1,
    // for a busy machine: the longest take seconds on an idle one
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      thresholds: {
        lines: 95,
        "src/contract/**": { lines: 100 },
        "src/collectors/**": { lines: 100 },
        "src/node/**": { lines: 100 },
      },
    },
  },
});
