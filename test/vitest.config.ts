import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { unitPollLimit, unitTestLimit } from "./support/limits.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    // one more than cores: there is always a test file that waits for a clock
    maxWorkers: availableParallelism() + 1,
    // the files of a worker share their modules, which take a third of the time to load: a test restores what it changes
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: unitTestLimit,
    hookTimeout: unitTestLimit,
    // workers and programs start faster with code that is already compiled
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/compiled") },
    provide: { pollLimit: unitPollLimit },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      thresholds: {
        lines: 95,
        "src/node-api/**": { lines: 100 },
        "src/collectors/**": { lines: 100 },
      },
    },
  },
});
