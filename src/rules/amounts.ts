/** Shares of the weight of an L1, for texts. */
import { defaultQuorum, signingQuorum } from "../facts/consensus.ts";
import { percent } from "../lib/text.ts";

/** Sentence about the active weight that an L1 needs. */
export const quorumNote = `By default an L1 needs ${percent(defaultQuorum.acceptance)} of its weight online to accept blocks, and signatures from ${percent(signingQuorum)} of it for messages.`;
