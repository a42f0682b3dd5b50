import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needsOf } from "../../src/collectors/all.ts";
import { node, upgrades, upgradeTime } from "../../src/collectors/node.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { parseJson } from "../../src/lib/text.ts";
import { requiredUptime } from "../../src/protocol/networks.ts";
import { failedError, runOnce, samplesOf, unavailableError } from "../support/run-collector.ts";

test("a node that is not a validator has all samples except its uptime", async () => {
  const { text, ended } = await runOnce(node, { "info.uptime": unavailableError("not_validator") });
  expect([
    text.includes("avax_node_rewarding_stake_ratio"),
    text.includes("avax_node_bootstrapped"),
    classifyRun(ended),
  ]).toEqual([false, true, { kind: "ok" }]);
});

test("a node whose info API is disabled has no samples, which is not a failure", async () => {
  const off = unavailableError("api_off");
  const methods = node.reads.map((method) => [method, off] as const);
  const { text, ended } = await runOnce(node, Object.fromEntries(methods));
  expect([text, classifyRun(ended)]).toEqual(["", expect.objectContaining({ kind: "unavailable", reason: "api_off" })]);
});

const upgradesFrom = async (result: object) =>
  samplesOf((await runOnce(upgrades, { "info.upgrades": result })).text, upgradeTime);
function recorded(file: string) {
  const text = readFileSync(join(import.meta.dirname, "../fixtures", file, "info.upgrades.json"), "utf8");
  return (parseJson(text) as { readonly result: object }).result;
}
const line = (upgrade: string, at: string) =>
  `avax_upgrade_timestamp_seconds{upgrade="${upgrade}"} ${Date.parse(at) / 1000}`;

test.each([
  ["avalanchego-1.14.0", [line("fortuna", "2020-12-05T05:00:00Z"), line("granite", "2020-12-05T05:00:00Z")]],
  ["avalanchego-1.15", [line("granite", "2020-12-05T05:00:00Z"), line("helicon", "2026-11-22T16:40:17Z")]],
])("%s: only the last two upgrades with a date are exported", async (file, expected) => {
  expect(await upgradesFrom(recorded(file))).toEqual(expected);
});

test("a scheduled upgrade is exported with the last one, in order of time", async () => {
  const times = {
    heliconTime: "2026-12-01T15:00:00Z",
    graniteTime: "2025-11-19T16:00:00Z",
    etnaTime: "2024-12-16T17:00:00Z",
    laterTime: "9999-12-01T00:00:00Z",
  };
  expect(await upgradesFrom(times)).toEqual([
    line("granite", "2025-11-19T16:00:00Z"),
    line("helicon", "2026-12-01T15:00:00Z"),
  ]);
});

test("a node that lists thousands of upgrades has two series", async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`u${i}Time`, "2026-12-01T15:00:00Z"]));
  expect(await upgradesFrom(many)).toHaveLength(2);
});

const [newYear, helicon] = ["2025-01-01T00:00:00Z", "2026-09-22T15:00:00Z"];
test.each([
  [undefined, "reports no such time", {}, newYear, 0.8],
  [undefined, "reports a later one", { heliconTime: "2025-01-01T00:00:01Z" }, newYear, 0.8],
  [undefined, "reports the same time", { heliconTime: newYear }, newYear, 0.9],
  [undefined, "reports that there is no date yet", { heliconTime: "9999-12-01T00:00:00Z" }, newYear, 0.8],
  [undefined, "is too old to report it", unavailableError("method_unknown"), newYear, 0.8],
  [undefined, "has its info API disabled", unavailableError("api_off"), newYear, undefined],
  ["mainnet", "reports that there is no date yet", { heliconTime: "9999-12-01T00:00:00Z" }, helicon, 0.9],
  ["mainnet", "is too old to report it", unavailableError("method_unknown"), helicon, 0.9],
  ["mainnet", "is too old to report it", unavailableError("method_unknown"), "2026-09-22T14:59:59Z", 0.8],
  [undefined, "fails", failedError(), newYear, undefined],
  ["mainnet", "fails", failedError(), helicon, 0.9],
  ["mainnet", "has its info API disabled", unavailableError("api_off"), helicon, 0.9],
  ["mainnet", "reports another date", { heliconTime: "2027-01-01T00:00:00Z" }, helicon, 0.8],
])(
  "with the network %s, if the node %s, a period from %4$s requires %5$s",
  async (network, _what, answer, start, required) => {
    const { of } = await runOnce(upgrades, { "info.upgrades": answer });
    const times = needsOf(of, network).upgrades;
    expect(times && requiredUptime(new Date(start), times)).toBe(required);
  },
);
