/** Words about a chain. */
import { formatPercent, orNone } from "../../engine/field.ts";
import { formatSpan } from "../../lib/duration.ts";
import { joinList, pluralize } from "../../lib/text.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { isBelow, quorumWith, startQuorum } from "../../protocol/consensus.ts";
import { undecidedFor } from "../../protocol/next-block.ts";
import { maxNames, nameOf, tableOf } from "../words.ts";
import { chain } from "./fields.ts";
import { chainStates } from "./state.ts";

export type ShownChain = ReturnType<typeof chain.toJson>;
/** `error`: that of the health check of the chain. */
function outlookOf(one: ShownChain, error: string) {
  const { state, subnet_id, block_age_seconds: age, connected_ratio: ratio, required_ratio: required } = one;
  const { cause, pchain_height: height } = one.next_block;
  const connected = `has ${formatPercent(ratio)} of its weight connected`;
  const ago = (what: string) => (age === null ? undefined : `${what} its last block ${formatSpan(age)} ago`);
  if (state === "halted" && cause === "undecided")
    return `has blocks on which its validators have not agreed for ${formatSpan(undecidedFor)}`;
  if (state === "halted" && cause === "bootstrapping") return `${connected}, and needs this node, which bootstraps it`;
  if (state === "halted" && cause === "proposers")
    return `needs a block by one of its validators at ${height === null ? "the P-Chain height of its last block" : `P-Chain height ${height}`}, and none of them runs`;
  if (state === "halted") return ago("had");
  if (state === "not_executing") return ago("executed");
  if (state === "isolated") return `${connected}, and needs ${formatPercent(quorumWith(required).acceptance)}`;
  if (state === "slow") return `${connected}, and its check requires ${formatPercent(required)}`;
  if (state === "bootstrapping" && subnet_id !== primaryNetwork && ratio !== null)
    return isBelow(ratio, startQuorum) ? `${connected}, and cannot start` : connected;
  return state === "failing" && error !== "" ? `fails with: ${error}` : undefined;
}

/** Returns the first steps that restart a chain. */
function stepsOf({ state, next_block: { cause, proposers } }: ShownChain) {
  if (state !== "halted" || cause === null) return undefined;
  if (cause === "proposers") return `Start the node of one of ${joinList(proposers, maxNames)}.`;
  if (cause === "bootstrapping") return chainStates.bootstrapping.fix;
  return "Compare upgrade.json, the versions and the bad blocks of the nodes of its validators.";
}

/** Returns the next upgrade of a chain, and which monitored nodes have the same ones; undefined if none is ahead and they do not differ. */
export function upgradesText({ upgrades, upgrades_on: on }: ShownChain, now: number): string | undefined {
  const next = upgrades?.activations.find(({ at }) => at > now);
  if (!on || !(next || on.others.length > 0)) return undefined;
  const { same, others, unknown } = on;
  const count = same.length + others.length + unknown.length;
  const listed = (what: string, names: readonly string[]) =>
    names.length === 0 ? "" : `, ${what} on ${joinList(names, maxNames)}`;
  return `${next ? `${next.upgrade} in ${formatSpan(next.at - now)}` : "no upgrade ahead"}, the same on ${same.length} of ${pluralize(count, "monitored node")}${listed("different", others)}${listed("not known", unknown)}`;
}

export const chainTable = tableOf("chain", chain, (one, { errorOf }) => ({
  name: nameOf(one.alias, one.chain),
  cells: { block_age_seconds: orNone(one.block_age_seconds, (age) => `${formatSpan(age)} ago`) },
  outlook: outlookOf(one, errorOf(one.chain)),
  steps: stepsOf(one),
}));
