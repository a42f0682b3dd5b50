/** The simulated nodes of the scene. */

import { collectors } from "../../../collectors/all.ts";
import { primaryNetwork } from "../../../node-api/ids.ts";
import { demoWatchOf } from "../../../simulator/demo-watch.ts";
import { requiredUptime } from "../../../simulator/helicon.ts";
import { createRandom } from "../../../simulator/random.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../simulator/simulator.ts";
import { reconnect, type Validator } from "../../../simulator/stakers.ts";
import type { createVirtualTime } from "../../support/virtual-time.ts";
import { atRisk, nodes, offline, watched } from "./scene.ts";

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

/** Settings that are the same for each node. Collectors run as often as the exporter is scraped: this takes a small part of the time
 *  to generate the day. The age of the last block must stay low. */
const oncePerScrape = Object.fromEntries(
  collectors
    .filter(({ interval, detailInterval = interval }) => detailInterval.endsWith("s"))
    .map(({ name }) => [name, { interval: "5m" }]),
);
const common = {
  validators: { detail: "top", top: 25 },
  collectors: {
    ...oncePerScrape,
    // the times of the chains
    "p-fee": { interval: "1m" },
    evm: { interval: "1m" },
  },
} as const;

function simulateOne(time: VirtualTime, options: SimulatorOptions) {
  const simulator = createSimulator({ ...options, pause: uneven(time) });
  const { chain } = simulator;
  const isMainnet = options.network === undefined;
  if (isMainnet) reduceBudget(validatorOf(simulator, atRisk.validator), chain.helicon, atRisk.budgetLeft);
  const own = isMainnet ? watched : { 0: "fuji-validator" };
  const node_ids = Object.entries(own).map(([number, alias]) => ({
    id: chain.names.nodeId(Number(number)),
    alias,
    subnet_ids: [primaryNetwork],
  }));
  return { simulator, isMainnet, section: { watch: { ...demoWatchOf(chain), node_ids }, ...common } };
}

export async function simulate(time: VirtualTime) {
  const all = Object.entries(nodes).map(([name, options]) => ({ name, ...simulateOne(time, options) }));
  const sections: Record<string, object> = {};
  for (const { name, simulator, section } of all) sections[name] = { url: await simulator.listen(), ...section };
  return {
    /** Section `nodes` of the configuration. */
    sections,
    /** Must be called at each scrape. */
    act(at: number) {
      if (at < offline.from) return;
      for (const { simulator } of all.filter(({ isMainnet }) => isMainnet)) {
        const validator = validatorOf(simulator, offline.validator);
        if (validator.connected) reconnect(validator, false, at / 1000);
      }
    },
    close: () => Promise.all(all.map(({ simulator }) => simulator.close())),
  };
}
