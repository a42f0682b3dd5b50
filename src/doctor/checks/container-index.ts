import type { At } from "../../contract/contract.ts";
import { type Check, type Finding, note, ok, problem } from "../check.ts";
import type { Interview } from "../interview.ts";
import { isPublic } from "../network.ts";
import { count, list, span } from "../words.ts";
import { agrees } from "./clock.ts";

type Index = At<"index.getLastAccepted">;
/** The last block according to its chain, as far as that is known. */
type Tip = { readonly height?: bigint | undefined; readonly time?: Date | undefined };
type Entry = {
  readonly index: Index;
  /** `dead`: the chain has no such containers any more. `stuck`: the index has not followed its chain. `late`: it lacks the
   *  first blocks. `unread`: no answer. */
  readonly state: "dead" | "unread" | "empty" | "stuck" | "late" | "ok";
  readonly ageSeconds: number;
  /** Blocks in the index, and blocks of the chain. */
  readonly has: bigint;
  readonly height: bigint;
};

/** An index may be so far behind its chain. */
const maxDelaySeconds = 60;
/** The C-Chain of a public network has a block every second or two, so an index without one for so long is stuck. */
const maxSilenceSeconds = 600;
/** Blocks that may come between two calls. */
const maxBlocksBetween = 5n;

async function tipOf({ ask }: Interview, index: Index): Promise<Tip> {
  if (index === "P/block") {
    const height = (await ask("platform.getHeight", {})).value?.height;
    return { height, time: (await ask("platform.getTimestamp", {})).value?.timestamp };
  }
  if (index !== "X/block") return {};
  const height = (await ask("avm.getHeight", {}, "X")).value?.height;
  if (height === undefined) return {};
  const { value } = await ask("avm.getBlockByHeight", { height: String(height), encoding: "json" }, "X");
  const seconds = typeof value?.block === "object" ? Number(value.block["time"]) : Number.NaN;
  return { height, time: Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined };
}

/** Returns whether the node follows a public network now. */
async function isBusyNow({ ask, networkID }: Interview): Promise<boolean> {
  const { value, received } = await ask("platform.getTimestamp", {});
  const isFresh = value !== undefined && received - value.timestamp.getTime() < maxSilenceSeconds * 1000;
  return isFresh && isPublic(await networkID());
}

async function entryOf(node: Interview, index: Index): Promise<Entry> {
  const reply = await node.ask("index.getLastAccepted", {}, index);
  const { value, received, error } = reply;
  const nothing = { index, ageSeconds: 0, has: 0n, height: 0n };
  if (!index.endsWith("/block")) return { ...nothing, state: "dead" };
  if (!value) return { ...nothing, state: error?.unavailable === "empty_index" ? "empty" : "unread" };
  const { height = 0n, time } = await tipOf(node, index);
  const secondsUntil = (moment: number) => Math.max(moment - value.timestamp.getTime(), 0) / 1000;
  const ageSeconds = secondsUntil(received);
  const isBehind = time
    ? secondsUntil(Math.min(time.getTime(), received)) > maxDelaySeconds
    : index === "C/block" && ageSeconds > maxSilenceSeconds && (await isBusyNow(node));
  const has = value.index + 1n;
  const state = isBehind && agrees(reply) ? "stuck" : height - has > maxBlocksBetween ? "late" : "ok";
  return { index, state, ageSeconds, has, height };
}

function dead(index: Index, { set, watch }: Interview): Finding {
  const blocks = watch.indexes.filter((one) => one.endsWith("/block"));
  return note(
    `${index} gets nothing any more: since 2023 the X-Chain has blocks, see X/block.`,
    "Whoever follows it sees a line that never moves.",
    `Follow X/block in its place: ${set("watch.index", [...new Set([...blocks, "X/block"])].join(","))}.`,
  );
}

function stuck(entries: readonly Entry[]): Finding {
  const each = entries.map(({ index, ageSeconds }) => `${index} (its last entry is ${span(ageSeconds)} old)`);
  return problem(
    `The chains go on, and the index does not: ${list(each)}.`,
    "Whoever reads the index is served old blocks, and avax_index_last_accepted_index does not move.",
    "Look for `index` in the node's log: is there room on the disk? Start the node anew.",
    "If it does not catch up it has missed blocks: it has to be built anew, with a bootstrap from nothing.",
  );
}

function late(entries: readonly Entry[]): Finding {
  const each = entries.map(({ index, has, height }) => `${index} has ${count(has)} of ${count(height)} blocks`);
  return note(
    `The index began late: ${list(each)}.`,
    "It is not complete (--index-allow-incomplete), and counts from where it began: watch how it grows, not how far it is from the height.",
    "Nothing has to be done. A complete one takes a bootstrap from nothing with `--index-enabled=true`.",
  );
}

const empty = (entries: readonly Entry[]): Finding =>
  note(
    `On, but with nothing in it yet: ${list(entries.map(({ index }) => index))}.`,
    "An index begins with the next block that the node accepts; avax_index_last_accepted_index is missing until then.",
    "Wait for a block. On an idle network of your own that can be long.",
  );

export const containerIndex: Check = {
  name: "index",
  async run(node) {
    if (!node.isOn("index")) return [];
    const entries: Entry[] = [];
    for (const index of node.watch.indexes) entries.push(await entryOf(node, index));
    const by = Object.groupBy(entries, ({ state }) => state);
    const found = [
      ...(by.dead ?? []).map(({ index }) => dead(index, node)),
      ...(by.stuck ? [stuck(by.stuck)] : []),
      ...(by.late ? [late(by.late)] : []),
      ...(by.empty ? [empty(by.empty)] : []),
    ];
    if (found.length > 0 || !by.ok) return found;
    return ok(`${list(by.ok.map(({ index }) => index))} ${by.ok.length > 1 ? "keep" : "keeps"} up.`);
  },
};
