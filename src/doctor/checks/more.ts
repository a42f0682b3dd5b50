import { collectors } from "../../collectors/all.ts";
import { methodOf } from "../../contract/contract.ts";
import { isBefore } from "../../contract/version.ts";
import { check } from "../check.ts";
import { type Finding, note } from "../finding.ts";
import type { About } from "../interview.ts";
import { namesOf, versionIn } from "../words.ts";

type Facts = { readonly off: ReadonlySet<string>; readonly version: string | undefined };

/** One cheap call on each API that may be off. */
const probes = {
  "--api-admin-enabled": "admin.getLoggerLevel",
  "--api-info-enabled": "info.getNodeVersion",
  "--api-health-enabled": "health.health",
} as const;

/** Totals come by themselves. */
function unwatched({ watch, set }: About): Finding[] {
  const { indexes: _, ...lists } = watch;
  if (Object.values(lists).some((list) => list.length > 0)) return [];
  return [
    note("Nothing of yours is watched: there are totals of the network, and no more.", {
      why: "What a validator of yours earns or is about to lose is only told when it is named.",
      fix: [
        `A validator: ${set("watch.node-id", "NodeID-…")}. An L1 or a subnet: ${set("watch.subnet-id", "ID")}. An account: ${set("watch.address", "P-avax1…")}.`,
      ],
    }),
  ];
}

export const more = check({
  name: "more",
  async gather({ ask }, { knobs }): Promise<Facts> {
    const idle = collectors.filter(({ name }) => !knobs[name]?.enabled);
    const flags = new Set(idle.flatMap(({ reads }) => reads.map((name) => methodOf(name).on.flag ?? "")));
    const off = new Set<string>();
    for (const [flag, method] of Object.entries(probes)) {
      if (flags.has(flag) && (await ask(method, {})).error) off.add(flag);
    }
    if (flags.has("--index-enabled") && (await ask("index.getLastAccepted", {}, "P/block")).error) {
      off.add("--index-enabled");
    }
    const version = (await ask("info.getNodeVersion", {})).value?.version;
    return { off, version: version && versionIn(version) };
  },
  judge({ off, version }, about): readonly Finding[] {
    const { knobs, set } = about;
    const isServed = (name: Parameters<typeof methodOf>[0]) => {
      const { on, since } = methodOf(name);
      const isTooOld = version !== undefined && since !== undefined && isBefore(version, since);
      return !off.has(on.flag ?? "") && !isTooOld;
    };
    const idle = collectors.filter(({ name, reads }) => !knobs[name]?.enabled && reads.every(isServed));
    if (idle.length === 0) return unwatched(about);
    return [
      ...unwatched(about),
      note(`Switched off here, though this node would answer: ${namesOf(idle)}.`, {
        why: "Maybe you miss what they tell, maybe you mean it so.",
        fix: idle.map(({ name, summary }) => `${set(`collector.${name}`, true)}: ${summary}`),
      }),
    ];
  },
});
