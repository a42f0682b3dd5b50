/** The table of series per node and choice of detail, counted on a simulated node. Its clock is stopped, so that the result is always the
 *  same. It is of a local network, because a node of another network would be behind by its stopped clock. */
import { pino } from "pino";
import { defaultSettings } from "../../app/config/watch-schema.ts";
import { createPlan } from "../../app/plan.ts";
import { createTarget } from "../../app/target.ts";
import { collectors } from "../../collectors/all.ts";
import type { Settings } from "../../collectors/collector.ts";
import { milliseconds } from "../../lib/duration.ts";
import { formatCount } from "../../lib/text.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { createSimulator, type Simulator } from "../../simulator/simulator.ts";
import { table } from "./markdown.ts";

type Size = { readonly validators: number; readonly l1s: number; readonly l1Validators: number };
const now = Date.UTC(2026, 0, 1);

type Choice = {
  readonly what: string;
  readonly detail: Settings["validators"]["detail"];
  readonly watched: number;
  readonly tracked: number;
};
const nothing = { watched: 0, tracked: 0 };
const choicesFor = (l1s: number): readonly Choice[] => [
  { what: "the defaults", detail: "watched", ...nothing },
  { what: "one watched validator", detail: "watched", ...nothing, watched: 1 },
  { what: "`validators.detail: top` (20)", detail: "top", ...nothing },
  { what: "`validators.detail: all`", detail: "all", ...nothing },
  { what: "one tracked L1", detail: "watched", ...nothing, tracked: 1 },
  { what: `all ${l1s} tracked L1s`, detail: "watched", ...nothing, tracked: l1s },
];

function settingsOf({ detail, watched, tracked }: Choice, { chain }: Simulator): Settings {
  const nodes = Array.from({ length: watched }, (_, n) => chain.names.nodeId(n + 1));
  const l1s = chain.subnets.l1s();
  return {
    ...defaultSettings,
    watch: {
      ...defaultSettings.watch,
      node_ids: nodes.map((id) => ({ id, alias: "", subnet_ids: [primaryNetwork] })),
      subnet_ids: l1s.slice(0, tracked).map(({ id }) => ({ id, alias: "" })),
    },
    validators: { ...defaultSettings.validators, detail },
  };
}

const samplesIn = (text: string) => text.match(/^[^#\n]/gm)?.length ?? 0;

/** Returns the number of series of one node, after one run of each collector that is enabled by default. */
async function count(choice: Choice, simulator: Simulator, url: string): Promise<number> {
  const knobs = collectors.map(({ name, interval, disabledByDefault }) => {
    return [name, { enabled: !disabledByDefault, interval: milliseconds(interval) }] as const;
  });
  const plan = createPlan({
    node: { url, timeout: 60_000 },
    settings: settingsOf(choice, simulator),
    collectorOptions: Object.fromEntries(knobs),
    limit: Number.POSITIVE_INFINITY,
  });
  const target = createTarget({ name: "", plan, log: pino({ level: "silent" }) });
  try {
    if (!(await target.once())) throw new Error(`${choice.what}: a collector failed`);
    return samplesIn(target.exposition.text()) + samplesIn(await target.metrics.text());
  } finally {
    await target.stop();
  }
}

export async function seriesTable(size: Size): Promise<string> {
  const simulator = createSimulator({ ...size, network: "local", now: () => now });
  const url = await simulator.listen();
  const rows: string[][] = [];
  for (const choice of choicesFor(size.l1s)) {
    rows.push([choice.what, formatCount(await count(choice, simulator, url))]);
  }
  await simulator.close();
  return table(["Configuration", "Series"], rows);
}
