/** Parameters of the consensus protocol. */

/** Share of the weight that has to be connected or active. Below it the health check of a chain fails and blocks are slow. */
export const quorum = 0.8;
/** Share of the weight below which a chain accepts no blocks (alphaConfidence: 15 of 20). */
export const haltBelow = 0.75;
