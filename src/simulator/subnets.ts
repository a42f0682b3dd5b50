/** Subnets, each with one chain, and the conversion of one of them to an L1. */
import type { Names } from "./identities.ts";
import type { L1s } from "./l1s.ts";

/** A validator of a permissioned subnet. */
export type Member = { readonly n: number; readonly start: number; readonly end: number; readonly weight: bigint };
export type Subnet = {
  /** Number from which IDs are derived. */
  readonly n: number;
  readonly kind: "l1" | "permissioned" | "elastic";
  readonly id: string;
  readonly chain: string;
  readonly name: string;
  readonly vm: string;
  /** All members; for an L1, those from before the conversion. */
  readonly members: readonly Member[];
};
type Created = { readonly txID: string };
type Options = {
  readonly names: Names;
  readonly l1s: L1s;
  readonly l1Numbers: readonly number[];
  /** The transactions that create a subnet and its chain. */
  readonly origins: {
    readonly subnet: (n: number) => Created;
    readonly chain: (plan: Omit<Subnet, "chain">) => Created;
  };
  /** Unix seconds: creation of the subnets, and conversion of the permissioned one to an L1. */
  readonly since: number;
  readonly convertsAt: number;
};

/** Returns the members at that time. */
export const membersAt = ({ members }: Subnet, time: number): readonly Member[] =>
  members.filter(({ start, end }) => start <= time && time < end);

const numbers = { l1: 0, permissioned: 1, elastic: 2 };
/** Additional L1s come last, so that the first three subnets are always the same. */
export const l1NumbersOf = (l1s: number): number[] =>
  Array.from({ length: l1s }, (_, i) => (i === 0 ? numbers.l1 : numbers.elastic + i));

const never = Number.POSITIVE_INFINITY;
const day = 86_400;
const memberCount = 5;
const joinCount = 3;
const endOf = (start: number) => start + 365 * day;

const memberOf = (n: number, start: number): Member => ({
  n,
  start,
  end: endOf(start),
  weight: 20n * BigInt(n + 1),
});

export function createSubnets({ names, origins, l1s, l1Numbers, since, convertsAt }: Options) {
  let converts = convertsAt;
  let membersEnd = endOf(since);
  let convertedAt = never;
  function subnet(kind: Subnet["kind"], n: number, name: string, members: readonly Member[]): Subnet {
    const plan = { n, kind, name, members, id: origins.subnet(n).txID, vm: names.id("vm", n) };
    return { ...plan, chain: origins.chain(plan).txID };
  }
  const permitted = Array.from({ length: memberCount }, (_, n) => memberOf(n + 2, since));
  const legacy = (n: number) => (n === numbers.l1 ? [memberOf(memberCount + 2, since)] : []);
  let all: readonly Subnet[] = [
    ...l1Numbers.map((n, i) => subnet("l1", n, i === 0 ? "Simulated L1" : `Simulated L1 ${i + 1}`, legacy(n))),
    subnet("permissioned", numbers.permissioned, "Simulated subnet", permitted),
    subnet("elastic", numbers.elastic, "Simulated elastic subnet", []),
  ].sort((left, right) => left.n - right.n);

  return {
    all: () => all,
    due: () => Math.min(converts, membersEnd),
    /** Returns the subnets converted by the block of that time. */
    conversions: (time: number): readonly Subnet[] =>
      time === convertedAt ? all.filter(({ n }) => n === numbers.permissioned) : [],
    accept(now: number) {
      if (now >= membersEnd) membersEnd = never;
      if (now < converts) return;
      converts = never;
      convertedAt = now;
      all = all.map((each) => (each.kind === "permissioned" ? { ...each, kind: "l1" } : each));
      l1s.join(numbers.permissioned, joinCount, now);
    },
  };
}
