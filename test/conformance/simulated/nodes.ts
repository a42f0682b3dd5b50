/** Three simulated nodes: one with everything, one without administration and index, one that never completes bootstrapping. */
import { createSimulator, type SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { connect } from "../node.ts";
import { createSigner } from "./transactions.ts";

const year = 365 * 86_400;

async function simulate(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ network: "local", ...options });
  return { url: await simulator.listen(), stop: simulator.close };
}

export async function startSimulated() {
  const nodes = [
    await simulate({ hasShortBalances: true, runsL1: true }),
    await simulate({ index: false, admin: false, validators: 0 }),
    await simulate({ bootstrapping: year, upFor: 60 }),
  ] as const;
  const [{ url }, { url: bareUrl }, { url: bootstrappingUrl }] = nodes;
  const plain = connect({ url });
  const signer = createSigner(plain);
  return {
    url,
    node: connect({ url, bareUrl, bootstrappingUrl, allowWrite: true, signer }),
    async stop() {
      await plain.close();
      await Promise.all(nodes.map((each) => each.stop()));
    },
  };
}
