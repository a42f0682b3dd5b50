/** Load of one hour of the exporter on a simulated node: the real client, locks and schedule,
 *  over HTTP, in virtual time. Without jitter all collectors stay in step and overlap as often as possible. */
import { pino } from "pino";
import { configSchema } from "../../src/app/config/schema.ts";
import { type Plan, plansOf } from "../../src/app/plan.ts";
import { createTarget } from "../../src/app/target.ts";
import { collectors } from "../../src/collectors/all.ts";
import type { FinishedRun } from "../../src/engine/runner.ts";
import { milliseconds } from "../../src/lib/duration.ts";
import { contract, isMethodName, lockOf, methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import type { FaultRule } from "../../src/simulator/faults.ts";
import { type Call, createSimulator } from "../../src/simulator/simulator.ts";
import type { ManualClock } from "../../src/tools/support/clock.ts";
import { createVirtualTime } from "../../src/tools/support/virtual-time.ts";
import { type Lock, locksOf } from "./locks.ts";

const methods = Object.keys(contract) as RpcMethodName[];
/** Mean processor time of AvalancheGo 1.14.0 in milliseconds, with 1,500 validators and no delegators, over 60 to 1,500 calls; the longest
 *  lookup. A call holds its lock at most as long. */
const measured = { lookup: 0.2, proposedValidators: 5, allValidators: 20 };
const busy = (method: RpcMethodName, ms: number) => ({ method, fault: { kind: "busy", ms } }) as const;
/** Faults of the simulated node: each call holds its lock for its time. */
const locking: readonly FaultRule[] = [
  ...methods.filter((method) => lockOf(methodOf(method)) !== undefined).map((method) => busy(method, measured.lookup)),
  busy("platform.getValidatorsAt", measured.proposedValidators - measured.lookup),
  {
    ...busy("platform.getCurrentValidators", measured.allValidators - measured.lookup),
    request: /^(?!.*"nodeIDs")/,
  },
];

const now = Date.UTC(2026, 0, 1);
const hour = milliseconds("1h");
export const shareOfHour = ({ seconds }: Lock) => (1000 * seconds) / hour;

/** Timeouts pass in real time, in which a call takes as long as the machine is slow. A call that timed out would wait for the clock, and
 *  the clock for the calls behind it. */
const timeout = "1d";
const patient = Object.fromEntries(collectors.map(({ name }) => [name, { timeout }]));

/** Settings in addition to the defaults, by name. */
const setUps = {
  "the defaults": {},
  "`validators.detail: top` or `all`": { validators: { detail: "all" } }, // both read all validators every minute
};
export type SetUp = keyof typeof setUps;
export type Load = {
  /** By method, in the order of the contract. */
  readonly calls: Readonly<Record<string, number>>;
  /** Size of the responses. */
  readonly bytes: number;
  readonly locks: ReadonlyMap<string, Lock>;
};

async function run(plan: Plan, clock: ManualClock) {
  const failing = new AbortController();
  function onRun({ job: { collector }, after: { status } }: FinishedRun) {
    if (status.kind !== "ok") failing.abort(new Error(`${collector.name}: ${status.kind}`));
  }
  const target = createTarget({ name: "", plan, clock, log: pino({ level: "silent" }), onRun });
  target.start();
  try {
    await clock.pass(hour - 1, plan.jobs.length, failing.signal);
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
    const config = { node: { url, timeout }, collectors: patient, ...given };
    const plan = plansOf(configSchema(collectors).parse(config)).get("");
    if (!plan) throw new Error("no node is configured");
    await run(plan, clock);
  } finally {
    await simulator.close();
  }
  // results that stay the same are read again when all connections were closed, and their number varies
  const counted = calls.filter(({ method = "" }) => isMethodName(method) && !methodOf(method).isFixed);
  const counts = methods.map((name) => [name, counted.filter(({ method }) => method === name).length] as const);
  return {
    calls: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    locks: locksOf(calls),
  };
}

export type Loads = ReadonlyMap<SetUp, Load>;
export async function measureLoads(): Promise<Loads> {
  const loads = new Map<SetUp, Load>();
  for (const [name, given] of Object.entries(setUps)) loads.set(name as SetUp, await measure(given));
  return loads;
}
