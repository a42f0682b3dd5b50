/** Labels and sentences of the landing page. */
import { formatDuration } from "../../lib/duration.ts";
import { formatCount } from "../../lib/format-count.ts";
import { type CollectorState, type NodeStatusKind, type NodeView, nodeStatuses, type View } from "./view.ts";

/** Returns a duration in whole seconds with up to two units. */
export function shortDuration(ms: number): string {
  const units = formatDuration(Math.floor(ms / 1000) * 1000).match(/\d+[a-z]+/g) ?? [];
  return units.slice(0, 2).join(" ");
}

export const nameOf = ({ name }: NodeView) => name || "node.url";

export const worstStatus = ({ nodes }: View): NodeStatusKind => nodes[0]?.status ?? "idle";

/** Returns the title of the browser tab: the worst status. */
export function title(view: View): string {
  const { text: word } = nodeStatuses[worstStatus(view)];
  const all = view.nodes.length;
  if (all < 2) return word;
  const same = view.nodes.filter(({ status }) => status === worstStatus(view)).length;
  return same === all ? `${all} nodes ${word}` : `${same} of ${all} nodes ${word}`;
}

/** Returns the state of all nodes in one sentence. */
export function summary({ nodes }: View): string {
  const [first, ...further] = nodes;
  if (!first) return "No node is configured.";
  if (further.length === 0) return sentence(first);
  const groups = [...Map.groupBy(nodes, ({ status }) => nodeStatuses[status].text)];
  if (groups.length === 1) return `${formatCount(nodes.length)} nodes ${nodeStatuses[first.status].text}.`;
  return `Of ${formatCount(nodes.length)} nodes: ${groups.map(([word, some]) => `${formatCount(some.length)} ${word}`).join(", ")}.`;
}

const namesOf = (states: readonly CollectorState[]) => states.map(({ collector }) => collector).join(", ");
const failedIn = (states: readonly CollectorState[]) => states.filter(({ state }) => state.kind === "failed");

const sentences: Readonly<Record<NodeStatusKind, (states: readonly CollectorState[]) => string>> = {
  down: () => "The node does not respond.",
  failing(states) {
    const failed = failedIn(states);
    if (failed.length === states.length && failed.length > 1)
      return "The server at this URL responds, but all collectors fail.";
    return `The node responds, but required collectors fail: ${namesOf(failed.filter(({ required }) => required))}.`;
  },
  partial: (states) => `The node is up, but some collectors fail: ${namesOf(failedIn(states))}.`,
  multipleNodes: () => "Responses come from several nodes: point the exporter at one node, not at a load balancer.",
  bootstrapping: () => "The node is bootstrapping: some of its data is not available yet.",
  starting: () => "First collection in progress.",
  idle: () => "No collectors are enabled.",
  ok(states) {
    const lacking = states.filter(({ state }) => state.kind === "unavailable").length;
    if (lacking === 0) return "Node reachable. All collectors succeeded.";
    return `Node reachable. ${lacking === 1 ? "1 collector has" : `${lacking} collectors have`} no data, because the node does not provide it.`;
  },
};

/** Returns the state of one node in one sentence. */
export const sentence = ({ status, states }: NodeView): string => sentences[status](states);
