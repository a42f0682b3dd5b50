/** Ages of the last blocks of the chains of a node. */
import { chain as chainKind } from "../collectors/chains.ts";
import { evmChain } from "../collectors/evm.ts";
import { pTime } from "../collectors/fees.ts";
import type { Observations, Observed } from "../engine/store.ts";
import { heightAge } from "./protocol/ages.ts";
import { alwaysAdvances } from "./protocol/networks.ts";

/** Ages in seconds of the last blocks of a chain when they were read. */
export type BlockAges = {
  readonly accepted: number | undefined;
  /** Of the last executed block of a chain that always advances; undefined for other chains. */
  readonly executed: number | undefined;
};
export type BlockAge = (chain: string) => BlockAges;
/** The network of a node, and the present time in Unix seconds. */
type Known = { readonly network: string | undefined; readonly now: number };

/** Maximum age of a reading in seconds. An older one shows nothing about the present age of a block. */
const maxReadingAge = 300;

/** Returns whether a reading shows something about the present. */
const isRecent = ({ readAt }: { readonly readAt: number }, now: number) => now - readAt <= maxReadingAge;

/** Returns the age of a time when it was read, at least 0; undefined if it was read too long ago. */
function ageOf<T>(observed: Observed<T> | undefined, timeOf: (value: T) => number, now: number): number | undefined {
  if (!observed || !isRecent(observed, now)) return undefined;
  return Math.max(observed.readAt - timeOf(observed.value), 0);
}

/** Returns the age of the last P-Chain block when it was read. */
export const pChainAge = (of: Observations, now: number): number | undefined =>
  ageOf(of(pTime)[0], ({ timestamp }) => timestamp.getTime() / 1000, now);

/** Returns a function that returns the ages of the last blocks of a chain. The C-Chain has executed blocks since Helicon (ACP-194). */
export function createBlockAge(of: Observations, { network, now }: Known): BlockAge {
  const heights = new Map(of(chainKind).map((observed) => [observed.value.chain, observed]));
  const executed = new Map(of(evmChain).map((observed) => [observed.value.chain, observed]));
  const ofP = pChainAge(of, now);
  return (chain) => {
    if (chain === "P" && ofP !== undefined) return { accepted: ofP, executed: undefined };
    const height = heights.get(chain);
    const seen = height && isRecent(height, now) ? height.value.observed : undefined;
    const ofExecuted = ageOf(executed.get(chain), ({ latest }) => Number(latest.timestamp), now);
    // the health check of a chain with the consensus Simplex has no height, and its virtual machine executes what it accepts
    const isWithoutHeight = height !== undefined && height.value.height === undefined;
    return {
      accepted: seen ? heightAge(seen) : isWithoutHeight ? ofExecuted : undefined,
      executed: alwaysAdvances(network, chain) ? ofExecuted : undefined,
    };
  };
}

/** Returns the age of the older one of the last accepted and the last executed block. */
export const olderOf = ({ accepted, executed }: BlockAges): number | undefined =>
  executed === undefined ? accepted : Math.max(executed, accepted ?? 0);
