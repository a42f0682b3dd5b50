/** What a rule of the conformance suite is. */
import type { Node } from "./node.ts";

type Kind = {
  /** What the API document says where the node does otherwise: the rule follows the node. */
  readonly document?: string;
  /** It changes the node, and undoes what it can. */
  readonly writes?: true;
};
export type Rule = Kind & {
  /** What must hold. */
  readonly sentence: string;
  readonly check: (node: Node) => Promise<void>;
};

export const rule = (sentence: string, check: Rule["check"], kind: Kind = {}): Rule => ({ sentence, check, ...kind });
