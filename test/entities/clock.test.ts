/** Durations: collectors keep times, and facts count from the present time. */
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { pTime } from "../../src/collectors/fees.ts";
import { announcedUpgrade } from "../../src/collectors/health.ts";
import { projection } from "../../src/engine/metric.ts";
import { factItems, familiesOf } from "../../src/entities/all.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import * as o from "./observed.ts";

const { now, day } = o;
const metrics = [...familiesOf(collectors)];
const durations = metrics.map(({ name }) => name).filter((name) => /(?<!_timestamp)_seconds$/.test(name));

/** Times until something happens. */
const remaining = [
  "avax_l1_balance_runway_seconds",
  "avax_l1_time_to_halt_seconds",
  "avax_l1_validator_balance_runway_seconds",
  "avax_node_upgrade_unknown_seconds",
  "avax_validator_time_left_seconds",
];
/** Ages when they were read, lengths, and differences. The offline budget falls only while the validator is offline. */
const constant = [
  "avax_chain_height_age_seconds",
  "avax_chain_longest_processing_block_seconds",
  "avax_node_clock_difference_seconds",
  "avax_pchain_block_age_seconds",
  "avax_validator_next_period_seconds",
  "avax_validator_offline_budget_seconds",
  "avax_validator_time_to_reward_loss_seconds",
];

test("each duration is a time until something happens, or does not depend on the present time", () => {
  const timestamps = ["avax_evm_timestamp_seconds"];
  const rates = ["avax_pchain_validator_fee_price_avax_per_second"];
  expect([...remaining, ...constant].toSorted()).toEqual(
    durations.filter((name) => ![...timestamps, ...rates].includes(name)).toSorted(),
  );
});

const period = { start: o.at(now - 10 * day), end: o.at(now + 90 * day) };
const given = [
  ...[o.primaryChain("P"), pTime.item({ timestamp: o.at(now - 5) }), o.check("P"), o.chainOf({})],
  ...[o.presence(period, { subnet_id: primaryNetwork }), o.current({ connected: true, uptime: 1 })],
  ...[o.l1Set([o.member(100n, 100 * day)]), o.l1Validator(), announcedUpgrade.item({ unknownTime: o.at(now + day) })],
];
/** Returns the values of all facts at a time, of the same observations. */
const valuesAt = (time: number) =>
  new Map(
    factItems(o.factsFrom(given, { now: time }))
      .flatMap(projection(metrics))
      .map(({ metric, value }) => [metric.name, Number(value)] as const),
  );

test("without a collector run each remaining time falls by a second per second, on an idle network too", () => {
  const [before, after] = [valuesAt(now), valuesAt(now + 30)];
  const fallen = remaining.map((name) => [name, (before.get(name) ?? Number.NaN) - (after.get(name) ?? Number.NaN)]);
  expect(fallen).toEqual(remaining.map((name) => [name, 30]));
});

test("without a collector run nothing else changes", () => {
  const [before, after] = [valuesAt(now), valuesAt(now + 30)];
  const others = [...before].filter(([name]) => !remaining.includes(name));
  expect(others.length).toBeGreaterThan(10);
  expect(others).toEqual([...after].filter(([name]) => !remaining.includes(name)));
});
