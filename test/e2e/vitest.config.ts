import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/e2e/**/*.test.ts"],
    setupFiles: ["test/e2e/support/after-each-file.ts"],
    maxWorkers: 2,
    // for a busy machine: the longest take seconds on an idle one
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
