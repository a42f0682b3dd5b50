/** Nodes that misbehave, each next to a good one, against the real program over real sockets, with a request every 50 ms at the same time. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { createSimulator } from "../../../src/simulator/simulator.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { scaled } from "../../support/limits.ts";
import { forEvery } from "../support/exporter.ts";
import { eventually, run } from "../support/programs.ts";
import { type HostileAnswer, hostileAnswers } from "./hostile-node.ts";
import { answeredOf, scrape, scrapeDuring, startExporter } from "./support.ts";

const simulator = createSimulator();
let upstream: string;
beforeAll(async () => {
  upstream = await simulator.listen();
  return simulator.close;
});

/** Timeout of the chart's probes. */
const probeTimeoutMs = scaled(3000);

/** Kinds of responses whose text is small, in contrast to its objects. */
const isOfSmallValues = /zeros|at a height|names of its own|chunks/;

async function withstand(kind: HostileAnswer) {
  const node = run("node", [join(import.meta.dirname, "hostile-node.ts"), kind, upstream]);
  onTestFinished(async () => void (await node.stop("SIGKILL")));
  const url = await eventually("a hostile node", async () => /http:\S+/.exec(node.output())?.[0]);
  const file = join(await temporaryFolder(), "config.yml");
  const bad = { url, validators: { detail: "all" }, watch: demoWatchOf(simulator.chain) };
  await writeFile(file, JSON.stringify({ nodes: { good: { url: upstream }, bad }, ...forEvery({ interval: "3s" }) }));
  const exporter = await startExporter([`--config.file=${file}`]);
  onTestFinished(async () => void (await exporter.stop()));
  // a process that has just started is slow, independent of the node's response
  await eventually("first runs", async () => (await scrape(`${exporter.url}/-/ready`)).status === 200 || undefined);
  const probes = await scrapeDuring(`${exporter.url}/-/healthy`, 6000, {}, 50, probeTimeoutMs);
  const page = await (await fetch(`${exporter.url}/probe?target=good`)).text();
  expect(/^avax_up (.)$/m.exec(page)?.[1]).toBe("1");
  expect(answeredOf(probes)).toBe(probes.length);
  expect(exporter.peakMemory()).toBeLessThan(isOfSmallValues.test(kind) ? 250 : 400);
}

const ofEveryMethod: HostileAnswer = "an error message of 24 MB, of every method";
test("a node whose every response is an error message of 24 MB stalls nothing, and little memory is needed", () =>
  withstand(ofEveryMethod));

test.each((Object.keys(hostileAnswers) as HostileAnswer[]).filter((kind) => kind !== ofEveryMethod))(
  "a node's response stalls nothing and needs little memory: %s",
  { tags: ["night"] },
  withstand,
);
