/** Labels and sentences of the landing page. */

import type { StateText } from "../../facts/states.ts";
import { formatCount } from "../../lib/text.ts";
import { phraseOf, verdictOf } from "../../model/issues.ts";
import type { NodeView, PageView } from "./view.ts";

export const nameOf = ({ name }: NodeView) => name || "node.url";

export const worstTone = ({ nodes }: PageView): StateText["tone"] => nodes[0]?.state.tone ?? "none";

/** Returns the worst state of a node, as what some nodes are: "unreachable", "with validator offline". */
function shareText({ issues, state }: NodeView): string {
  const entity = issues[0]?.entity ?? "";
  return entity === "" ? state.text : `with ${entity} ${state.text}`;
}

/** Returns the title of the browser tab: the worst state. */
export function title({ nodes }: PageView): string {
  const [first, ...more] = nodes;
  if (!first) return "idle";
  const [worst] = first.issues;
  if (more.length === 0) return worst ? phraseOf(worst) : first.state.text;
  const same = nodes.filter((node) => shareText(node) === shareText(first)).length;
  const all = nodes.length;
  return `${same === all ? all : `${same} of ${all}`} nodes ${shareText(first)}`;
}

/** Returns the state of all nodes in one or several sentences. */
export function summary({ nodes, at }: PageView): string {
  const [first, ...more] = nodes;
  if (!first) return "No node is configured.";
  if (more.length === 0) return verdictOf(first.status, at / 1000);
  const groups = [...Map.groupBy(nodes, shareText)];
  if (groups.length === 1) return `${formatCount(nodes.length)} nodes ${shareText(first)}.`;
  const counts = groups.map(([text, some]) => `${formatCount(some.length)} ${text}`);
  return `Of ${formatCount(nodes.length)} nodes: ${counts.join(", ")}.`;
}
