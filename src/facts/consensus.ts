/** Parameters of the consensus protocol. */

/** Share of the weight that a chain needs to accept blocks (alphaConfidence: 16 of 20). */
export const quorum = 0.8;
