import { expect, test } from "vitest";
import { header } from "../../src/prometheus/exposition.ts";

test("HELP escapes what would end its line", () => {
  expect(header("avax_x", "gauge", "a\\b\nc")).toBe("# HELP avax_x a\\\\b\\nc\n# TYPE avax_x gauge\n");
});
