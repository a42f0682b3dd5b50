/** The P-Chain of AvalancheGo v1.15.0 without a node: see test/p-chain-host. */
import { askedAt } from "./avalanche-node.ts";
import { eventually, pChainHost, run } from "./programs.ts";

type Options = {
  /** Seconds until Helicon activates, from the start; negative after it. */
  readonly heliconIn?: number;
  /** Validators that the host never connects. */
  readonly offline?: readonly string[];
};

export async function startPChainHost({ heliconIn = -1, offline = [] }: Options = {}) {
  const host = run(pChainHost(), [
    `--helicon-in=${heliconIn}s`,
    "--min-stake-duration=1s",
    ...(offline.length > 0 ? [`--offline=${offline}`] : []),
  ]);
  const url = await eventually("a listening host", async () => {
    if (host.process.exitCode !== null) throw new Error(`the host ended: ${host.output()}`);
    return /listening on (\S+)/.exec(host.output())?.[1];
  });
  return { url, ask: askedAt(url).ask, output: host.output, stop: host.stop };
}
