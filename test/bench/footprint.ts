/** What large sets weigh, and for how long they hold the event loop, beside an exporter that has nothing to show. */
import { type Child, startChild } from "./child.ts";
import type { Footprint, FootprintOptions, Watch } from "./footprint-process.ts";
import type { NodeOptions, Simulated } from "./node-process.ts";
import { plainSection, type Section } from "./table.ts";

type Case = { readonly what: string; readonly args: readonly string[]; readonly collector: string };

async function weigh({ args, collector }: Case, node: string, time: number): Promise<Footprint> {
  using exporter: Child<object, Watch, Footprint> = await startChild(
    new URL("./footprint-process.ts", import.meta.url),
    { args: [`--node.url=${node}`, ...args], collector } satisfies FootprintOptions,
  );
  await exporter.ask({ time: time / 2 }); // the first rounds compile
  return await exporter.ask({ time }); // before it is disposed of
}

const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MiB`;
const goals = { memory: 3, pause: 20 };

/** `time`: milliseconds for which each is watched. */
export async function measureFootprint(time: number): Promise<Section> {
  const size: NodeOptions = { validators: 1500, l1s: 150, l1Validators: 15_000 };
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), size);
  const { url, l1s } = node.ready;
  const unlimited = "--series.limit=1000000";
  const tracking = [
    `--watch.subnet-id=${l1s.join(",")}`,
    "--collector.subnets.interval=1s",
    "--no-collector.p-validators",
  ];
  const cases: readonly Case[] = [
    { what: "nothing to show", args: ["--no-collector.p-validators"], collector: "p-height" },
    {
      what: "1,500 validators, detail all",
      args: ["--validators.detail=all", "--collector.p-validators.interval=1s"],
      collector: "p-validators",
    },
    { what: "15,000 L1 validators in 150 L1s", args: [...tracking, unlimited], collector: "subnets" },
    { what: "the same at the default limit of series", args: tracking, collector: "subnets" },
  ];
  const lines: string[][] = [];
  let empty: Footprint | undefined;
  for (const each of cases) {
    const footprint = await weigh(each, url, time);
    empty ??= footprint;
    const { series, page, memory, resident, pause, rounds } = footprint;
    const pages = footprint === empty ? "" : ((memory - empty.memory) / page).toFixed(2);
    const counted = series.toLocaleString("en");
    lines.push([
      each.what,
      counted,
      mb(page),
      mb(memory),
      pages,
      mb(resident),
      `${pause.toFixed(1)} ms`,
      String(rounds),
    ]);
  }
  lines.push(["goal", "", "", "", String(goals.memory), "", `${goals.pause} ms`, ""]);
  const heading = ["", "series", "page", "memory", "more, in pages", "resident", "longest pause", "rounds"];
  return plainSection("Memory after a collection, and the longest pause of the event loop", heading, lines);
}
