/** The status of a node as JSON. */
import { expect, test } from "vitest";
import { statusOf } from "../../src/entities/status.ts";
import { factsFrom, primaryChain } from "./observed.ts";

test("the status has only its own fields, in their order: null for unknown values, and numbers for integers", () => {
  const facts = factsFrom([primaryChain("P", { height: 7n })]);
  const about = { name: "a", url: "http://node:9650", up: true, watching: false } as const;
  const { chains, ...status } = statusOf({ ...about, collection: { state: "ok", collectors: [] } }, facts);
  expect(Object.keys(facts.chains[0] ?? {})).toContain("without");
  expect(JSON.stringify(chains)).toBe(
    '[{"chain":"P","blockchain_id":"P","subnet_id":"11111111111111111111111111111111LpoYY","alias":"","state":"ok",' +
      '"since_timestamp_seconds":null,"missing":[],"height":7,"block_age_seconds":0,"connected_ratio":0.95,' +
      '"required_ratio":0.8,"without_node_ratio":null}]',
  );
  expect(Object.keys(status)).toEqual([
    ...["name", "url", "up", "collection", "watching", "network", "node"],
    ...["validators", "subnets", "l1s", "l1_validators"],
  ]);
  expect(status.collection).toEqual({ state: "ok", collectors: [], cause: null });
});
