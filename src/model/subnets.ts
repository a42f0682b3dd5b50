/** Facts about tracked subnets that are no L1s. */
import type { Observations } from "../exposition/store.ts";
import { subnetState } from "../facts/conditions.ts";
import type { SubnetFacts } from "../facts/entities.ts";
import { outdated } from "../facts/evidence.ts";
import { l1Set } from "../metrics/l1.ts";
import { subnet as subnetKind } from "../metrics/subnets.ts";
import { validatorSet } from "../metrics/validators.ts";
import type { Observer } from "./known.ts";

/** Returns the facts about each tracked subnet that is not known to be an L1, also while nothing is known about it. */
export function subnetFacts(of: Observations, { watched, isBehind }: Observer): readonly SubnetFacts[] {
  const l1s = new Set(of(l1Set).map(({ value }) => value.subnet_id));
  for (const { value } of of(subnetKind)) if (value.kind === "l1") l1s.add(value.subnet_id);
  const counts = new Map(of(validatorSet).map(({ value }) => [value.subnet_id, value.count]));
  return watched.subnet_ids
    .filter(({ id }) => !l1s.has(id))
    .map(({ id: subnet_id, alias }) => {
      const validators = counts.get(subnet_id);
      return { subnet_id, alias, ...(isBehind ? outdated : subnetState(validators, isBehind)), validators };
    });
}
