/** What to top up: the validators of an L1 whose balances have run out, or run out soon. */
import { forecastSeconds, type Member } from "../facts/l1.ts";

/** An L1 validator whose balance has to be topped up. */
export type TopUp = {
  readonly validationId: string;
  readonly nodeId: string;
  readonly alias: string;
  /** Seconds until the balance runs out; 0 while inactive. */
  readonly runway: number;
};
export type NamedMember = TopUp & Pick<Member, "weight">;

/** Maximum number of L1 validators that are named. */
const maxTopUps = 3;

/** Returns the validators to top up: the inactive ones by weight, then those whose balances run out first. */
export function topUpsOf(members: readonly NamedMember[]): readonly TopUp[] {
  return members
    .filter(({ runway }) => runway < forecastSeconds)
    .toSorted((a, b) => a.runway - b.runway || Number(b.weight - a.weight))
    .slice(0, maxTopUps)
    .map(({ weight: _, ...member }) => member);
}
