/** Shares of the weight of an L1, for texts. */
import { acceptanceQuorum } from "../facts/consensus.ts";
import { percent } from "../lib/text.ts";

const warpQuorum = 0.67;

/** Sentence about the active weight that an L1 needs. */
export const quorumNote = `An L1 needs ${percent(acceptanceQuorum)} of its weight online to accept blocks, and signatures from ${percent(warpQuorum)} of it for messages to other chains.`;
