/** Ages of blocks, and the time until balances run out. */
import type { Labels } from "../exposition/labels.ts";
import { alwaysAdvances } from "../facts/networks.ts";
import * as chains from "../metrics/chains.ts";
import * as evm from "../metrics/evm.ts";
import * as l1 from "../metrics/l1.ts";
import type { Lookup } from "./lookup.ts";

/** Returns the age in seconds of the last block of a chain. */
export type BlockAge = (chain: string) => number | undefined;

type Clock = { readonly network: string | undefined; readonly now: number };

/** Returns the age of the last block of a chain. On the C-Chain since Helicon (ACP-194), that is the last executed one, if it is older. */
export function createBlockAge(lookup: Lookup, { network, now }: Clock, pChainAge: number | undefined): BlockAge {
  const height = lookup(chains.chainHeightAge, "chain");
  const executed = lookup(evm.evmTime, "chain");
  return (chain) => {
    if (chain === "P" && pChainAge !== undefined) return pChainAge;
    const age = height.number({ chain });
    const time = alwaysAdvances(network, chain) ? executed.number({ chain }) : undefined;
    return time === undefined ? age : Math.max(now - time, age ?? 0);
  };
}

/** Returns a function that returns the seconds until the balance of an L1 validator runs out: at the current fee, or earlier if the
 *  number of active validators lets the fee rise. */
export function createRunway(lookup: Lookup, now: number) {
  const [atPrice, forecast] = [l1.l1Exhaustion, l1.l1ForecastExhaustion].map((one) => lookup(one, "validation_id"));
  return (labels: Labels): number | undefined => {
    const ends = [atPrice, forecast].flatMap((one) => one?.number(labels) ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends) - now;
  };
}
