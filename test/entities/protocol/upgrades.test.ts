import { expect, test } from "vitest";
import { requiredUptime, upgradeTimesOf } from "../../../src/entities/protocol/networks.ts";

test.each([
  ["mainnet", "2026-09-22T14:59:59Z", 0.8],
  ["mainnet", "2026-09-22T15:00:00Z", 0.9],
  ["fuji", "2026-07-28T14:59:59Z", 0.8],
  ["fuji", "2026-07-28T15:00:00Z", 0.9],
  ["local", "2026-12-01T00:00:00Z", 0.8],
])("on %s, a staking period that starts at %s requires an uptime of %d", (network, start, required) => {
  expect(requiredUptime(new Date(start), upgradeTimesOf(network) ?? {})).toBe(required);
});
