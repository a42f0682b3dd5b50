import { expect, test } from "vitest";
import { gauge, timestamp } from "../../src/exposition/metric.ts";
import { sample } from "../../src/exposition/sample.ts";

const height = gauge("avax_height", { help: "h", from: "f" });
const time = timestamp("avax_x_timestamp_seconds", { help: "h", from: "f" });

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "%s is an unknown value: there is no sample",
  (value) => {
    expect(sample(height, value)).toBeUndefined();
  },
);

test("an invalid date is an unknown value", () => {
  expect(sample(time, new Date("no date"))).toBeUndefined();
});
