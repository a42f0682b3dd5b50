/** Facts about networks by name. */

/** Matches local networks, and networks that AvalancheGo has no name for. Their chains can be idle. The network `simulated`
 *  always advances, so that its halts are shown. */
const idleNetwork = /^(local|network-.*)$/;
const busyChains: ReadonlySet<string> = new Set(["P", "C"]);

/** Returns whether a chain that accepts no block for minutes has a problem. */
export const alwaysAdvances = (network: string | undefined, chain: string): boolean =>
  network !== undefined && !idleNetwork.test(network) && busyChains.has(chain);
