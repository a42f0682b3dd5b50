import { methodOf } from "../../contract/contract.ts";
import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { About, Round } from "../interview.ts";
import { list, namesOf } from "../words.ts";

/** Flags of the node. */
const info = "--api-info-enabled";
const indexing = "--index-enabled";

const nameOf = (flag: string) => flag.replace(/^--(api-)?|-enabled$/g, "");

const turnOn = (flag: string) =>
  flag === indexing
    ? "Start the node with `--index-enabled=true --index-allow-incomplete=true`. Without the second flag a node that has run without an index does not start; the index begins with the next block."
    : `Start the node with \`${flag}=true\`${flag === "--api-admin-enabled" ? "; it lets every caller change the node: only where nobody else reaches the API" : ""}.`;

type Off = { readonly flag: string; readonly rounds: readonly Round[] };

/** An index answers 404 also where its chain is not there: then the P-Chain's is. */
const isOff = ({ method, at, reply }: Round["calls"][number]) =>
  reply.error?.unavailable === "api_off" && (methodOf(method).on.flag !== indexing || at?.startsWith("P/"));

function offIn(rounds: readonly Round[]): Off[] {
  const flags = rounds.flatMap(({ calls }) => calls.filter(isOff).map(({ method }) => methodOf(method).on.flag));
  const uses = (flag: string) => (round: Round) =>
    round.calls.some((call) => isOff(call) && methodOf(call.method).on.flag === flag);
  return [...new Set(flags)].flatMap((flag) =>
    flag === undefined ? [] : [{ flag, rounds: rounds.filter(uses(flag)) }],
  );
}

/** Of those that get nothing at all. */
const without = (rounds: readonly Round[], { set }: About) =>
  rounds
    .filter(({ ended }) => ended && ended.unavailable.length === ended.items)
    .map(({ job }) => set(`collector.${job.collector.name}`, false))
    .join(" ");

function told({ flag, rounds }: Off, about: About): Finding {
  const names = namesOf(rounds.map(({ job }) => job.collector));
  const changes = without(rounds, about);
  return problem(`The node's ${nameOf(flag)} API is off (404).`, {
    why: `${rounds.length > 1 ? "These collectors lack what it tells" : "This collector has nothing to read"}: ${names}.${
      flag === info ? " Version and network are not known either." : ""
    }`,
    fix: [turnOn(flag), ...(changes ? [`Or, if it is to stay off: ${changes}.`] : [])],
  });
}

export const apis = check({
  name: "APIs",
  gather: ({ rounds }) => rounds(),
  judge(rounds, about): readonly Finding[] {
    const off = offIn(rounds);
    if (off.length > 0) return off.map((one) => told(one, about));
    const used = rounds.flatMap(({ calls }) => calls.flatMap(({ method }) => methodOf(method).on.flag ?? []));
    const names = [...new Set(used)].map(nameOf);
    return names.length > 0 ? [ok(`What the collectors need is on: ${list(names.sort())}.`)] : [];
  },
});
