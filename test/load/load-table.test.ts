import { expect, test } from "vitest";
import type { Loads } from "./hour.ts";
import { byteTable, callTable, lockTable } from "./load-table.ts";

const rows = (table: string) => table.split("\n").slice(2);
const loads: Loads = new Map([
  [
    "the defaults",
    {
      calls: new Map([
        ["platform.getHeight", 1200],
        ["platform.getCurrentValidators", 360],
        ["avm.getTxFee", 6],
      ] as const),
      bytes: new Map([
        ["platform.getHeight", 120_000],
        ["platform.getCurrentValidators", 90_000_000],
        ["avm.getTxFee", 2_000],
      ] as const),
      locks: new Map([["P", { calls: 1560, seconds: 37.2, atOnce: 1 }]]),
    },
  ],
  [
    "`validators.detail: all`",
    {
      calls: new Map([["info.upgrades", 1]] as const),
      bytes: new Map([["info.upgrades", 600_000]] as const),
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
    "| `platform.getHeight` | P | 1 ms | 1,200 | 0 |",
    "| `platform.getCurrentValidators` | P | 100 ms | 360 | 0 |",
    "| `avm.getTxFee` |  |  | 6 | 0 |",
    "| `info.upgrades` |  |  | 0 | 1 |",
  ]);
});

test("the table of bytes shows the methods with at least one kilobyte per minute, and the total", () => {
  expect(rows(byteTable(loads))).toEqual([
    "| `platform.getHeight` | 2 | 0 |",
    "| `platform.getCurrentValidators` | 1,500 | 0 |",
    "| `info.upgrades` | 0 | 10 |",
    "| all methods | 1,502 | 10 |",
  ]);
});
