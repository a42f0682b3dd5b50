import { expect, test } from "vitest";
import { clockDifference, heightAfter, heightAge, type ObservedHeight } from "../../src/protocol/ages.ts";

/** Returns the observation after these ones, of heights at times in seconds. */
const after = (observations: string) =>
  observations.split(", ").reduce<ObservedHeight | undefined>((before, observation) => {
    const [height = "", seconds] = observation.split(" at ");
    return heightAfter(before, BigInt(height), 1000 * Number(seconds));
  }, undefined);

test.each<[title: string, observations: string, age: number | undefined]>([
  ["after the first observation nothing is known", "7 at 100", undefined],
  ["the same height becomes older", "7 at 100, 7 at 130, 7 at 160", 60],
  ["another height has the age 0", "7 at 100, 8 at 130", 0],
  ["a lower height is new, too", "7 at 100, 3 at 130", 0],
  ["a clock that goes back does not make it younger", "7 at 100, 7 at 130, 7 at 110", 30],
])("%s: %s", (_title, observations, age) => {
  const observed = after(observations);
  expect(observed && heightAge(observed)).toBe(age);
});

const second = 1000;
const time = Date.UTC(2026, 10, 26, 12);
const header = (offset: number) => new Date(time + offset).toUTCString();

test.each<[title: string, sent: number, received: number, date: string | undefined, difference: number | undefined]>([
  ["that was written during the call is no difference", 0, 200, header(0), 0],
  ["of the second in which the call was sent is no difference", 999, 1200, header(0), 0],
  ["of the second in which the response arrived is no difference", 0, second, header(second), 0],
  ["later than the response is ahead by the minimum that explains it", 0, 200, header(40 * second), 39.8],
  ["earlier than the call is behind by the minimum that explains it", 200, 400, header(-40 * second), -39.2],
  ["of a slow call explains more", 0, 30 * second, header(40 * second), 10],
  ["that is missing shows nothing", 0, 200, undefined, undefined],
  ["that is no date shows nothing", 0, 200, "soon", undefined],
])("a header Date %s", (_title, sent, received, date, difference) => {
  expect(clockDifference({ sent: time + sent, received: time + received, date })).toBe(difference);
});
