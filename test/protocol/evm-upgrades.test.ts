import { expect, test } from "vitest";
import { parseJson } from "../../src/lib/text.ts";
import { contract } from "../../src/node-api/contract.ts";
import { activationsOf, currentAt, textOf, type Upgrades } from "../../src/protocol/evm-upgrades.ts";

/** Reads the upgrades in a response. */
function read(upgrades: string): Upgrades {
  const result = parseJson(`{"chainId":1,"upgrades":${upgrades}}`) as never;
  return contract["eth.getChainConfig"].result.parse(result).upgrades ?? {};
}
const stateUpgrade = (text: string) => `{"stateUpgrades":[${text}]}`;

test.each([
  [
    "another order of names",
    '{"a":{"b":1,"c":[{"d":2,"e":3}]},"f":4}',
    '{"f":4,"a":{"c":[{"e":3,"d":2}],"b":1}}',
    true,
  ],
  ["another number are different", '{"a":1}', '{"a":2}', false],
  ["another order of a list are different", '{"a":[1,2]}', '{"a":[2,1]}', false],
  ["no upgrade in place of an empty list are different", '{"stateUpgrades":[]}', "{}", false],
  [
    "another integer beyond 2^53 are different",
    stateUpgrade('{"x":9007199254740993}'),
    stateUpgrade('{"x":9007199254740992}'),
    false,
  ],
  [
    "another time beyond 2^53 are different",
    stateUpgrade('{"blockTimestamp":9007199254740993}'),
    stateUpgrade('{"blockTimestamp":9007199254740995}'),
    false,
  ],
  [
    "another integer of 25 digits are different",
    stateUpgrade(`{"x":1${"0".repeat(24)}}`),
    stateUpgrade(`{"x":1${"0".repeat(23)}1}`),
    false,
  ],
  ["another time are different", stateUpgrade('{"blockTimestamp":1}'), stateUpgrade('{"blockTimestamp":2}'), false],
])("upgrades with %s", (_title, one, other, isEqual) => {
  expect(textOf(read(one)) === textOf(read(other))).toBe(isEqual);
});

const [fee, allow] = ["feeManagerConfig", "txAllowListConfig"] as const;
test.each<[title: string, upgrades: string, activations: readonly string[]]>([
  ["none of an empty file", "{}", []],
  [
    "all kinds in the order of their times",
    `{"networkUpgradeOverrides":{"graniteTimestamp":30,"other":"text"},"stateUpgrades":[{"blockTimestamp":20}],
      "precompileUpgrades":[{"${fee}":{"blockTimestamp":10}},{"${allow}":{"blockTimestamp":40}}]}`,
    [`${fee} 10`, "stateUpgrade 20", "graniteTimestamp 30", `${allow} 40`],
  ],
  [
    "a number for the second one with the same name",
    `{"precompileUpgrades":[{"${fee}":{"blockTimestamp":10}},{"${fee}":{"blockTimestamp":20,"disable":true}}]}`,
    [`${fee} 10`, `${fee} 2 20`],
  ],
  ["none without a time", `{"precompileUpgrades":[{"${fee}":{"blockTimestamp":null}},{"${allow}":{}}]}`, []],
  [
    "none of members that are null",
    '{"precompileUpgrades":null,"stateUpgrades":null,"networkUpgradeOverrides":null}',
    [],
  ],
])("the activations are %s", (_title, upgrades, activations) => {
  expect(activationsOf(read(upgrades)).map(({ upgrade, at }) => `${upgrade} ${at}`)).toEqual(activations);
});

test.each([
  [5, [10, 20, 30]],
  [10, [10, 20, 30]],
  [25, [20, 30]],
  [99, [30]],
])("at %i the current activations are the last one and those ahead", (now, times) => {
  const all = [10, 20, 30].map((at) => ({ upgrade: "one", at }));
  expect(currentAt(now, all).map(({ at }) => at)).toEqual(times);
  expect(currentAt(now, [])).toEqual([]);
});

test("all activations of the last second are current", () => {
  const all = [10, 20, 20, 30].map((at, i) => ({ upgrade: `upgrade ${i}`, at }));
  expect(currentAt(25, all).map(({ upgrade }) => upgrade)).toEqual(["upgrade 1", "upgrade 2", "upgrade 3"]);
});
