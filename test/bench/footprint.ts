/** Memory and pauses of the event loop with large sets, compared with an exporter without data. */
import { type Child, startChild } from "./child.ts";
import type { Footprint, FootprintOptions, FootprintReady, Watch } from "./footprint-process.ts";
import type { Latency, Load } from "./load-process.ts";
import type { NodeOptions, Simulated } from "./node-process.ts";
import { quantile } from "./stats.ts";
import { complaint, plainSection, type Section } from "./table.ts";

type Case = {
  readonly what: string;
  readonly args: readonly string[];
  readonly collector: string;
  /** How often it is watched. */
  readonly watches: number;
  /** By so many clients, each again and again. */
  readonly clients?: number;
  /** Of the longest pause, in milliseconds. */
  readonly goal?: number;
};

/** `time`: milliseconds, of all watches together. */
async function watch({ args, collector, clients, watches }: Case, node: string, time: number): Promise<Footprint[]> {
  using exporter: Child<FootprintReady, Watch, Footprint> = await startChild(
    new URL("./footprint-process.ts", import.meta.url),
    { args: [`--node.url=${node}`, ...args], collector } satisfies FootprintOptions,
  );
  using loader: Child<object, Load, Latency> = await startChild(new URL("./load-process.ts", import.meta.url));
  const footprints: Footprint[] = [];
  async function once(time: number) {
    const { url } = exporter.ready;
    const load = clients && loader.ask({ url, encoding: "identity", clients, time });
    const [footprint] = await Promise.all([exporter.ask({ time }), load]);
    footprints.push(footprint);
  }
  await once(time / 2); // the first runs compile
  for (let i = 0; i < watches; i++) await once(time / watches);
  return footprints.slice(1);
}

const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MiB`;
const ms = (time: number) => `${time.toFixed(1)} ms`;
const memoryGoal = 3;

/** `time`: milliseconds for which each is watched. */
export async function measureFootprint(time: number): Promise<Section> {
  const size: NodeOptions = { validators: 1500, l1s: 150, l1Validators: 15_000 };
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), size);
  const { url, l1s } = node.ready;
  const unlimited = "--series.limit=1000000";
  const tracking = [
    `--watch.subnet-id=${l1s.join(",")}`,
    "--l1.detail=all",
    "--collector.subnets.interval=1s",
    "--no-collector.p-validators",
  ];
  const still = {
    args: ["--validators.detail=all", "--collector.p-validators.interval=1h"],
    collector: "p-validators",
    watches: 5,
  };
  const large = { args: tracking, collector: "subnets", watches: 1 };
  const cases: readonly Case[] = [
    { what: "no data", args: ["--no-collector.p-validators"], collector: "p-height", watches: 5 },
    {
      what: "1,500 validators, detail all, a run a second",
      args: ["--validators.detail=all", "--collector.p-validators.interval=1s"],
      collector: "p-validators",
      watches: 5,
      goal: 20,
    },
    { ...still, what: "the same without runs, scraped continuously by one client", clients: 1, goal: 10 },
    { ...still, what: "the same, by 16 at once", clients: 16, goal: 10 },
    { ...large, what: "15,000 L1 validators in 150 L1s", args: [...tracking, unlimited] },
    { ...large, what: "the same at the default limit of series" },
  ];
  const lines: string[][] = [];
  const beyond: string[] = [];
  let empty: Footprint | undefined;
  for (const each of cases) {
    const footprints = await watch(each, url, time);
    const last = footprints.at(-1) as Footprint;
    empty ??= last;
    const { series, page, memory, resident } = last;
    const pages = last === empty || each.clients ? undefined : (memory - empty.memory) / page;
    beyond.push(...complaint(`memory: ${each.what}, in pages`, pages ?? 0, memoryGoal));
    const pauses = footprints.map(({ pause }) => pause);
    lines.push([
      each.what,
      series.toLocaleString("en"),
      mb(page),
      mb(memory),
      pages?.toFixed(2) ?? "",
      mb(resident),
      String(footprints.reduce((sum, { runs }) => sum + runs, 0)),
      ms(quantile(pauses, 0.5)),
      ms(Math.max(...pauses)),
      each.goal === undefined ? "" : ms(each.goal),
    ]);
  }
  lines.push(["goal", "", "", "", String(memoryGoal), "", "", "", "", ""]);
  const heading = [
    "",
    "series",
    "page",
    "memory",
    "more, in pages",
    "resident",
    "runs",
    "longest pause",
    "of all",
    "goal",
  ];
  const title =
    "Memory after garbage collection, and the longest pause of the event loop (the median, if measured five times)";
  return plainSection(title, heading, lines, beyond);
}
