import { expect, test } from "vitest";
import { kinds, type Loads } from "./hour.ts";
import { byteTable, callTable, lockTable } from "./load-table.ts";

const rows = (table: string) => table.split("\n").slice(2);
const count = (counts: Readonly<Record<string, number>>) =>
  new Map(
    kinds.flatMap((kind) => {
      const found = counts[`${kind.method} ${kind.of}`.trim()];
      return found === undefined ? [] : [[kind, found]];
    }),
  );
const loads: Loads = new Map([
  [
    "the defaults",
    {
      calls: count({
        "platform.getHeight": 1200,
        "platform.getCurrentValidators all validators": 12,
        "platform.getCurrentValidators by node IDs": 348,
        "avm.getTxFee": 6,
      }),
      bytes: count({
        "platform.getHeight": 120_000,
        "platform.getCurrentValidators all validators": 90_000_000,
        "avm.getTxFee": 2_000,
      }),
      locks: new Map([["P", { calls: 1560, seconds: 37.2, atOnce: 1 }]]),
    },
  ],
  [
    "`validators.detail: all`",
    {
      calls: count({ "info.upgrades": 1 }),
      bytes: count({ "info.upgrades": 600_000 }),
      locks: new Map(),
    },
  ],
]);

test("the table of locks shows for each set-up how long each lock is held, and the calls without a lock", () => {
  expect(rows(lockTable(loads))).toEqual([
    "| the defaults | P | 1,560 | 37.2 | 1.03 % | 1 |",
    "|  | none | 6 |  |  |  |",
    "| `validators.detail: all` | none | 1 |  |  |  |",
  ]);
});

test("the table of calls shows for each method its lock, its duration and its calls per set-up", () => {
  expect(rows(callTable(loads))).toEqual([
    "| `platform.getHeight` |  | P | 0.2 ms | 1,200 | 0 |",
    "| `platform.getCurrentValidators` | all validators | P | 20 ms | 12 | 0 |",
    "| `platform.getCurrentValidators` | by node IDs | P | 0.2 ms | 348 | 0 |",
    "| `avm.getTxFee` |  |  |  | 6 | 0 |",
    "| `info.upgrades` |  |  |  | 0 | 1 |",
  ]);
});

test("the table of bytes shows the methods with at least one kilobyte per minute, and the total", () => {
  expect(rows(byteTable(loads))).toEqual([
    "| `platform.getHeight` |  | 2 | 0 |",
    "| `platform.getCurrentValidators` | all validators | 1,500 | 0 |",
    "| `info.upgrades` |  | 0 | 10 |",
    "| all methods |  | 1,502 | 10 |",
  ]);
});
