/** The status of a node as tables of texts, for the status page and the command `status`. */
import { formatPercent } from "../engine/field.ts";
import { capitalize, pluralOf } from "../lib/text.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { isBelow, signingQuorum } from "../protocol/consensus.ts";
import { addressTable } from "./address/address.ts";
import { chainTable, type ShownChain } from "./chain/words.ts";
import { collectionStates } from "./collection.ts";
import { l1Table } from "./l1/words.ts";
import { l1ValidatorTable } from "./l1-validator/words.ts";
import type { StatusDocument } from "./status.ts";
import { subnetTable } from "./subnet/subnet.ts";
import { validatorTable } from "./validator/words.ts";
import { type Context, nameOf, shortId, type Table } from "./words.ts";

/** Maximum number of rows that are shown. */
export const maxRows = 30;

function subnetName({ l1s, subnets, chains }: StatusDocument, id: string): string {
  if (id === primaryNetwork) return "the primary network";
  const named = [...l1s, ...subnets, ...chains].find(({ subnet_id, alias }) => subnet_id === id && alias !== "");
  return nameOf(named?.alias ?? "", id);
}

/** Returns why a chain needs this node although enough of the weight stays connected without it; nothing if it does not. */
function needOf({ subnet_id, next_block: next }: ShownChain, name: string) {
  const { without_node: makes, signing_ratio_without_node: signing } = next;
  if (next.can === false) return `${name} accepts no blocks`;
  if (subnet_id !== primaryNetwork && signing === null)
    return `It is not known who signs messages of ${name} without it: watch its L1, and ask again`;
  if (!makes)
    return `${makes === null ? `It is not known whether ${name} makes a block` : `${name} makes no block`} without it: send a transaction, and ask again`;
  if (!isBelow(signing ?? 1, signingQuorum)) return [];
  return `Without it, ${formatPercent(signing)} of the weight of ${name} can sign its messages, needed ${formatPercent(signingQuorum)}`;
}

/** Returns sentences about the chains, or those of one subnet, without this node; empty if it validates none. */
export function stopText({ chains }: StatusDocument, subnet?: string): string {
  const shares = chains.flatMap((one) => {
    const { chain, alias, subnet_id, required_ratio, without_node_ratio: ratio } = one;
    const name = alias || shortId(chain);
    return ratio === null || (subnet !== undefined && subnet !== subnet_id)
      ? []
      : [{ name, ratio, needs: isBelow(ratio, required_ratio) ? "" : needOf(one, name) }];
  });
  if (shares.length === 0) return "";
  const list = shares.map(({ name, ratio }) => `${name} ${formatPercent(ratio)}`).join(", ");
  const needs = shares.flatMap((one) => one.needs);
  const first = `${needs.length === 0 ? "This node can be stopped" : "Do not stop this node now"}: without it, this share of the weight stays connected: ${list}`;
  return [first, ...needs].filter(Boolean).join(". ");
}

/** Returns the parts of the status that the words about its entities use. */
export function contextOf(status: StatusDocument, now: number): Context {
  const errors = new Map(status.node.failing_checks.map(({ check, error }) => [check, error]));
  return {
    node: status.name,
    unknownFix: status.collection.state === "multiple_nodes" ? collectionStates.multiple_nodes.fix : undefined,
    now,
    subnetName: (id) => subnetName(status, id),
    chainName: (id) => nameOf(status.chains.find(({ chain }) => chain === id)?.alias ?? "", id),
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
    addressTable(status.addresses, context),
  ];
}

export const titleOf = ({ entity }: Table): string => capitalize(pluralOf(entity));

/** Returns flags to watch something with, if nothing is watched. An own validator is watched as soon as it is known. */
export function flagsToWatch(status: StatusDocument): readonly string[] {
  const hasEntities = status.validators.length + status.l1s.length + status.l1_validators.length > 0;
  if (!status.up || status.watching || status.node.validates !== false || hasEntities) return [];
  return ["--watch.node-id NodeID-…", "--watch.subnet-id ID", "--watch.validation-id ID"];
}
