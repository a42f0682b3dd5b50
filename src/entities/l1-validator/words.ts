/** Words about a watched L1 validator. */
import { formatAvax, formatFlag } from "../../engine/field.ts";
import { formatMoment } from "../../lib/duration.ts";
import { detailOf, explanationOf, nameOf, nodeDetails, tableOf, withAlias } from "../words.ts";
import { l1Validator } from "./fields.ts";

export const l1ValidatorTable = tableOf(
  "L1 validator",
  l1Validator,
  ({ state, subnet_id, validation_id, alias, ...one }, { now, subnetName }) => {
    const { balance_runway_seconds: runway, top_up_avax: amount } = one;
    const needs = amount === null ? "" : `needs ${formatAvax(amount)} for 30 days`;
    const name = `${nameOf(alias, validation_id)}${subnet_id === "" ? "" : ` of ${subnetName(subnet_id)}`}`;
    if (state === "inactive") return { name, outlook: needs || undefined };
    if (state !== "low_balance" || runway === null) return { name };
    return { name, outlook: `runs out of balance ${formatMoment(runway, now)}${needs && `, and ${needs}`}` };
  },
);

export const explainL1Validator = explanationOf(l1Validator, {
  names: ({ validation_id, node_id, alias }) => [validation_id, node_id, alias],
  title: ({ validation_id, alias }) => `L1 validator ${withAlias(validation_id, alias)}`,
  details(one, { now, subnetName }) {
    const runway = one.balance_runway_seconds;
    return [
      one.subnet_id === "" ? undefined : ["L1", subnetName(one.subnet_id)],
      one.node_id === "" ? undefined : ["Node", one.node_id],
      detailOf("Connected", one.connected, formatFlag),
      ...nodeDetails(one),
      one.has_deactivation_owner === false ? ["Deactivation", "by anyone: it has no deactivation owner"] : undefined,
      ["Balance", formatAvax(one.balance_avax)],
      runway === null || runway <= 0 ? undefined : ["Balance", `runs out ${formatMoment(runway, now)}`],
      detailOf("Top up", one.top_up_avax, (amount) => `${formatAvax(amount)} for 30 days`),
    ];
  },
});
