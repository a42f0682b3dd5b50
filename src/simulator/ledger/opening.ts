/** The transactions of the first blocks: on the P-Chain subnets of every kind, on the X-Chain the elastic subnet's asset. */
import type { Subnet } from "../subnets.ts";
import type { Origins } from "./origins.ts";
import type { Identified } from "./side.ts";

function made(origins: Origins, subnet: Subnet): Identified[] {
  const { n, kind, members } = subnet;
  return [
    origins.subnet(n),
    origins.chain(subnet),
    ...members.map((member) => origins.member(subnet, member)),
    ...(kind === "elastic" ? [origins.transformation(subnet)] : []),
    ...(kind === "l1" ? [origins.conversion(subnet)] : []),
  ];
}

export const openingOf = (origins: Origins, subnets: readonly Subnet[]) => ({
  P: subnets.flatMap((subnet) => made(origins, subnet)),
  X: [origins.asset],
});
export type Opening = ReturnType<typeof openingOf>;
