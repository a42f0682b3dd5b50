/** Parameters of the consensus protocol.
 *  Source: AvalancheGo, snow/consensus/snowball/parameters.go, vms/platformvm/txs/executor/warp_verifier.go (67 of 100) and
 *  vms/platformvm/validators/manager.go (lag). Witness: test/e2e/five-validators.test.ts. */

/** Share of the weight that has to be connected or active. Below it the health check of a chain fails and blocks are slow. */
export const healthyQuorum = 0.8;
/** Share of the weight that must be online to accept blocks: 15 of 20 sampled validators. Inactive weight counts in the total. */
export const acceptanceQuorum = 0.75;
/** Share of the weight of an L1 whose signatures a message to another chain, or to the P-Chain, needs (67 of 100). */
export const signingQuorum = 0.67;
/** Share of the stake below which the node is cut off, and sees nothing of the rest of the network. */
export const visibleShare = 0.4;
/** Maximum number of blocks by which the proposed P-Chain height of one node lags behind its accepted height. */
export const maxProposedLag = 64;
