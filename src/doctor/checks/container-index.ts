import type { PathSelector } from "../../api/contract.ts";
import { alwaysAdvances, haltedAfter } from "../../facts/networks.ts";
import { formatSpan } from "../../lib/span.ts";
import { formatCount, joinList } from "../../lib/text.ts";
import { type Findings, note, ok, problem } from "../check.ts";
import type { NodeQueries } from "../node-queries.ts";
import { isInSync } from "./node.ts";
import { readFacts } from "./states.ts";

type Index = PathSelector<"index.getLastAccepted">;
/** `frozen`: the chain no longer has such containers. `stalled`: the index lags its chain. `incomplete`: it lacks the first
 *  blocks. `unread`: no response. */
const reportedStates = ["frozen", "stalled", "incomplete", "empty"] as const;
type ReportedState = (typeof reportedStates)[number];
type State = ReportedState | "unread" | "ok";

/** Maximum delay of an index behind its chain. */
const maxDelaySeconds = 60;
/** Maximum number of blocks that are accepted between two calls. */
const maxBlocksBetween = 5n;

/** Returns the height and the time in milliseconds of the last block of a chain, as far as they are known. */
async function tipOf({ call }: NodeQueries, index: Index) {
  if (index === "P/block") {
    const height = (await call("platform.getHeight", {})).value?.height;
    return { height, time: (await call("platform.getTimestamp", {})).value?.timestamp.getTime() };
  }
  const height = index === "X/block" ? (await call("avm.getHeight", {}, "X")).value?.height : undefined;
  if (height === undefined) return {};
  const { value } = await call("avm.getBlockByHeight", { height: String(height), encoding: "json" }, "X");
  const time = typeof value?.block === "object" ? Number(value.block["time"]) * 1000 : Number.NaN;
  return { height, time: Number.isFinite(time) ? time : undefined };
}

/** Returns whether the C-Chain of the node is in sync with a network on which it always advances. */
async function isActive(node: NodeQueries): Promise<boolean> {
  const { facts } = await readFacts(node, await node.runs());
  const { network, state } = facts.node;
  return alwaysAdvances(network, "C") && state !== "behind";
}

/** Returns the state of an index, and the text on this index in the finding. */
async function stateOf(node: NodeQueries, index: Index): Promise<readonly [State, text: string]> {
  const reply = await node.call("index.getLastAccepted", {}, index);
  const { value, received, error } = reply;
  if (!index.endsWith("/block")) return ["frozen", index];
  if (!value) return [error?.unavailable === "empty_index" ? "empty" : "unread", index];
  const { height = 0n, time } = await tipOf(node, index);
  const secondsUntil = (moment: number) => Math.max(moment - value.timestamp.getTime(), 0) / 1000;
  const age = secondsUntil(received);
  const isBehind = time
    ? secondsUntil(Math.min(time, received)) > maxDelaySeconds
    : index === "C/block" && age > haltedAfter && (await isActive(node));
  if (isBehind && isInSync(reply)) return ["stalled", `${index} (last entry ${formatSpan(age)} old)`];
  const blocks = value.index + 1n;
  if (height - blocks <= maxBlocksBetween) return ["ok", index];
  return ["incomplete", `${index} has ${formatCount(blocks)} of ${formatCount(height)} blocks`];
}

function findingsFor(state: ReportedState, texts: readonly string[], { formatSetting, watch }: NodeQueries): Findings {
  if (texts.length === 0) return [];
  const each = joinList(texts);
  switch (state) {
    case "frozen": {
      const blocks = watch.indexes.filter((one) => one.endsWith("/block"));
      const change = formatSetting("watch.index", [...new Set([...blocks, "X/block"])].join(","));
      return texts.map((index) =>
        note(
          `${index} has been frozen since the X-Chain became linear (2023).`,
          "Its metrics never change.",
          `Use X/block instead: ${change}.`,
        ),
      );
    }
    case "stalled":
      return problem(
        `The container index has stalled while its chain advances: ${each}.`,
        "Clients of the index get old blocks, and avax_index_last_accepted_index does not change.",
        "Search the node's log for `index`, check the free disk space, and restart the node.",
        "If it does not catch up, it has missed blocks and must be rebuilt: bootstrap the node from an empty database.",
      );
    case "incomplete":
      return note(
        `The index is incomplete: ${each}.`,
        "Its positions count from when it was enabled (--index-allow-incomplete). Monitor its growth rate, not its distance from the chain height.",
        "No action is needed. For a complete index, bootstrap the node from an empty database, with the index enabled from the start.",
      );
    case "empty":
      return note(
        `Enabled, but still empty: ${each}.`,
        "An index starts with the next block that the node accepts; avax_index_last_accepted_index is missing until then.",
        "Wait for the next block; on an idle private network this can take long.",
      );
  }
}

export async function checkContainerIndex(node: NodeQueries): Promise<Findings> {
  if (!node.isOn("index")) return [];
  const entries = await Array.fromAsync(node.watch.indexes, (index) => stateOf(node, index));
  const textsOf = (state: State) => entries.flatMap(([found, text]) => (found === state ? text : []));
  const found = reportedStates.flatMap((state) => findingsFor(state, textsOf(state), node));
  const fresh = textsOf("ok");
  if (found.length > 0 || fresh.length === 0) return found;
  return ok(`${joinList(fresh)} ${fresh.length > 1 ? "are" : "is"} up to date.`);
}
