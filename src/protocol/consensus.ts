/** Parameters of consensus.
 *  Source: AvalancheGo snow/consensus/snowball/parameters.go and snow/engine/snowman/engine.go; signatures
 *  vms/platformvm/txs/executor/warp_verifier.go; lag vms/platformvm/validators/manager.go. Witness: test/e2e/l1-consensus.test.ts. */

/** Shares of the weight of a chain that have to be connected. Each chain can have parameters of its own. */
export type Quorum = {
  /** Below it the engine sends no polls, and the chain accepts no blocks: alphaConfidence / k. */
  readonly acceptance: number;
  /** Below it the health check of the chain fails, and blocks are slow. */
  readonly healthy: number;
};

/** Share of the rest by which the limit of the check is above that of the engine (MinPercentConnectedBuffer). */
const buffer = 0.2;
/** Returns the limits of a chain by that of its health check, in the digits that the node prints. */
export const quorumWith = (healthy: number): Quorum => ({
  acceptance: Math.round(((healthy - buffer) / (1 - buffer)) * 1e6) / 1e6,
  healthy,
});
/** The limits of the default parameters: 15 of 20 sampled validators. */
export const defaultQuorum = quorumWith(0.8);

type ConnectionCheck = { readonly error?: string | undefined; readonly connectedRatio: number | undefined };
/** Returns the limits of a chain as its health check shows them: the check names a limit that is not reached. */
export function quorumOf({ error = "", connectedRatio = 1 }: ConnectionCheck): Quorum {
  const [, limit] = /required at least ([\d.]+)%/.exec(error) ?? [];
  return quorumWith(limit === undefined ? Math.min(connectedRatio, defaultQuorum.healthy) : Number(limit) / 100);
}

/** Precision of the limits that a node prints. */
const tolerance = 1e-6;
/** Returns whether a known share is below a limit. */
export const isBelow = (ratio: number | undefined, limit: number): boolean =>
  ratio !== undefined && ratio < limit - tolerance;

/** Share of the weight of an L1 whose signatures a message to another chain, or to the P-Chain, needs by default (67 of 100). */
export const signingQuorum = 0.67;
/** Share of the stake below which the node is cut off, and sees nothing of the rest of the network. */
export const visibleShare = 0.4;
/** Maximum number of blocks by which the proposed P-Chain height of one node lags behind its accepted height. */
export const maxProposedLag = 64;
/** Share of the weight that has to be connected when a chain starts to bootstrap (chains/manager.go, tracker.NewStartup). */
export const startQuorum = 0.75;
