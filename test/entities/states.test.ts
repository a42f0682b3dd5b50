import { expect, test } from "vitest";
import { address } from "../../src/entities/address/address.ts";
import { allStateTables, entities } from "../../src/entities/all.ts";
import { type Input, judge } from "../../src/entities/evidence.ts";
import { networkState } from "../../src/entities/network/network.ts";
import { defaultQuorum, quorumOf } from "../../src/protocol/consensus.ts";

test.each<[title: string, connectedRatio: number | undefined, isBehind: boolean | undefined, state?: string]>([
  ["a network whose stake is connected is ok", 0.8, false, "ok"],
  ["a network with 79 % of its stake is slow", 0.79, false, "slow"],
  ["a network with 75 % of its stake is slow", 0.75, false, "slow"],
  ["a network with 74 % of its stake has halted", 0.74, false, "halted"],
  ["a network of which the node sees 40 % has halted", 0.4, false, "halted"],
  ["a network whose chain accepts no block has halted", 0.95, true, "halted"],
  ["a node that is cut off sees nothing of the network", 0.39, true],
  ["without its connections nothing is known", undefined, true],
  ["without the age of a block no network is ok", 0.95, undefined],
])("%s", (_title, connectedRatio, isBehind, state) => {
  const isIsolated = connectedRatio === undefined ? undefined : connectedRatio < 0.75;
  const network = { connectedRatio, quorum: defaultQuorum, isIsolated, isBehind, isAdvancing: false };
  expect(networkState(network).state).toBe(state);
});

test("a node that accepts old blocks catches up, or its clock is wrong: the network has not halted", () => {
  const network = { connectedRatio: 0.95, quorum: defaultQuorum, isIsolated: false, isBehind: true, isAdvancing: true };
  expect(networkState(network).state).toBe("ok");
});

const all = { ...entities, address };
test.each(Object.entries(all))("without any one of its inputs, no %s is ok", (_entity, { fields }) => {
  const needed = fields.state.evidence as readonly Input[];
  const known = Object.fromEntries(needed.map((input) => [input, false]));
  const of = (changes: object) => judge(needed, undefined, { ...known, ...changes } as never);
  expect(of({}).state).toBe("ok");
  for (const input of needed) expect(of({ [input]: undefined })).toEqual({ state: undefined, missing: [input] });
});

test.each([
  ["5 of 5 samples", "required at least 100.000000%", 1],
  ["18 of 25", "required at least 77.600000%", 0.72],
  ["7 of 11, as five validators with that quorum size print it", "required at least 64.000000%", 0.55],
])("the limit of the engine follows from that of the check: %s", (_title, error, acceptance) => {
  expect(quorumOf({ error, connectedRatio: 0.5 }).acceptance).toBe(acceptance);
});

test("each enumeration ends with ok, and each state has a sentence as its meaning", () => {
  for (const table of Object.values(allStateTables)) {
    expect(Object.keys(table).at(-1)).toBe("ok");
    for (const { meaning } of Object.values(table)) expect(meaning).toMatch(/\.$/);
  }
});
