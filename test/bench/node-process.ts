/** A simulated node in a separate process. */
import { createSimulator } from "../../src/simulator/simulator.ts";
import { optionsOfChild, reportReady } from "./child.ts";

export type NodeOptions = { readonly validators: number; readonly l1s: number; readonly l1Validators: number };
export type Simulated = { readonly url: string; readonly l1s: readonly string[] };

const simulator = createSimulator(optionsOfChild<NodeOptions>());
const l1s = simulator.chain.subnets.l1s();
reportReady({ url: await simulator.listen(), l1s: l1s.map(({ id }) => id) } satisfies Simulated);
