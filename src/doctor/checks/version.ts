import { methodOf, type Name } from "../../contract/contract.ts";
import { isBefore } from "../../contract/version.ts";
import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { About, Round } from "../interview.ts";
import { list, namesOf, versionIn } from "../words.ts";

type Facts = { readonly version: string | undefined; readonly rounds: readonly Round[] };

/** By what the node said, or, where a chain does not answer yet, by its version. */
function lackedBy({ version }: Facts, { job, calls }: Round): Name[] {
  const said = calls.filter(({ reply }) => reply.error?.unavailable === "method_unknown").map(({ method }) => method);
  const known = job.collector.reads.filter((method) => {
    const { since } = methodOf(method);
    return version !== undefined && since !== undefined && isBefore(version, since);
  });
  return [...new Set<Name>([...said, ...known])];
}

const newest = (versions: readonly string[]) =>
  versions.reduce<string | undefined>(
    (best, one) => (best === undefined || isBefore(best, one) ? one : best),
    undefined,
  );

/** Has nothing at all from this node. */
const isIdle = ({ ended }: Round) =>
  ended !== undefined &&
  ended.items > 0 &&
  ended.unavailable.filter(({ unavailable }) => unavailable === "method_unknown").length === ended.items;

function missing(methods: readonly Name[], facts: Facts, { set }: About): Finding {
  const since = newest(methods.flatMap((name) => methodOf(name).since ?? []));
  const collectors = facts.rounds.filter((round) => lackedBy(facts, round).length > 0);
  const idle = collectors.filter(isIdle).map(({ job }) => set(`collector.${job.collector.name}`, false));
  const each = methods.map((name) => {
    const first = methodOf(name).since;
    return first === undefined ? name : `${name} (since ${first})`;
  });
  return problem(`AvalancheGo ${facts.version ?? "there"} does not know ${list(each)}.`, {
    why: `Collectors that lack something for it: ${namesOf(collectors.map(({ job }) => job.collector))}.`,
    fix: [
      since === undefined ? "Update AvalancheGo." : `Update AvalancheGo to ${since} or later.`,
      ...(idle.length > 0 ? [`Or, until then, leave out what has nothing to tell: ${idle.join(" ")}.`] : []),
    ],
  });
}

export const version = check({
  name: "version",
  async gather({ ask, rounds }): Promise<Facts> {
    const told = (await ask("info.getNodeVersion", {})).value?.version;
    return { version: told === undefined ? undefined : versionIn(told), rounds: await rounds() };
  },
  judge(facts, about): readonly Finding[] {
    const methods = [...new Set(facts.rounds.flatMap((round) => lackedBy(facts, round)))];
    if (methods.length > 0) return [missing(methods, facts, about)];
    return facts.version === undefined ? [] : [ok(`AvalancheGo ${facts.version} knows all that is asked of it.`)];
  },
});
