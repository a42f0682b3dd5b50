import { expect, test } from "vitest";
import { height, pAccepted } from "../../src/collectors/heights.ts";
import { countSamples, fitToLimit, type Group, pruneGroups } from "../../src/engine/collect.ts";
import { fc } from "../support/random.ts";

/** Returns observations of one series each. */
const observations = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    observation: pAccepted.item({ height: BigInt(i) }),
    samples: [{ metric: height, value: i, labels: {} }],
  }));
const groups = fc.uniqueArray(
  fc.record({ priority: fc.nat(3), id: fc.string({ minLength: 1, maxLength: 3 }), count: fc.nat(4) }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test("groups that are pruned while they are read are those that the limit drops", () => {
  fc.assert(
    fc.property(groups, fc.nat(20), fc.nat(5), (given, maxSeries, always) => {
      const all = given.map(({ count, ...group }): Group => ({ ...group, observations: observations(count) }));
      let kept: Group[] = [];
      for (const group of all) kept = pruneGroups([...kept, group], maxSeries);
      const dropped = countSamples(all) - countSamples(kept);
      const entries = { readAt: 0, always: observations(always), dropped: 0 };
      const whole = fitToLimit(new Map([["a", { ...entries, groups: all }]]), maxSeries);
      const pruned = fitToLimit(new Map([["a", { ...entries, groups: kept, dropped }]]), maxSeries);
      expect([pruned.dropped, new Set(pruned.entries.get("a")?.observations)]).toEqual([
        whole.dropped,
        new Set(whole.entries.get("a")?.observations),
      ]);
    }),
  );
});
