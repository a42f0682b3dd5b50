import type { At, Result } from "../../contract/contract.ts";
import { check } from "../check.ts";
import { type Finding, note, ok, problem } from "../finding.ts";
import type { About, Interview, Reply } from "../interview.ts";
import { isPublic, networkOf } from "../network.ts";
import { count, list, span } from "../words.ts";
import { agrees } from "./clock.ts";

type Index = At<"index.getLastAccepted">;
type Last = Result<"index.getLastAccepted">;

/** Seconds. */
const second = 1000;
const latest = 60;
/** For the C-Chain of a public network. */
const silence = 600;
/** Blocks that may come between two questions. */
const between = 5n;

/** The last block by what its chain says, where it says so. */
type Tip = { readonly height: bigint | undefined; readonly time: Date | undefined };
type Entry = { readonly index: Index; readonly reply: Reply<Last>; readonly tip: Tip; readonly isBusy: boolean };

async function pTip({ ask }: Interview): Promise<Tip> {
  const height = (await ask("platform.getHeight", {})).value?.height;
  return { height, time: (await ask("platform.getTimestamp", {})).value?.timestamp };
}
async function xTip({ ask }: Interview): Promise<Tip> {
  const height = (await ask("avm.getHeight", {}, "X")).value?.height;
  if (height === undefined) return { height, time: undefined };
  const { value } = await ask("avm.getBlockByHeight", { height: String(height), encoding: "json" }, "X");
  const seconds = typeof value?.block === "object" ? Number(value.block["time"]) : Number.NaN;
  return { height, time: Number.isFinite(seconds) ? new Date(seconds * second) : undefined };
}
const noTip: Tip = { height: undefined, time: undefined };
/** The node follows a network with a block every second or two. */
async function isBusyNow(interview: Interview): Promise<boolean> {
  const { value, received } = await interview.ask("platform.getTimestamp", {});
  const isFresh = value !== undefined && (received - value.timestamp.getTime()) / second < silence;
  return isFresh && isPublic(await networkOf(interview));
}
const tipOf = (interview: Interview, index: Index): Promise<Tip> =>
  index === "P/block" ? pTip(interview) : index === "X/block" ? xTip(interview) : Promise.resolve(noTip);

const ageOf = ({ timestamp }: Last, now: number) => Math.max(now - timestamp.getTime(), 0) / second;

/** The chain went on, and the index did not. Both from the same node, whose clock can be trusted. */
function standsStill({ tip, isBusy, reply }: Entry): boolean {
  if (!reply.value || !agrees(reply)) return false;
  if (!tip.time) return isBusy && ageOf(reply.value, reply.received) > silence;
  const time = Math.min(tip.time.getTime(), reply.received);
  return (time - reply.value.timestamp.getTime()) / second > latest;
}
/** How many entries it lacks. */
function lacking({ tip, reply }: Entry): bigint {
  if (!reply.value || tip.height === undefined) return 0n;
  const missing = tip.height - (reply.value.index + 1n);
  return missing > between ? missing : 0n;
}
const isEmpty = ({ reply }: Entry) => reply.error?.unavailable === "empty_index";

const dead = (index: Index, { set, watch }: About) =>
  note(`${index} gets nothing any more: since 2023 the X-Chain has blocks, see X/block.`, {
    why: "Whoever follows it sees a line that never moves.",
    fix: [`Follow X/block in its place: ${set("watch.index", others(watch.indexes))}.`],
  });
const others = (indexes: readonly Index[]) =>
  [...new Set([...indexes.filter((index) => index.endsWith("/block")), "X/block"])].join(",");

const stuck = (entries: readonly Entry[]): Finding => {
  const each = entries.flatMap(({ index, reply }) =>
    reply.value ? [`${index} (its last entry is ${span(ageOf(reply.value, reply.received))} old)`] : [],
  );
  return problem(`The chains go on, and the index does not: ${list(each)}.`, {
    why: "Whoever reads the index is served old blocks, and avax_index_last_accepted_index does not move.",
    fix: [
      "Look for `index` in the node's log: is there room on the disk? Start the node anew.",
      "If it does not catch up it has missed blocks: it has to be built anew, with a bootstrap from nothing.",
    ],
  });
};
const late = (entries: readonly Entry[]): Finding => {
  const each = entries.map(({ index, tip: { height = 0n }, reply }) => {
    const has = (reply.value?.index ?? 0n) + 1n;
    return `${index} has ${count(has)} of ${count(height)} blocks`;
  });
  return note(`The index began late: ${list(each)}.`, {
    why: "It is not complete (--index-allow-incomplete), and counts from where it began: watch how it grows, not how far it is from the height.",
    fix: ["Nothing has to be done. A complete one takes a bootstrap from nothing with `--index-enabled=true`."],
  });
};
const empty = (entries: readonly Entry[]): Finding =>
  note(`On, but with nothing in it yet: ${list(entries.map(({ index }) => index))}.`, {
    why: "An index begins with the next block that the node accepts; avax_index_last_accepted_index is missing until then.",
    fix: ["Wait for a block. On an idle network of your own that can be long."],
  });

const states: readonly (readonly [is: (entry: Entry) => boolean, say: (entries: readonly Entry[]) => Finding])[] = [
  [standsStill, stuck],
  [(entry) => !standsStill(entry) && lacking(entry) > 0n, late],
  [isEmpty, empty],
];

export const containerIndex = check({
  name: "index",
  async gather(interview, { jobs, watch }): Promise<readonly Entry[]> {
    if (!jobs.some(({ collector }) => collector.name === "index")) return [];
    const isBusy = await isBusyNow(interview);
    const entries: Entry[] = [];
    for (const index of watch.indexes) {
      const reply = await interview.ask("index.getLastAccepted", {}, index);
      const tip = reply.value ? await tipOf(interview, index) : noTip;
      entries.push({ index, reply, tip, isBusy: isBusy && index === "C/block" });
    }
    return entries;
  },
  judge(entries, about): readonly Finding[] {
    const blocks = entries.filter(({ index }) => index.endsWith("/block"));
    const found = [
      ...entries.filter((entry) => !blocks.includes(entry)).map(({ index }) => dead(index, about)),
      ...states.flatMap(([is, say]) => (blocks.some(is) ? [say(blocks.filter(is))] : [])),
    ];
    if (found.length > 0) return found;
    const served = entries.filter(({ reply }) => reply.value);
    if (served.length === 0) return [];
    return [ok(`${list(served.map(({ index }) => index))} ${served.length > 1 ? "keep" : "keeps"} up.`)];
  },
});
