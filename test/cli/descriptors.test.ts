import { expect, test } from "vitest";
import { descriptorWarning } from "../../src/cli/descriptors.ts";

const limits = (soft: number | string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft}                 4096                files     \n`;

test.each([
  [64, 20, "the limit of open files is 64, and 470 can be needed: raise ulimit -n, or LimitNOFILE of the systemd unit"],
  [165, 1, expect.stringContaining("166 can be needed")],
  [166, 1, undefined],
  ["unlimited", 100, undefined],
])("with a limit of %s open files and %i nodes the warning is %s", (soft, nodes, warning) =>
  expect(descriptorWarning(limits(soft), nodes)).toEqual(warning),
);

test("without limits there is no warning", () => {
  expect(descriptorWarning("", 100)).toBeUndefined();
});
