import type { PathSelector } from "../../contract/contract.ts";
import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { count, humanizeDuration, joinList } from "../format.ts";
import { isPublic } from "../network.ts";
import type { NodeQueries } from "../node-queries.ts";
import { isInSync } from "./clock.ts";

type Index = PathSelector<"index.getLastAccepted">;
/** The last block of a chain; members are undefined if they are unknown. */
type Tip = { readonly height?: bigint | undefined; readonly time?: Date | undefined };
type Entry = {
  readonly index: Index;
  /** `frozen`: the chain no longer has such containers. `stalled`: the index lags its chain. `incomplete`: it lacks the
   *  first blocks. `unread`: no response. */
  readonly state: "frozen" | "unread" | "empty" | "stalled" | "incomplete" | "ok";
  readonly ageSeconds: number;
  /** Blocks in the index, and blocks of the chain. */
  readonly has: bigint;
  readonly height: bigint;
};

/** Maximum delay of an index behind its chain. */
const maxDelaySeconds = 60;
/** The C-Chain of a public network has a block every second or two: after this time without one, its index has stalled. */
const maxSilenceSeconds = 600;
/** Maximum number of blocks that are accepted between two calls. */
const maxBlocksBetween = 5n;

async function tipOf({ call }: NodeQueries, index: Index): Promise<Tip> {
  if (index === "P/block") {
    const height = (await call("platform.getHeight", {})).value?.height;
    return { height, time: (await call("platform.getTimestamp", {})).value?.timestamp };
  }
  if (index !== "X/block") return {};
  const height = (await call("avm.getHeight", {}, "X")).value?.height;
  if (height === undefined) return {};
  const { value } = await call("avm.getBlockByHeight", { height: String(height), encoding: "json" }, "X");
  const seconds = typeof value?.block === "object" ? Number(value.block["time"]) : Number.NaN;
  return { height, time: Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined };
}

/** Returns whether the node is in sync with a public network. */
async function isActive({ call, networkID }: NodeQueries): Promise<boolean> {
  const { value, received } = await call("platform.getTimestamp", {});
  const isFresh = value !== undefined && received - value.timestamp.getTime() < maxSilenceSeconds * 1000;
  return isFresh && isPublic(await networkID());
}

async function entryOf(node: NodeQueries, index: Index): Promise<Entry> {
  const reply = await node.call("index.getLastAccepted", {}, index);
  const { value, received, error } = reply;
  const nothing = { index, ageSeconds: 0, has: 0n, height: 0n };
  if (!index.endsWith("/block")) return { ...nothing, state: "frozen" };
  if (!value) return { ...nothing, state: error?.unavailable === "empty_index" ? "empty" : "unread" };
  const { height = 0n, time } = await tipOf(node, index);
  const secondsUntil = (moment: number) => Math.max(moment - value.timestamp.getTime(), 0) / 1000;
  const ageSeconds = secondsUntil(received);
  const isBehind = time
    ? secondsUntil(Math.min(time.getTime(), received)) > maxDelaySeconds
    : index === "C/block" && ageSeconds > maxSilenceSeconds && (await isActive(node));
  const has = value.index + 1n;
  const state = isBehind && isInSync(reply) ? "stalled" : height - has > maxBlocksBetween ? "incomplete" : "ok";
  return { index, state, ageSeconds, has, height };
}

function frozenFinding(index: Index, { set, watch }: NodeQueries): Finding {
  const blocks = watch.indexes.filter((one) => one.endsWith("/block"));
  return note(
    `${index} has been frozen since the X-Chain became linear (2023).`,
    "Its metrics never change.",
    `Use X/block instead: ${set("watch.index", [...new Set([...blocks, "X/block"])].join(","))}.`,
  );
}

function stalledFinding(entries: readonly Entry[]): Finding {
  const each = entries.map(({ index, ageSeconds }) => `${index} (last entry ${humanizeDuration(ageSeconds)} old)`);
  return problem(
    `The container index has stalled while its chain advances: ${joinList(each)}.`,
    "Clients of the index get old blocks, and avax_index_last_accepted_index does not change.",
    "Search the node's log for `index`, check the free disk space, and restart the node.",
    "If it does not catch up, it has missed blocks and must be rebuilt: bootstrap the node from an empty database.",
  );
}

function incompleteFinding(entries: readonly Entry[]): Finding {
  const each = entries.map(({ index, has, height }) => `${index} has ${count(has)} of ${count(height)} blocks`);
  return note(
    `The index is incomplete: ${joinList(each)}.`,
    "Its positions count from when it was enabled (--index-allow-incomplete). Monitor its growth rate, not its distance from the chain height.",
    "No action is needed. For a complete index, bootstrap the node from an empty database with `--index-enabled=true`.",
  );
}

const emptyFinding = (entries: readonly Entry[]): Finding =>
  note(
    `Enabled, but still empty: ${joinList(entries.map(({ index }) => index))}.`,
    "An index starts with the next block that the node accepts; avax_index_last_accepted_index is missing until then.",
    "Wait for the next block; on an idle private network this can take long.",
  );

export async function checkContainerIndex(node: NodeQueries): Promise<Findings> {
  if (!node.isOn("index")) return [];
  const entries: Entry[] = [];
  for (const index of node.watch.indexes) entries.push(await entryOf(node, index));
  const by = Object.groupBy(entries, ({ state }) => state);
  const found = [
    ...(by.frozen ?? []).map(({ index }) => frozenFinding(index, node)),
    ...(by.stalled ? [stalledFinding(by.stalled)] : []),
    ...(by.incomplete ? [incompleteFinding(by.incomplete)] : []),
    ...(by.empty ? [emptyFinding(by.empty)] : []),
  ];
  if (found.length > 0 || !by.ok) return found;
  return ok(`${joinList(by.ok.map(({ index }) => index))} ${by.ok.length > 1 ? "are" : "is"} up to date.`);
}
