/** How things are called on the page. */
import { formatDuration } from "../../prometheus/duration.ts";
import { type CollectorView, isTrouble, type NodeView, type Verdict, type View, verdicts } from "./view.ts";

/** How it looks: a colour and a sign beside the words. */
export type Tone = "bad" | "warn" | "wait" | "ok" | "none";
export type Named = { readonly tone: Tone; readonly word: string };

export const verdictNames: Readonly<Record<Verdict, Named>> = {
  down: { tone: "bad", word: "down" },
  failing: { tone: "bad", word: "failing" },
  partial: { tone: "warn", word: "partly failing" },
  mixed: { tone: "warn", word: "several nodes" },
  bootstrapping: { tone: "wait", word: "bootstrapping" },
  starting: { tone: "wait", word: "starting" },
  idle: { tone: "none", word: "idle" },
  ok: { tone: "ok", word: "ok" },
};

export const kindNames: Readonly<Record<CollectorView["kind"], Named>> = {
  failed: { tone: "bad", word: "failing" },
  mixed: { tone: "warn", word: "discarded" },
  unavailable: { tone: "none", word: "unavailable" },
  starting: { tone: "wait", word: "not yet" },
  ok: { tone: "ok", word: "ok" },
};

export const count = (number: number) => number.toLocaleString("en");
const plural = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`;

/** Whole seconds, and of what is long only the two largest units. */
export function brief(ms: number): string {
  const units = formatDuration(Math.floor(ms / 1000) * 1000).match(/\d+[a-z]+/g) ?? [];
  return units.slice(0, 2).join(" ");
}

/** More than one of them, or one that has a name. */
export const hasNames = ({ nodes }: View) => nodes.some(({ name }) => name !== "");
/** The one of `node.url` has none. */
export const nameOf = ({ name }: NodeView) => name || "node.url";

export const worstOf = ({ nodes }: View): Verdict => nodes[0]?.verdict ?? "idle";

/** For the tab: what is wrong comes first. */
export function title(view: View): string {
  const verdict = worstOf(view);
  const { word } = verdictNames[verdict];
  const { length } = view.nodes;
  if (length < 2) return word;
  const same = view.nodes.filter((node) => node.verdict === verdict).length;
  return same === length ? `${length} nodes ${word}` : `${same} of ${length} nodes ${word}`;
}

/** All there is to say in a sentence. */
export function summary(view: View): string {
  const { nodes } = view;
  const [first, ...further] = nodes;
  if (!first) return "No node is configured.";
  if (further.length === 0) return sentence(first);
  const counts = verdicts.map((verdict) => [verdict, nodes.filter((node) => node.verdict === verdict).length] as const);
  const parts = counts.flatMap(([verdict, some]) => (some > 0 ? [`${count(some)} ${verdictNames[verdict].word}`] : []));
  return parts.length === 1
    ? `All ${count(nodes.length)} nodes: ${verdictNames[worstOf(view)].word}.`
    : `Of ${count(nodes.length)} nodes: ${parts.join(", ")}.`;
}

const namesOf = (collectors: readonly CollectorView[]) => collectors.map(({ name }) => name).join(", ");

export function sentence({ verdict, collectors }: NodeView): string {
  const failed = collectors.filter(({ kind }) => kind === "failed");
  const lacking = collectors.filter(({ kind }) => kind === "unavailable");
  switch (verdict) {
    case "down":
      return "The node does not answer.";
    case "failing":
      return `The node answers, but what is required fails: ${namesOf(failed.filter(({ required }) => required))}.`;
    case "partial":
      return `The node answers, but something fails: ${namesOf(failed)}.`;
    case "mixed":
      return "Several nodes answer in turn: is a load balancer before them?";
    case "bootstrapping":
      return "The node is bootstrapping: some of its data is not there yet.";
    case "starting":
      return "First rounds are under way.";
    case "idle":
      return "No collector is on.";
    case "ok":
      return lacking.length === 0
        ? "The node answers, and every collector has its data."
        : `The node answers. What ${plural(lacking.length, "collector asks", "collectors ask")} for it does not offer.`;
  }
}

/** Shown unfolded, so long as they are few. */
const mostUnfolded = 3;
export const isUnfolded = ({ nodes }: View, { verdict }: NodeView, i: number) =>
  nodes.length <= mostUnfolded || (isTrouble(verdict) && i < mostUnfolded);
