/** Whether a chain can make its next block, as far as a node knows.
 *  Source: AvalancheGo vms/proposervm/block.go (selectChildPChainHeight, NewEpoch), proposer/windower.go, snow/consensus/snowman/topological.go.
 *  Witness: test/e2e/l1-consensus.test.ts. */
import { emptyNodeId } from "../node-api/ids.ts";
import { isBelow } from "./consensus.ts";
import type { ValidatorsAt } from "./l1.ts";

/** Seconds for which blocks are undecided, and the height does not increase, on a chain whose validators do not agree. */
export const undecidedFor = 300;

type Evidence = {
  /** The validators at the P-Chain height of the last block are one of these sets, or between them. Empty if they are unknown; undefined on
   *  the primary network, whose validators make blocks while enough of the stake is connected. */
  readonly proposers: readonly ValidatorsAt[] | undefined;
  /** Returns whether a validator runs the chain; undefined if that is unknown. */
  readonly isOnline: (nodeId: string) => boolean | undefined;
  /** Age of the oldest undecided block in seconds; undefined without one. */
  readonly undecidedAge: number | undefined;
  /** Seconds since the height increased, at least. */
  readonly heightAge: number | undefined;
  /** The chain has accepted a block within minutes. */
  readonly hasAdvanced: boolean;
  /** Share of the weight that takes part while the node bootstraps the chain: the connected share without its own weight. */
  readonly withoutBootstrapping: number | undefined;
  /** Share of the weight that accepts a block. */
  readonly acceptance: number;
};

/** `can`: undefined if it is not known. `proposers`: the validators of which none runs the chain. */
export type NextBlock = {
  readonly can: boolean | undefined;
  readonly cause?: "undecided" | "bootstrapping" | "proposers";
  readonly proposers?: readonly string[];
};

/** Returns whether a validator of the last block can propose the next one. Inactive ones cannot, and without any other validator anyone can. */
function proposal(sets: readonly ValidatorsAt[], isOnline: Evidence["isOnline"]): NextBlock {
  const active = sets.map((set) => new Set(Object.keys(set).filter((id) => id !== emptyNodeId)));
  const possible = new Set(active.flatMap((ids) => [...ids]));
  const isCertain = (id: string) => active.every((ids) => ids.size === 0 || ids.has(id));
  if (active.length === 0) return { can: undefined };
  if (possible.size === 0 || possible.values().some((id) => isCertain(id) && isOnline(id))) return { can: true };
  const isNone = active.every(({ size }) => size > 0) && possible.values().every((id) => isOnline(id) === false);
  return isNone ? { can: false, cause: "proposers", proposers: [...possible] } : { can: undefined };
}

export function nextBlock(known: Evidence): NextBlock {
  const { proposers, undecidedAge = 0, heightAge = 0 } = known;
  if (undecidedAge > undecidedFor && heightAge >= undecidedFor) return { can: false, cause: "undecided" };
  if (isBelow(known.withoutBootstrapping, known.acceptance)) return { can: false, cause: "bootstrapping" };
  if (proposers === undefined) return { can: true };
  const proposed = proposal(proposers, known.isOnline);
  return proposed.can === undefined && known.hasAdvanced ? { can: true } : proposed;
}
