import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { About, Interview, Reply } from "../interview.ts";
import { list, many } from "../words.ts";

const chains = ["P", "X", "C"] as const;
type Chain = (typeof chains)[number];
/** `absent`: not there (yet). */
type State = "ready" | "bootstrapping" | "absent" | "unknown";

function stateOf({ error }: Reply, bootstrapped: boolean | undefined): State {
  if (error?.unavailable === "bootstrapping") return "bootstrapping";
  if (error?.unavailable === "api_off") return "absent";
  if (bootstrapped === false) return "bootstrapping";
  return error ? "unknown" : "ready";
}

/** An old node has no such path for a chain that is there. */
async function stateOfC({ ask }: Interview, bootstrapped: boolean | undefined): Promise<State> {
  const state = stateOf(await ask("proposervm.getProposedHeight", {}, "C"), bootstrapped);
  return state === "absent" && bootstrapped === undefined ? "unknown" : state;
}

/** The index goes on while its chain bootstraps. */
async function blocksOf({ ask }: Interview, chain: Chain): Promise<bigint | undefined> {
  const last = (await ask("index.getLastAccepted", {}, `${chain}/block`)).value;
  return last && last.index + 1n;
}

const inWords: Readonly<Record<State, string>> = {
  ready: "ready",
  bootstrapping: "under way",
  absent: "not begun",
  unknown: "not known",
};

type Facts = {
  readonly states: Readonly<Record<Chain, State>>;
  readonly blocks: Readonly<Record<Chain, bigint | undefined>>;
};

function underWay({ states, blocks }: Facts, { command }: About): Finding {
  const each = chains.map((chain) => {
    const accepted = blocks[chain] === undefined ? "" : ` (${many(blocks[chain], "block")} so far)`;
    return `${chain} ${inWords[states[chain]]}${accepted}`;
  });
  return problem(`The node is bootstrapping: ${list(each)}.`, {
    why: "A chain answers nothing until it is done, and the P-Chain waits for the others. avax_up stays 1, avax_node_bootstrapped is 0, and what such a chain would tell is missing.",
    fix: [
      `Wait: values come by themselves. ${command(`call info.isBootstrapped '{"chain":"${chains.find((chain) => states[chain] !== "ready")}"}'`)} tells when it is done.`,
      `If it does not get on: has it peers, room on the disk? ${command("call health.health")} tells.`,
    ],
  });
}

/** What is configured here, and needs a chain that is not there. */
function wanted({ jobs, watch, set }: About): string[] {
  const on = ["x-height", "x-fee"].filter((name) => jobs.some(({ collector }) => collector.name === name));
  const indexes = watch.indexes.filter((index) => !index.startsWith("P/"));
  const isIndexed = indexes.length > 0 && jobs.some(({ collector }) => collector.name === "index");
  const left = watch.indexes.filter((index) => index.startsWith("P/"));
  const indexChange = left.length > 0 ? set("watch.index", left.join(",")) : set("collector.index", false);
  return [...on.map((name) => set(`collector.${name}`, false)), ...(isIndexed ? [indexChange] : [])];
}

function alone(about: About): Finding {
  const changes = wanted(about);
  const what = "The node follows the P-Chain alone: X and C are not there, and never will be.";
  if (changes.length === 0) return ok(what);
  return problem(what, {
    why: "What is asked of them has no values. That is how a node runs with --partial-sync-primary-network.",
    fix: [
      `If it is meant to be so, ask for no more than there is: ${changes.join(" ")}.`,
      "If not, start the node without `--partial-sync-primary-network`.",
    ],
  });
}

export const bootstrapping = check({
  name: "bootstrapping",
  async gather(interview) {
    const { ask } = interview;
    const said: Partial<Record<Chain, boolean | undefined>> = {};
    for (const chain of chains) said[chain] = (await ask("info.isBootstrapped", { chain })).value?.isBootstrapped;
    const p = await ask("platform.getHeight", {});
    const x = await ask("avm.getHeight", {}, "X");
    const isReady = stateOf(p, said.P) === "ready";
    const states = {
      P: stateOf(p, said.P),
      X: stateOf(x, said.X),
      C: said.C ? "ready" : await stateOfC(interview, said.C),
    } as const;
    const blocks = isReady
      ? { P: undefined, X: undefined, C: undefined }
      : { P: await blocksOf(interview, "P"), X: await blocksOf(interview, "X"), C: await blocksOf(interview, "C") };
    return { states, blocks };
  },
  judge(facts: Facts, about): readonly Finding[] {
    const { P, X, C } = facts.states;
    if (P === "ready" && X === "absent" && C !== "ready") return [alone(about)];
    const all = [P, X, C];
    if (all.includes("bootstrapping")) return [underWay(facts, about)];
    const ready = chains.filter((chain) => facts.states[chain] === "ready");
    if (ready.length === 0) return [];
    return [ok(`${list(ready)} ${ready.length > 1 ? "are" : "is"} bootstrapped.`)];
  },
});
