/** The simulated node of the scene. */
import { primaryNetwork } from "../../../src/api/ids.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { requiredUptime } from "../../../src/simulator/helicon.ts";
import { createRandom } from "../../../src/simulator/random.ts";
import { createSimulator, type Simulator } from "../../../src/simulator/simulator.ts";
import { reconnect, type Validator } from "../../../src/simulator/stakers.ts";
import type { createVirtualTime } from "../../../test/load/virtual-time.ts";
import { atRisk, node, offline, watched } from "./scene.ts";

type VirtualTime = ReturnType<typeof createVirtualTime>;

/** Varies response times. */
const uneven = ({ clock }: VirtualTime) => {
  const random = createRandom("pauses");
  return (ms: number) => clock.pause(ms * Math.exp(0.5 * random.normal()));
};

/** @throws if the simulation has no such validator. */
function validatorOf({ chain }: Simulator, number: number): Validator {
  const found = chain.primary.validators.find((each) => each.node === number);
  if (!found) throw new Error(`no validator ${number}`);
  return found;
}

/** Lowers the uptime, so that a share of the offline budget is left at the start. */
function reduceBudget(validator: Validator, helicon: number, budgetLeft: number) {
  const { start, seen } = validator;
  const budget = (1 - requiredUptime(start, helicon)) * (validator.end - start);
  validator.up = Math.floor(seen - start - (1 - budgetLeft) * budget);
}

export async function simulate(time: VirtualTime) {
  const simulator = createSimulator({ ...node, pause: uneven(time) });
  const { chain } = simulator;
  reduceBudget(validatorOf(simulator, atRisk.validator), chain.helicon, atRisk.budgetLeft);
  const nodeIds = Object.entries(watched).map(([number, alias]) => ({
    id: chain.names.nodeId(Number(number)),
    alias,
    subnet_ids: [primaryNetwork],
  }));
  return {
    url: await simulator.listen(),
    section: {
      watch: { ...demoWatchOf(chain), node_ids: nodeIds },
      validators: { detail: "top", top: 25 },
      // the long list less often than by default: it takes half of the time to generate the day
      collectors: { admin: { enabled: true }, blockchains: { enabled: true }, "p-validators": { interval: "5m" } },
    },
    /** Must be called at each scrape. */
    act(at: number) {
      if (at < offline.from) return;
      const validator = validatorOf(simulator, offline.validator);
      if (validator.connected) reconnect(validator, false, at / 1000);
    },
    close: simulator.close,
  };
}
