/** The conformance suite on a real node. */
import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { exceptions } from "../conformance/exceptions.ts";
import { startReal } from "../conformance/real/nodes.ts";
import { checkAll } from "../conformance/suite.ts";

let real: Awaited<ReturnType<typeof startReal>>;
afterAll(async () => {
  await real?.stop();
});

checkAll(async () => {
  real = await startReal();
  return real.connect();
}, exceptions.real);

const conformance = (...args: string[]) =>
  spawnSync("node", ["test/conformance/main.ts", ...args], { encoding: "utf8" });

test("the command line needs only the URL, and names the rules that it cannot verify", () => {
  const { stdout, status } = conformance(`--url=${real.urls.url}`);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\n\d{3} ok, 0 failed, \d+ not shown\n/)]);
  expect(stdout).toContain("Not shown on this node, so not passed:");
});
test("a violated rule is printed with the expected and the actual value, and the exit status is 1", () => {
  const rule = "the administration service is 404 on a node on which it is disabled";
  const { stdout, status } = conformance(`--url=${real.urls.url}`, `--bare-url=${real.urls.url}`, `--only=${rule}`);
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining(`FAILED      common rules: ${rule}\n    expected [ 404`),
  ]);
});
test("without a URL the usage is printed and the exit status is 2", () => {
  const { stderr, status } = conformance();
  expect([status, stderr]).toEqual([2, expect.stringContaining("--url: expected a URL\n\nnpm run conformance -- ")]);
});
