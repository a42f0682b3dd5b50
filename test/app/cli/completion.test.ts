import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { summaries } from "../../../src/app/cli/usage.ts";
import { contract } from "../../../src/node-api/contract.ts";
import { runToEnd } from "../../support/program.ts";

/** Returns the completions of bash for the last word. */
async function offered(...words: readonly string[]) {
  const { out } = await runToEnd(["completion", "bash"]);
  const script = `${out}
COMP_WORDS=(avalanche-exporter "$@"); COMP_CWORD=$#; _avalanche_exporter; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
}

test("the first word may be any command, or a flag of serve", async () => {
  const words = await offered("");
  expect(words).toEqual(expect.arrayContaining([...Object.keys(summaries), "--node.url", "--no-collector.p-height"]));
});

test("call is completed by the methods and its flags", async () => {
  expect(await offered("call", "health.")).toEqual(Object.keys(contract).filter((name) => name.startsWith("health.")));
  expect(await offered("call", "--allow")).toEqual(["--allow-write"]);
  expect(await offered("once", "--allow")).toEqual([]);
});

test.each([
  [
    ["once", "--only", "p-validator-f"],
    ["p-validator-fee", "p-validator-fee-config"],
  ],
  [
    ["--validators.detail", ""],
    ["watched", "top", "all"],
  ],
  [["simulate", "--scenario", "l1-d"], ["l1-draining"]],
  [
    ["completion", ""],
    ["bash", "fish", "zsh"],
  ],
])("%j is completed by %j", async (words, expected) => {
  expect((await offered(...words)).filter((word) => !word.startsWith("--")).sort()).toEqual([...expected].sort());
});

test("a command is completed by the settings that it uses", async () => {
  expect(await offered("call", "--node.")).toEqual(["--node.url", "--node.timeout", "--node.host-header"]);
  expect(await offered("demo", "--node.")).toEqual(["--node.timeout", "--node.host-header"]);
  expect(await offered("simulate", "--node.")).toEqual([]);
  expect(await offered("once", "--web.")).toEqual([]);
});

test("an argument that can be any text has no completions", async () => {
  expect(await offered("--node.url", "")).toEqual([]);
});

test("the argument of a file flag is completed by files", async () => {
  expect(await offered("--config.file", "package.js")).toEqual(["package.json"]);
});

test.each([
  [[], "SHELL is missing; allowed: bash, zsh, fish\n"],
  [["bsh"], "bsh: unknown shell; did you mean bash?\n"],
])("completion %j is refused", async (words, message) => {
  expect(await runToEnd(["completion", ...words])).toEqual({ code: 2, out: "", err: message });
});
