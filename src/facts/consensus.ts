/** Parameters of the consensus protocol. */

/** Share of the weight that has to be connected or active. Below it the health check of a chain fails and blocks are slow; below
 *  0.75 (alphaConfidence: 15 of 20) the chain accepts none. */
export const quorum = 0.8;
