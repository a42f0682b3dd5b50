/** The status of a node as tables of texts, for the status page and the command `status`. */
import { formatPercent } from "../engine/field.ts";
import { capitalize } from "../lib/text.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { chainTable } from "./chain/fields.ts";
import { l1Table } from "./l1/words.ts";
import { l1ValidatorTable } from "./l1-validator/fields.ts";
import { isBelow } from "./protocol/consensus.ts";
import type { StatusDocument } from "./status.ts";
import { subnetTable } from "./subnet/subnet.ts";
import { validatorTable } from "./validator/fields.ts";
import { type Context, nameOf, shortId, type Table } from "./words.ts";

/** Maximum number of rows that are shown. */
export const maxRows = 30;

function subnetName({ l1s, subnets, chains }: StatusDocument, id: string): string {
  if (id === primaryNetwork) return "the primary network";
  const named = [...l1s, ...subnets, ...chains].find(({ subnet_id, alias }) => subnet_id === id && alias !== "");
  return nameOf(named?.alias ?? "", id);
}

/** Returns a sentence about the chains, or those of one subnet, without this node; empty if it validates none. */
export function stopText({ chains }: StatusDocument, subnet?: string): string {
  const shares = chains.flatMap(({ chain, alias, subnet_id, required_ratio, without_node_ratio: ratio }) =>
    ratio === null || (subnet !== undefined && subnet !== subnet_id)
      ? []
      : [{ name: alias || shortId(chain), ratio, required_ratio }],
  );
  if (shares.length === 0) return "";
  const list = shares.map(({ name, ratio }) => `${name} ${formatPercent(ratio)}`).join(", ");
  const isSafe = !shares.some(({ ratio, required_ratio }) => isBelow(ratio, required_ratio));
  return `${isSafe ? "This node can be stopped" : "Do not stop this node now"}: without it, this share of the weight stays connected: ${list}`;
}

/** Returns the parts of the status that the words about its entities use. */
export function contextOf(status: StatusDocument, now: number): Context {
  const errors = new Map(status.node.failing_checks.map(({ check, error }) => [check, error]));
  return {
    node: status.name,
    now,
    subnetName: (id) => subnetName(status, id),
    errorOf: (check) => errors.get(check) ?? "",
    stopText: (subnet) => stopText(status, subnet),
  };
}

export function tablesOf(status: StatusDocument, now: number): readonly Table[] {
  const context = contextOf(status, now);
  return [
    chainTable(status.chains, context),
    validatorTable(status.validators, context),
    subnetTable(status.subnets, context),
    l1Table(status.l1s, context),
    l1ValidatorTable(status.l1_validators, context),
  ];
}

export const titleOf = ({ entity }: Table): string => `${capitalize(entity)}s`;

/** Returns flags to watch something with, if nothing is watched. An own validator is watched as soon as it is known. */
export function flagsToWatch(status: StatusDocument): readonly string[] {
  const hasEntities = status.validators.length + status.l1s.length + status.l1_validators.length > 0;
  if (!status.up || status.watching || status.node.validates !== false || hasEntities) return [];
  return ["--watch.node-id NodeID-…", "--watch.subnet-id ID", "--watch.validation-id ID"];
}
