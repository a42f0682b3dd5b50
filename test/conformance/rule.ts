/** A rule of the conformance suite. */
import type { Node } from "./node.ts";

type Kind = {
  /** It changes the node, and undoes what it can. */
  readonly writes?: true;
};
export type Rule = Kind & {
  /** What must hold. */
  readonly sentence: string;
  readonly check: (node: Node) => Promise<void>;
};

export const rule = (sentence: string, check: Rule["check"], kind: Kind = {}): Rule => ({ sentence, check, ...kind });
