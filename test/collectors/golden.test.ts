import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { roundOf, settings } from "../support/round.ts";

const watched = { id: "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD", alias: "ours" };
const watch = { node_ids: [{ ...watched, subnet_ids: ["11111111111111111111111111111111LpoYY"] }] };

test.each(collectors.map((collector) => [collector.name, collector] as const))(
  "%s says of the contract's samples what its golden file has",
  async (name, collector) => {
    const { text } = await roundOf(collector, {}, { settings: settings({ watch }) });
    await expect(text).toMatchFileSnapshot(`golden/${name}.prom`);
  },
);

test("every metric of a collector's list is in its golden file", async () => {
  for (const collector of collectors) {
    const { text } = await roundOf(collector, {}, { settings: settings({ watch }) });
    for (const { name } of collector.metrics) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
  }
});
