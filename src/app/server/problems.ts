/** The problems of a node on the status page: states with a fix, and collectors that fail or lack data. */
import { limitFix } from "../../engine/collect.ts";
import type { Tone } from "../../engine/states.ts";
import { bySeverity, type Issue } from "../../entities/issues.ts";
import { formatCount, joinList, sentence } from "../../lib/text.ts";
import { fixOf, isExpected } from "../../node-api/errors.ts";
import type { Target } from "../target.ts";

export type CollectorState = ReturnType<Target["collectorStates"]>[number];

function issuesOfCollector({ collector, state, dropped }: CollectorState, url: string): readonly Issue[] {
  const issueOf = (tone: Tone, label: string, meaning: string, fix: string): Issue => ({
    entity: "collector",
    names: [collector],
    state: { tone, text: label, meaning },
    label,
    meaning,
    fix,
    steps: "",
    isOfCollectors: true,
  });
  const issues: Issue[] = [];
  if ((state.kind === "failed" || state.kind === "unavailable") && !isExpected(state.error.failure)) {
    const [tone, word] = state.kind === "failed" ? (["bad", "failing"] as const) : (["none", "unavailable"] as const);
    const { detail, failure } = state.error;
    issues.push(issueOf(tone, `${word}: ${state.reason}`, detail, sentence(fixOf(failure, url))));
  }
  if (dropped > 0)
    issues.push(issueOf("warn", "dropped: series_limit", `${formatCount(dropped)} series are dropped`, limitFix));
  return issues;
}

/** Returns the problems of a node, the worst first. Failures of collectors replace the state that they explain. Collectors with the same
 *  problem are one. */
export function problemsOf(issues: readonly Issue[], collectors: readonly CollectorState[], url: string) {
  const isExplained = collectors.some(({ state }) => state.kind === "failed");
  const ofStates = issues.filter((one) => one.fix !== undefined && !(one.isOfCollectors && isExplained));
  const found = collectors.flatMap((one) => issuesOfCollector(one, url));
  const groups = [...Map.groupBy(found, ({ label, fix }) => `${label} ${fix}`).values()];
  const ofCollectors = groups.flatMap((same) => {
    const names = same.flatMap((one) => one.names);
    const messages = new Set(same.map(({ meaning }) => meaning));
    return same.slice(0, 1).map((first) => ({ ...first, names, meaning: joinList([...messages]) }));
  });
  return bySeverity([...ofStates, ...ofCollectors]);
}
