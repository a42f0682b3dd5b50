/** Load of one hour of the exporter on a simulated node: the real client, locks and schedule,
 *  over HTTP, in virtual time. Without jitter all collectors stay in step and overlap as often as possible. */
import { pino } from "pino";
import { configSchema } from "../../src/app/config/schema.ts";
import { type Plan, plansOf } from "../../src/app/plan.ts";
import { createTarget } from "../../src/app/target.ts";
import { collectors } from "../../src/collectors/all.ts";
import { milliseconds } from "../../src/lib/duration.ts";
import { contract, lockOf, methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import type { FaultRule } from "../../src/simulator/faults.ts";
import { type Call, createSimulator } from "../../src/simulator/simulator.ts";
import type { ManualClock } from "../support/clock.ts";
import { type Lock, locksOf } from "./locks.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** Calls of one method, with some parameters. */
type Kind = {
  readonly method: RpcMethodName;
  readonly of: string;
  /** Pattern of the requests. */
  readonly request: RegExp;
  /** Milliseconds of the processor of the node, at most as long under the lock; undefined without a lock. */
  readonly ms: number | undefined;
};
/** Mean processor time of AvalancheGo 1.14.0 with 1,500 validators and no delegators, over 60 to 1,500 calls; the longest lookup. */
const measured = { "all validators": 20, "by node IDs": 0.2, "proposed validators": 5, lookup: 0.2 };
const kind = (method: RpcMethodName, of: keyof typeof measured, request = /^/): Kind => ({
  ...{ method, of: of === "lookup" ? "" : of, request },
  ms: lockOf(methodOf(method)) === undefined ? undefined : measured[of],
});
export const kinds = (Object.keys(contract) as RpcMethodName[]).flatMap((method) => {
  if (method === "platform.getValidatorsAt") return [kind(method, "proposed validators")];
  if (method !== "platform.getCurrentValidators") return [kind(method, "lookup")];
  return [kind(method, "all validators", /^(?!.*"nodeIDs")/), kind(method, "by node IDs", /"nodeIDs"/)];
});
/** Faults of the simulated node: each call holds its lock for its time. */
const locking: readonly FaultRule[] = kinds.flatMap(({ method, request, ms }) =>
  ms === undefined ? [] : [{ method, request, fault: { kind: "busy", ms } }],
);

const now = Date.UTC(2026, 0, 1);
const hour = milliseconds("1h");
export const shareOfHour = ({ seconds }: Lock) => (1000 * seconds) / hour;

/** Settings in addition to the defaults, by name. */
const setUps = {
  "the defaults": {},
  "`validators.detail: top` or `all`": { validators: { detail: "all" } }, // both read all validators every minute
};
export type SetUp = keyof typeof setUps;
export type Load = {
  /** In the order of the contract. */
  readonly calls: ReadonlyMap<Kind, number>;
  /** Bytes of the responses. */
  readonly bytes: ReadonlyMap<Kind, number>;
  readonly locks: ReadonlyMap<string, Lock>;
};

async function run(plan: Plan, clock: ManualClock) {
  const target = createTarget({ name: "", plan, clock, log: pino({ level: "silent" }) });
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
  const of = ({ method, request }: Kind) => calls.filter((call) => call.method === method && request.test(call.body));
  // results that stay the same are read again when all connections were closed, and their number varies
  const called = kinds.flatMap((one) => (methodOf(one.method).isFixed ? [] : [[one, of(one)] as const]));
  const perKind = (count: (calls: readonly Call[]) => number) =>
    new Map(called.flatMap(([one, calls]) => (calls.length === 0 ? [] : [[one, count(calls)]])));
  return {
    calls: perKind(({ length }) => length),
    bytes: perKind((calls) => calls.reduce((sum, { bytes }) => sum + bytes, 0)),
    locks: locksOf(calls),
  };
}

export type Loads = ReadonlyMap<SetUp, Load>;
export async function measureLoads(): Promise<Loads> {
  const loads = new Map<SetUp, Load>();
  for (const [name, given] of Object.entries(setUps)) loads.set(name as SetUp, await measure(given));
  return loads;
}
