import { expect, test } from "vitest";
import { countSamples, fitToLimit, type Group, pruneGroups } from "../../src/exporter/limit.ts";
import { sample } from "../../src/exposition/sample.ts";
import { height } from "../../src/metrics/pchain.ts";
import { fc } from "../support/random.ts";

const samples = (count: number) => Array.from({ length: count }, (_, i) => sample(height, i) ?? []).flat();
const groups = fc.uniqueArray(
  fc.record({ share: fc.nat(3), id: fc.string({ minLength: 1, maxLength: 3 }), count: fc.nat(4) }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test("groups that are pruned while they are read are those that the limit drops", () => {
  fc.assert(
    fc.property(groups, fc.nat(20), fc.nat(5), (given, maxSeries, always) => {
      const all = given.map(({ count, ...group }): Group => ({ ...group, samples: samples(count) }));
      let kept: Group[] = [];
      for (const group of all) kept = pruneGroups([...kept, group], maxSeries);
      const dropped = countSamples(all) - countSamples(kept);
      const entries = { samples: samples(always), dropped: 0 };
      const whole = fitToLimit(new Map([["a", { ...entries, groups: all }]]), maxSeries);
      const pruned = fitToLimit(new Map([["a", { ...entries, groups: kept, dropped }]]), maxSeries);
      expect([pruned.dropped, new Set(pruned.samples.get("a"))]).toEqual([
        whole.dropped,
        new Set(whole.samples.get("a")),
      ]);
    }),
  );
});
