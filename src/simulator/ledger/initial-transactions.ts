/** Transactions of the first blocks: subnets on P, the elastic subnet's asset on X. */
import type { Subnet } from "../subnets.ts";
import type { Identified } from "./chain-ledger.ts";
import type { CreationTransactions } from "./creation-transactions.ts";

function made(origins: CreationTransactions, subnet: Subnet): Identified[] {
  const { n, kind, members } = subnet;
  return [
    origins.subnet(n),
    origins.chain(subnet),
    ...members.map((member) => origins.member(subnet, member)),
    ...(kind === "elastic" ? [origins.transformation(subnet)] : []),
    ...(kind === "l1" ? [origins.conversion(subnet)] : []),
  ];
}

export const initialTransactions = (origins: CreationTransactions, subnets: readonly Subnet[]) => ({
  P: subnets.flatMap((subnet) => made(origins, subnet)),
  X: [origins.asset],
});
export type InitialTransactions = ReturnType<typeof initialTransactions>;
