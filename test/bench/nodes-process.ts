/** Many simulated nodes in a separate process, each with its own chain. */
import { createSimulator } from "../../src/simulator/simulator.ts";
import { optionsOfChild, reportReady } from "./child.ts";

export type NodesOptions = { readonly count: number };
export type Node = { readonly url: string; readonly id: string };
export type Nodes = { readonly nodes: readonly Node[] };
/** Calls of each node, in their order: time of the first in milliseconds, and number. */
export type Calls = readonly { readonly first: number; readonly count: number }[];

/** The smallest possible node, on the network with the shortest history: all nodes share one processor. */
const smallestChain = { network: "local", validators: 3, l1s: 0, l1Validators: 0 } as const;

const { count } = optionsOfChild<NodesOptions>();
const nodes: Node[] = [];
const calls: { first: number; count: number }[] = [];
for (let seed = 1; seed <= count; seed++) {
  const seen = { first: Number.NaN, count: 0 };
  const onCall = ({ start }: { readonly start: number }) => {
    if (seen.count++ === 0) seen.first = start;
  };
  const simulator = createSimulator({ ...smallestChain, seed, onCall });
  nodes.push({ url: await simulator.listen(), id: simulator.nodeId });
  calls.push(seen);
}
reportReady({ nodes } satisfies Nodes, async (_: object): Promise<Calls> => calls);
