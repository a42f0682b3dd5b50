/** A tracked subnet that is no L1: its states, record, facts, metric, JSON and words. */
import { l1Set } from "../../collectors/kinds/l1-validators.ts";
import { validatorSet } from "../../collectors/kinds/validators.ts";
import { subnetKind } from "../../collectors/subnets.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { ok, stateTable } from "../../engine/states.ts";
import type { Observations } from "../../engine/store.ts";
import { formatCount } from "../../lib/text.ts";
import { from } from "../../node-api/contract.ts";
import { found_on, judge, judgedFields } from "../evidence.ts";
import type { Observer } from "../observer.ts";
import { detailOf, explanationOf, nameOf, oneIfCurrent, tableOf, withAlias } from "../words.ts";

export const subnetStates = stateTable({
  empty: {
    tone: "bad",
    meaning: "The subnet has no validators: its chains accept no blocks.",
    fix: "Add validators, or remove the subnet from watch.subnet_ids.",
  },
  ok,
});

const evidence = ["set", "block"] as const;

/** Returns a record of each tracked subnet that is not known to be an L1, also while nothing is known about it. */
export function subnetRecords(of: Observations, { watched, isBehind }: Observer) {
  const l1s = new Set(of(l1Set).map(({ value }) => value.subnet_id));
  for (const { value } of of(subnetKind)) if (value.kind === "l1") l1s.add(value.subnet_id);
  const counts = new Map(of(validatorSet).map(({ value }) => [value.subnet_id, value.count]));
  return watched.subnet_ids
    .filter(({ id }) => !l1s.has(id))
    .map(({ id: subnet_id, alias }) => {
      /** Undefined until the set has been read. */
      const count = counts.get(subnet_id);
      const judged = judge(evidence, count === 0 ? "empty" : undefined, { set: count, block: isBehind });
      return { subnet_id, alias, judged, isEvidence: !isBehind, count };
    });
}
type SubnetRecord = ReturnType<typeof subnetRecords>[number];

const field = fieldsOf<SubnetRecord>();
export const subnet = entity<SubnetRecord>()({
  labels: ["subnet_id", "alias"],
  isOfNode: false,
  fields: {
    state: field.state(subnetStates, {
      of: ({ judged }) => judged.state,
      evidence,
      metric: "avax_subnet_state",
      help: `State of a tracked subnet that is no L1: ${oneIfCurrent}`,
      from: from("platform.getCurrentValidators"),
    }),
    ...judgedFields,
    found_on,
    validators: field.count({ of: ({ count }) => count, lasts: true, column: "Validators" }),
  },
});

export const subnetTable = tableOf("subnet", subnet, ({ subnet_id, alias }) => ({ name: nameOf(alias, subnet_id) }));

export const explainSubnet = explanationOf(subnet, {
  names: ({ subnet_id, alias }) => [subnet_id, alias],
  title: ({ subnet_id, alias }) => `Subnet ${withAlias(subnet_id, alias)}`,
  details: ({ validators }) => [detailOf("Validators", validators, formatCount)],
});
