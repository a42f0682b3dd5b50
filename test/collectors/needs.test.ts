import { expect, test } from "vitest";
import { needsOf } from "../../src/collectors/all.ts";
import * as o from "../entities/observed.ts";

test.each<[title: string, given: o.Given, running: readonly string[]]>([
  ["whose health check has a height runs", [o.chainOf({})], ["chain-1"]],
  ["without a height does not run while it bootstraps", [o.chainOf({ height: undefined })], []],
  [
    "without a height runs once it has bootstrapped: its consensus is Simplex",
    [o.chainOf({ height: undefined }), o.bootstrapped("chain-1")],
    ["chain-1"],
  ],
])("a chain %s", (_title, given, running) => {
  expect(needsOf(o.observations(given), "mainnet").chains.map(({ chain }) => chain)).toEqual(running);
});
