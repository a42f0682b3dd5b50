/** Load of one hour of the exporter on a simulated node: the real client, locks and schedule,
 *  over HTTP, in virtual time. Without jitter all collectors stay in step and overlap as often as possible. */
import { pino } from "pino";
import { contract, lockOf, methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import type { Method } from "../../src/api/method.ts";
import { plansOf } from "../../src/cli/node-plans.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createLayout } from "../../src/exporter/layout.ts";
import type { Plan } from "../../src/exporter/plan.ts";
import { createTarget } from "../../src/exporter/target.ts";
import { milliseconds } from "../../src/lib/duration.ts";
import type { FaultRule } from "../../src/simulator/faults.ts";
import { type Call, createSimulator } from "../../src/simulator/simulator.ts";
import type { ManualClock } from "../support/clock.ts";
import { type Lock, locksOf } from "./locks.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** Milliseconds under the chain lock, by the cost of a call. An idle node answers lookups in 0.2 to 0.4 in total. */
const byCost: Readonly<Record<Method["cost"], number>> = { light: 1, moderate: 10, heavy: 100 };
const names = Object.keys(contract) as RpcMethodName[];
/** Undefined if it takes no lock. */
export function timeUnderLock(name: RpcMethodName): number | undefined {
  const method = methodOf(name);
  return lockOf(method) === undefined ? undefined : byCost[method.cost];
}
/** Faults of the simulated node: each call holds its lock for its time. */
export const locking: readonly FaultRule[] = names.flatMap((method) => {
  const ms = timeUnderLock(method);
  return ms === undefined ? [] : [{ method, fault: { kind: "busy", ms } }];
});

const now = Date.UTC(2026, 0, 1);
const hour = milliseconds("1h");
export const shareOfHour = ({ seconds }: Lock) => (1000 * seconds) / hour;

/** Settings in addition to the defaults, by name. */
const setUps = {
  "the defaults": {},
  "`validators.detail: top`": { validators: { detail: "top" } },
  "`validators.detail: all`": { validators: { detail: "all" } },
};
export type SetUp = keyof typeof setUps;
export type Load = {
  /** In the order of the contract. */
  readonly calls: ReadonlyMap<RpcMethodName, number>;
  /** Bytes of the responses. */
  readonly bytes: ReadonlyMap<RpcMethodName, number>;
  readonly locks: ReadonlyMap<string, Lock>;
};

async function run(plan: Plan, clock: ManualClock) {
  const layout = createLayout(collectors);
  const target = createTarget({ name: "", plan, layout, clock, log: pino({ level: "silent" }) });
  target.start();
  try {
    await clock.pass(hour - 1, plan.jobs.length);
    const wrong = target.collectorStates().filter(({ state }) => state.kind !== "ok");
    if (wrong.length > 0) throw new Error(`not ok: ${wrong.map(({ collector }) => collector)}`);
  } finally {
    await target.stop();
  }
}

async function measure(given: object): Promise<Load> {
  using time = createVirtualTime();
  const { clock } = time;
  const calls: Call[] = [];
  const simulator = createSimulator({
    scenario: "mainnet-size",
    faults: locking,
    now: () => now, // the chain is frozen: responses do not change, and the test is a second shorter
    pause: clock.pause,
    onCall: (call) => calls.push(call),
  });
  try {
    const url = await simulator.listen();
    const plan = plansOf(configSchema(collectors).parse({ node: { url }, ...given })).get("");
    if (!plan) throw new Error("no node is configured");
    await run(plan, clock);
  } finally {
    await simulator.close();
  }
  const counts = Map.groupBy(calls, ({ method }) => method);
  // one call after each new connection, and their number varies
  const called = names.filter((name) => counts.has(name) && name !== "info.getNetworkName");
  const perMethod = (of: (calls: readonly Call[]) => number) =>
    new Map(called.map((name) => [name, of(counts.get(name) ?? [])]));
  return {
    calls: perMethod(({ length }) => length),
    bytes: perMethod((calls) => calls.reduce((sum, { bytes }) => sum + bytes, 0)),
    locks: locksOf(calls),
  };
}

export type Loads = ReadonlyMap<SetUp, Load>;
export async function measureLoads(): Promise<Loads> {
  const loads = new Map<SetUp, Load>();
  for (const [name, given] of Object.entries(setUps)) loads.set(name as SetUp, await measure(given));
  return loads;
}
