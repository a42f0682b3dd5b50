/** Words about a node. */
import { formatPercent } from "../../engine/field.ts";
import { formatSpan } from "../../lib/duration.ts";
import { joinList } from "../../lib/text.ts";
import type { ShownChain } from "../chain/words.ts";
import { maxNames, nameOf } from "../words.ts";
import type { node } from "./fields.ts";

type Shown = ReturnType<typeof node.toJson>;
/** Returns a sentence with the reason for the state of a node, by the chains that it runs; empty without one. */
export function nodeDetail(
  { state, connected_ratio: ratio, failing_checks: checks }: Shown,
  chains: readonly ShownChain[],
) {
  if (state === "isolated") return ratio === null ? "" : `It is connected to ${formatPercent(ratio)}.`;
  if (state === "behind") {
    const ages = chains.flatMap(({ chain, block_age_seconds: age }) =>
      (chain === "P" || chain === "C") && age !== null ? `of ${chain} ${formatSpan(age)}` : [],
    );
    return ages.length === 0 ? "" : `Ages of the last blocks: ${ages.join(", ")}.`;
  }
  // in another state, failing checks are its consequence
  if (state !== "unhealthy" || checks.length === 0) return "";
  const texts = checks.map(({ check, error }) => {
    const name = nameOf(chains.find(({ chain }) => chain === check)?.alias ?? "", check);
    return error === "" ? name : `${name}: ${error}`;
  });
  return `Failing: ${joinList(texts, maxNames)}.`;
}
